"""What coins buy of perks, and of stats."""

import pytest

from tests.rules.amgc.girls import begun, open_choices, options, take, value
from tests.rules.amgc.ruleset import AMGC


def test_bronze_moves_a_perk_within_its_row() -> None:
    draft = begun(perk_1=14)
    after = take(draft, "perk.move.ally", new="overcity_shift")

    assert options(draft, "perk.move.ally") == ("overcity_shift", "dual_channel")
    assert value(after, "perks")[0] == "overcity_shift"
    assert "ally.kind" not in open_choices(after)


def test_silver_swaps_a_perk_for_any_other() -> None:
    draft = begun()
    having = set(value(draft, "perks"))

    assert set(options(draft, "perk.swap")) == having
    assert set(options(draft, "perk.swap", 1)) == set(AMGC["perks"].rows) - having
    after = take(draft, "perk.swap", perk="closure", new="super_map")
    assert set(value(after, "perks")) == having - {"closure"} | {"super_map"}


def test_gold_adds_two_perks_of_choice() -> None:
    draft = take(begun(), "perk.add")
    first = take(draft, "perk.7.row", perk="wings")
    second = take(first, "perk.8.row", perk="sturdy")

    assert {"perk.7.row", "perk.8.row"} <= set(open_choices(draft))
    assert "wings" not in options(first, "perk.8.row")
    assert value(second, "perks")[6:] == ("wings", "sturdy")
    assert take(second, "perk.7.row", perk="money").sheet["perks"].value[6:] == ("money", "sturdy")


POINTS = [
    ("stats.bronze.1", "STR", {"STR": 1}),
    ("stats.silver.2", "AGI", {"AGI": 2}),
    ("stats.silver.1+1", "AGI+LCK", {"AGI": 1, "LCK": 1}),
    ("stats.gold.4", "MAG", {"MAG": 4}),
    ("stats.gold.2+2", "VIT+MAG", {"VIT": 2, "MAG": 2}),
]


@pytest.mark.parametrize(("offer", "stat", "gained"), POINTS)
def test_coins_kept_for_the_stats_count_when_she_is_transformed(
    offer: str, stat: str, gained: dict[str, int]
) -> None:
    before, after = begun(), take(begun(), offer, stat=stat)

    for name in AMGC.vocabulary.stats:
        gain = value(after, f"stats.{name}") - value(before, f"stats.{name}")
        assert gain == gained.get(name, 0)
        assert value(after, f"untransformed.{name}") == value(before, f"untransformed.{name}")
