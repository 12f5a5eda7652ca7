"""How games went that are over: shown to whoever may see them, checked, and gone on with."""

import asyncio
import json
import threading
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import httpx
import jsonschema_rs
import pytest

from majokko_cards.replays import operations
from majokko_rules.cards.replays import decode, read
from majokko_rules.cards.replays import verify as verify_replay
from majokko_rules.cards.replays.verifying import Verdict
from majokko_rules.rulesets import shelf
from tests.rules.magion.golden import FOLDER
from tests.rules.magion.test_replays import of
from tests.services.cards.parlour import Game, Guest, Parlour, stacked
from tests.services.cards.replays.playing import played_out

Json = dict[str, Any]
SCHEMA: Json = json.loads(
    (Path(__file__).parents[4] / "openapi" / "replay.schema.json").read_text("utf-8")
)
assert isinstance(operations.verify.example, dict)
EXAMPLE: Json = operations.verify.example
RULESETS = shelf.built_in().rulesets


async def lost(parlour: Parlour, **body: Any) -> Game:  # noqa: ANN401 - members of a session
    """Play a practice game that three hints lose."""
    game = await parlour.practice(stacked(["all", "mami-2", "mami-1"]), **body)
    await game.play("all", "mami")
    await game.play("mami-2")
    for _ in range(3):
        await game.hint()
    return game


async def replay_of(guest: Guest) -> Json:
    answer = await guest.client.get(f"{guest.path}/replay")
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


async def verified(parlour: Parlour, body: Json, **headers: str) -> Json:
    answer = await parlour.post("/v1/replays/verify", body, **headers)
    assert answer.status_code == 200, answer.text
    told: Json = answer.json()
    return told


async def proof_at(client: httpx.AsyncClient, path: str) -> Json:
    """Wait until dice have heard that a game is over."""
    while (answer := await client.get(path)).status_code != 200:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    proof: Json = answer.json()
    return proof


async def test_a_replay_tells_every_card_and_move(parlour: Parlour) -> None:
    game = await lost(parlour, name="Tea")
    told = await replay_of(game.host)
    replay = told["replay"]

    assert told["session"] == game.host.id
    assert told["seats"] == ["Girl 0", "Girl 1"]
    assert told["proof"] is None
    assert replay["source"] == "practice"
    assert replay["deal"]["girls"] == stacked(["all", "mami-2", "mami-1"])
    assert replay["actions"][:3] == [
        {"type": "play", "card": 0},
        {"type": "choose", "girl": "mami"},
        {"type": "play", "card": 0},
    ]
    assert len(replay["actions"]) == 6
    assert replay["result"] == {
        "status": "lost", "reason": "third_marker", "score": None, "rank": None,
    }  # fmt: skip
    assert decode(told["code"], RULESETS) == read(replay, RULESETS)


async def test_a_game_that_is_not_over_has_no_replay(parlour: Parlour) -> None:
    waiting = await parlour.session()
    running = await parlour.practice(stacked([]))

    for guest in (waiting, running.host, running.seats[0]):
        answer = await guest.get("/replay")

        assert (answer.status_code, answer.json()["code"]) == (409, "replay_locked")
        assert answer.json()["errors"][0]["rule"] == "running"


async def test_a_table_without_spectators_shows_its_replay_only_to_those_who_sat_there(
    parlour: Parlour,
) -> None:
    game = await lost(parlour, table={"spectators": False})
    stranger = await parlour.get(f"{game.host.path}/replay")
    forked = await parlour.post(f"{game.host.path}/fork?at=0", {})

    assert (stranger.status_code, stranger.json()["code"]) == (403, "forbidden")
    assert (forked.status_code, forked.json()["code"]) == (403, "forbidden")
    assert (await game.seats[1].get("/replay")).status_code == 200
    assert (await game.host.get("/replay")).status_code == 200


async def test_a_token_of_another_game_opens_no_replay(parlour: Parlour) -> None:
    game, other = await lost(parlour), await parlour.session()
    answer = await parlour.get(f"{game.host.path}/replay", authorization=f"Bearer {other.token}")

    assert answer.status_code == 404


async def test_graphql_shows_the_very_document(parlour: Parlour) -> None:
    game = await lost(parlour)
    query = """query($id: ID!) { getSessionReplay(session: $id) {
        ... on SessionReplay { replay code seats proof } ... on Problem { code } } }"""
    answer = await parlour.post("/graphql", {"query": query, "variables": {"id": game.host.id}})
    told = answer.json()["data"]["getSessionReplay"]
    shown = await replay_of(game.host)

    assert told == {name: shown[name] for name in ("replay", "code", "seats", "proof")}


@pytest.mark.parametrize("players", [2, 4])
async def test_a_committed_game_is_true_together_with_its_proof(
    parlour: Parlour, players: int
) -> None:
    game = await parlour.seated(players)
    await game.start()
    await played_out(game, Random(players))
    told = await replay_of(game.host)
    proof = await proof_at(parlour.client, told["proof"])

    for body in ({"replay": told["replay"]}, {"code": told["code"]}):
        verdict = await verified(parlour, {**body, "proof": proof})

        assert verdict["faults"] == []
        assert verdict["valid"] is True
        assert verdict["result"] == told["replay"]["result"]
        assert verdict["replay"] == told["replay"]
        assert verdict["code"] == told["code"]


async def test_a_proof_of_another_game_is_told_card_by_card(parlour: Parlour) -> None:
    told = []
    for _ in range(2):
        game = await parlour.seated(2)
        await game.start()
        for _ in range(3):
            await game.hint()
        told.append(await replay_of(game.host))
    proof = await proof_at(parlour.client, told[1]["proof"])
    verdict = await verified(parlour, {"replay": told[0]["replay"], "proof": proof})

    assert verdict["valid"] is False
    assert {each["rule"] for each in verdict["faults"]} >= {"other_card"}
    places = ("/replay/deal/", "/proof/draws")  # the other game may have been dealt twice
    assert all(each["pointer"].startswith(places) for each in verdict["faults"])


GOLDEN = {file.stem: of(file) for file in FOLDER.glob("magion@1/*.json")}


@pytest.mark.parametrize("case", sorted(GOLDEN))
async def test_golden_replays_are_true_over_http(parlour: Parlour, case: str) -> None:
    golden = GOLDEN[case]
    body = {"replay": golden["replay"], **({"proof": p} if (p := golden["proof"]) else {})}
    verdict = await verified(parlour, body)

    assert verdict["faults"] == []
    assert verdict["result"] == golden["replay"]["result"]
    assert verdict["code"] == golden["code"]


async def test_others_are_served_while_replays_are_checked(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check that does not end before somebody else was answered would never end on the loop."""
    begun, served = threading.Event(), threading.Event()

    def checked(*asked: Any) -> Verdict:  # noqa: ANN401
        begun.set()
        assert served.wait(20), "nobody was served meanwhile"
        return verify_replay(*asked)

    monkeypatch.setattr("majokko_cards.replays.service.verify", checked)
    golden = GOLDEN[min(GOLDEN)]
    checking = asyncio.create_task(verified(parlour, {"code": golden["code"]}))
    has_begun = await asyncio.to_thread(begun.wait, 20)
    games = await parlour.get("/v1/games")
    served.set()

    assert (has_begun, games.status_code) == (True, 200)
    assert (await checking)["faults"] == []


@pytest.mark.parametrize("case", sorted(GOLDEN))
def test_the_published_schema_describes_replays(case: str) -> None:
    schema = jsonschema_rs.validator_for(SCHEMA)
    replay = GOLDEN[case]["replay"]

    schema.validate(replay)
    assert schema.is_valid({name: each for name, each in replay.items() if name != "inherited"})
    for name in replay.keys() - {"inherited"}:
        assert not schema.is_valid({other: each for other, each in replay.items() if other != name})
    assert not schema.is_valid({**replay, "seed": "abc"})
    assert not schema.is_valid({**replay, "actions": [{"type": "pass"}]})


@pytest.mark.parametrize(
    ("change", "pointer", "code", "rule"),
    [
        (("result", "score", 17), "/replay/result/score", "replay_wrong", "other_result"),
        (("ruleset_hash", "00" * 32), "/replay/ruleset_hash", "replay_wrong", "other_ruleset"),
        (("deal", "girls", 0, "cake"), "/replay/deal/girls/0", "invalid_value", "not_a_choice"),
        (("deal", "girls", []), "/replay/deal/girls", "invalid_value", "too_short"),
        (("actions", 5, "type", "sleep"), "/replay/actions/5/type", "invalid_value",
         "not_a_choice"),
        (("actions", 0, {"type": "play", "card": 9}), "/replay/actions/0/card", "illegal_action",
         "no_such_card"),
        (("seed", "abc"), "/replay/seed", "unknown_field", "unknown"),
    ],
)  # fmt: skip
async def test_a_fault_is_told_with_its_place_and_in_ones_language(
    parlour: Parlour, change: tuple[Any, ...], pointer: str, code: str, rule: str
) -> None:
    replay = deepcopy(GOLDEN["hundred-points"]["replay"])
    *steps, last, value = change
    at: Any = replay
    for step in steps:
        at = at[step]
    at[last] = value
    verdict = await verified(parlour, {"replay": replay})
    spoken = await verified(parlour, {"replay": replay}, accept_language="ja")
    found = [(each["pointer"], each["code"], each["rule"]) for each in verdict["faults"]]

    assert verdict["valid"] is False
    assert verdict["code"] is None
    assert (pointer, code, rule) in found
    assert spoken["faults"][0]["detail"] != verdict["faults"][0]["detail"]


async def test_the_example_in_the_documentation_is_true(parlour: Parlour) -> None:
    verdict = await verified(parlour, EXAMPLE)

    assert verdict["faults"] == []
    assert verdict["result"]["reason"] == "third_marker"


async def test_graphql_checks_as_well(parlour: Parlour) -> None:
    golden = GOLDEN["two-players"]
    query = """mutation($input: VerifyInput!) { verifyReplay(input: $input) {
        ... on ReplayVerified {
            valid faults { pointer rule } result { score rank } replay text: code }
        ... on Problem { code } } }"""
    told = []
    for given in ({"replay": golden["replay"]}, {"code": golden["code"]}, {"code": "mr1AAAA"}):
        body = {"query": query, "variables": {"input": given}}
        answer = await parlour.post("/graphql", body)
        assert answer.status_code == 200, answer.text
        told.append(answer.json()["data"]["verifyReplay"])
    result = golden["replay"]["result"]

    assert told[0] == told[1]
    assert told[0] == {
        "valid": True,
        "faults": [],
        "result": {"score": result["score"], "rank": result["rank"]},
        "replay": golden["replay"],
        "text": golden["code"],
    }
    assert told[2]["faults"] == [{"pointer": "/code", "rule": "code_damaged"}]


@pytest.mark.parametrize("code", ["", "hello", "mr2AAAA", "mr1AAAA"])
async def test_what_is_no_code_is_told(parlour: Parlour, code: str) -> None:
    verdict = await verified(parlour, {"code": code})

    assert (verdict["valid"], verdict["replay"], verdict["result"]) == (False, None, None)
    assert [each["pointer"] for each in verdict["faults"]] == ["/code"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid_value"),
        ({"replay": {}, "code": "mr1"}, "invalid_value"),
        ({"replay": []}, "invalid_value"),
        ({"code": 7}, "invalid_value"),
        ({"code": "mr1" + "A" * 9000}, "invalid_value"),
        ({"code": "mr1", "seed": "abc"}, "unknown_field"),
    ],
)
async def test_a_request_without_one_replay_is_refused(
    parlour: Parlour, body: Json, code: str
) -> None:
    answer = await parlour.post("/v1/replays/verify", body)

    assert (answer.status_code, answer.json()["code"]) == (422, code)


async def test_a_replay_may_be_as_large_as_a_mebibyte_and_no_larger(parlour: Parlour) -> None:
    replay = {**GOLDEN["hundred-points"]["replay"], "pad": "x" * 900_000}
    verdict = await verified(parlour, {"replay": replay})
    larger = await parlour.post("/v1/replays/verify", {"replay": {"pad": "x" * 1_100_000}})

    assert [each["pointer"] for each in verdict["faults"]] == ["/replay/pad"]
    assert larger.status_code == 413
