"""What rows leave open, which rows go together, and what counts in which form."""

import pytest

from majokko_rules.creation import Because
from majokko_rules.errors import InvalidValue
from tests.rules.amgc.girls import begun, completed, offered, open_choices, options, take, value
from tests.rules.amgc.ruleset import AMGC

STATS = AMGC.vocabulary.stats


def rises(before: object, after: object, group: str = "stats") -> dict[str, int]:
    """Return by how much stats differ."""
    changes = {s: value(after, f"{group}.{s}") - value(before, f"{group}.{s}") for s in STATS}  # type: ignore[arg-type]
    return {stat: change for stat, change in changes.items() if change}


def test_stats_begin_at_four_and_five() -> None:
    draft = begun()

    assert draft.sheet["untransformed.MAG"].because == (Because("base", "base", 4),)
    assert draft.sheet["stats.STR"].because[:2] == (
        Because("base", "base", 4),
        Because("rule", "transformed", 1),
    )


def test_other_tables_begin_lower() -> None:
    assert value(begun({"base": 3}), "untransformed.MAG") == 3
    assert value(begun({"base": 3}), "stats.AGI") == value(begun(), "stats.AGI") - 1


@pytest.mark.parametrize(
    ("body", "key", "stats"),
    [
        (1, "underdeveloped", ("MAG", "AGI", "LCK")),
        (8, "average", STATS),
        (20, "overdeveloped", ("STR", "VIT", "LCK")),
    ],
)
def test_the_body_counts_in_both_forms(body: int, key: str, stats: tuple[str, ...]) -> None:
    draft = begun(body=body)
    question = f"body.{key}.stat.1"
    after = take(draft, question, stat=stats[0])

    assert options(draft, question) == stats
    assert rises(draft, after) == rises(draft, after, "untransformed") == {stats[0]: 1}


def test_a_choice_of_a_row_is_open_until_it_is_made() -> None:
    draft = begun(specialisation=2)
    first = take(draft, "specialisation.fire.stat.1", stat="STR")

    assert {"specialisation.fire.stat.1", "specialisation.fire.stat.2"} <= set(open_choices(draft))
    assert "specialisation.fire.stat.1" not in open_choices(first)
    assert rises(draft, first) == {"STR": 3}
    assert rises(draft, first, "untransformed") == {}
    with pytest.raises(InvalidValue):
        take(draft, "specialisation.fire.stat.1", stat="LCK")


@pytest.mark.parametrize("face", range(1, 20))
def test_every_specialisation_brings_four_points(face: int) -> None:
    """Four, whatever is chosen; beside them a girl has what the dull one has."""
    dull = completed(begun(specialisation=16))
    draft = completed(begun(specialisation=face))

    assert sum(value(draft, f"stats.{s}") for s in STATS) == sum(
        value(dull, f"stats.{s}") for s in STATS
    )


def test_an_oddball_raises_three_different_stats() -> None:
    draft = begun(specialisation=1)
    draft = take(draft, "specialisation.oddball.stat.1", stat="MAG")

    assert "MAG" not in options(draft, "specialisation.oddball.stat.2")
    after = take(draft, "specialisation.oddball.stat.3", stat="STR")
    assert options(after, "specialisation.oddball.stat.2") == ("AGI", "VIT", "LCK")
    assert "STR" not in options(after, "specialisation.oddball.stat.1")


def test_the_spells_of_an_oddball_are_the_players_and_wait_for_the_game_master() -> None:
    draft = begun(specialisation=1)
    told = take(draft, "specialisation.spell.1", name="Kettle", text="Boils over.")
    more = take(told, "specialisation.spell.2", name="Cup", text="Catches it.")
    again = take(more, "specialisation.spell.1", name="Pot", text="Boils.")

    assert "specialisation.spells" in open_choices(draft)
    assert "specialisation.spells" not in open_choices(told)
    assert [spell["name"] for spell in value(again, "spells")] == ["Pot", "Cup"]
    assert value(again, "approvals.spells") == "waiting"
    assert Because("row", "specialisations.oddball") in again.sheet["spells"].because


def test_a_table_may_do_without_the_approval() -> None:
    draft = begun({"oddball_approval": False}, specialisation=1)

    assert "approvals.spells" not in draft.sheet.values


def test_only_an_oddball_writes_spells() -> None:
    draft = begun(specialisation=2)

    assert "specialisation.spell.1" not in offered(draft)
    assert draft.sheet["spells"].value is None


def test_a_dark_girl_has_all_of_another_specialisation_corrupted() -> None:
    draft = begun(specialisation=20)
    question = "specialisation.dmg.instead"
    after = take(draft, question, specialisation="gravity")

    assert question in open_choices(draft)
    assert set(options(draft, question)) == set(AMGC["specialisations"].rows) - {"dmg"}
    assert value(draft, "specialisation") is None
    assert value(after, "specialisation") == "gravity"
    assert after.sheet["specialisation"].because == (
        Because("roll", "specialisations.dmg", roll=20),
        Because("choice", "specialisations.gravity"),
    )
    assert (value(after, "corrupted"), rises(draft, after)) == (True, {"MAG": 4})
    assert "specialisation.corrupt" not in offered(after)


def test_a_dark_oddball_writes_spells_too() -> None:
    draft = take(begun(specialisation=20), "specialisation.dmg.instead", specialisation="oddball")

    assert "specialisation.spells" in open_choices(draft)
    assert "specialisation.oddball.stat.1" in open_choices(draft)


@pytest.mark.parametrize("face", [1, 6, 11, 16])
def test_each_weapon_brings_one_of_four_masteries(face: int) -> None:
    draft = begun(weapon=face)
    (weapon,) = value(draft, "weapons")
    question = f"weapon.{weapon}.mastery"

    assert question in open_choices(draft)
    assert len(options(draft, question)) == 4
    assert {AMGC["masteries"][key]["weapon"] for key in options(draft, question)} == {weapon}


@pytest.mark.parametrize("face", [1, 5, 9, 13, 17])
def test_each_outfit_brings_one_of_three_boosts(face: int) -> None:
    draft = begun(outfit=face)
    question = f"outfit.{value(draft, 'outfit')}.boost"

    assert question in open_choices(draft)
    assert len(options(draft, question)) == 3
    assert "determination" in options(draft, question)


def test_a_boost_may_raise_a_pool() -> None:
    draft = begun(outfit=13)
    after = take(draft, "outfit.uniform.boost", boost="reinforced")

    assert value(after, "derived.SP") == value(draft, "derived.SP") + 2
    assert after.sheet["derived.SP"].because[-1] == Because("row", "boosts.reinforced", 2)


def test_a_boost_goes_with_its_outfit() -> None:
    draft = take(begun(outfit=13), "outfit.uniform.boost", boost="reinforced")
    after = take(draft, "outfit.other", outfit="cosplay")

    assert "outfit.cosplay.boost" in open_choices(after)
    assert (value(draft, "derived.SP"), value(after, "derived.SP")) == (1 + 3 + 2, 1 + 2)
    assert "boosts" not in after.sheet.values


@pytest.mark.parametrize(("rounding", "sp"), [("down", 3), ("up", 4)])
def test_half_of_an_odd_vit_rounds_as_the_table_plays(rounding: str, sp: int) -> None:
    draft = begun({"sp_rounding": rounding})

    assert value(draft, "stats.VIT") == 5
    assert value(draft, "derived.SP") == sp


def test_a_perk_counts_in_both_forms_where_it_is_known_to() -> None:
    draft = begun(perk_1=16, perk_2=17)
    sheet = draft.sheet

    assert Because("row", "perks.sorcery", 1) in sheet["untransformed.MAG"].because
    assert Because("row", "perks.wings", 1) in sheet["stats.AGI"].because
    assert sheet["untransformed.AGI"].because == (Because("base", "base", 4),)


def test_an_enhanced_weapon_raises_a_stat_that_her_weapon_gives() -> None:
    draft = begun(weapon=3, perk_1=3)
    other = begun(weapon=16, perk_1=3)

    assert options(draft, "perk.enhanced_weapon.stat.1") == ("STR", "VIT")
    assert Because("row", "perks.enhanced_weapon", 1) in other.sheet["stats.STR"].because


def test_an_enhanced_outfit_raises_the_stat_of_her_outfit() -> None:
    sheet = begun(outfit=18, perk_1=12).sheet

    assert Because("row", "perks.enhanced_outfit", 1) in sheet["stats.LCK"].because


def test_a_dual_weapon_adds_a_type_and_a_stat_of_it() -> None:
    draft = begun(weapon=16, perk_1=1)
    question = "perk.dual_weapon.weapon"
    ranged = take(draft, question, weapon="ranged")
    melee = take(draft, question, weapon="melee")

    assert options(draft, question) == ("melee", "ranged", "mystic")
    assert rises(draft, ranged) == {"AGI": 1}
    assert "perk.dual_weapon.stat.2" not in open_choices(draft)
    assert value(ranged, "merged_weapon") == "ranged"
    assert "merged_weapon" not in draft.sheet.values
    assert options(melee, "perk.dual_weapon.stat.2") == ("STR", "VIT")
    assert "perk.dual_weapon.stat.2" in open_choices(melee)


def test_a_type_that_she_buys_as_a_weapon_is_no_longer_the_one_merged_in() -> None:
    draft = take(begun(weapon=16, perk_1=1), "perk.dual_weapon.weapon", weapon="ranged")
    after = take(draft, "weapon.second", weapon="ranged")

    assert "perk.dual_weapon.weapon" in open_choices(after)
    assert "merged_weapon" not in after.sheet.values
    assert rises(draft, after) == {"AGI": -1}


def test_a_perk_of_unknown_stat_brings_none() -> None:
    draft, other = begun(perk_1=4), begun(perk_1=8)

    assert value(draft, "perks")[0] == "mystic_artifact"
    assert rises(draft, other) == {}
    assert "perks.mystic_artifact.stat" in value(draft, "unknown")


def test_a_boy_needs_the_perk_masculinity() -> None:
    draft = begun(perk_4=13)
    boy = take(draft, "gender", gender="boy")
    without = take(boy, "perk.swap", perk="masculinity", new="money")

    assert "gender" not in offered(begun())
    assert (value(draft, "gender"), value(boy, "gender")) == ("girl", "boy")
    assert Because("row", "perks.masculinity") in boy.sheet["gender"].because
    assert "gender" in open_choices(without)
    assert options(without, "gender") == ("girl",)
    girl = take(without, "gender", gender="girl").sheet["gender"]
    assert (girl.value, girl.because) == ("girl", (Because("choice", "gender"),))


def test_nobody_ages_without_the_perk() -> None:
    aging = begun(perk_4=12).sheet["ages"]

    assert begun().sheet["ages"].value is False
    assert (aging.value, aging.because) == (True, (Because("row", "perks.natural_aging"),))


@pytest.mark.parametrize(
    ("mode", "grants"),
    [("steel_and_guns", ("flight", "life")), ("cake_and_candy", ("flight", "determination"))],
)
def test_what_rows_allow_is_told_for_the_mode_of_play(mode: str, grants: tuple[str, ...]) -> None:
    draft = begun({"mode": mode}, perk_1=17, perk_4=17)

    assert value(draft, "grants") == grants
    assert Because("row", "perks.wings") in draft.sheet["grants"].because


def test_words_of_the_player_stand_on_the_sheet() -> None:
    draft = take(begun(), "background", text="  Grew up by the sea. ")

    assert value(draft, "background") == "Grew up by the sea."
    with pytest.raises(InvalidValue) as refused:
        take(draft, "name", text="x" * 81)
    assert refused.value.pointer == "/text"
