"""Characters as files: what is taken out of one installation can be taken into another."""

import json
from collections.abc import Iterator
from pathlib import Path

import jsonschema_rs
import pytest

from tests.services.characters.kitchen import Guest, Json, Kitchen, open_kitchen
from tests.services.characters.test_characters import appointed

FILE: Json = {
    "format": "majokko.character/1",
    "name": "Sayaka",
    "ruleset": "tea@1",
    "moves": [
        {"offer": None, "faces": [7]},
        {"offer": "stir.0", "faces": [6, 5]},
        {"offer": "leaf", "picks": {"leaf": "black"}},
    ],
}
SCHEMA: Json = json.loads(
    (Path(__file__).parents[3] / "openapi" / "character.schema.json").read_text("utf-8")
)


@pytest.fixture
async def born(kitchen: Kitchen) -> Guest:
    """A character with everything that a file can hold."""
    draft = await kitchen.begin(options={"coins": 4})
    await draft.choose("stir.0", faces=[6, 5])
    await draft.choose("leaf", leaf="black")
    await draft.choose("name", name="オクタヴィア")
    born = await draft.finished()
    await born.patch({"marks": {"HP": 3}, "notes": {"wish": "his hand"}})
    gm = await appointed(born)
    await gm.patch({"overrides": {"stats.HEAT": {"value": 1, "reason": "she cooled down"}}})
    return born


async def exported(who: Guest) -> Json:
    answer = await who.get("/export?format=json")
    assert answer.status_code == 200, answer.text
    file: Json = answer.json()
    return file


async def test_a_file_makes_the_same_character_elsewhere(born: Guest, tmp_path: Path) -> None:
    file = await exported(born)
    async with open_kitchen(tmp_path, {}, with_dice=False) as other:
        made = await other.post("/v1/characters/import", file)
        child = made.json()
        again = await exported(
            Guest(other.client, f"/v1/characters/{child['id']}", child["token"], child)
        )
    here = await born.look()

    assert made.status_code == 201, made.text
    for same in ("name", "ruleset", "ruleset_hash", "sheet", "marks", "notes"):
        assert child[same] == here[same]
    assert again == file
    assert child["source"] == "supplied"
    assert child["draft"] is None


async def test_a_file_is_what_the_published_schema_says(born: Guest) -> None:
    file = await exported(born)
    published = jsonschema_rs.Draft202012Validator(SCHEMA)

    published.validate(file)
    for name in ("name", "ruleset", "moves"):
        assert not published.is_valid({one: file[one] for one in file if one != name})
    assert not published.is_valid({**file, "moves": "none"})
    assert not published.is_valid({**file, "format": "majokko.character/0"})


async def test_a_file_has_the_name_of_its_character(born: Guest) -> None:
    answer = await born.get("/export")

    assert answer.headers["content-type"] == "application/json"
    assert f'filename="{born.id}.json"' in answer.headers["content-disposition"]


async def test_an_unchanged_file_is_not_sent_again(born: Guest) -> None:
    first = await born.get("/export")
    again = await born.get("/export", if_none_match=first.headers["etag"])
    await born.patch({"marks": {"HP": 2}})
    later = await born.get("/export", if_none_match=first.headers["etag"])

    assert (again.status_code, again.content, later.status_code) == (304, b"", 200)


async def test_who_sees_the_sheet_may_take_it_along(kitchen: Kitchen, born: Guest) -> None:
    refused = await kitchen.get(born.path + "/export")
    await born.patch({"public": "sheet"})
    taken = await kitchen.get(born.path + "/export")
    await born.patch({"public": "nothing"})
    hidden = await kitchen.get(born.path + "/export")

    assert [one.status_code for one in (refused, taken, hidden)] == [403, 200, 404]


@pytest.mark.parametrize("query", ["?format=pdf", "?format=", "?format=json&format=json", "?a=1"])
async def test_an_unknown_form_is_refused(born: Guest, query: str) -> None:
    answer = await born.get("/export" + query)

    assert answer.status_code == 422


async def test_importing_with_a_key_happens_once(kitchen: Kitchen) -> None:
    answers = [
        await kitchen.post("/v1/characters/import", FILE, idempotency_key="file") for _ in range(2)
    ]

    assert answers[0].content == answers[1].content


def _moved(number: int, **change: object) -> Json:
    moves: list[Json] = [dict(move) for move in FILE["moves"]]
    moves[number] |= change
    return {"moves": moves}


def _without(number: int) -> Json:
    return {"moves": [move for n, move in enumerate(FILE["moves"]) if n != number]}


def _spoiled() -> Iterator[tuple[Json, int, str, str]]:
    """Everything that somebody might change in a file, and what is said of it."""
    yield {"ruleset": "coffee@1"}, 422, "#/ruleset", "not_a_choice"
    yield {"ruleset_hash": "0" * 64}, 422, "#/ruleset", "not_a_choice"
    yield {"ruleset_hash": "0"}, 422, "#/ruleset_hash", "malformed"
    yield {"format": "majokko.character/2"}, 422, "#/format", "not_a_choice"
    yield {"name": "a\u202eb"}, 422, "#/name", "not_plain"
    yield {"options": {"coins": 0}}, 409, "#/moves/1/offer", "unaffordable"
    yield {"options": {"coins": 10}}, 422, "#/options/coins", "too_large"
    yield {"moves": []}, 422, "#/moves", "too_short"
    yield {"moves": [FILE["moves"][0]] * 501}, 422, "#/moves", "too_long"
    yield _without(0), 422, "#/moves/0/offer", "said_otherwise"
    yield _without(2), 409, "#", "open"
    yield _moved(0, faces=[]), 422, "#/moves/0/faces", "needed"
    yield _moved(0, faces=[7, 7]), 422, "#/moves/0/faces", "needed"
    yield _moved(0, faces=[21]), 422, "#/moves/0/faces/0", "not_on_die"
    yield _moved(1, offer=None), 422, "#/moves/1/offer", "required"
    yield _moved(1, offer="milk"), 409, "#/moves/1/offer", "unknown"
    yield _moved(1, faces=[6]), 422, "#/moves/1/faces", "needed"
    yield _moved(2, picks={}), 422, "#/moves/2/picks/leaf", "required"
    yield _moved(2, picks={"leaf": "tea"}), 422, "#/moves/2/picks/leaf", "not_a_choice"
    yield _moved(2, extra=1), 422, "#/moves/2/extra", "unknown"
    yield {"sheet": {}}, 422, "#/sheet", "said_otherwise"
    yield {"marks": {"HP": "a\u0007"}}, 422, "#/marks/HP", "not_plain"
    yield {"notes": {"a": "\u2066"}}, 422, "#/notes/a", "not_plain"
    yield {"overrides": {"a": {"value": 1}}}, 422, "#/overrides/a/by", "required"
    yield (
        {"overrides": {"a b": {"value": 1, "by": "x", "at": "2026-11-30T08:15:00.125Z"}}},
        422,
        "#/overrides/a%20b",
        "malformed",
    )
    yield (
        {"overrides": {"a": {"value": 1, "by": "x", "at": "today"}}},
        422,
        "#/overrides/a/at",
        "malformed",
    )


@pytest.mark.parametrize(("change", "status", "pointer", "rule"), list(_spoiled()))
async def test_a_spoiled_file_is_refused_with_its_place(
    kitchen: Kitchen, change: Json, status: int, pointer: str, rule: str
) -> None:
    answer = await kitchen.post("/v1/characters/import", {**FILE, **change})

    problem = answer.json()
    assert answer.status_code == status, problem
    assert (problem["errors"][0]["pointer"], problem["errors"][0]["rule"]) == (pointer, rule)


@pytest.mark.parametrize("name", ["stats", "leaf"])
async def test_a_sheet_that_its_moves_do_not_give_is_refused(born: Guest, name: str) -> None:
    file = await exported(born)
    less = {**file, "sheet": {one: v for one, v in file["sheet"].items() if one != name}}
    more = json.loads(json.dumps(file).replace('"value": 23', '"value": 99'))
    answers = [
        await born.client.post("/v1/characters/import", json=one) for one in (less, more, file)
    ]

    assert [one.status_code for one in answers] == [422, 422, 201]


@pytest.mark.parametrize("method", ["GET", "PATCH", "DELETE"])
async def test_the_place_of_imports_is_no_character(kitchen: Kitchen, method: str) -> None:
    path = "/v1/characters/import"
    refused = await kitchen.client.request(method, path)
    asked = await kitchen.client.options(path)

    assert (refused.status_code, refused.headers["allow"]) == (405, "POST, OPTIONS")
    assert asked.headers["allow"] == "POST, OPTIONS"
