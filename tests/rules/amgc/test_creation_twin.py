"""Twin souls: two girls who share what they are made of."""

import pytest

from majokko_rules.creation import Because, Draft
from majokko_rules.systems.amgc.creation.state import State
from tests.rules.amgc.girls import begun, offered, open_choices, options, take, value
from tests.rules.amgc.ruleset import AMGC

STATS = AMGC.vocabulary.stats


def twins(**faces: int) -> Draft[State]:
    """Fire, fists, skimpy, and a twin of water, a ranged weapon and a uniform."""
    draft = begun(**{"power": 5, "specialisation": 2, **faces})
    return take(draft, "twin.roll", 15, 8, 13)


def test_the_power_asks_for_a_twin_and_a_form() -> None:
    draft = begun(power=5)

    assert {"twin.roll", "twin.form"} <= set(open_choices(draft))
    assert options(draft, "twin.form") == ("split", "merged")
    assert not {each for each in offered(begun()) if each.startswith("twin.")}


def test_three_dice_give_her_specialisation_weapon_and_outfit() -> None:
    draft = twins()

    assert value(draft, "twin.specialisation") == "water"
    assert value(draft, "twin.weapons") == ("ranged",)
    assert value(draft, "twin.outfit") == "uniform"
    assert draft.moves[-1].faces == (15, 8, 13)
    assert "twin.roll" not in offered(draft)


def test_both_have_the_same_age_body_power_and_points_of_coins() -> None:
    draft = take(twins(body=8), "body.average.stat.1", stat="LCK")
    draft = take(draft, "age.bronze", age=9)
    draft = take(draft, "stats.gold.4", stat="MAG")

    for name in ("age", "body", "powers"):
        assert draft.sheet[f"twin.{name}"] == draft.sheet[name]
    assert Because("coin", "stats.gold.4", 4) in draft.sheet["twin.stats.MAG"].because
    assert Because("choice", "bodies.average", 1) in draft.sheet["twin.stats.LCK"].because
    assert Because("choice", "bodies.average", 1) in draft.sheet["twin.untransformed.LCK"].because


@pytest.mark.parametrize(("form", "penalty"), [("split", -2), ("merged", -1)])
def test_each_form_costs_every_stat_something_else(form: str, penalty: int) -> None:
    draft = twins()
    after = take(draft, "twin.form", form=form)

    assert value(after, "twin.form") == form
    for prefix in ("", "twin."):
        for stat in STATS:
            before = value(draft, f"{prefix}stats.{stat}")
            assert value(after, f"{prefix}stats.{stat}") == before + penalty
            assert value(after, f"{prefix}{form}.{stat}") == before + penalty
            reason = Because("row", f"twin_forms.{form}", penalty)
            assert after.sheet[f"{prefix}stats.{stat}"].because[-1] == reason
        plain = f"{prefix}untransformed.STR"
        assert value(after, plain) == value(draft, plain)


def test_the_sheet_tells_both_forms_whichever_is_picked() -> None:
    draft = take(twins(), "twin.form", form="merged")

    assert value(draft, "split.VIT") == value(draft, "merged.VIT") - 1
    assert value(draft, "split.HP") == value(draft, "merged.HP") - 2
    assert value(draft, "twin.split.VIT") == value(draft, "twin.merged.VIT") - 1


def test_no_penalty_takes_more_than_there_is() -> None:
    draft = take(begun({"twin_split": -20}, power=5), "twin.form", form="split")

    assert draft.sheet["stats.VIT"].because[-1] == Because("rule", "not_below_zero", 15)
    assert [value(draft, f"derived.{name}") for name in ("HP", "MP", "SP")] == [0, 0, 1]
    assert draft.sheet.explained()


def test_what_a_form_does_in_a_fight_is_unknown() -> None:
    sheet = twins().sheet

    for form in ("split", "merged"):
        told = sheet[f"{form}.effect"]
        assert (told.value, told.because) == (None, (Because("row", f"twin_forms.{form}"),))
    assert "split.effect" not in begun().sheet.values


def test_a_table_sets_the_penalties() -> None:
    draft = take(begun({"twin_split": -1}, power=5), "twin.form", form="split")

    assert draft.sheet["stats.STR"].because[-1].plus == -1


def test_her_perks_are_copied_with_their_choices() -> None:
    draft = take(twins(perk_1=5), "perk.gifted.stat.1", stat="VIT")
    draft = take(draft, "twin.perks.copy")

    assert "twin.perks" in open_choices(twins())
    assert "twin.perks" not in open_choices(draft)
    assert value(draft, "twin.perks") == value(draft, "perks")
    assert Because("choice", "perks.gifted", 1) in draft.sheet["twin.stats.VIT"].because
    assert "twin.perk.gifted.stat.1" not in offered(draft)


def test_what_suits_only_her_sister_she_chooses_herself() -> None:
    """An enhanced weapon raises a stat of one's own weapon."""
    draft = take(twins(perk_1=3, weapon=3), "perk.enhanced_weapon.stat.1", stat="VIT")
    draft = take(draft, "twin.perks.copy")

    assert Because("row", "perks.enhanced_weapon", 1) in draft.sheet["twin.stats.AGI"].because
    melee = take(begun(power=5, perk_1=3, weapon=8), "twin.roll", 15, 3, 13)
    both = take(melee, "twin.perks.copy")
    assert "twin.perk.enhanced_weapon.stat.1" in open_choices(both)
    chosen = take(both, "twin.perk.enhanced_weapon.stat.1", stat="STR")
    assert "twin.perk.enhanced_weapon.stat.1" not in open_choices(chosen)


def test_her_perks_may_be_six_dice_of_her_own() -> None:
    draft = take(twins(), "twin.perks.roll", 5, 6, 7, 8, 9, 10)
    chosen = take(draft, "twin.perk.gifted.stat.1", stat="MAG")

    assert value(draft, "twin.perks") == (
        "gifted", "flexibility", "environmental_sealing", "get_out_of_jail", "ojou_sama",
        "transfiguration",
    )  # fmt: skip
    assert "twin.perk.gifted.stat.1" in open_choices(draft)
    assert value(chosen, "twin.stats.MAG") == value(draft, "twin.stats.MAG") + 1
    assert value(chosen, "stats.MAG") == value(draft, "stats.MAG")


def test_a_twin_has_choices_of_her_own() -> None:
    draft = twins()
    after = take(draft, "twin.specialisation.water.stat.3", stat="STR")

    open_ones = set(open_choices(draft))

    assert "twin.specialisation.water.stat.3" in open_ones
    assert {"twin.weapon.ranged.mastery", "twin.outfit.uniform.boost"} <= open_ones
    assert value(after, "twin.stats.STR") == value(draft, "twin.stats.STR") + 1
    assert "body.average.stat.1" in open_choices(draft)
    assert "twin.body.average.stat.1" not in offered(draft)


def test_the_same_row_does_not_make_them_choose_alike() -> None:
    draft = take(begun(power=5, specialisation=2), "twin.roll", 2, 8, 13)
    after = take(draft, "specialisation.fire.stat.1", stat="STR")

    assert "twin.specialisation.fire.stat.1" in open_choices(after)
    assert value(after, "twin.stats.STR") == value(draft, "twin.stats.STR")


def test_a_dark_twin_and_an_odd_one_choose_as_any_girl_does() -> None:
    dark = take(begun(power=5), "twin.roll", 20, 8, 13)
    dark = take(dark, "twin.specialisation.dmg.instead", specialisation="oddball")
    told = take(dark, "twin.specialisation.spell.1", name="Echo", text="Answers.")

    assert value(dark, "twin.corrupted") is True
    assert "twin.specialisation.spells" in open_choices(dark)
    assert value(told, "twin.approvals.spells") == "waiting"
    assert value(told, "corrupted") is False


def test_they_share_artifacts_and_the_ally() -> None:
    draft = twins(perk_1=18, perk_2=14)
    draft = take(draft, "twin.perks.roll", 4, 6, 7, 8, 9, 10)

    assert value(draft, "twin.shared") == (
        "perks.purification_artifact", "perks.ally", "perks.mystic_artifact",
    )  # fmt: skip
    assert [each for each in open_choices(draft) if each.startswith("ally.")] == ["ally.kind"]


def test_an_ally_of_the_twin_is_an_ally_of_both() -> None:
    draft = take(twins(), "twin.perks.roll", 14, 6, 7, 8, 9, 10)

    assert "ally.kind" in open_choices(draft)


def test_a_familiar_casts_the_spells_of_whoever_has_the_perk() -> None:
    """Water is the magic of the twin, fire her sister's."""
    draft = take(twins(), "twin.perks.roll", 5, 6, 16, 8, 9, 10)
    both = take(draft, "perk.swap", perk="closure", new="familiar")

    assert value(draft, "familiar.spells") == "water"
    assert value(both, "familiar.spells") == "fire"


def test_her_dice_stay_when_the_power_goes_and_comes_back() -> None:
    draft = take(twins(), "power.shift.+1")
    again = take(draft, "power.shift.-1")

    assert "twin.specialisation" not in draft.sheet.values
    assert value(again, "twin.specialisation") == "water"
    assert "twin.roll" not in offered(again)


def test_a_second_power_may_bring_the_twin() -> None:
    draft = take(begun(power=15), "power.second", power="twin_soul")
    draft = take(draft, "twin.roll", 15, 8, 13)

    assert value(draft, "twin.powers") == ("third_eye", "twin_soul")


def test_a_double_needs_no_sheet() -> None:
    assert not {each for each in offered(begun(power=13)) if each.startswith("twin.")}
