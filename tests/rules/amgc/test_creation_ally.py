"""An ally: designed or rolled, of three kinds, with coins of her own; and a familiar."""

import pytest

from majokko_rules.creation import Because, Draft
from majokko_rules.errors import NotOnOffer
from majokko_rules.systems.amgc.creation.state import State
from tests.rules.amgc.girls import begun, completed, offered, open_choices, options, take, value
from tests.rules.amgc.ruleset import AMGC

DICE = (10, 8, 16, 16, 4, 15, 2, 3, 6)
"""Age 17, average, gravity, fists, skimpy, third eye; martial training, fated, fortunate."""


def allied(kind: str = "magical_girl", settings: dict[str, object] | None = None) -> Draft[State]:
    return take(begun(settings, perk_1=14), "ally.kind", kind=kind)


def rolled(*faces: int, kind: str = "magical_girl") -> Draft[State]:
    return take(allied(kind), "ally.roll", *(faces or DICE))


def test_the_perk_asks_first_for_the_kind() -> None:
    draft = begun(perk_1=14)

    assert "ally.kind" in open_choices(draft)
    assert options(draft, "ally.kind") == ("magical_girl", "dark_magical_girl", "monster_girl")
    assert not {"ally.roll", "ally.design"} & offered(draft)
    assert {"ally.roll", "ally.design"} <= offered(allied())
    assert "ally" in open_choices(allied())


def test_nine_dice_give_six_steps_and_a_perk_of_each_column() -> None:
    draft = rolled()

    assert value(draft, "ally.age") == 17
    assert value(draft, "ally.body") == "average"
    assert value(draft, "ally.specialisation") == "gravity"
    assert value(draft, "ally.weapons") == ("fists",)
    assert value(draft, "ally.outfit") == "skimpy"
    assert value(draft, "ally.powers") == ("third_eye",)
    assert value(draft, "ally.perks") == ("martial_training", "fated", "fortunate")
    assert draft.moves[-1].faces == DICE


def test_she_has_neither_mastery_nor_boost() -> None:
    draft = rolled()

    assert not [each for each in offered(draft) if each.endswith((".mastery", ".boost"))
                and each.startswith("ally.")]  # fmt: skip
    assert "ally.masteries" not in draft.sheet.values
    assert "ally.boosts" not in draft.sheet.values


@pytest.mark.parametrize(
    ("faces", "perks"),
    [
        ((14, 16, 14), ("overcity_shift", "super_map", "dual_channel")),
        ((14, 14, 14), ("overcity_shift", "dual_channel", "skeleton_key")),
    ],
)
def test_perks_that_bring_others_are_refused_and_pass_on(
    faces: tuple[int, ...], perks: tuple[str, ...]
) -> None:
    draft = rolled(*DICE[:6], *faces)

    assert value(draft, "ally.perks") == perks
    assert draft.sheet["ally.perks"].because[:2] == (
        Because("roll", "perks.ally", roll=14), Because("rule", "perk_refused"),
    )  # fmt: skip


def test_a_perk_that_she_has_passes_on_for_another_reason() -> None:
    draft = rolled(*DICE[:6], 14, 14, 6)

    assert Because("rule", "no_perk_twice") in draft.sheet["ally.perks"].because


def test_coins_do_not_bring_them_either() -> None:
    draft = rolled()

    assert not {"ally", "familiar"} & set(options(draft, "ally.perk.swap", 1))
    moved = rolled(*DICE[:6], 2, 14, 6)
    assert options(moved, "ally.perk.move.overcity_shift") == ("dual_channel",)


def test_a_rolled_ally_has_a_silver_coin_and_two_of_bronze() -> None:
    draft = rolled()
    spent = take(draft, "ally.specialisation.shift.+1")
    spent = take(spent, "ally.age.bronze", age=9)

    assert dict(draft.maker.purse(draft.state)) == {
        "gold": 1, "silver": 3, "bronze": 4, "ally_silver": 1, "ally_bronze": 2,
    }  # fmt: skip
    assert (value(spent, "ally.specialisation"), value(spent, "ally.age")) == ("stone", 9)
    assert value(spent, "ally.coins.bronze") == 0
    assert value(spent, "coins.bronze") == 4
    with pytest.raises(NotOnOffer) as refused:
        take(spent, "ally.weapon.shift.-5")
    assert refused.value.rule == "unaffordable"


def test_her_coins_have_the_prices_of_the_same_steps() -> None:
    draft = rolled()
    costs = {each.id: dict(each.cost) for each in draft.offers if each.cost}
    hers = {id_: cost for id_, cost in costs.items() if id_.startswith("ally.")}

    assert hers
    assert not [id_ for id_, cost in hers.items() if "gold" in cost or "ally_gold" in cost]
    for id_, cost in hers.items():
        own = id_.removeprefix("ally.")
        if own in costs:
            assert {f"ally_{coin}": count for coin, count in costs[own].items()} == cost


def test_points_of_her_coins_are_hers() -> None:
    before = rolled()
    after = take(before, "ally.stats.silver.1+1", stat="STR+LCK")

    assert value(after, "ally.stats.LCK") == value(before, "ally.stats.LCK") + 1
    assert value(after, "stats.LCK") == value(before, "stats.LCK")


def test_one_use_at_each_step_holds_for_her_too() -> None:
    draft = take(allied(settings={"repeat_uses": False}), "ally.roll", *DICE)
    spent = take(draft, "ally.age.bronze", age=9)

    assert "ally.age.bronze" not in offered(spent)
    assert "age.bronze" in offered(spent)


def test_a_designed_ally_is_all_choice_and_has_no_coins() -> None:
    draft = take(allied(), "ally.design")
    made = take(draft, "ally.body.row", body="overdeveloped")

    assert set(open_choices(draft)) >= {
        "ally.age", "ally.body.row", "ally.specialisation.row", "ally.weapon.row",
        "ally.outfit.row", "ally.power.row", "ally.perk.1.row", "ally.perk.2.row",
        "ally.perk.3.row",
    }  # fmt: skip
    assert "ally_silver" not in draft.maker.purse(draft.state)
    assert not [each for each in draft.offers if each.cost and each.id.startswith("ally.")]
    assert not {"ally", "familiar"} & set(options(draft, "ally.perk.1.row"))
    assert made.sheet["ally.body"].because == (
        Because("choice", "ally.design"), Because("choice", "bodies.overdeveloped"),
    )  # fmt: skip
    assert "ally.body.overdeveloped.stat.1" in open_choices(made)


def test_the_age_of_a_designed_ally_is_bounded() -> None:
    draft = take(allied(settings={"age_most": 30}), "ally.design")

    assert value(take(draft, "ally.age", age=30), "ally.age") == 30
    assert "ally.age" not in offered(rolled())


def test_a_dark_magical_girl_is_corrupted() -> None:
    draft = rolled(kind="dark_magical_girl")

    assert draft.sheet["ally.corrupted"].because == (
        Because("row", "ally_kinds.dark_magical_girl"),
    )
    assert "ally.specialisation.corrupt" not in offered(draft)
    assert value(rolled(), "ally.corrupted") is False


def test_a_dark_girl_stays_dark_whatever_coins_change() -> None:
    draft = take(rolled(kind="dark_magical_girl"), "ally.specialisation.shift.+1")

    assert value(draft, "ally.corrupted") is True


def test_a_monster_girl_has_no_points_of_her_specialisation_but_a_weakness() -> None:
    draft, other = rolled(kind="monster_girl"), rolled()

    assert value(draft, "ally.stats.MAG") == value(other, "ally.stats.MAG") - 4
    assert value(draft, "ally.weakness") == -2
    assert draft.sheet["ally.weakness_against"].value is None
    assert "ally.weakness" not in other.sheet.values


def test_a_monster_girl_chooses_four_monster_perks() -> None:
    draft = take(rolled(kind="monster_girl"), "ally.monster_perks.choose")
    first = take(draft, "ally.monster_perk.1.row", monster_perk="coercion")

    assert "ally.monster_perks" in open_choices(rolled(kind="monster_girl"))
    assert len([each for each in open_choices(draft) if ".monster_perk." in each]) == 4
    assert "coercion" not in options(first, "ally.monster_perk.2.row")
    assert value(first, "ally.monster_perks") == ("coercion",)
    assert "ally.monster_perk.coercion.stat.1" in open_choices(first)


def test_or_rolls_five() -> None:
    draft = take(rolled(kind="monster_girl"), "ally.monster_perks.roll", 7, 14, 16, 1, 1)

    assert value(draft, "ally.monster_perks") == (
        "bile", "cursed", "diehard", "phylactery", "coercion",
    )  # fmt: skip
    assert not {each for each in offered(draft) if each.startswith("ally.monster_perks")}


def test_others_have_no_monster_perks() -> None:
    assert "ally.monster_perks" not in open_choices(rolled())


def test_nine_dice_may_be_read_as_four_steps_and_five_monster_perks() -> None:
    settings: dict[str, object] = {"ally_dice": "four_and_five"}
    draft = take(allied("monster_girl", settings), "ally.roll", 10, 8, 16, 4, 7, 14, 16, 1, 2)
    other = take(allied("magical_girl", settings), "ally.roll", *DICE)

    assert value(draft, "ally.monster_perks") == (
        "bile", "cursed", "diehard", "phylactery", "coercion",
    )  # fmt: skip
    assert (value(draft, "ally.weapons"), value(draft, "ally.outfit")) == (("fists",), "skimpy")
    assert value(other, "ally.perks") == ("martial_training", "fated", "fortunate")
    assert open_choices(completed(draft)) == []


def test_her_dice_stay_when_the_perk_goes_and_comes_back() -> None:
    draft = take(rolled(), "perk.move.ally", new="dual_channel")
    again = take(draft, "perk.swap", perk="dual_channel", new="ally")

    assert not [name for name in draft.sheet.values if name.startswith("ally.")]
    assert (value(again, "ally.age"), value(again, "ally.coins.silver")) == (17, 1)


def test_the_twin_soul_of_an_ally_brings_nobody() -> None:
    draft = rolled(*DICE[:5], 5, *DICE[6:])

    assert value(draft, "ally.powers") == ("twin_soul",)
    assert not {each for each in offered(draft) if "twin" in each}


@pytest.mark.parametrize(("first", "other"), [("attack", "support"), ("support", "attack")])
def test_a_gold_coin_buys_the_other_class_of_a_familiar(first: str, other: str) -> None:
    draft = take(begun(perk_4=16), "familiar.first", **{"class": first})
    both = take(draft, "familiar.class", **{"class": other})

    assert "familiar.first" in open_choices(begun(perk_4=16))
    assert value(draft, "familiar.classes") == (first,)
    assert both.sheet["familiar.classes"].because == (
        Because("choice", "familiar.first"), Because("coin", "familiar.class"),
    )  # fmt: skip
    assert value(both, "familiar.classes") == (first, other)
    assert value(both, "coins.gold") == 0
    assert "familiar.class" not in {each.id for each in both.maker.offers(both.state)}


def test_a_familiar_for_attack_fights_in_melee_or_from_afar() -> None:
    draft = take(begun(perk_4=16), "familiar.first", **{"class": "attack"})

    assert "familiar.attack.way" in open_choices(draft)
    assert options(draft, "familiar.attack.way") == ("melee", "ranged")
    assert (
        value(take(draft, "familiar.attack.way", way="ranged"), "familiar.attack.way") == "ranged"
    )


def test_a_familiar_casts_the_spells_of_its_owner() -> None:
    draft = begun(perk_4=16, specialisation=16)

    assert value(draft, "familiar.spells") == "gravity"
    assert value(take(draft, "specialisation.shift.+1"), "familiar.spells") == "stone"


def test_a_familiar_has_the_stats_that_sheets_show() -> None:
    draft = begun(perk_4=16)

    assert [value(draft, f"familiar.stats.{stat}") for stat in AMGC.vocabulary.stats] == [7] * 5
    assert value(draft, "familiar.pool") == 4
