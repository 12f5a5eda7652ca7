"""A familiar: made for attack or for support, or for both, which costs a coin."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from majokko_rules.creation import Because, Offer, OneOf
from majokko_rules.rulesets import Row
from majokko_rules.systems.amgc.creation.acting import Action, Do, of_state
from majokko_rules.systems.amgc.creation.coins import FAMILIAR as CLASS
from majokko_rules.systems.amgc.creation.state import State

FAMILIAR = "familiar"
_FIRST = "familiar.first"


@dataclass(frozen=True, slots=True)
class Class:
    """What a familiar is made for, why, and how it fights if it does."""

    row: Row
    because: Because
    way: str | None


def actions(state: State, _: str | None = None) -> Iterator[Action]:
    known = tuple(each.row.key for each in classes(state))
    keys = tuple(state.book.ruleset["familiar_classes"].rows)
    bought = {key for key, _ in state.classes}
    first = tuple(key for key in keys if key not in bought)
    yield of_state(state, _FIRST, FAMILIAR, "class", first)
    for each in classes(state):
        if ways := each.row.get("ways"):
            yield of_state(state, _way(each.row), FAMILIAR, "way", ways)
    if rest := tuple(key for key in keys if key not in known) if known else ():
        yield from _more(state, rest)


def classes(state: State) -> Iterator[Class]:
    """Return the first class, then those that coins bought."""
    first = state.answers.get(_FIRST)
    if first is None:
        return
    yield _class(state, first, Because("choice", _FIRST))
    for key, offer in state.classes:
        yield _class(state, key, Because("coin", offer))


def _class(state: State, key: str, because: Because) -> Class:
    row = state.book.ruleset["familiar_classes"][key]
    return Class(row, because, state.answers.get(_way(row)))


def _way(row: Row) -> str:
    return f"{FAMILIAR}.{row.key}.way"


def _more(state: State, keys: tuple[str, ...]) -> Iterator[Action]:
    for price in state.book.rows("prices"):
        if price["use"] == CLASS:
            id_ = price.key.replace("_", ".", 1)
            offer = Offer(id_, FAMILIAR, CLASS, {price["coin"]: 1}, (OneOf(CLASS, keys),))
            yield Action(offer, _bought(state, id_))


def _bought(state: State, offer: str) -> Do:
    return lambda picks, _: replace(state, classes=(*state.classes, (str(picks[CLASS]), offer)))
