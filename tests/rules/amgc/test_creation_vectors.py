"""The written rule cases of creation, asked of whole creations."""

import pytest

from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft, begin
from majokko_rules.errors import NotOnOffer
from majokko_rules.systems.amgc.creation.state import State
from tests.rules.amgc.girls import MAKER, begun, take, value
from tests.rules.amgc.ruleset import AMGC
from tests.support.vectors import Vector, vectors


@pytest.mark.parametrize("row", vectors("amgc", "am_age"))
def test_a_roll_gives_the_age(row: Vector) -> None:
    assert value(begun(age=row.args[0]), "age") == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_body"))
def test_a_roll_gives_the_body(row: Vector) -> None:
    assert value(begun(body=row.args[0]), "body") == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_weapon"))
def test_a_roll_gives_the_weapon(row: Vector) -> None:
    assert value(begun(weapon=row.args[0]), "weapons") == (row.expect,)


@pytest.mark.parametrize("row", vectors("amgc", "am_outfit"))
def test_a_roll_gives_the_outfit(row: Vector) -> None:
    assert value(begun(outfit=row.args[0]), "outfit") == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_specialisation"))
def test_a_roll_gives_the_specialisation(row: Vector) -> None:
    draft = begun(specialisation=row.args[0])
    first = draft.sheet["specialisation"].because[0]

    assert first.what == f"specialisations.{row.expect}"
    assert first.roll == row.args[0]


@pytest.mark.parametrize("row", vectors("amgc", "am_column"))
def test_a_specialisation_stands_in_its_column(row: Vector) -> None:
    """What silver may choose shows the column."""
    draft = begun(specialisation=row.args[0])
    column = next(offer for offer in draft.offers if offer.id == "specialisation.column")
    rows = AMGC["specialisations"].rows

    assert {rows[key]["column"] for key in column.pick[0].options} == {row.expect}  # type: ignore[union-attr]


@pytest.mark.parametrize("row", vectors("amgc", "am_perk"))
def test_a_roll_and_its_column_give_the_perk(row: Vector) -> None:
    face, column = row.args
    draft = begun(**{f"perk_{2 * column}": face})

    assert value(draft, "perks")[2 * column - 1] == row.expect


def test_all_columns_are_asked() -> None:
    """The two dice of a column are its first and its second."""
    draft = begin(MAKER, {}, Scripted([1] * 6 + [3, 4, 3, 4, 3, 4]))

    assert value(draft, "perks") == (
        "enhanced_weapon", "mystic_artifact", "fated", "training", "tuner", "underdog",
    )  # fmt: skip


_MOST = {"gold": "stats.gold.4", "silver": "stats.silver.2", "bronze": "stats.bronze.1"}
_SPENT = {"gold": "stats.gold.4", "silver": "age.silver", "bronze": "age.bronze"}


@pytest.mark.parametrize("row", vectors("amgc", "am_stat_points"))
def test_coins_kept_for_the_stats_give_points(row: Vector) -> None:
    draft = begun()
    before = value(draft, "stats.LCK")
    for coin, count in row.args[0].items():
        for _ in range(count):
            draft = take(draft, _MOST[coin], stat="LCK")

    assert value(draft, "stats.LCK") - before == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_ledger"))
def test_the_ledger_never_goes_negative(row: Vector) -> None:
    *paid, last = row.args[0]
    draft = begun()
    for coin in paid:
        draft = _spend(draft, coin)

    if row.expect == "refused":
        with pytest.raises(NotOnOffer) as refused:
            _spend(draft, last)
        assert refused.value.rule == "unaffordable"
    else:
        left = _spend(draft, last)
        assert left.maker.purse(left.state) == row.expect
        assert {coin: value(left, f"coins.{coin}") for coin in row.expect} == row.expect


def _spend(draft: Draft[State], coin: str) -> Draft[State]:
    picks: dict[str, object] = {"stat": "STR"} if coin == "gold" else {"age": 12}
    return take(draft, _SPENT[coin], **picks)
