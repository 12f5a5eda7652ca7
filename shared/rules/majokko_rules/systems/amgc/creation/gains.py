"""What her rows add to her stats, and which stat is still hers to choose."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from majokko_rules.rulesets import Row, StatBonus
from majokko_rules.systems.amgc.creation.book import Book, granted
from majokko_rules.systems.amgc.creation.girl import Girl
from majokko_rules.systems.amgc.creation.having import WEAPON_TYPE, Having, added_weapon


@dataclass(frozen=True, slots=True)
class Gain:
    """`plus` on one of `options`; `stat` is None until it is chosen.

    There are no options while what they depend on is open itself.
    """

    having: Having
    question: str
    options: tuple[str, ...]
    stat: str | None
    plus: int
    both_forms: bool

    @property
    def chosen(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.options) > 1


def gains(book: Book, girl: Girl, every: Sequence[Having]) -> Iterator[Gain]:
    """Return what all the rows that she has add."""
    for having in every:
        if having.stats:
            yield from _of_row(book, girl, having, every)


def _of_row(book: Book, girl: Girl, having: Having, every: Sequence[Having]) -> Iterator[Gain]:
    for number, effect in enumerate(having.row.effects, 1):
        if isinstance(effect, StatBonus) and _holds(book, effect):
            options = _options(book, girl, having, effect, every)
            if effect.other:
                taken = _taken(girl, having, number)
                options = tuple(each for each in options if each not in taken)
            yield _gain(girl, having, number, effect, options)


def _gain(
    girl: Girl, having: Having, number: int, effect: StatBonus, options: tuple[str, ...]
) -> Gain:
    question = _question(having, number)
    answer = girl.answers.get(question)
    stat = options[0] if len(options) == 1 else answer if answer in options else None
    return Gain(having, question, options, stat, effect.plus, effect.both_forms)


def _question(having: Having, number: int) -> str:
    return f"{having.question}.stat.{number}"


def _holds(book: Book, effect: StatBonus) -> bool:
    return effect.mode in (None, book.settings["mode"])


def _taken(girl: Girl, having: Having, number: int) -> set[str | None]:
    """Return the stats that other bonuses of the row went to which must all differ."""
    return {
        girl.answers.get(_question(having, other))
        for other, effect in enumerate(having.row.effects, 1)
        if other != number and isinstance(effect, StatBonus) and effect.other
    }


def _options(
    book: Book, girl: Girl, having: Having, effect: StatBonus, every: Sequence[Having]
) -> tuple[str, ...]:
    match effect.of:
        case None:
            return effect.stats
        case "added_weapon":
            rows = _added(book, girl, having)
        case kind:
            rows = [each.row for each in every if each.kind == kind]
    return stats_of(book, rows) if rows else ()


def _added(book: Book, girl: Girl, having: Having) -> list[Row]:
    """Return the weapon type that the row merged into hers."""
    key = added_weapon(girl, having)
    return [book.row("weapon", key)] if key and WEAPON_TYPE in granted(having.row) else []


def stats_of(book: Book, rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the stats that rows name; all, where any of them would do or nothing is said."""
    effects = chain.from_iterable(row.effects for row in rows)
    named = {
        stat
        for effect in effects
        if isinstance(effect, StatBonus) and set(effect.stats) != set(book.stats)
        for stat in effect.stats
    }
    return tuple(stat for stat in book.stats if not named or stat in named)
