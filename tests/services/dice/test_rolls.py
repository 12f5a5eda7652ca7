"""A roll is told alike through REST and GraphQL."""

import re
from typing import Any

import httpx
import pytest

from majokko_rules.catalog import LOCALES
from tests.services.dice.faces import Ask, through_graphql, through_rest

STORIES: list[dict[str, Any]] = [
    {"notation": "4d6kh3+2", "faces": [6, 5, 5, 2], "reason": "strength"},
    {"notation": "2d6[fire]+3[rage]>=10", "faces": [6, 1]},
    {"notation": "3b6+2b8>=4", "faces": [4, 2, 6, 8, 1]},
    {"notation": "1d6*1000000000*1000>=5000000000", "faces": [6]},
    {"notation": "1d1000000000[a]+1d1000000000[a]+1d1000000000[a]", "faces": [10**9] * 3},
    {"notation": "3#d6", "faces": [1, 2, 3]},
    {"notation": "dF+2", "faces": [-1]},
    {"notation": "4d6kh5", "faces": [1, 2, 3, 4]},
    {"notation": ".ww3a9+1", "faces": [9, 8, 1, 10, 7]},
    {"notation": ".ra 困难侦查50", "faces": [25]},
    {"notation": ".sc 1/1d6 60", "faces": [90, 4]},
    {"check": {"system": "infinite", "dp": 0}, "faces": [1]},
    {
        "check": {"system": "infinite", "kind": "contest", "sides": [{"dp": 2}, {"dp": 1}]},
        "faces": [8, 2, 9],
    },
    {"check": {"system": "infinite", "kind": "natural", "sides": 20, "modifier": 2}, "faces": [7]},
    {
        "check": {
            "system": "infinite",
            "kind": "contest",
            "sides": [{"dp": 0, "chance_bonus": 1}, {"dp": 1}],
        },
        "faces": [9, 3],
    },
    {"check": {"system": "infinite", "kind": "save", "effect": 7, "dp": 2}, "faces": [8, 9]},
    {
        "check": {"system": "infinite", "dp": 2, "bonus": 2, "options": {"gate": True}},
        "faces": [1, 2],
    },
    {
        "check": {"system": "infinite", "dp": 2, "bonus": 2},
        "options": {"gate": True},
        "faces": [1, 2],
    },
    {"check": {"system": "collapse", "value": 50, "bonus": 2}, "faces": [95, 9, 4]},
    {
        "check": {"system": "collapse", "kind": "opposed", "sides": [{"value": 60}, {"value": 80}]},
        "faces": [25, 35],
    },
    {
        "check": {"system": "collapse", "value": 60, "difficulty": "extreme"},
        "times": 2,
        "faces": [12, 100],
    },
    {"check": {"system": "amgc", "stat": 7, "target": 3}, "faces": [10, 7, 6, 1]},
    {"check": {"system": "aaws", "rolled": 2, "fixed": 1, "target": 8}, "faces": [4, 3]},
    {"check": {"system": "aaws", "rolled": 1, "target": None, "tiers": [2, 4]}, "faces": [5]},
]

REFUSALS: list[tuple[dict[str, Any], str, str]] = [
    ({"notation": "3d6+"}, "syntax", "#/notation"),
    ({"notation": "999999d999999"}, "budget_exceeded", "#/notation"),
    ({"notation": "1/0"}, "invalid_value", "#/notation"),
    ({"notation": "2d6", "faces": [1]}, "faces_too_few", "#/faces"),
    ({"notation": "2d6", "faces": [1, 2, 3]}, "faces_too_many", "#/faces"),
    ({"notation": "2d6", "faces": [1, 7]}, "face_out_of_range", "#/faces/1"),
    ({"notation": "2d6", "times": 0}, "invalid_value", "#/times"),
    ({"notation": "2d6", "check": {"system": "amgc", "stat": 4}}, "invalid_value", "#"),
    ({}, "invalid_value", "#"),
    ({"check": {"system": "collapse", "value": -1}}, "invalid_value", "#/check/value"),
    ({"check": {"system": "collapse"}}, "invalid_value", "#/check/value"),
    ({"check": {"system": "shadowrun"}}, "invalid_value", "#/check/system"),
    ({"check": {"system": "collapse", "value": 50, "dp": 3}}, "unknown_field", "#/check/dp"),
    ({"check": {"system": "collapse", "value": 50, "bonus": 3}}, "illegal_action", "#/check/bonus"),
    ({"check": {"system": "infinite", "dp": 3, "again": 7}}, "invalid_value", "#/check/again"),
    (
        {"check": {"system": "amgc", "stat": 7}, "options": {"gate": True}},
        "unknown_field",
        "#/options/gate",
    ),
]


def _told(answer: dict[str, Any]) -> dict[str, Any]:
    """What both faces must agree on: everything but the id, and members that are null."""
    return {name: value for name, value in answer.items() if name != "id" and value is not None}


def _refused(problem: dict[str, Any]) -> dict[str, Any]:
    """What both faces must agree on: everything but where it was asked, and its trace."""
    errors = [_told(error) for error in problem["errors"]]
    told = _told(problem) | {"errors": errors}
    return {name: value for name, value in told.items() if name not in ("instance", "trace_id")}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("body", STORIES, ids=str)
async def test_both_faces_tell_the_same_story(
    client: httpx.AsyncClient, body: dict[str, Any], locale: str
) -> None:
    asked = body | {"locale": locale}

    rest = await through_rest(client, asked, {})
    graphql = await through_graphql(client, asked, {})

    assert rest["source"] == "supplied"
    assert _told(rest) == _told(graphql)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("body", [body for body, _, _ in REFUSALS], ids=str)
async def test_both_faces_refuse_in_the_same_words(
    client: httpx.AsyncClient, body: dict[str, Any], locale: str
) -> None:
    asked = body | {"locale": locale}

    rest = await through_rest(client, asked, {})
    graphql = await through_graphql(client, asked, {})

    assert rest["status"] == 422
    assert _refused(rest) == _refused(graphql)


@pytest.mark.parametrize(("body", "code", "pointer"), REFUSALS, ids=str)
async def test_a_refusal_names_its_code_and_place(
    ask: Ask, body: dict[str, Any], code: str, pointer: str
) -> None:
    problem = await ask(body)

    assert problem["code"] == code
    assert problem["errors"][0]["pointer"] == pointer


async def test_a_roll_of_our_own_dice_has_a_receipt_and_an_id(ask: Ask) -> None:
    roll = await ask({"notation": "2d6"})

    assert re.fullmatch(r"rol_[0-9A-HJKMNP-TV-Z]{26}", roll["id"])
    assert roll["source"] == "signed"
    assert roll["receipt"]["results"][0]["total"] == roll["results"][0]["total"]
    assert roll["receipt"]["id"] == roll["id"]


async def test_the_same_key_gives_the_same_dice_to_the_same_request(ask: Ask) -> None:
    key = {"Idempotency-Key": '"once"'}

    first = await ask({"notation": "20d100"}, key)
    again = await ask({"notation": "20d100", "locale": "ja"}, key)
    other = await ask({"notation": "20d100", "reason": "another"}, key)

    assert again["results"][0]["dice"] == first["results"][0]["dice"]
    assert again["id"] == first["id"]
    assert other["results"][0]["dice"] != first["results"][0]["dice"]


async def test_the_same_key_gives_the_same_dice_through_either_face(
    client: httpx.AsyncClient,
) -> None:
    body = {"check": {"system": "infinite", "dp": 20, "again": 9}, "reason": "once"}
    key = {"Idempotency-Key": "two-faces"}

    rest = await through_rest(client, body, key)
    graphql = await through_graphql(client, body, key)

    assert graphql["id"] == rest["id"]
    assert graphql["results"] == rest["results"]


async def test_a_position_counts_the_callers_own_characters(ask: Ask) -> None:
    problem = await ask({"notation": "３ｄ６＋魔＋２"})

    assert (problem["position"], problem["length"]) == (4, 1)


async def test_problems_are_worded_in_the_language_of_the_body(ask: Ask) -> None:
    problem = await ask({"notation": "3d6+", "locale": "ja"}, {"Accept-Language": "zh-TW"})

    assert re.search(r"[ぁ-ん]", problem["title"] + problem["detail"])
