"""What `export.toml` of a system names is there: on sheets, and in the words of its ruleset."""

from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from majokko_rules.exports import plan
from majokko_rules.exports.naming import words
from majokko_rules.exports.plan import Plan, chosen
from tests.rules.exports.people import SYSTEMS, ruleset, sheet

MANY = range(40)

every_system = pytest.mark.parametrize("system", SYSTEMS)


@cache
def met(system: str) -> Mapping[str, object]:
    """The names of all values that some characters have, in the order they came."""
    return {name: None for seed in MANY for name in sheet(system, seed).values}


def patterns(told: Plan) -> Iterator[str]:
    yield told.initiative
    for status in told.status:
        yield from filter(None, (status.value, status.now))
    yield from (name for each in told.params for name in each.values)
    yield from (name for each in told.commands for name in each.values)
    yield from (name for each in told.st for name in each.values)
    card = told.card
    for part in (card.facts, card.tiles, card.best, card.lists, card.texts):
        yield from part


@every_system
def test_every_value_that_is_named_is_on_some_sheet(system: str) -> None:
    told = plan.of(system)
    absent = [each for each in patterns(told) if not list(chosen(met(system), [each]))]

    assert absent == []


@every_system
def test_every_column_stands_beside_a_section(system: str) -> None:
    sections = {name.rpartition(".")[0] for name in met(system)}
    told = plan.of(system)

    assert set(told.columns) | {c for each in told.columns.values() for c in each} <= sections
    assert {told.card.below, *told.card.sectioned} - {None} <= sections


@every_system
def test_every_key_that_is_named_has_words(system: str) -> None:
    known = {
        *(key for texts in ruleset(system).names.words.values() for key in texts),
        *(f"exports.{key}" for key in words("en")),
    }
    for place, template in plan.of(system).says.items():
        start, _, end = template.partition("{}")

        assert any(key.startswith(start) and key.endswith(end) for key in known), place


@every_system
def test_marks_have_different_names(system: str) -> None:
    marks = [each.mark for each in plan.of(system).status]

    assert sorted(set(marks)) == sorted(marks)
