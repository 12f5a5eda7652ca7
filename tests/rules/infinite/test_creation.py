"""Making a character of Infinite: what is bought, at what price, and how far it goes."""

from typing import Any

import pytest

from majokko_rules import catalog
from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft
from majokko_rules.errors import InvalidValue, NotOnOffer, PendingChoices, UnknownField
from majokko_rules.systems.infinite.creation.making import advanced
from tests.rules.infinite.characters import MAKER, NAMED, PLENTY, RULESET, draft, raising, taking
from tests.support.naming import nameless

EDITIONS = ("new", "v2_35", "v3_25")

every_edition = pytest.mark.parametrize("edition", EDITIONS)


def left(draft: Draft[Any], coin: str = "experience") -> int:
    return MAKER.purse(draft.state)[coin]


def offered(draft: Draft[Any]) -> set[str]:
    return {offer.id for offer in draft.offers}


@every_edition
def test_everybody_begins_with_the_least_of_everything(edition: str) -> None:
    sheet = draft(edition=edition).sheet

    assert {sheet[f"attributes.{key}"].value for key in RULESET["attributes"].rows} == {1}
    assert {sheet[f"skills.{key}"].value for key in RULESET["skills"].rows} == {0}
    assert sheet["experience"].value == RULESET["budgets"][edition]["experience"]


PRICES = [
    ("new", "strength", [1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 6, 6]),
    ("v2_35", "strength", [4, 8, 12, 16, 20]),
    ("v3_25", "strength", [4, 8, 12, 16, 20]),
    ("new", "academics", [1, 1, 1, 3, 3, 3]),
    ("v2_35", "academics", [3, 1, 2, 4, 6, 8]),
    ("v3_25", "academics", [3, 1, 2, 4, 6, 8]),
]


@pytest.mark.parametrize(("edition", "key", "prices"), PRICES)
def test_each_step_has_its_price(edition: str, key: str, prices: list[int]) -> None:
    now = draft(edition=edition, **PLENTY)
    what = "attributes" if key == "strength" else "skills"
    paid = []
    for _ in prices:
        before = left(now)
        now = now.choose(f"{what}.{key}.+1", {}, Scripted([]))
        paid.append(before - left(now))

    assert paid == prices


RANKS = [("none", 5, 4), ("d", 6, 5), ("c", 11, 8), ("b", 16, 11), ("a", 21, 14), ("aa", 26, 17)]


@pytest.mark.parametrize(("rank", "attribute", "skill"), [*RANKS, ("s", 36, 20)])
def test_a_rank_caps_attributes_and_skills(rank: str, attribute: int, skill: int) -> None:
    top = raising(draft(rank=rank, earned=10_000), resolve=attribute, occult=skill)

    assert not {"attributes.resolve.+1", "skills.occult.+1"} & offered(top)
    for offer in ("attributes.resolve.+1", "skills.occult.+1"):
        with pytest.raises(NotOnOffer, match="unknown"):
            top.choose(offer, {}, Scripted([]))


def test_nobody_pays_what_she_does_not_have() -> None:
    poor = raising(draft(edition="v2_35"), strength=5, dexterity=5)

    assert left(poor) == 120 - 2 * 40
    with pytest.raises(NotOnOffer, match="unaffordable"):
        raising(poor, constitution=5, intelligence=2)


def test_a_name_and_a_mother_tongue_are_needed() -> None:
    nobody = draft()

    with pytest.raises(PendingChoices) as refused:
        nobody.finish()
    assert refused.value.params == {"names": "name, language"}
    assert taking(nobody, NAMED).finish()["languages"].value == {"Chinese": 1}


def test_words_of_the_player_stand_on_the_sheet_and_may_be_changed() -> None:
    twice = taking(draft(), [("vice", {"vice": "wrath"}), ("vice", {"vice": "pride"})])

    assert twice.sheet["vice"].value == "pride"


def test_intelligence_gives_points_for_languages() -> None:
    clever = raising(draft(), intelligence=3)
    speaks = taking(
        clever,
        [
            ("languages.new.language_points", {"name": "Chinese"}),
            *[("languages.+1.language_points", {"name": "Chinese"})] * 4,
        ],
    )

    assert (left(clever, "language_points"), left(speaks, "language_points")) == (6, 1)
    assert speaks.sheet["languages"].value == {"Chinese": 5}
    assert "languages.+1" not in offered(speaks)


def test_who_is_slow_puts_all_points_into_her_mother_tongue() -> None:
    slow = taking(draft(), [("languages.new.language_points", {"name": "Chinese"})])

    assert "languages.new.language_points" not in offered(slow)
    assert {"languages.+1.language_points", "languages.new"} <= offered(slow)
    assert "languages.new.language_points" in offered(raising(slow, intelligence=2))


def test_beyond_human_intelligence_brings_more_points_in_the_newest_edition() -> None:
    clever = raising(draft(**PLENTY), intelligence=11)

    assert (
        MAKER.purse(clever.state).items()
        >= {
            "language_points": 24,
            "specialty_points": 4,
            "skill_points": 2,
        }.items()
    )
    old = raising(draft(edition="v3_25", **PLENTY), intelligence=11)
    assert dict(MAKER.purse(old.state)).keys() == {"experience", "language_points"}


def test_points_for_skills_lead_to_the_third_level_only() -> None:
    clever = raising(draft(**PLENTY), intelligence=11, science=2)
    third = taking(clever, [("skills.science.+1.skill_points", {})])

    assert third.sheet["skills.science"].value == 3
    assert {each.what: each.plus for each in third.sheet["skills.science"].because} == {
        "experience": 2,
        "skill_points": 1,
    }
    assert "skills.science.+1.skill_points" not in offered(third)


def test_a_specialty_goes_no_further_than_its_skill() -> None:
    trained = raising(draft(), athletics=2)
    special = taking(
        trained,
        [
            ("specialties.athletics.new", {"name": "climbing"}),
            ("specialties.athletics.+1", {"name": "climbing"}),
        ],
    )

    assert special.sheet["specialties.athletics"].value == {"climbing": 2}
    assert "specialties.athletics.+1" not in offered(special)
    assert "specialties.athletics.+1" in offered(raising(special, athletics=3))


def test_older_editions_know_no_levels_of_specialties() -> None:
    trained = raising(draft(edition="v2_35"), athletics=2)
    special = taking(trained, [("specialties.athletics.new", {"name": "climbing"})])

    assert "specialties.athletics.+1" not in offered(special)
    assert left(trained) - left(special) == 3


def test_only_skills_that_one_has_are_specialised() -> None:
    assert not any(each.startswith("specialties.") for each in offered(draft()))


@pytest.mark.parametrize("name", ["climbing", "CLIMBING", "self_protection"])
def test_no_two_specialties_of_a_skill_have_one_name(name: str) -> None:
    special = taking(
        raising(draft(), athletics=2), [("specialties.athletics.new", {"name": "climbing"})]
    )

    with pytest.raises(InvalidValue) as refused:
        taking(special, [("specialties.athletics.new", {"name": name})])

    assert (refused.value.rule, refused.value.pointer) == ("named_before", "/name")


def test_gear_is_written_down_with_its_dice() -> None:
    equipped = taking(draft(), [("gear", {"name": "crowbar", "dice": 2})])

    assert equipped.sheet["gear"].value == {"crowbar": 2}
    with pytest.raises(InvalidValue) as refused:
        taking(draft(), [("gear", {"name": "sun", "dice": 21})])
    assert refused.value.pointer == "/dice"


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"edition": "3.0"}, "/options/edition"),
        ({"rank": "SS"}, "/options/rank"),
        ({"earned": -1}, "/options/earned"),
        ({"earned": True}, "/options/earned"),
        ({"luck": 1}, "/options/luck"),
    ],
)
def test_options_that_no_ruleset_knows_are_pointed_at(
    options: dict[str, object], pointer: str
) -> None:
    with pytest.raises((InvalidValue, UnknownField)) as refused:
        draft(**options)

    assert refused.value.pointer == pointer


def test_who_comes_home_goes_on_where_she_was() -> None:
    before = taking(raising(draft(), strength=5, brawl=4), NAMED)
    after = advanced(MAKER, {"rank": "c", "earned": 12}, before.moves)

    assert left(after) == left(before) + 12
    assert raising(after, strength=8).finish()["attributes.strength"].value == 8


def test_who_falls_below_what_she_has_cannot_go_on() -> None:
    high = taking(raising(draft(**PLENTY), strength=12), NAMED)

    with pytest.raises(NotOnOffer):
        advanced(MAKER, {"rank": "c", "earned": 10_000}, high.moves)


@pytest.mark.parametrize("locale", catalog.LOCALES)
@every_edition
def test_all_that_a_creation_shows_has_a_name(edition: str, locale: str) -> None:
    named = RULESET.names.words[locale]
    able = raising(draft(edition=edition, **PLENTY), **dict.fromkeys(RULESET["attributes"].rows, 6))
    able = taking(
        raising(able, athletics=5),
        [
            *NAMED,
            ("specialties.athletics.known", {"name": "self_protection"}),
            ("gear", {"name": "crowbar", "dice": 2}),
        ],
    )

    for offer in MAKER.offers(able.state):
        assert f"creation.steps.{offer.step}" in named
        assert f"creation.does.{offer.does}" in named
        assert all(f"creation.picks.{pick.name}" in named for pick in offer.pick)
    assert {f"tables.purses.{coin}.name" for coin in MAKER.purse(able.state)} - named.keys() == {
        "tables.purses.experience.name"
    }
    assert nameless(RULESET, able.sheet, locale) == {"Chinese", "crowbar"}
