"""The game master's review before play, and what checks in a room write back."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

import pytest

from majokko_rules.creation import Sheet, Value
from majokko_rules.errors import IllegalAction, InvalidValue, PendingChoices
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.aaws.creation import review, sheets
from majokko_rules.systems.aaws.creation.lookup import from_sheet
from majokko_rules.systems.aaws.creation.returning import returned
from majokko_rules.systems.aaws.procedure import Effect
from majokko_rules.systems.aaws.procedure.effects import (
    Hindered,
    Registered,
    Renamed,
    Struck,
    Used,
    applied,
)
from majokko_rules.systems.aaws.procedure.units import Unit
from majokko_rules.systems.system import Wanted
from tests.rules.aaws.units import RULESET, swordswoman

GENERAL = "weapon_2"


def unit(sheet: Sheet) -> Unit:
    return sheets.unit(RULESET, sheet)


def questioned() -> Sheet:
    return review.question(RULESET, swordswoman(), GENERAL)


def names(sheet: Sheet) -> list[str]:
    return [factor.name for factor in unit(sheet).factors]


def test_a_new_unit_waits_for_the_game_master() -> None:
    sheet = swordswoman()

    assert (review.standing(sheet), unit(sheet).reviewed) == ("waiting", False)


def test_a_unit_without_questions_is_approved() -> None:
    sheet = review.approve(swordswoman())

    assert (review.standing(sheet), unit(sheet).reviewed) == ("approved", True)


def test_nothing_is_approved_while_a_factor_is_in_question() -> None:
    assert review.standing(questioned()) == "questioned"
    with pytest.raises(PendingChoices) as refused:
        review.approve(questioned())
    assert refused.value.params == {"names": GENERAL}


def test_a_general_factor_is_narrowed_struck_or_kept() -> None:
    narrowed = review.narrow(RULESET, questioned(), GENERAL, "scalpels")
    struck = review.strike(RULESET, questioned(), GENERAL)
    kept = review.keep(RULESET, questioned(), GENERAL)

    assert names(narrowed) == ["swords", "scalpels", "violin"]
    assert names(struck) == ["swords", "violin"]
    assert names(kept) == ["swords", "anything sharp", "violin"]
    assert {review.standing(review.approve(each)) for each in (narrowed, struck, kept)} == {
        "approved"
    }
    assert narrowed["factors.weapon"].because[-1].what == "review.narrow"


def test_several_questions_are_answered_one_by_one() -> None:
    two = review.question(RULESET, questioned(), "OWN_1_1")
    one = review.keep(RULESET, two, GENERAL)

    assert (review.questioned(two), review.questioned(one)) == ((GENERAL, "OWN_1_1"), ("OWN_1_1",))
    assert review.standing(one) == "questioned"


def test_a_question_asked_twice_is_one() -> None:
    assert review.questioned(review.question(RULESET, questioned(), GENERAL)) == (GENERAL,)


@pytest.mark.parametrize("answer", [review.strike, review.keep])
def test_only_what_is_in_question_is_answered(
    answer: Callable[[Ruleset, Sheet, str], Sheet],
) -> None:
    with pytest.raises(IllegalAction, match="not_in_question"):
        answer(RULESET, swordswoman(), GENERAL)


def test_only_what_is_in_question_is_narrowed() -> None:
    with pytest.raises(IllegalAction, match="not_in_question"):
        review.narrow(RULESET, swordswoman(), GENERAL, "knives")


def test_only_what_a_unit_has_is_questioned() -> None:
    with pytest.raises(InvalidValue) as refused:
        review.question(RULESET, swordswoman(), "weapon_3")

    assert refused.value.pointer == "/factor"


@pytest.mark.parametrize("name", ["swords", "Violin", "anything sharp"])
def test_a_narrower_name_is_a_new_one(name: str) -> None:
    with pytest.raises(InvalidValue, match="named_before"):
        review.narrow(RULESET, questioned(), GENERAL, name)


def test_changes_let_a_unit_wait_again() -> None:
    assert review.standing(review.reopen(review.approve(swordswoman()))) == "waiting"
    assert review.standing(review.reopen(questioned())) == "questioned"


def told(effect: Effect, **more: object) -> Mapping[str, Any]:
    """What a room tells of an effect."""
    return {"unit": "uni_1", "version": 2, "check": "chk_1", "effect": asdict(effect), **more}


EFFECTS: list[Effect] = [
    Registered("uni_1", "fac_1", "weapon", "parry"),
    Renamed("uni_1", GENERAL, "scalpels"),
    Struck("uni_1", GENERAL),
    Used("uni_1", "weapon_1", "cross the bridge"),
    Hindered("uni_1", "fac_2", "limping"),
]

each_effect = pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: type(effect).__name__)


def told_of(unit: Unit) -> object:
    """A unit, its factors as they stand under their original ones."""
    return replace(unit, factors=tuple(sorted(unit.factors, key=lambda one: one.original)))


@each_effect
def test_what_a_check_does_is_written_back(effect: Effect) -> None:
    before = review.approve(swordswoman())
    after = returned(RULESET, before, told(effect))

    assert told_of(unit(after)) == told_of(applied(unit(before), effect))
    assert unit(after) != unit(before)
    changed = {name for name in after.values if after[name] != before[name]}
    assert len(changed) == 1
    assert after[changed.pop()].because[-1].what == "checks.chk_1"


@each_effect
def test_an_event_that_comes_twice_changes_nothing_more(effect: Effect) -> None:
    once = returned(RULESET, swordswoman(), told(effect))

    assert returned(RULESET, once, told(effect)) == once


def test_a_whole_evening_is_written_back_in_order() -> None:
    sheet = swordswoman()
    for effect in (
        Registered("uni_1", "fac_1", "weapon", "parry"),
        Used("uni_1", "fac_1", "stop the blade"),
        Renamed("uni_1", "fac_1", "parry blades"),
        Hindered("uni_1", "fac_2", "limping"),
    ):
        sheet = returned(RULESET, sheet, told(effect))

    assert sheet["factors.weapon"].value[2] == {
        "id": "fac_1",
        "name": "parry blades",
        "first_used": "stop the blade",
    }
    assert sheet["antis"].value == ({"id": "fac_2", "name": "limping", "fumble": True},)


def test_a_room_may_call_factors_otherwise() -> None:
    ids = {"fac_7": GENERAL, "ori_7": "weapon"}
    struck = returned(RULESET, swordswoman(), told(Struck("uni_1", "fac_7")), ids)
    new = Registered("uni_1", "fac_8", "ori_7", "parry")

    assert names(struck) == ["swords", "violin"]
    assert names(returned(RULESET, swordswoman(), told(new), ids))[2] == "parry"


@pytest.mark.parametrize(
    "event",
    [
        {"unit": "uni_1", "version": 2, "name": "Sayaka"},
        {"unit": "uni_1", "version": 2, "effect": None},
        told(Hindered(None, "fac_2", "darkness")),
        told(Struck("uni_1", "fac_9")),
    ],
)
def test_what_does_not_touch_the_factors_changes_nothing(event: Mapping[str, Any]) -> None:
    assert returned(RULESET, swordswoman(), event) == swordswoman()


@pytest.mark.parametrize(
    ("effect", "pointer"),
    [
        (asdict(Registered("uni_1", "fac_1", "magic", "fire")), "/effect/original"),
        ({"kind": "blessed"}, "/effect/kind"),
        ({"kind": "struck", "unit": "uni_1"}, "/effect/factor"),
        ({"kind": "renamed", "unit": "uni_1", "factor": "f", "name": 7}, "/effect/name"),
        ("struck", "/effect"),
    ],
)
def test_an_effect_that_is_none_is_pointed_at(effect: object, pointer: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        returned(RULESET, swordswoman(), {"effect": effect})

    assert refused.value.pointer == pointer


@pytest.mark.parametrize(
    ("given", "fixed"), [({}, 2), ({"rolled": 1}, 1), ({"rolled": 5}, 0), ({"target": 4}, 2)]
)
def test_a_room_asks_for_the_factors_under_an_original_one(
    given: dict[str, object], fixed: int
) -> None:
    assert from_sheet(RULESET, swordswoman(), Wanted("weapon", given=given)) == {"fixed": fixed}


def test_a_list_that_somebody_overrode_counts_as_none() -> None:
    changed = Sheet({**swordswoman().values, "factors.weapon": Value("none")})

    assert from_sheet(RULESET, changed, Wanted("weapon")) == {"fixed": 0}


@pytest.mark.parametrize(
    ("wanted", "pointer", "choices"),
    [
        (Wanted("magic"), "/skill", "weapon, OWN_1"),
        (Wanted(), "/skill", "weapon, OWN_1"),
        (Wanted("weapon", "melee"), "/stat", "–"),
    ],
)
def test_a_room_asks_only_for_what_a_unit_has(wanted: Wanted, pointer: str, choices: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        from_sheet(RULESET, swordswoman(), wanted)

    assert (refused.value.pointer, refused.value.params["choices"]) == (pointer, choices)
