"""The game master's review of a unit before play, over HTTP."""

import pytest

from tests.services.characters.kitchen import Guest, Json
from tests.services.characters.units.evening import (
    GENERAL,
    SWORDS,
    VIOLIN,
    Evening,
    investigator,
    reviewed,
)

QUESTION: Json = {"act": "question", "factor": GENERAL}


def standing(seen: Json) -> str:
    approval: str = seen["sheet"]["approvals"]["factors"]["value"]
    return approval


async def test_a_factor_in_question_is_narrowed_by_its_player(evening: Evening) -> None:
    asked = await evening.review("question", factor=GENERAL, reason="sharp things are many")
    answer = await reviewed(evening.sayaka, "narrow", factor=GENERAL, name="scalpels")
    approved = await evening.review("approve")

    assert (standing(asked), standing(answer.json())) == ("questioned", "waiting")
    assert asked["sheet"]["approvals"]["questioned"]["value"] == [GENERAL]
    assert standing(approved) == "approved"
    assert await evening.factors() == {SWORDS: "swords", GENERAL: "scalpels", VIOLIN: "violin"}
    lines = (await evening.history())[:3]
    assert [(line["role"], line["by"]) for line in lines] == [
        ("gm", "Kyubey"),
        ("owner", None),
        ("gm", "Kyubey"),
    ]
    assert lines[2]["reason"] == "sharp things are many"


@pytest.mark.parametrize(
    ("act", "left"), [("strike", [SWORDS, VIOLIN]), ("keep", [SWORDS, GENERAL, VIOLIN])]
)
async def test_a_factor_in_question_is_struck_or_kept(
    evening: Evening, act: str, left: list[str]
) -> None:
    await evening.review("question", factor=GENERAL)
    await evening.review(act, factor=GENERAL)
    approved = await evening.review("approve")
    again = await evening.review("reopen")

    assert list(await evening.factors()) == left
    assert (standing(approved), standing(again)) == ("approved", "waiting")


async def test_a_step_that_changes_nothing_is_no_change(evening: Evening) -> None:
    once = await evening.review("approve")
    twice = await evening.review("approve")

    assert once["version"] == twice["version"]


async def test_a_game_master_whom_the_owner_appointed_reviews_as_well(evening: Evening) -> None:
    made = await evening.sayaka.told("/gm", {"name": "Gertrud"})
    appointed = Guest(evening.gm.client, evening.sayaka.path, made["token"], made)
    answer = await reviewed(appointed, "approve")

    assert standing(answer.json()) == "approved"
    assert (await evening.history())[0]["by"] == "Gertrud"


@pytest.mark.parametrize("act", ["question", "strike", "keep", "approve", "reopen"])
async def test_all_but_a_narrower_name_is_for_the_game_master(evening: Evening, act: str) -> None:
    factor = {} if act in ("approve", "reopen") else {"factor": GENERAL}
    if factor and act != "question":
        await evening.review("question", factor=GENERAL)
    mine = await reviewed(evening.sayaka, act, **factor)
    theirs = await reviewed(evening.master, act, **factor) if act != "approve" else None

    problem = mine.json()
    assert (mine.status_code, problem["code"]) == (403, "forbidden")
    assert problem["errors"][0]["pointer"] == "#/act"
    assert theirs is None or theirs.status_code == 200


async def test_strangers_and_players_at_the_table_review_nothing(evening: Evening) -> None:
    tag = (await evening.sayaka.get()).headers["etag"]
    path = evening.sayaka.path
    seated = Guest(evening.gm.client, path, evening.player.token, {})
    nobody = Guest(evening.gm.client, path, "mjk_owner_" + "x" * 43, {})
    answers = [await who.post("/review", QUESTION, if_match=tag) for who in (seated, nobody)]

    assert [answer.status_code for answer in answers] == [401, 401]


@pytest.mark.parametrize(
    ("before", "body", "status", "rule", "pointer"),
    [
        ([], {"act": "bless"}, 422, "not_a_choice", "#/act"),
        ([], {"factor": GENERAL}, 422, "required", "#/act"),
        ([], {"act": "question"}, 422, "required", "#/factor"),
        ([], {"act": "question", "factor": "weapon_9"}, 422, "not_a_choice", "#/factor"),
        ([], {"act": "strike", "factor": GENERAL}, 422, "not_in_question", "#/factor"),
        ([], {**QUESTION, "name": "knives"}, 422, "not_together", "#/name"),
        ([], {"act": "approve", "factor": GENERAL}, 422, "not_together", "#/factor"),
        ([QUESTION], {"act": "approve"}, 409, "open", "#"),
        (
            [QUESTION],
            {"act": "narrow", "factor": GENERAL, "name": "Violin"},
            422,
            "named_before",
            "#/name",
        ),
        (
            [QUESTION],
            {"act": "narrow", "factor": GENERAL, "name": "x" * 61},
            422,
            "too_long",
            "#/name",
        ),
    ],
)
async def test_what_the_review_does_not_allow_is_refused_by_its_rule(
    evening: Evening, before: list[Json], body: Json, status: int, rule: str, pointer: str
) -> None:
    for step in before:
        await evening.review(**step)
    tag = (await evening.master.get()).headers["etag"]
    answer = await evening.master.post("/review", body, if_match=tag)

    error = answer.json()["errors"][0]
    assert (answer.status_code, error["rule"], error["pointer"]) == (status, rule, pointer)


async def test_a_review_names_the_version_that_it_is_of(evening: Evening) -> None:
    stale = (await evening.master.get()).headers["etag"]
    await evening.review("question", factor=GENERAL)
    without = await evening.master.post("/review", QUESTION)
    late = await evening.master.post("/review", {"act": "approve"}, if_match=stale)

    assert [without.status_code, late.status_code] == [428, 412]


async def test_a_step_that_is_asked_again_is_made_once(evening: Evening) -> None:
    tag = (await evening.master.get()).headers["etag"]
    once = {"if_match": tag, "idempotency_key": "question"}
    first = await evening.master.post("/review", QUESTION, **once)
    again = await evening.master.post("/review", QUESTION, **once)

    assert (first.status_code, again.content) == (200, first.content)
    assert again.headers["idempotency-replayed"] == "true"
    assert len(await evening.history()) == first.json()["version"]


async def test_other_characters_have_no_review(evening: Evening) -> None:
    girl = await investigator(evening.kitchen)
    made = await girl.told("/gm", {"name": "Kyubey"})
    master = Guest(girl.client, girl.path, made["token"], made)
    answer = await reviewed(master, "approve")

    assert (answer.status_code, answer.json()["errors"][0]["rule"]) == (422, "other_system")


_REVIEW = """
mutation($character: ID!, $ifMatch: String!, $input: ReviewInput!) {
  reviewCharacter(character: $character, ifMatch: $ifMatch, input: $input) {
    ... on Character { version sheet }
    ... on Problem { code errors { rule pointer } }
  }
}
"""


async def test_graphql_reviews_alike(evening: Evening) -> None:
    tag = (await evening.master.get()).headers["etag"]
    variables = {"character": evening.sayaka.id, "ifMatch": tag, "input": QUESTION}
    body = {"query": _REVIEW, "variables": variables}
    answer = await evening.kitchen.client.post(
        "/graphql", json=body, headers=evening.master.headers
    )
    stale = await evening.kitchen.client.post("/graphql", json=body, headers=evening.master.headers)

    told = answer.json()["data"]["reviewCharacter"]
    assert standing(told) == "questioned"
    assert stale.json()["data"]["reviewCharacter"]["code"] == "precondition_failed"
