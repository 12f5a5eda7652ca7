"""A whole creation: twelve dice, eight coins, every choice, and the sheet that they lead to."""

import json

from majokko_rules.creation import Because, Draft, replay
from majokko_rules.systems.amgc import combat
from majokko_rules.systems.amgc.creation.state import State
from tests.rules.amgc.example import ALLY, ALLY_FACES, CHOICES, COINS
from tests.rules.amgc.girls import (
    FACES,
    MAKER,
    open_choices,
    take,
    thrown_as,
)


def whole() -> Draft[State]:
    draft = thrown_as(FACES)
    for offer, picks in (*COINS, *CHOICES):
        draft = take(draft, offer, **picks)
    draft = take(draft, "ally.roll", *ALLY_FACES)
    for offer, picks in ALLY:
        draft = take(draft, offer, **picks)
    return draft


def test_a_creation_ends_in_a_sheet_with_nothing_open() -> None:
    draft = whole()

    assert open_choices(draft) == []
    assert draft.maker.purse(draft.state) == {
        "gold": 0, "silver": 0, "bronze": 0, "ally_silver": 0, "ally_bronze": 0,
    }  # fmt: skip
    assert draft.finish() == draft.sheet


def test_the_sheet_tells_who_she_is() -> None:
    sheet = whole().finish()

    assert {name: sheet[name].value for name in ("name", "age", "body", "specialisation")} == {
        "name": "Mitsuki", "age": 14, "body": "underdeveloped", "specialisation": "fire",
    }  # fmt: skip
    assert sheet["weapons"].value == ("mystic",)
    assert sheet["masteries"].value == ("enchanted",)
    assert (sheet["outfit"].value, sheet["boosts"].value) == ("uniform", ("reinforced",))
    assert sheet["powers"].value == ("barrage",)
    assert sheet["perks"].value == (
        "ally", "martial_training", "familiar", "snapshots", "fix_it_band_aids", "mana_channel",
        "gifted", "sturdy",
    )  # fmt: skip


def numbers(draft: Draft[State], group: str) -> dict[str, int]:
    return {
        name.removeprefix(group): each.value
        for name, each in draft.sheet.values.items()
        if name.startswith(group)
    }


def test_the_sheet_counts_both_forms_and_what_follows_from_them() -> None:
    draft = whole()

    assert numbers(draft, "stats.") == {"STR": 8, "AGI": 7, "VIT": 9, "MAG": 11, "LCK": 7}
    assert numbers(draft, "untransformed.") == {"STR": 5, "AGI": 4, "VIT": 4, "MAG": 5, "LCK": 5}
    assert numbers(draft, "derived.") == {"HP": 18, "MP": 11, "FP": 7, "SP": 7}
    assert numbers(draft, "ally.stats.") == {"STR": 10, "AGI": 6, "VIT": 6, "MAG": 11, "LCK": 7}


def test_combat_starts_with_the_same_numbers() -> None:
    """The sheet adds up what `combat` works out; two SP are those of the outfit."""
    sheet = whole().finish()

    assert sheet["derived.HP"].value == combat.hit_points(9)
    assert sheet["derived.SP"].value - 2 == combat.shield_points(9)


def test_every_number_is_the_sum_of_its_reasons() -> None:
    sheet = whole().finish()

    assert sheet.explained()
    assert sheet["stats.MAG"].because == (
        Because("base", "base", 4),
        Because("rule", "transformed", 1),
        Because("choice", "specialisations.fire", 3),
        Because("row", "weapons.mystic", 1),
        Because("row", "perks.mana_channel", 1),
        Because("choice", "perks.gifted", 1),
    )
    assert Because("coin", "stats.silver.1+1", 1) in sheet["stats.STR"].because


def test_every_number_has_a_reason() -> None:
    sheet = whole().finish()
    numbers_ = {name: each for name, each in sheet.values.items() if isinstance(each.value, int)}

    assert [name for name, each in numbers_.items() if not each.because] == []


def test_a_row_tells_the_roll_and_the_coins_that_led_to_it() -> None:
    sheet = whole().finish()

    assert sheet["specialisation"].because == (
        Because("roll", "specialisations.lightning", roll=8),
        Because("coin", "specialisation.column"),
    )
    assert sheet["age"].because == (
        Because("roll", "ages.age_16", roll=19),
        Because("coin", "age.bronze"),
    )


def test_what_nobody_publishes_is_unknown_and_not_nothing() -> None:
    sheet = whole().finish()

    assert sheet["untransformed_reward"].value is None
    assert sheet["combat_skills"].value is None
    assert sheet["spells"].value is None
    assert "specialisations.fire.untransformed" in sheet["unknown"].value
    assert "perks.fix_it_band_aids.effect" in sheet["unknown"].value
    assert sheet["familiar.attack.bonuses"].value is None


def test_the_same_rolls_and_choices_give_the_same_sheet() -> None:
    draft = whole()
    again = replay(MAKER, draft.options, draft.moves)

    assert again.finish() == draft.finish()
    assert again.state == draft.state


def test_the_order_of_coins_and_choices_does_not_matter() -> None:
    """But for choices that other ones brought about."""
    draft = take(thrown_as(FACES), "perk.move.soul_jar", new="snapshots")
    for offer, picks in (
        *CHOICES[:1],
        *reversed([c for c in COINS if c[0] != "perk.move.soul_jar"]),
    ):
        draft = take(draft, offer, **picks)
    for offer, picks in CHOICES[1:]:
        draft = take(draft, offer, **picks)
    draft = take(draft, "ally.roll", *ALLY_FACES)
    for offer, picks in ALLY:
        draft = take(draft, offer, **picks)

    assert numbers(draft, "stats.") == numbers(whole(), "stats.")
    assert numbers(draft, "untransformed.") == numbers(whole(), "untransformed.")


def test_a_sheet_can_be_written_down() -> None:
    sheet = whole().finish()

    assert json.dumps({name: each.value for name, each in sheet.values.items()})


def test_no_value_is_a_group_of_others() -> None:
    """So that dotted names may be nested."""
    names = set(whole().sheet.values)

    assert [name for name in names if any(other.startswith(f"{name}.") for other in names)] == []
