"""Stats in both forms, and what follows from them, as sums of their reasons."""

from collections.abc import Iterable, Mapping, Sequence

from majokko_rules.creation import Because, Value
from majokko_rules.rulesets import MaximumBonus, Row
from majokko_rules.systems.amgc.creation.book import Book
from majokko_rules.systems.amgc.creation.gains import Gain, gains
from majokko_rules.systems.amgc.creation.girl import Girl
from majokko_rules.systems.amgc.creation.having import Having

STATS, PLAIN, DERIVED = "stats.", "untransformed.", "derived."


def total(reasons: Sequence[Because]) -> Value:
    return Value(sum(each.plus or 0 for each in reasons), tuple(reasons))


def values(
    book: Book, girl: Girl, having: Sequence[Having], penalty: Because | None
) -> dict[str, Value]:
    """Return `stats.STR`, `untransformed.STR`, `derived.HP` and the others."""
    found = tuple(gains(book, girl, having))
    stats = transformed(book, girl, found, penalty)
    plain = {stat: total(_plain(book, found, stat)) for stat in book.stats}
    pools = derived(book, having, stats)
    return _under(STATS, stats) | _under(PLAIN, plain) | _under(DERIVED, pools)


def in_form(book: Book, girl: Girl, having: Sequence[Having], penalty: Because) -> dict[str, Value]:
    """Return stats and what follows from them, as they are with this penalty on each stat."""
    stats = transformed(book, girl, tuple(gains(book, girl, having)), penalty)
    return stats | derived(book, having, stats)


def transformed(
    book: Book, girl: Girl, found: Sequence[Gain], penalty: Because | None
) -> dict[str, Value]:
    told = {stat: _transformed(book, girl, found, stat, penalty) for stat in book.stats}
    return {stat: total(_not_below_zero(reasons)) for stat, reasons in told.items()}


def derived(book: Book, having: Sequence[Having], stats: Mapping[str, Value]) -> dict[str, Value]:
    """Return HP, MP, FP and SP."""
    return {
        row.key: total([*_shares(book, row, stats), *_raised(book, row, having)])
        for row in book.rows("derived")
    }


def _base(book: Book) -> Because:
    return Because("base", "base", book.settings["base"])


def _plain(book: Book, found: Iterable[Gain], stat: str) -> list[Because]:
    return [
        _base(book),
        *(_reason(each) for each in found if each.stat == stat and each.both_forms),
    ]


def _transformed(
    book: Book, girl: Girl, found: Iterable[Gain], stat: str, penalty: Because | None
) -> list[Because]:
    return [
        _base(book),
        Because("rule", "transformed", book.settings["transformed"]),
        *(_reason(each) for each in found if each.stat == stat),
        *(
            Because("coin", each.because.what, each.plus)
            for each in girl.points
            if each.stat == stat
        ),
        *([penalty] if penalty else ()),
    ]


def _not_below_zero(reasons: list[Because]) -> list[Because]:
    """Half of a stat are dice: there are none to take away below none."""
    lacking = -sum(each.plus or 0 for each in reasons)
    return [*reasons, Because("rule", "not_below_zero", lacking)] if lacking > 0 else reasons


def _reason(gain: Gain) -> Because:
    return Because("choice" if gain.chosen else "row", gain.having.name, gain.plus)


def _shares(book: Book, row: Row, stats: Mapping[str, Value]) -> list[Because]:
    """Return what a stat gives, and what is there without it."""
    amount = stats[row["stat"]].value * row.get("times", 1)
    per = row.get("per", 1)
    up = "rounding" in row.fields and book.settings[row["rounding"]] == "up"
    share = Because("rule", STATS + row["stat"], -(-amount // per) if up else amount // per)
    fixed = row.get("renewable")
    return [share] if fixed is None else [Because("rule", "renewable", fixed), share]


def _raised(book: Book, row: Row, every: Iterable[Having]) -> list[Because]:
    return [
        Because("row", having.name, effect.plus)
        for having in every
        for effect in having.row.effects
        if isinstance(effect, MaximumBonus)
        if effect.maximum == row.key and effect.mode in (None, book.settings["mode"])
    ]


def _under(prefix: str, values: Mapping[str, Value]) -> dict[str, Value]:
    return {prefix + name: value for name, value in values.items()}
