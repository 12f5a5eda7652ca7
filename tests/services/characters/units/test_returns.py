"""What checks of a room did to a unit is written back to the character that it was made from."""

import pytest

from tests.services.characters.units.evening import (
    GENERAL,
    SWORDS,
    VIOLIN,
    Check,
    Evening,
    Unit,
)

BEGINNING = 2
"""Her version before any check: she was made, and brought into the room."""


@pytest.fixture
async def unit(evening: Evening) -> Unit:
    return await evening.unit()


async def used(unit: Unit, name: str, version: int) -> None:
    """Make a check with one factor, and wait until that stands on the sheet."""
    await unit.rolled({"factor": unit.factor(name)})
    await unit.evening.until(version)


async def questioned(unit: Unit, name: str) -> Check:
    """Declare a factor that was used before; the game master wants it narrower."""
    check = await unit.check({"factor": unit.factor(name)})
    verdicts = [{"factor": 1, "ruling": "question"}]
    await check.told(unit.evening.gm, "judgement", verdicts=verdicts)
    return check


async def test_a_first_use_is_written_back(evening: Evening, unit: Unit) -> None:
    check = await unit.rolled({"factor": unit.factor("swords")})
    seen = await evening.until(BEGINNING + 1)

    weapon = seen["sheet"]["factors"]["weapon"]
    assert weapon["value"][0] == {
        "id": SWORDS,
        "name": "swords",
        "first_used": "cross the bridge",
    }
    assert weapon["because"][-1] == {"kind": "rule", "what": f"checks.{check.id}"}
    line = (await evening.history())[0]
    assert (line["version"], line["role"], line["by"]) == (BEGINNING + 1, "room", None)
    assert (line["kind"], line["reason"]) == ("changed", check.id)
    (change,) = line["changes"]
    assert change["what"] == "sheet.factors.weapon"
    assert [one["first_used"] for one in change["before"]] == [None, None]
    assert [one["first_used"] for one in change["after"]] == ["cross the bridge", None]


async def test_a_factor_that_was_registered_stays(evening: Evening, unit: Unit) -> None:
    new = {"original": unit.made["originals"][0]["id"], "name": "parry"}
    await unit.rolled(new)
    await evening.until(BEGINNING + 2)

    factors = (await evening.sheet())["factors"]["weapon"]["value"]
    assert [one["name"] for one in factors] == ["swords", "anything sharp", "parry"]
    assert factors[2]["first_used"] == "cross the bridge"
    in_room = (await evening.gm.get(f"/units/{unit.id}")).json()
    assert factors[2]["id"] == in_room["originals"][0]["factors"][2]["id"]


async def test_a_factor_that_was_narrowed_in_play_is_called_so(
    evening: Evening, unit: Unit
) -> None:
    await used(unit, "anything sharp", BEGINNING + 1)
    check = await questioned(unit, "anything sharp")
    await check.told(evening.player, "renaming", factor=1, propose="scalpels")
    await check.told(evening.gm, "renaming", factor=1, answer="agree")
    await evening.until(BEGINNING + 2)

    assert await evening.factors() == {SWORDS: "swords", GENERAL: "scalpels", VIOLIN: "violin"}


async def test_a_factor_that_was_struck_in_play_is_gone(evening: Evening, unit: Unit) -> None:
    await used(unit, "anything sharp", BEGINNING + 1)
    check = await questioned(unit, "anything sharp")
    await check.told(evening.player, "renaming", factor=1, answer="resist")
    await check.told(evening.gm, "renaming", factor=1, answer="strike")
    await evening.until(BEGINNING + 2)

    assert list(await evening.factors()) == [SWORDS, VIOLIN]


async def test_the_anti_factor_of_a_fumble_is_carried(evening: Evening, unit: Unit) -> None:
    check = await unit.rolled({"factor": unit.factor("swords")}, faces=[1])
    await check.told(evening.gm, "fumble", name="sprained ankle", unit=unit.id)
    seen = await evening.until(BEGINNING + 2)

    in_room = (await evening.gm.get(f"/units/{unit.id}")).json()
    assert seen["sheet"]["antis"]["value"] == in_room["antis"]
    assert [anti["name"] for anti in in_room["antis"]] == ["sprained ankle"]


async def test_what_answers_a_fumble_for_everyone_belongs_to_the_room(
    evening: Evening, unit: Unit
) -> None:
    check = await unit.rolled({"factor": unit.factor("swords")}, faces=[1])
    await check.told(evening.gm, "fumble", name="darkness")
    await used(unit, "violin", BEGINNING + 2)

    sheet = await evening.sheet()
    assert sheet["antis"]["value"] == []
    assert (await evening.sayaka.look())["version"] == BEGINNING + 2


async def test_what_is_changed_by_hand_in_the_room_stays_there(
    evening: Evening, unit: Unit
) -> None:
    antis = {"antis": [{"name": "limp"}], "name": "Oktavia"}
    changed = await evening.gm.ask("PATCH", f"/units/{unit.id}", antis, if_match='"1"')
    await used(unit, "swords", BEGINNING + 1)

    seen = await evening.sayaka.look()
    assert changed.status_code == 200
    assert (seen["name"], seen["version"]) == ("Sayaka", BEGINNING + 1)
    assert seen["sheet"]["antis"]["value"] == []


async def test_a_check_leaves_the_review_as_it_is(evening: Evening, unit: Unit) -> None:
    await evening.review("approve")
    await used(unit, "swords", BEGINNING + 2)

    assert (await evening.sheet())["approvals"]["factors"]["value"] == "approved"


async def test_the_next_unit_of_a_character_has_what_became_of_the_first(
    evening: Evening, unit: Unit
) -> None:
    new = {"original": unit.made["originals"][0]["id"], "name": "parry"}
    await unit.rolled(new)
    await evening.until(BEGINNING + 2)
    await evening.player.ask("DELETE", f"/units/{unit.id}")
    second = await evening.unit()

    factors = second.made["originals"][0]["factors"]
    assert [(one["name"], one["first_used"]) for one in factors][2] == (
        "parry",
        "cross the bridge",
    )
    assert factors[2]["id"] != unit.made["originals"][0]["factors"][0]["id"]


async def test_a_file_leads_to_the_sheet_as_it_became(evening: Evening, unit: Unit) -> None:
    await evening.review("question", factor=GENERAL)
    await evening.review("strike", factor=GENERAL)
    await used(unit, "swords", BEGINNING + 3)
    document = (await evening.sayaka.get("/export?format=json")).json()
    answer = await evening.kitchen.post("/v1/characters/import", document)

    acts = [act["act"] for act in document["played"]]
    assert acts == ["question", "strike", "checked"]
    assert answer.status_code == 201, answer.text
    assert answer.json()["sheet"] == await evening.sheet()


@pytest.mark.parametrize(
    ("number", "change", "rule", "pointer"),
    [
        (0, {"factor": "weapon_9"}, "not_a_choice", "#/played/0/factor"),
        (1, {"act": "narrow"}, "required", "#/played/1/name"),
        (1, {"factor": SWORDS}, "not_in_question", "#/played/1/factor"),
        (0, {"act": "bless"}, "not_a_choice", "#/played/0/act"),
        (0, {"factor": "x\u202e"}, "not_plain", "#/played/0/factor"),
        (
            0,
            {"act": "checked", "effect": {"kind": "renamed", "factor": SWORDS, "name": "\u202e"}},
            "not_plain",
            "#/played/0/effect/name",
        ),
        (
            0,
            {"act": "checked", "effect": {"kind": "renamed", "factor": SWORDS}},
            "not_text",
            "#/played/0/effect/name",
        ),
    ],
)
async def test_a_file_whose_acts_the_rules_refuse_is_pointed_at(
    evening: Evening, number: int, change: dict[str, object], rule: str, pointer: str
) -> None:
    await evening.review("question", factor=GENERAL)
    await evening.review("strike", factor=GENERAL)
    document = (await evening.sayaka.get("/export?format=json")).json()
    document["played"][number].update(change)
    answer = await evening.kitchen.post("/v1/characters/import", document)

    error = answer.json()["errors"][0]
    assert (answer.status_code, error["rule"], error["pointer"]) == (422, rule, pointer)


async def test_a_file_with_other_acts_does_not_lead_to_the_sheet(evening: Evening) -> None:
    await evening.review("approve")
    document = (await evening.sayaka.get("/export?format=json")).json()
    answer = await evening.kitchen.post("/v1/characters/import", {**document, "played": []})

    assert answer.json()["errors"][0]["pointer"] == "#/sheet"
