"""Bad rolls: who may mend them, and what each of the five ways does."""

from typing import Any

import pytest

from majokko_rules.creation import Because, Number
from majokko_rules.errors import InvalidValue, NotOnOffer, PendingChoices
from tests.rules.collapse.girls import (
    FIFTIES,
    NAMES,
    SCHOOLGIRL,
    Moves,
    Step,
    faces,
    made,
    numbers,
    offered,
    shown,
    then,
)

POOR = {"STR": 45, "CON": 40, "DEX": 35}
ALL_WAYS = ["mend.reroll", "mend.spread", "mend.swap", "mend.free_build", "mend.raise"]


@pytest.mark.parametrize(
    ("poor", "options", "ways"),
    [
        (POOR, {}, ALL_WAYS),
        ({"STR": 45, "CON": 40}, {}, []),
        (POOR, {"mending": "refused"}, []),
        ({}, {"mending": "allowed"}, ALL_WAYS),
        ({"STR": 45}, {"poor_count": 1}, ALL_WAYS),
        (POOR, {"poor_below": 40}, []),
        (dict.fromkeys(NAMES, 45), {}, ALL_WAYS[:-1]),
        (dict.fromkeys(NAMES, 45), {"high_from": 45}, ALL_WAYS),
    ],
)
def test_three_poor_attributes_or_the_gm_permit_a_mend(
    poor: dict[str, int], options: dict[str, Any], ways: list[str]
) -> None:
    assert offered(made(attributes=poor, **options), "mend.") == ways


def test_all_attributes_may_be_rolled_again() -> None:
    fresh = faces(dict.fromkeys(NAMES, 60))
    draft = made([("mend.reroll", {}, fresh)], POOR)

    assert set(numbers(draft).values()) == {60}
    assert shown(draft, "mend") == ["reroll"]


def test_a_second_roll_taken_back_is_not_rolled_a_third_time() -> None:
    fresh = faces(dict.fromkeys(NAMES, 60))
    draft = made([("mend.reroll", {}, fresh)], POOR).undo()

    assert numbers(draft) == {**FIFTIES, **POOR}
    assert set(numbers(then(draft, [("mend.reroll", {}, [])])).values()) == {60}


SEEN: list[tuple[Step, list[Step]]] = [
    (("mend.reroll", {}, faces(FIFTIES)), []),
    (("mend.spread", {}, [1]), [("spread.STR", {}, [])]),
    (("mend.raise", {"attribute": "MEM"}, [1]), []),
]
OTHERS: Moves = [
    ("mend.reroll", {}, faces(dict.fromkeys(NAMES, 60))),
    ("mend.spread", {}, [6]),
    ("mend.swap", {"first": "STR", "second": "MEM"}, []),
    ("mend.free_build", {}, []),
    ("mend.raise", {"attribute": "MEM"}, [10]),
    SCHOOLGIRL,
    ("background.name", {"words": "nobody"}, []),
]


@pytest.mark.parametrize(("seen", "placed"), SEEN)
def test_who_has_seen_the_dice_of_a_mend_has_taken_it(seen: Step, placed: list[Step]) -> None:
    """Nobody looks at one way, and takes the old values or another way after all."""
    draft = made([seen, *placed], POOR)
    for _ in (seen, *placed):
        draft = draft.undo()

    assert offered(draft) == [seen[0]]
    assert [each.offers for each in draft.pending] == [(seen[0],)]
    for other in OTHERS:
        if other[0] != seen[0]:
            with pytest.raises(NotOnOffer) as refused:
                then(draft, [other])
            assert (refused.value.rule, refused.value.params) == ("bound", {"offer": seen[0]})
    assert then(draft, [(seen[0], seen[1], []), *placed, SCHOOLGIRL]).sheet["mend"].value


def test_a_die_stays_with_the_attribute_that_it_was_thrown_for() -> None:
    draft = made([("mend.raise", {"attribute": "MEM"}, [10])], {**POOR, "INT": 90}).undo()

    with pytest.raises(InvalidValue) as refused:
        then(draft, [("mend.raise", {"attribute": "INT"}, [])])
    assert (refused.value.pointer, refused.value.params) == ("/attribute", {"choices": "MEM"})
    with pytest.raises(PendingChoices) as undone:
        draft.undo()
    assert undone.value.rule in ("bound", "nothing_to_undo")


def test_ways_without_dice_may_be_compared() -> None:
    swapped = made([("mend.swap", {"first": "DEX", "second": "APP"}, [])], {**POOR, "APP": 80})

    assert offered(swapped.undo(), "mend.") == ALL_WAYS


def test_an_extra_die_is_spread_before_the_values_are_multiplied() -> None:
    places: Moves = [("spread.STR", {}, []), ("spread.STR", {}, []), ("spread.CON", {}, [])]
    draft = made([("mend.spread", {}, [3]), *places], POOR)

    assert numbers(draft) == {**FIFTIES, **POOR, "STR": 55, "CON": 45}
    assert draft.sheet["mend"].because == (Because("choice", "mends.spread", roll=3),)
    assert draft.sheet.explained()


def test_every_point_of_the_extra_die_has_to_be_placed_before_the_age() -> None:
    draft = made([("mend.spread", {}, [2]), ("spread.DEX", {}, [])], POOR)

    assert [each.id for each in draft.pending][:1] == ["spread"]
    assert offered(draft, "age.") == []
    assert offered(then(draft, [("spread.DEX", {}, [])]), "age.") != []
    with pytest.raises(NotOnOffer):
        then(draft, [SCHOOLGIRL])


def test_no_point_lifts_an_attribute_above_the_cap() -> None:
    full = dict.fromkeys(NAMES, 90)
    draft = made([("mend.spread", {}, [6]), ("spread.STR", {}, [])], full, mending="allowed")

    assert shown(draft, "attributes.STR") == [95]
    assert offered(draft, "spread.") == [f"spread.{name}" for name in NAMES[1:]]
    with pytest.raises(NotOnOffer):
        then(draft, [("spread.STR", {}, [])])


def test_two_attributes_change_places_with_all_their_reasons() -> None:
    draft = made([("mend.swap", {"first": "DEX", "second": "APP"}, [])], {**POOR, "APP": 80})
    again = then(draft, [("mend.swap", {"first": "STR", "second": "LUCK"}, [])])

    assert shown(draft, "attributes.DEX", "attributes.APP") == [80, 35]
    assert draft.sheet["attributes.DEX"].because[0].what == "attributes.APP"
    assert draft.sheet["attributes.DEX"].because[-1] == Because("choice", "mends.swap", plus=0)
    assert shown(again, "attributes.STR", "attributes.LUCK") == [50, 45]
    assert offered(again, "mend.") == ["mend.swap"]


def test_exchanges_are_counted() -> None:
    move: Step = ("mend.swap", {"first": "DEX", "second": "APP"}, [])
    draft = made([move, move], POOR, swaps=2)

    assert draft.maker.purse(draft.state) == {"swaps": 0}
    with pytest.raises(NotOnOffer) as refused:
        then(draft, [move])
    assert refused.value.rule == "unaffordable"


def test_an_attribute_does_not_change_places_with_itself() -> None:
    with pytest.raises(InvalidValue) as refused:
        made([("mend.swap", {"first": "DEX", "second": "DEX"}, [])], POOR)

    assert (refused.value.rule, refused.value.pointer) == ("not_a_choice", "/second")


def test_a_free_build_shares_its_points() -> None:
    draft = made([("mend.free_build", {}, []), ("free.STR", {"points": 90}, [])], POOR)
    lower = then(draft, [("free.STR", {"points": 40}, [])])

    assert numbers(draft) == {**dict.fromkeys(NAMES, 15), "STR": 90}
    assert draft.maker.purse(draft.state) == {"attribute_points": 540 - 150 - 75}
    assert lower.maker.purse(lower.state) == {"attribute_points": 540 - 150 - 25}
    assert lower.sheet.explained()


def test_a_free_build_cannot_give_more_than_it_has() -> None:
    most: Moves = [(f"free.{name}", {"points": 90}, []) for name in NAMES[:5]]
    draft = made([("mend.free_build", {}, []), *most], POOR)
    picks = {offer.id: offer.pick[0] for offer in draft.offers if offer.id.startswith("free.")}

    assert draft.maker.purse(draft.state) == {"attribute_points": 15}
    assert picks["free.APP"] == Number("points", 15, 30)
    assert picks["free.STR"] == Number("points", 15, 90)
    with pytest.raises(InvalidValue) as refused:
        then(draft, [("free.APP", {"points": 31}, [])])
    assert (refused.value.rule, refused.value.params) == ("too_large", {"limit": 30})


def test_a_high_attribute_may_get_a_die() -> None:
    draft = made([("mend.raise", {"attribute": "MEM"}, [8])], {**POOR, "MEM": 65})

    assert shown(draft, "attributes.MEM") == [73]
    assert draft.sheet["attributes.MEM"].because[-1] == Because("roll", "mends.raise", 8, 8)
    with pytest.raises(InvalidValue) as refused:
        made([("mend.raise", {"attribute": "STR"}, [8])], POOR)
    assert refused.value.pointer == "/attribute"


@pytest.mark.parametrize("way", ["mend.reroll", "mend.swap", "mend.raise"])
def test_one_mend_is_all_there_is(way: str) -> None:
    draft = made([("mend.spread", {}, [1]), ("spread.STR", {}, [])], POOR)

    with pytest.raises(NotOnOffer):
        then(draft, [(way, {}, [])])


@pytest.mark.parametrize("way", ALL_WAYS)
def test_an_age_ends_mending(way: str) -> None:
    with pytest.raises(NotOnOffer) as refused:
        then(made([SCHOOLGIRL], POOR), [(way, {}, [])])

    assert refused.value.rule == "unknown"
