"""Six perks from six dice, and none of them twice."""

import pytest

from majokko_rules.chance import Scripted
from majokko_rules.creation import Because, begin
from tests.rules.amgc.girls import MAKER, begun, open_choices, options, take, thrown_as, value

FIRST_SIX = (10, 8, 16, 16, 4, 15)
NEXT = [
    # faces → perks; the doubles move on
    ((2, 2, 2, 3, 2, 3), (
        "martial_training", "closure", "memory_link", "fated", "tuner", "enhanced_weapon",
    )),
    ((2, 2, 2, 2, 2, 2), (
        "martial_training", "closure", "memory_link", "fated", "tuner", "enhanced_weapon",
    )),
    ((20, 20, 1, 20, 20, 20), (
        "power_artifact", "fake_parents", "interdimensional_tourist", "mount", "fix_it_band_aids",
        "dual_weapon",
    )),
]  # fmt: skip


@pytest.mark.parametrize(("faces", "perks"), NEXT)
def test_a_double_goes_to_the_next_free_column_then_to_the_next_row(
    faces: tuple[int, ...], perks: tuple[str, ...]
) -> None:
    assert value(thrown_as((*FIRST_SIX, *faces)), "perks") == perks


def test_a_double_says_why_it_moved() -> None:
    because = thrown_as((*FIRST_SIX, 2, 2, 5, 6, 7, 8)).sheet["perks"].because

    assert because[:3] == (
        Because("roll", "perks.martial_training", roll=2),
        Because("roll", "perks.martial_training", roll=2),
        Because("rule", "no_perk_twice"),
    )


def test_a_double_may_be_rolled_again() -> None:
    faces = (*FIRST_SIX, 2, 2, 5, 6, 7, 8, 2, 9)
    dice = Scripted((*FIRST_SIX, 2, 2, 5, 6, 7, 8, 2, 9))
    draft = begin(MAKER, {"duplicate_perks": "reroll"}, dice)
    dice.finish()

    assert value(draft, "perks")[:2] == ("martial_training", "blood_magic")
    assert draft.moves[0].faces == faces
    assert [each.roll for each in draft.sheet["perks"].because[:5]] == [2, 2, None, 2, 9]


CHOOSE = {"perk_columns": "choose"}


def test_the_player_may_choose_the_column_of_each_roll() -> None:
    draft = begun(CHOOSE, perk_1=14, perk_2=17, perk_3=14, perk_4=1, perk_5=2, perk_6=3)
    first = take(draft, "perk.1.row", perk="dual_channel")

    assert set(open_choices(draft)) >= {f"perk.{place}.row" for place in range(1, 7)}
    assert options(draft, "perk.1.row") == ("ally", "overcity_shift", "dual_channel")
    assert value(first, "perks") == ("dual_channel",)
    assert options(first, "perk.3.row") == ("ally", "overcity_shift")
    assert first.sheet["perks"].because == (
        Because("roll", "perks", roll=14),
        Because("choice", "perks.dual_channel"),
    )


def test_a_row_without_a_free_column_goes_on_to_the_next() -> None:
    draft = begun(CHOOSE, **{f"perk_{place}": 20 for place in range(1, 7)})

    assert options(draft, "perk.3.row") == ("power_artifact", "fake_parents", "mount")
    assert options(draft, "perk.4.row") == (
        "dual_weapon", "interdimensional_tourist", "fix_it_band_aids",
    )  # fmt: skip


def test_a_row_without_a_free_column_may_be_rolled_again() -> None:
    settings = {"duplicate_perks": "reroll", **CHOOSE}
    draft = thrown_as((*FIRST_SIX, 20, 20, 20, 20, 5, 6, 20, 7), settings)

    assert options(draft, "perk.4.row") == (
        "enhanced_transformation", "environmental_sealing", "sturdy",
    )  # fmt: skip


def test_a_coin_cannot_take_the_last_column_of_a_roll() -> None:
    """Three rolls of one row, of which silver took a perk: the last roll goes on to the next."""
    draft = begun(CHOOSE, perk_1=14, perk_2=14, perk_3=14, perk_4=1, perk_5=2, perk_6=3)
    draft = take(draft, "perk.4.row", perk="dual_weapon")
    draft = take(draft, "perk.swap", perk="dual_weapon", new="ally")
    draft = take(draft, "perk.1.row", perk="overcity_shift")
    draft = take(draft, "perk.2.row", perk="dual_channel")

    assert options(draft, "perk.3.row") == (
        "monstrous_metamorphosis", "money", "skeleton_key",
    )  # fmt: skip


def test_a_perk_moves_to_free_columns_only() -> None:
    draft = thrown_as((*FIRST_SIX, 2, 5, 2, 6, 7, 8))

    assert options(draft, "perk.move.martial_training") == ("memory_link",)
