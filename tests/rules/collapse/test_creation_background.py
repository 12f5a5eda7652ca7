"""Innate ability, background, contacts and belongings."""

from typing import Any

import pytest

from majokko_rules.creation import Because, OneOf
from majokko_rules.errors import InvalidValue, NotOnOffer, PendingChoices, UnknownField
from tests.rules.collapse.girls import Moves, made, offered, pupil, ruleset, shown, then


def test_sixteen_abilities_are_on_offer_and_one_is_hers() -> None:
    (pick,) = next(offer.pick for offer in pupil().offers if offer.id == "ability")
    draft = then(pupil(), [("ability", {"ability": "telepathy"}, [])])
    other = then(draft, [("ability", {"ability": "time_stop"}, [])])

    assert isinstance(pick, OneOf)
    assert len(pick.options) == 16
    assert draft.sheet["ability"].because == (Because("choice", "innate_abilities.telepathy"),)
    assert shown(other, "ability") == ["time_stop"]


def test_an_ability_that_contradicts_the_rules_makes_values_unknown() -> None:
    draft = then(pupil(), [("ability", {"ability": "phase_overrun"}, [])])
    names = ("derived.DP_start", "derived.DP_per_round", "derived.DP_cap")

    assert shown(pupil(), *names) == [8, 4, 15]
    assert shown(draft, *names) == [None, 4, None]
    assert ruleset()["innate_abilities"]["phase_overrun"].confidence == "unknown"


def test_friends_are_up_to_three() -> None:
    draft = pupil()
    for number in (1, 2, 3):
        assert offered(draft, "background.friends")[-1] == f"background.friends.{number}"
        draft = then(draft, [(f"background.friends.{number}", {"words": f"friend {number}"}, [])])
    changed = then(draft, [("background.friends.2", {"words": "another"}, [])])

    assert shown(changed, "background.friends.2", "background.friends.3") == ["another", "friend 3"]
    with pytest.raises(NotOnOffer):
        then(draft, [("background.friends.4", {"words": "one too many"}, [])])


def test_a_wish_never_changes_and_everything_else_may() -> None:
    wished: Moves = [
        ("background.wish", {"words": "sweets"}, []),
        ("background.precious_item", {"words": "a doll"}, []),
        ("background.precious_item", {"words": "a ribbon"}, []),
    ]
    draft = then(made(), wished)

    assert shown(draft, "background.wish", "background.precious_item") == ["sweets", "a ribbon"]
    with pytest.raises(NotOnOffer):
        then(draft, [("background.wish", {"words": "other sweets"}, [])])


@pytest.mark.parametrize(
    ("offer", "words"),
    [
        ("background.name", ""),
        ("background.name", "n" * 61),
        ("background.wish", "w" * 401),
        ("background.gem_position", "left\u202ehand"),
        ("background.gem_position", 5),
    ],
)
def test_words_are_plain_and_fit_the_sheet(offer: str, words: object) -> None:
    with pytest.raises(InvalidValue) as refused:
        then(made(), [(offer, {"words": words}, [])])

    assert refused.value.pointer == "/words"


def test_the_gm_grants_so_many_contacts() -> None:
    draft = then(pupil(contacts=2), [("contact.1", {"contact": "a nurse"}, [])])
    both = then(draft, [("contact.2", {"contact": "an old teacher"}, [])])

    assert shown(both, "contacts.1", "contacts.2") == ["a nurse", "an old teacher"]
    assert both.maker.purse(both.state)["contacts"] == 0
    with pytest.raises(NotOnOffer) as refused:
        then(both, [("contact.3", {"contact": "the mayor"}, [])])
    assert refused.value.rule == "unaffordable"


@pytest.mark.parametrize(
    ("tested", "difficulty", "roll", "level"),
    [
        ("charm", "regular", 25, "regular"),
        ("charm", "regular", 26, "failure"),
        ("charm", "hard", 12, "hard"),
        ("collapse_knowledge", "regular", 2, "failure"),
        ("APP", "hard", 26, "failure"),
        ("APP", "extreme", 10, "extreme"),
        ("APP", "regular", 100, "fumble"),
        ("APP", "regular", 1, "critical"),
    ],
)
def test_a_check_may_tell_whether_a_contact_knows_her(
    tested: str, difficulty: str, roll: int, level: str
) -> None:
    picks = {"contact": "a nurse", "tested": tested, "difficulty": difficulty}
    draft = then(pupil(contacts_by="check"), [("contact.1", picks, [roll])])
    group = "attributes" if tested == "APP" else "skills"

    assert shown(draft, "contacts.1", "contacts.1.check") == ["a nurse", level]
    assert draft.sheet["contacts.1.check"].because == (
        Because("roll", f"{group}.{tested}", roll=roll),
    )


@pytest.mark.parametrize(
    ("changed", "pointer"),
    [({"tested": "stealth"}, "/tested"), ({"difficulty": "regular"}, "/difficulty")],
)
def test_a_check_for_a_contact_is_thrown_once(changed: dict[str, str], pointer: str) -> None:
    """Its roll says nothing about another skill, or a difficulty that the GM did not set."""
    picks = {"contact": "a nurse", "tested": "charm", "difficulty": "hard"}
    draft = then(pupil(contacts_by="check"), [("contact.1", picks, [20])]).undo()
    again = then(draft, [("contact.1", {**picks, "contact": "a night nurse"}, [])])

    assert offered(draft) == ["contact.1"]
    assert shown(again, "contacts.1", "contacts.1.check") == ["a night nurse", "failure"]
    with pytest.raises(InvalidValue) as refused:
        then(draft, [("contact.1", {**picks, **changed}, [])])
    assert refused.value.pointer == pointer
    with pytest.raises(PendingChoices):
        draft.undo()


def test_points_that_a_check_was_rolled_by_cannot_be_taken_back() -> None:
    """Nobody lends a skill all points for one check, and spends them elsewhere afterwards."""
    picks = {"contact": "a nurse", "tested": "charm", "difficulty": "regular"}
    rolled = then(
        pupil(contacts_by="check"),
        [("skills.charm", {"points": 74}, []), ("contact.1", picks, [90])],
    )

    assert shown(rolled, "contacts.1.check") == ["regular"]
    with pytest.raises(InvalidValue) as refused:
        then(rolled, [("skills.charm", {"points": 73}, [])])
    assert (refused.value.rule, refused.value.params) == ("too_small", {"limit": 74})
    assert shown(then(rolled, [("skills.charm", {"points": 74}, [])]), "skills.charm") == [99]


def test_a_contact_is_tested_by_life_skills_and_attributes_only() -> None:
    picks = {"contact": "a nurse", "tested": "weapon_use", "difficulty": "regular"}

    with pytest.raises(InvalidValue) as refused:
        then(pupil(contacts_by="check"), [("contact.1", picks, [99])])

    assert refused.value.pointer == "/tested"


def test_belongings_weigh_on_her() -> None:
    things: Moves = [
        ("item.1", {"item": "school bag", "weight": 3}, []),
        ("item.2", {"item": "a bench", "weight": 30}, []),
    ]
    draft = then(pupil(items=2, grief_seeds=4), things)

    assert shown(draft, "items.1", "items.2.weight", "derived.carried") == ["school bag", 30, 33]
    assert shown(draft, "derived.load", "derived.load_most", "grief_seeds") == [100, 150, 4]
    assert draft.sheet.explained()
    with pytest.raises(NotOnOffer):
        then(draft, [("item.3", {"item": "a feather", "weight": 0}, [])])


def test_without_a_word_of_the_gm_she_owns_no_grief_seed() -> None:
    setting = ruleset().settings["grief_seeds"]

    assert shown(pupil(), "grief_seeds") == [0]
    assert (setting.default, setting.basis) == (0, "house")


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"mending": "maybe"}, "/options/mending"),
        ({"free_points": 149}, "/options/free_points"),
        ({"contacts": -1}, "/options/contacts"),
        ({"any_age": 1}, "/options/any_age"),
        ({"fate": 3}, "/options/fate"),
    ],
)
def test_options_are_settings_of_the_ruleset(options: dict[str, Any], pointer: str) -> None:
    with pytest.raises((InvalidValue, UnknownField)) as refused:
        made(**options)

    assert refused.value.pointer == pointer


def test_a_sheet_says_by_which_settings_a_girl_was_made() -> None:
    """The game master sees what the player has set; what the rulebook says needs no word."""
    draft = pupil(mending="allowed", free_points=540, grief_seeds=9, any_age=True)
    names = {name for name in draft.sheet.values if name.startswith("options.")}

    assert names == {"options.mending", "options.grief_seeds", "options.any_age"}
    assert shown(draft, *sorted(names)) == [True, 9, "allowed"]
    assert draft.sheet["options.mending"].because == (Because("choice", "options.mending"),)
