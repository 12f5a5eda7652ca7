"""Writes the sheet of a new unit: every value with what it came from."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from majokko_rules.creation import Because, Sheet, Value
from majokko_rules.rulesets import Row, Ruleset
from majokko_rules.systems.aaws.creation.sheets import (
    ANTIS,
    APPROVAL,
    WAITING,
    antis_shown,
    factors_shown,
)
from majokko_rules.systems.aaws.creation.state import LEVELS, OWN, Item, State

Line = tuple[str, Value]


def written(ruleset: Ruleset, state: State) -> Sheet:
    lines = [
        *_personal(state),
        *_originals(state),
        *_items(state),
        *_abilities(ruleset, state),
        *_uses(ruleset, state),
        ("VP", Value(None)),  # how much a unit has at the start, no source tells
        (APPROVAL, Value(WAITING, (Because("rule", "review"),))),
    ]
    return Sheet(dict(lines))


def _personal(state: State) -> Iterator[Line]:
    for key, text in state.words.items():
        yield key, Value(text, (Because("choice", key),))


def _originals(state: State) -> Iterator[Line]:
    unit = state.unit
    levels = [Because("rule", f"originals.{one.id}", plus=one.level) for one in unit.originals]
    given = Because("choice", "options.level", plus=state.level)
    yield "level", _summed(levels)
    yield LEVELS, _summed([given, Because("coin", LEVELS, plus=-state.spent)])
    for one in unit.originals:
        yield f"originals.{one.id}", _summed([Because("coin", LEVELS, plus=one.level)])
        if one.id.startswith(OWN):
            yield f"names.{one.id}", Value(one.name, (Because("choice", f"originals.{OWN}"),))
        under = [factor for factor in unit.factors if factor.original == one.id]
        reasons = tuple(Because("choice", f"factors.{factor.id}") for factor in under)
        yield f"factors.{one.id}", Value(factors_shown(under), reasons)
    yield ANTIS, Value(antis_shown(unit.antis))


def _items(state: State) -> Iterator[Line]:
    for item in state.items:
        shown = {
            "name": item.name,
            "factors": [asdict(part) for part in item.parts],
            "EP": len(item.parts),
            "equipped": item.equipped,
        }
        yield f"items.{item.id}", Value(shown, (Because("choice", f"items.{item.id}"),))


def _abilities(ruleset: Ruleset, state: State) -> Iterator[Line]:
    """In a fight, levels and equipped factors with a note add up."""
    rows = ruleset["originals"].rows
    for note in ruleset["notes"].rows:
        reasons = [
            Because("rule", f"originals.{one.id}", plus=one.level)
            for one in state.unit.originals
            if one.note == note
        ]
        reasons += [
            Because("choice", f"items.{item.id}", plus=bonus)
            for item in state.items
            if item.equipped and (bonus := _bonus(item, note, rows))
        ]
        yield f"abilities.{note}", _summed(reasons)


def _bonus(item: Item, note: str, rows: Mapping[str, Row]) -> int:
    noted = [row for part in item.parts if (row := rows.get(part.original))]
    return sum(row.get("note") == note for row in noted)


def _uses(ruleset: Ruleset, state: State) -> Iterator[Line]:
    per = ruleset.numbers["levels_per_use"]
    assert isinstance(per, int)
    yield "super_uses", _summed([Because("rule", "level", plus=state.spent // per)])


def _summed(reasons: list[Because]) -> Value:
    return Value(sum(reason.plus or 0 for reason in reasons), tuple(reasons))
