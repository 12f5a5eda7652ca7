"""Skills and the points that raise them; knowledge that costs sanity."""

import pytest

from majokko_rules.creation import Because, Number
from majokko_rules.errors import InvalidValue, NotOnOffer, UnknownField
from tests.rules.collapse.girls import Making, made, offered, pupil, shown, then


def points(skill: str, number: int) -> tuple[str, dict[str, object], list[int]]:
    return f"skills.{skill}", {"points": number}, []


def purse(draft: Making) -> dict[str, int]:
    left = draft.maker.purse(draft.state)
    return {name: left[name] for name in ("life_points", "battle_points", "SAN")}


def bounds(draft: Making, skill: str) -> tuple[int, int]:
    (pick,) = next(offer.pick for offer in draft.offers if offer.id == f"skills.{skill}")
    assert isinstance(pick, Number)
    return pick.least, pick.most


def test_points_lie_ready_once_the_attributes_are_final() -> None:
    assert offered(made(), "skills.") == []
    assert purse(pupil()) == {"life_points": 200, "battle_points": 50, "SAN": 49}
    assert len(offered(pupil(), "skills.")) == 36


def test_points_raise_a_skill_and_can_be_taken_back() -> None:
    draft = then(pupil(), [points("stealth", 40), points("weapon_use", 30)])
    back = then(draft, [points("stealth", 15)])

    assert shown(draft, "skills.stealth", "skills.weapon_use") == [60, 55]
    assert purse(draft) == {"life_points": 160, "battle_points": 20, "SAN": 49}
    assert draft.sheet["skills.stealth"].because == (
        Because("base", "skills.stealth", plus=20),
        Because("coin", "life_points", plus=40),
    )
    assert (shown(back, "skills.stealth"), purse(back)["life_points"]) == ([35], 185)


@pytest.mark.parametrize(
    ("before", "skill", "most"),
    [
        ([], "stealth", 79),  # nothing above 99
        ([], "driving", 98),
        ([points("driving", 98), points("stealth", 79)], "listen", 23),
        ([points("driving", 98), points("stealth", 79), points("listen", 23)], "spot", 0),
        ([], "weapon_use", 50),
        ([points("weapon_use", 20)], "weapon_use", 50),
        ([points("weapon_use", 20)], "throwing", 30),
        ([points("weapon_use", 20), points("collapse_knowledge", 5)], "throwing", 40),
        ([], "collapse_knowledge", 49),
    ],
)
def test_nobody_spends_more_than_there_is(
    before: list[tuple[str, dict[str, object], list[int]]], skill: str, most: int
) -> None:
    draft = then(pupil(), before)

    assert bounds(draft, skill)[1] == most
    assert then(draft, [points(skill, most)]).maker.purse(draft.state)
    with pytest.raises(InvalidValue) as refused:
        then(draft, [points(skill, most + 1)])
    assert (refused.value.rule, refused.value.pointer) == ("too_large", "/points")
    assert refused.value.params == {"limit": most}


def test_knowledge_costs_sanity_and_gives_battle_points() -> None:
    draft = then(pupil(), [points("collapse_knowledge", 20)])

    assert purse(draft) == {"life_points": 200, "battle_points": 90, "SAN": 29}
    assert shown(draft, "skills.collapse_knowledge", "derived.battle_points") == [20, 90]
    assert shown(draft, "derived.SAN", "derived.SAN_start", "gem") == [50, 30, "clear"]
    assert draft.sheet.explained()
    assert shown(then(draft, [points("collapse_knowledge", 41)]), "gem") == ["cloudy"]


def test_knowledge_may_lower_the_maximum_too() -> None:
    draft = then(pupil(knowledge_costs="start_and_maximum"), [points("collapse_knowledge", 41)])

    assert shown(draft, "derived.SAN", "derived.SAN_start", "gem") == [9, 9, "clear"]
    assert draft.sheet.explained()


@pytest.mark.parametrize(("costs", "sanity"), [("start", [50, 0]), ("start_and_maximum", [0, 0])])
def test_a_girl_without_sanity_has_a_dark_gem(costs: str, sanity: list[int]) -> None:
    given = [points("collapse_knowledge", 50)]
    draft = then(pupil(least_san=0, knowledge_costs=costs), given)

    assert shown(draft, "derived.SAN", "derived.SAN_start") == sanity
    assert shown(draft, "gem") == ["nearly_black"]


def test_knowledge_that_battle_skills_were_paid_with_stays() -> None:
    knowing = then(pupil(), [points("collapse_knowledge", 10), points("weapon_use", 55)])

    assert bounds(knowing, "collapse_knowledge") == (3, 49)
    with pytest.raises(InvalidValue) as refused:
        then(knowing, [points("collapse_knowledge", 2)])
    assert (refused.value.rule, refused.value.params) == ("too_small", {"limit": 3})
    assert purse(then(knowing, [points("collapse_knowledge", 3)]))["battle_points"] == 1


def test_the_gm_may_set_other_bounds() -> None:
    draft = pupil(skill_cap=60, least_san=30)

    assert bounds(draft, "stealth") == (0, 40)
    assert bounds(draft, "collapse_knowledge") == (0, 20)


def test_a_skill_above_the_cap_stays_what_it_is() -> None:
    draft = pupil({"INT": 90, "APP": 90}, skill_cap=50)
    low = pupil({"APP": 90}, skill_cap=50)

    assert bounds(draft, "charm") == (0, 5)
    assert shown(low, "skills.charm") == [45]


def test_a_broad_life_skill_carries_a_narrower_field() -> None:
    draft = then(pupil(), [("narrow", {"skill": "foreign_language", "field": "Latin"}, [])])

    assert shown(draft, "skills.foreign_language.field") == ["Latin"]
    with pytest.raises(InvalidValue):
        then(draft, [("narrow", {"skill": "weapon_use", "field": "bows"}, [])])


def test_what_no_source_tells_of_a_skill_is_unknown() -> None:
    value = pupil().sheet["skills.weapon_use.other_weapons"]

    assert (value.value, value.because) == (None, (Because("row", "skills.weapon_use"),))


@pytest.mark.parametrize(
    ("offer", "picks", "pointer"),
    [
        ("skills.stealth", {}, "/points"),
        ("skills.stealth", {"points": "10"}, "/points"),
        ("skills.stealth", {"points": -1}, "/points"),
        ("skills.stealth", {"points": 1, "more": 1}, "/more"),
        ("narrow", {"skill": "foreign_language", "field": " "}, "/field"),
        ("narrow", {"skill": "foreign_language", "field": "x" * 41}, "/field"),
    ],
)
def test_what_means_nothing_is_pointed_at(
    offer: str, picks: dict[str, object], pointer: str
) -> None:
    with pytest.raises((InvalidValue, UnknownField)) as refused:
        then(pupil(), [(offer, picks, [])])

    assert refused.value.pointer == pointer


def test_a_skill_that_is_not_in_the_book_is_not_on_offer() -> None:
    with pytest.raises(NotOnOffer):
        then(pupil(), [points("cheating", 1)])
