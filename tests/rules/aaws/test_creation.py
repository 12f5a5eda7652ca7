"""Making a unit: levels, original factors, success factors, items."""

from typing import Any

import pytest

from majokko_rules import catalog
from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft, replay
from majokko_rules.errors import InvalidValue, NotOnOffer, PendingChoices, UnknownField
from majokko_rules.systems.aaws import declared
from majokko_rules.systems.aaws.creation import review, sheets
from majokko_rules.systems.aaws.procedure.state import RULES
from tests.rules.aaws.units import MAKER, RULESET, Choices, draft, swordswoman, taking
from tests.support.naming import nameless
from tests.support.vectors import Vector, vectors


def offered(draft: Draft[Any]) -> set[str]:
    return {offer.id for offer in draft.offers}


def test_a_unit_has_a_name_and_all_levels_it_was_given() -> None:
    with pytest.raises(PendingChoices) as refused:
        draft().finish()

    assert refused.value.params == {"names": "name, levels"}
    assert swordswoman()["level"].value == 4


def test_ten_levels_are_spread_unless_the_game_master_says_otherwise() -> None:
    assert MAKER.purse(draft().state) == {"levels": 10}
    assert MAKER.purse(draft(level=3).state) == {"levels": 3}


def test_more_levels_than_were_given_are_refused() -> None:
    spent = taking(draft(level=1), [("originals.weapon", {})])

    for offer in ("originals.weapon.+1", "originals.magic"):
        with pytest.raises(NotOnOffer, match="unaffordable"):
            spent.choose(offer, {}, Scripted([]))


def test_a_unit_has_ten_original_factors_at_most() -> None:
    keys = list(RULESET["originals"].rows)
    ten = taking(draft(level=20), [(f"originals.{key}", {}) for key in keys[:10]])

    assert not {f"originals.{key}" for key in (*keys, "OWN")} & offered(ten)
    assert f"originals.{keys[0]}.+1" in offered(ten)
    with pytest.raises(NotOnOffer):
        taking(ten, [(f"originals.{keys[10]}", {})])


def test_rooms_and_creations_allow_equally_many_original_factors() -> None:
    assert RULESET.numbers["originals_most"] == RULES["units"]["originals"]


def test_an_original_factor_is_taken_once() -> None:
    once = taking(draft(), [("originals.weapon", {})])

    with pytest.raises(NotOnOffer):
        once.choose("originals.weapon", {}, Scripted([]))


@pytest.mark.parametrize(
    "row", [each for each in vectors("aaws", "aw_register") if not each.values[0].args[2]]
)
def test_the_level_says_how_many_factors_are_registered(row: Vector) -> None:
    level, registered, _ = row.args
    choices: Choices = [
        ("originals.magic", {}),
        *[("originals.magic.+1", {})] * (level - 1),
        *[("factors.magic", {"name": f"spell {n}"}) for n in range(registered)],
    ]
    unit = taking(draft(), choices)

    assert ("factors.magic" in offered(unit)) is row.expect["legal"]
    assert declared.may_register(level, registered) is row.expect["legal"]


def test_names_are_given_once() -> None:
    unit = taking(draft(level=4), [("originals.OWN", {"name": "music"})])
    two = [("originals.magic", {}), ("factors.magic", {"name": "Song"})]
    for choices in (
        [("originals.OWN", {"name": "MUSIC"})],
        [*two, ("factors.OWN_1", {"name": "song"})],
    ):
        with pytest.raises(InvalidValue) as refused:
            taking(unit, choices)
        assert (refused.value.rule, refused.value.pointer) == ("named_before", "/name")


def test_a_game_may_keep_to_the_list() -> None:
    assert "originals.OWN" not in offered(draft(own_originals=False))


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"level": 0}, "/options/level"),
        ({"level": "10"}, "/options/level"),
        ({"own_originals": 1}, "/options/own_originals"),
        ({"rank": "S"}, "/options/rank"),
    ],
)
def test_options_that_no_ruleset_knows_are_pointed_at(
    options: dict[str, object], pointer: str
) -> None:
    with pytest.raises((InvalidValue, UnknownField)) as refused:
        draft(**options)

    assert refused.value.pointer == pointer


SHARP_SWORD = ("items.new", {"item": "sharp sword", "factor": "cut", "original": "weapon"})
"""The example of the rules: three 切断(武器) with EP 3 add 3 to close combat."""


def test_an_item_counts_in_a_fight_once_it_is_equipped() -> None:
    name, picks = SHARP_SWORD
    owned = taking(draft(), [("originals.weapon", {}), (name, {**picks, "count": 3})])
    worn = taking(owned, [("items.item_1.equip", {})])

    assert owned.sheet["items.item_1"].value["EP"] == 3
    assert owned.sheet["abilities.melee"].value == 1
    assert worn.sheet["abilities.melee"].value == 4
    assert [(r.what, r.plus) for r in worn.sheet["abilities.melee"].because] == [
        ("originals.weapon", 1),
        ("items.item_1", 3),
    ]
    assert taking(worn, [("items.item_1.put_away", {})]).sheet["abilities.melee"].value == 1


def test_an_item_has_factors_of_several_kinds() -> None:
    name, picks = SHARP_SWORD
    more = {"factor": "block", "original": "armour", "count": 2}
    unit = taking(draft(), [(name, {**picks, "count": 1}), ("items.item_1", more)])

    assert unit.sheet["items.item_1"].value == {
        "name": "sharp sword",
        "factors": [
            {"name": "cut", "original": "weapon"},
            *[{"name": "block", "original": "armour"}] * 2,
        ],
        "EP": 3,
        "equipped": False,
    }


def test_an_item_has_its_limits() -> None:
    name, picks = SHARP_SWORD
    full = taking(draft(), [(name, {**picks, "count": 20})])

    assert "items.item_1" not in offered(full)
    with pytest.raises(InvalidValue, match="named_before"):
        taking(full, [(name, {**picks, "count": 1})])
    with pytest.raises(InvalidValue) as refused:
        taking(draft(), [(name, {**picks, "count": 21})])
    assert refused.value.pointer == "/count"


NOTES = [
    ("weapon", "melee"),
    ("shooting", "ranged"),
    ("armour", "defence"),
    ("legs", "movement"),
    ("reaction", "initiative"),
]


@pytest.mark.parametrize(("original", "ability"), NOTES)
def test_levels_with_a_note_are_an_ability(original: str, ability: str) -> None:
    choices: Choices = [(f"originals.{original}", {}), *[(f"originals.{original}.+1", {})] * 2]
    sheet = taking(draft(), choices).sheet
    others = {note for note in RULESET["notes"].rows if note != ability}

    assert sheet[f"abilities.{ability}"].value == 3
    assert {sheet[f"abilities.{note}"].value for note in others} == {0}


@pytest.mark.parametrize(("level", "uses"), [(9, 0), (10, 1), (25, 2)])
def test_ten_levels_are_a_use_of_the_super_ability(level: int, uses: int) -> None:
    choices: Choices = [("originals.magic", {}), *[("originals.magic.+1", {})] * (level - 1)]

    assert taking(draft(level=level), choices).sheet["super_uses"].value == uses


def test_what_no_source_tells_stays_unknown() -> None:
    assert swordswoman()["VP"].value is None


def test_a_sheet_says_whence_each_number_comes() -> None:
    sheet = swordswoman()

    assert sheet.explained()
    assert [(r.kind, r.what, r.plus) for r in sheet["level"].because] == [
        ("rule", "originals.weapon", 3),
        ("rule", "originals.OWN_1", 1),
    ]
    assert [(r.kind, r.what, r.plus) for r in sheet["levels"].because] == [
        ("choice", "options.level", 4),
        ("coin", "levels", -4),
    ]


def test_a_unit_grows_from_where_it_was() -> None:
    before = taking(draft(level=1), [("name", {"name": "A"}), ("originals.body", {})])
    after = replay(MAKER, {"level": 2}, before.moves)

    assert [each.id for each in after.pending] == ["levels"]
    assert taking(after, [("originals.legs", {})]).finish()["level"].value == 2


def test_a_sheet_is_a_unit_of_a_room() -> None:
    unit = sheets.unit(
        RULESET,
        swordswoman(),
        lambda key: RULESET.names.row("originals", key, "ja"),
        key="uni_1",
        player="mem_1",
    )

    assert (unit.id, unit.name, unit.player, unit.reviewed) == ("uni_1", "Sayaka", "mem_1", False)
    assert [(one.id, one.name, one.level, one.note) for one in unit.originals] == [
        ("weapon", "武器", 3, "melee"),
        ("OWN_1", "music", 1, None),
    ]
    assert [(one.id, one.original, one.name, one.first_used) for one in unit.factors] == [
        ("weapon_1", "weapon", "swords", None),
        ("weapon_2", "weapon", "anything sharp", None),
        ("OWN_1_1", "OWN_1", "violin", None),
    ]


@pytest.mark.parametrize("locale", catalog.LOCALES)
def test_all_that_a_creation_shows_has_a_name(locale: str) -> None:
    named = RULESET.names.words[locale]
    name, picks = SHARP_SWORD
    unit = taking(draft(), [("originals.weapon", {}), (name, {**picks, "count": 1})])
    unit = taking(unit, [("items.item_1.equip", {})])

    for offer in MAKER.offers(unit.state):
        assert f"creation.steps.{offer.step}" in named
        assert f"creation.does.{offer.does}" in named
        assert all(f"creation.picks.{pick.name}" in named for pick in offer.pick)
    assert nameless(RULESET, unit.sheet, locale) == {"item_1"}


@pytest.mark.parametrize("locale", catalog.LOCALES)
def test_all_that_a_review_shows_has_a_name(locale: str) -> None:
    two = review.question(RULESET, swordswoman(), "weapon_1")
    two = review.question(RULESET, two, "weapon_2")
    sheet = review.narrow(RULESET, review.strike(RULESET, two, "weapon_1"), "weapon_2", "knives")
    own = {"OWN_1", "OWN_1_1", "weapon_1", "weapon_2"}

    assert nameless(RULESET, sheet, locale) == own
    for standing in ("waiting", "questioned", "approved"):
        assert f"creation.rules.{standing}" in RULESET.names.words[locale]
