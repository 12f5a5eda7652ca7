"""What holds of every girl that can be made, whatever is rolled and chosen."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from majokko_rules import catalog
from majokko_rules.creation import Draft, Sheet, replay
from majokko_rules.dice import parse
from majokko_rules.rulesets import Row
from majokko_rules.systems.collapse import SYSTEM, sanity
from majokko_rules.systems.collapse.creation import Creation
from tests.rules.collapse.girls import NAMES, ruleset
from tests.support.creating import look_back, random_creation

RULESET = ruleset()
MAKER = Creation(RULESET)


def options(seed: int) -> dict[str, object]:
    """Choose some settings at random; half of the girls are made by the book."""
    wish = Random(seed)
    if wish.random() < 0.5:
        return {}
    every: dict[str, list[object]] = {
        "mending": ["allowed", "refused"],
        "any_age": [True],
        "contacts": [0, 3],
        "contacts_by": ["check"],
        "knowledge_costs": ["start_and_maximum"],
        "skill_cap": [50, 75],
        "least_san": [0, 20],
        "high_from": [80],
        "free_points": [150, 900],
    }
    return {name: wish.choice(values) for name, values in every.items() if wish.random() < 0.5}


def ways_to(draft: Draft[Any]) -> Iterator[Draft[Any]]:
    """Every state that led to this one, from the first dice on."""
    for number in range(1, len(draft.moves)):
        yield replay(draft.maker, draft.options, draft.moves[:number])


def look_at_girl(draft: Draft[Any]) -> None:
    sheet = draft.finish()
    settings = draft.state.settings

    assert all(1 <= sheet[f"attributes.{name}"].value <= 99 for name in NAMES)
    assert all(
        sheet[f"skills.{row.key}"].value <= max(settings["skill_cap"], _start(sheet, row))
        for row in RULESET["skills"].rows.values()
    )
    assert sheet["gem"].value == sanity.soul_gem(
        sheet["derived.SAN_start"].value, sheet["derived.SAN"].value
    )
    _look_at_points(draft, sheet)
    _look_at_weapon(sheet)


def _look_at_points(draft: Draft[Any], sheet: Sheet) -> None:
    """What a purse lacks stands in the skills, and nowhere else."""
    left = draft.maker.purse(draft.state)
    for purse in ("life_points", "battle_points"):
        spent = sum(
            because.plus or 0
            for name, value in sheet.values.items()
            if name.startswith("skills.")
            for because in value.because
            if because.what == purse
        )
        assert spent + left[purse] == sheet[f"derived.{purse}"].value


def _look_at_weapon(sheet: Sheet) -> None:
    passive = RULESET["attachments"][sheet["weapon.passive"].value]
    active = RULESET["attachments"][sheet["weapon.active"].value]

    assert (passive["use"], active["use"]) == ("passive", "active")
    assert all(f"weapon.{row.get('needs', 'DAM')}" in sheet.values for row in (passive, active))
    assert parse(sheet["weapon.damage"].value).times == 1
    assert ("weapon.block" in sheet.values) is (sheet["weapon.kind"].value == "melee")
    assert sheet["weapon.cost"].value >= 1


def _start(sheet: Sheet, row: Row) -> int:
    return sheet[f"skills.{row.key}"].because[0].plus or 0


@pytest.mark.parametrize("seed", range(100))
def test_a_random_girl_is_complete_and_explained(seed: int) -> None:
    draft = random_creation(MAKER, options(seed), seed)

    look_back(draft)
    look_at_girl(draft)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 2100))
def test_any_random_girl_is_complete_and_explained(seed: int) -> None:
    draft = random_creation(MAKER, options(seed), seed)

    look_back(draft)
    look_at_girl(draft)


KEYS = frozenset(catalog.words(SYSTEM.package, "en"))


def needed(draft: Draft[Any]) -> set[str]:
    """The keys of all words that this state of a creation shows."""
    offers = draft.maker.offers(draft.state)
    return (
        {f"creation.steps.{offer.step}" for offer in offers}
        | {f"creation.does.{offer.does}" for offer in offers}
        | {f"creation.picks.{pick.name}" for offer in offers for pick in offer.pick}
        | {f"creation.values.{name}" for name in draft.maker.purse(draft.state)}
        | {f"creation.steps.{pending.step}" for pending in draft.pending}
        | {key for name in draft.sheet.values for key in of_name(name)}
        | {
            key
            for value in draft.sheet.values.values()
            for because in value.because
            for key in of_name(because.what)
        }
    )


def of_name(name: str) -> set[str]:
    """The keys of what values and reasons are called, part by part; `skills.dodge` is a row."""
    group, _, key = name.partition(".")
    row, _, more = key.partition(".")
    if group in RULESET.tables and row in RULESET[group].rows:
        return {f"creation.tables.{group}", f"tables.{group}.{row}.name", *map(_part, _parts(more))}
    return set(map(_part, _parts(name)))


def _parts(name: str) -> list[str]:
    return [part for part in name.split(".") if part and not part.isdecimal()]


def _part(part: str) -> str:
    of_unknown = f"creation.unknown.{part}"
    return of_unknown if of_unknown in KEYS else f"creation.values.{part}"


@pytest.mark.parametrize("seed", range(10))
def test_all_that_a_creation_shows_has_a_name(seed: int) -> None:
    draft = random_creation(MAKER, options(seed), seed)
    shown = needed(draft)
    for earlier in ways_to(draft):
        shown |= needed(earlier)

    assert shown - KEYS == set()


def test_every_row_and_setting_has_a_name_and_nothing_else_has() -> None:
    wanted = {
        f"tables.{table.name}.{row.key}.name"
        for table in RULESET.tables.values()
        for row in table.rows.values()
    }
    wanted |= {
        f"tables.{table.name}.{row.key}.effect"
        for table in RULESET.tables.values()
        for row in table.rows.values()
        if any(type(effect).__name__ == "Told" for effect in row.effects)
    }
    wanted |= {f"settings.{name}.{each}" for name in RULESET.settings for each in ("name", "help")}
    wanted |= {
        f"settings.{name}.choices.{choice}"
        for name, setting in RULESET.settings.items()
        for choice in setting.shape.choices
    }

    assert {key for key in KEYS if key.startswith(("tables.", "settings."))} == wanted
    assert {f"creation.tables.{name}" for name in RULESET.tables} <= KEYS


def test_what_we_made_up_or_nobody_knows_is_marked() -> None:
    rows = [(table.name, row) for table in RULESET.tables.values() for row in table.rows.values()]
    made_up = {f"{table}.{row.key}" for table, row in rows if row.confidence == "house"}
    parts = {table for table, row in rows if row.house}
    unknown = {f"{table}.{row.key}" for table, row in rows if row.unknown}
    guessed = {f"{table}.{row.key}" for table, row in rows if row.confidence == "unknown"}

    assert made_up == {"background.name", "goods.items"}
    assert parts == {"attachments", "damage_bonus"}
    assert unknown == {"ages.younger", "ages.older", "skills.weapon_use"}
    assert guessed == {"ages.younger", "ages.older", "innate_abilities.phase_overrun"}
    assert all(row.source for _, row in rows)


PAGE = (Path(__file__).parents[3] / "docs" / "systems" / "collapse.md").read_text("utf-8")


def test_the_page_speaks_of_every_step_and_setting() -> None:
    page = PAGE.partition("## Creation")[2]
    steps = {key.rpartition(".")[2] for key in KEYS if key.startswith("creation.steps.")}

    assert {name for name in RULESET.settings if f"`{name}`" not in page} == set()
    assert {step for step in steps if f"| `{step}` |" not in page} == set()
    assert {key for key in RULESET["ages"].rows if f"`age.{key}`" not in page} == {
        "younger",
        "older",
    }


@pytest.mark.parametrize("seed", range(10))
def test_one_offer_is_found_as_it_is_listed(seed: int) -> None:
    draft = random_creation(MAKER, options(seed), seed)
    for earlier in ways_to(draft):
        listed = {offer.id: offer for offer in MAKER.offers(earlier.state)}

        assert {name: MAKER.find(earlier.state, name) for name in listed} == listed
        for absent in ("", ".", "skills", "skills.", "mend.pray", "weapon.sharp", "coins.gold"):
            assert MAKER.find(earlier.state, absent) is None
