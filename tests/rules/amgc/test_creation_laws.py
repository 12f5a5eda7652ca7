"""What holds of every creation, whatever is thrown, chosen, paid and taken back."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from majokko_rules.creation import Draft, Sheet
from majokko_rules.systems.amgc.creation.state import State
from tests.rules.amgc.girls import MAKER
from tests.rules.amgc.ruleset import AMGC
from tests.support.creating import look_back, random_creation

STATS = AMGC.vocabulary.stats


def settings(seed: int) -> Mapping[str, object]:
    """Return settings that change a creation; half of the drafts leave all at their defaults."""
    wish = Random(seed)
    if wish.random() < 0.5:
        return {}
    return {
        "base": wish.choice([3, 4]),
        "body_bronze": wish.choice(["body", "stat"]),
        "shift_wraps": wish.random() < 0.5,
        "duplicate_perks": wish.choice(["next", "reroll"]),
        "perk_columns": wish.choice(["two_each", "choose"]),
        "second_weapon_stats": wish.random() < 0.5,
        "second_power_stats": wish.random() < 0.5,
        "repeat_uses": wish.random() < 0.7,
        "ally_dice": wish.choice(["nine", "four_and_five"]),
        "mode": wish.choice(["cake_and_candy", "steel_and_guns"]),
    }


def check(seed: int) -> None:
    """Make a character at random; `random_creation` looks at the ledger at each step."""
    draft = random_creation(MAKER, settings(seed), seed)
    look_back(draft)
    sheet = draft.finish()

    assert draft.pending == []
    assert paid(draft)
    assert finds(draft)
    for prefix in girls(sheet):
        assert no_perk_twice(sheet, prefix)
        assert bounded(sheet, prefix, draft)
        assert refers(sheet)


def finds(draft: Draft[State]) -> bool:
    """One offer is found by its id as it stands among all; a fresh state has looked for none."""
    offers = MAKER.offers(draft.state)
    return all(MAKER.find(replace(draft.state), offer.id) == offer for offer in offers)


def girls(sheet: Sheet) -> list[str]:
    return [name.removesuffix("powers") for name in sheet.values if name.endswith("powers")]


def no_perk_twice(sheet: Sheet, prefix: str) -> bool:
    lists = ("perks", "monster_perks", "weapons", "powers")
    held = [sheet.values[prefix + name].value for name in lists if prefix + name in sheet.values]
    return all(len(set(each)) == len(each) for each in held)


def paid(draft: Draft[State]) -> bool:
    """What was there in the beginning is left, or was spent on something."""
    purse = draft.maker.purse(draft.state)
    spent = sum(sum(offer.cost.values()) for offer in draft.state.spent)
    ally = 3 if draft.state.ally_rolled else 0
    return min(purse.values()) >= 0 and sum(purse.values()) + spent == 8 + ally


def bounded(sheet: Sheet, prefix: str, draft: Draft[State]) -> bool:
    """No stat starts anywhere but at the base, and only † counts when she is not transformed."""
    base = draft.state.book.settings["base"]
    plain = [sheet[f"{prefix}untransformed.{stat}"] for stat in STATS]
    full = [sheet[f"{prefix}stats.{stat}"] for stat in STATS]
    return all(
        low.because[0].plus == high.because[0].plus == base
        and {each.what for each in low.because} <= {each.what for each in high.because}
        for low, high in zip(plain, full, strict=True)
    )


def refers(sheet: Sheet) -> bool:
    """Every row that is given as a reason exists."""
    rows = {
        each.what.split(".") and tuple(each.what.split("."))
        for value in sheet.values.values()
        for each in value.because
        if each.kind == "row"
    }
    return all(key in AMGC[table].rows for table, key in rows)


@pytest.mark.parametrize("seed", range(100))
def test_a_random_creation_keeps_the_rules(seed: int) -> None:
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(1, 20))
def test_two_thousand_random_creations_keep_the_rules(hundred: int) -> None:
    """The first hundred are those above."""
    for seed in range(100 * hundred, 100 * hundred + 100):
        check(seed)
