"""The sheet of one girl: who she is, the rows she has, her numbers."""

from collections.abc import Iterable, Iterator, Sequence

from majokko_rules.creation import Because, Value
from majokko_rules.rulesets import Grant
from majokko_rules.systems.amgc.creation import own
from majokko_rules.systems.amgc.creation.book import Book, granted, named
from majokko_rules.systems.amgc.creation.girl import Girl, Held
from majokko_rules.systems.amgc.creation.having import (
    CORRUPTION,
    NO_LIMITS,
    WEAPON_TYPE,
    Having,
    Limits,
    added_weapon,
    havings,
)
from majokko_rules.systems.amgc.creation.sheets import numbers

_LISTS = {"weapons": "weapon", "powers": "power", "perks": "perk", "monster_perks": "monster_perk"}
_CHOSEN = {"masteries": "mastery", "boosts": "boost"}
_AGING = "aging"


def values(
    book: Book, girl: Girl, penalty: Because | None, limits: Limits = NO_LIMITS
) -> dict[str, Value]:
    """Return all values by name; `penalty` is what being a twin costs each stat."""
    having = tuple(havings(book, girl, limits))
    return {
        **dict(_told(girl, having)),
        "age": Value(girl.age.years, girl.age.because) if girl.age else Value(None),
        "ages": _allowed(having, _AGING),
        "grants": _granted(book, having),
        **dict(_rows(girl, having, limits)),
        **dict(_told_by_rows(book, girl, having)),
        **numbers.values(book, girl, having, penalty),
        "unknown": _unknown(having),
    }


def specialisation(book: Book, girl: Girl) -> Value:
    """Return the magic that others may use with her."""
    having = tuple(havings(book, girl))
    return dict(_magic(girl, having, NO_LIMITS)).get("specialisation", Value(None))


def _told(girl: Girl, having: Sequence[Having]) -> Iterator[tuple[str, Value]]:
    for name in own.WORDS:
        if (text := girl.words.get(name)) is not None:
            yield name, Value(text, (Because("choice", name),))
    yield own.GENDER, _gender(girl, _allowed(having, own.BOY))


def _gender(girl: Girl, boy: Value) -> Value:
    """Tell what was chosen; a boy only while a row allows it."""
    chosen, choice = girl.answers.get(own.GENDER), Because("choice", own.GENDER)
    if chosen == own.BOY and boy.value:
        return Value(chosen, (*boy.because, choice))
    return Value(own.GIRL, (choice if chosen == own.GIRL else Because("rule", own.GENDER),))


def _allowed(having: Iterable[Having], grant: str) -> Value:
    rows = tuple(Because("row", each.name) for each in having if grant in granted(each.row))
    return Value(bool(rows), rows or (Because("rule", grant),))


def _granted(book: Book, having: Iterable[Having]) -> Value:
    """List what her rows allow beside numbers, in her game's mode of play."""
    mode = book.settings["mode"]
    found = [
        (effect.grants, Because("row", each.name))
        for each in having
        for effect in each.row.effects
        if isinstance(effect, Grant) and effect.mode in (None, mode)
    ]
    return Value(tuple(dict.fromkeys(grant for grant, _ in found)), tuple(why for _, why in found))


def _rows(girl: Girl, having: Sequence[Having], limits: Limits) -> Iterator[tuple[str, Value]]:
    for kind in ("body", "outfit"):
        if (held := girl.at(kind)) is not None:
            yield kind, Value(held.key, _reasons(held))
    yield from _magic(girl, having, limits)
    for name, kind in _LISTS.items():
        if kind != "monster_perk" or girl.keys(kind):
            yield name, _list(girl, kind)
    yield from _merged(girl, having)
    for name, kind in _CHOSEN.items():
        if chosen := tuple(each for each in having if each.kind == kind):
            because = tuple(Because("choice", each.name) for each in chosen)
            yield name, Value(tuple(each.row.key for each in chosen), because)


def _list(girl: Girl, kind: str) -> Value:
    """Return her rows of a kind, with the reasons for each, one row after the other."""
    held = tuple(each for each in girl.of(kind) if each.key is not None)
    because = (why for each in held for why in _reasons(each))
    return Value(tuple(each.key for each in held), tuple(because))


def _merged(girl: Girl, having: Sequence[Having]) -> Iterator[tuple[str, Value]]:
    """Tell the weapon type that a row has merged into her weapon."""
    for each in having:
        if WEAPON_TYPE in granted(each.row) and (added := added_weapon(girl, each)):
            because = (Because("row", each.name), Because("choice", named("weapon", added)))
            yield "merged_weapon", Value(added, because)


def _magic(girl: Girl, having: Sequence[Having], limits: Limits) -> Iterator[tuple[str, Value]]:
    """Tell the specialisation she has; of a dark one, the one that she chose."""
    if (held := girl.at("specialisation")) is None:
        return
    rows = [each for each in having if each.kind == "specialisation"]
    dark = [each for each in rows if CORRUPTION in granted(each.row)]
    chosen = [each for each in rows if each not in dark]
    reasons = (*_reasons(held), *(Because("choice", each.name) for each in chosen if dark))
    yield "specialisation", Value(chosen[0].row.key if chosen else None, reasons)
    why = (*(Because("row", each.name) for each in dark), *limits.corrupted, *girl.corrupted)
    yield "corrupted", Value(bool(why), why or (Because("rule", "corrupted"),))


def _reasons(held: Held) -> tuple[Because, ...]:
    """Return how she came to a row; what she chose freely ends with the choice."""
    if not held.free or held.key is None:
        return held.because
    return (*held.because, Because("choice", named(held.kind, held.key)))


def _told_by_rows(book: Book, girl: Girl, having: Sequence[Having]) -> Iterator[tuple[str, Value]]:
    """Tell what rows bring beside numbers: rewards, skills, spells; unknown where nobody says."""
    magic = [each for each in having if each.kind == "specialisation"]
    weapons = [each for each in having if each.kind == "weapon"]
    yield "untransformed_reward", _said(magic, "untransformed")
    yield "combat_skills", _said(weapons, "combat_skills")
    own_ = [each for each in magic if own.OWN_SPELLS in granted(each.row)]
    if not own_:
        yield "spells", _said(magic, "spells")
        return
    reasons = (*(Because("row", each.name) for each in own_), Because("choice", "spells"))
    told = tuple({"name": each.name, "text": each.text} for each in girl.spells)
    yield "spells", Value(told, reasons)
    if book.settings["oddball_approval"]:
        yield "approvals.spells", Value("waiting", (Because("rule", "oddball_approval"),))


def _said(having: Iterable[Having], field: str) -> Value:
    rows = tuple(having)
    told = [each.row.get(field) for each in rows if field in each.row.fields]
    texts = [text for each in told for text in ([each] if isinstance(each, str) else each)]
    return Value(tuple(texts) or None, tuple(Because("row", each.name) for each in rows))


def _unknown(having: Sequence[Having]) -> Value:
    """List what nobody publishes of her rows: `powers.teleportation.effect`."""
    found = ((each.name, part) for each in having for part in each.row.unknown)
    parts = tuple(dict.fromkeys(f"{name}.{part}" for name, part in found))
    rows = dict.fromkeys(each.name for each in having if each.row.unknown)
    return Value(parts, tuple(Because("row", name) for name in rows))
