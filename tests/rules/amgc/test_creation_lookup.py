"""What a sheet gives to a check in a room."""

import pytest

from majokko_rules import systems
from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft
from majokko_rules.errors import InvalidValue
from majokko_rules.systems.amgc import SYSTEM
from majokko_rules.systems.amgc.creation import from_sheet
from majokko_rules.systems.amgc.creation.state import State
from majokko_rules.systems.system import Wanted
from tests.rules.amgc.girls import begun, take, value
from tests.rules.amgc.ruleset import AMGC


def asked(draft: Draft[State], stat: str, **given: object) -> dict[str, object]:
    return dict(from_sheet(AMGC, draft.sheet, Wanted(stat=stat, given=given)))


@pytest.mark.parametrize("stat", AMGC.vocabulary.stats)
def test_a_stat_is_that_of_the_transformed(stat: str) -> None:
    draft = begun()

    assert asked(draft, stat) == {"stat": value(draft, f"stats.{stat}")}


def test_other_forms_and_companions_are_named() -> None:
    draft = take(begun(power=5, perk_1=14, perk_4=16), "twin.roll", 15, 8, 13)
    draft = take(take(draft, "ally.kind", kind="magical_girl"), "ally.design")

    for name, place in {
        "untransformed.VIT": "untransformed.VIT",
        "split.VIT": "split.VIT",
        "twin.VIT": "twin.stats.VIT",
        "twin.merged.VIT": "twin.merged.VIT",
        "ally.untransformed.VIT": "ally.untransformed.VIT",
        "ally.VIT": "ally.stats.VIT",
        "familiar.VIT": "familiar.stats.VIT",
    }.items():
        assert asked(draft, name) == {"stat": value(draft, place)}, name


def test_the_options_of_her_game_come_with_it() -> None:
    draft = begun({"base_dice": 2, "fp_limit": 1, "fp_after": True})

    assert asked(draft, "STR") == {
        "stat": value(draft, "stats.STR"),
        "base_dice": 2,
        "fp_limit": 1,
        "fp_after": True,
    }
    assert "base_dice" not in asked(draft, "untransformed.STR")
    assert asked(draft, "STR", base_dice=0)["fp_limit"] == 1
    assert "base_dice" not in asked(draft, "STR", base_dice=0)


def test_a_familiar_rolls_the_dice_that_sheets_show_for_it() -> None:
    """Four, at tables with base dice too."""
    draft = begun({"base_dice": 2}, perk_4=16)
    check = systems.check({"system": SYSTEM.id, **asked(draft, "familiar.AGI")}, {})

    assert check.roll(Scripted([7] * 4)).total == 4 == value(draft, "familiar.pool")


def test_what_it_gives_is_a_check() -> None:
    draft = begun({"base_dice": 2})
    check = systems.check({"system": SYSTEM.id, **asked(draft, "VIT")}, {})

    assert value(draft, "stats.VIT") == 5
    assert check.roll(Scripted([7] * 5)).total == 5


@pytest.mark.parametrize(
    ("wanted", "pointer"),
    [
        (Wanted(stat="HP"), "/stat"),
        (Wanted(stat="twin.STR"), "/stat"),
        (Wanted(), "/stat"),
        (Wanted(skill="brawl"), "/skill"),
    ],
)
def test_what_is_not_on_the_sheet_is_refused(wanted: Wanted, pointer: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        from_sheet(AMGC, begun().sheet, wanted)

    assert refused.value.pointer == pointer
