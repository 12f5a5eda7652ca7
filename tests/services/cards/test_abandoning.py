"""A host ends a game that nobody goes on with; a game that can never begin ends by itself."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from majokko_cards.games import Games
from majokko_cards.table.dealing import MOST_DEALS
from majokko_cards.wiring import Parts
from majokko_kit.settings import Settings
from majokko_rules.cards.magion import Rules
from majokko_rules.fairness.verifying import Saved, verify
from majokko_rules.rulesets import Ruleset
from majokko_rules.rulesets.shelf import built_in
from tests.services.cards.attic import Attic, open_attic
from tests.services.cards.boards.playing import board
from tests.services.cards.parlour import Game, Guest, Json, Parlour, open_parlour, stacked
from tests.services.cards.replays.test_replays import proof_at, replay_of, verified
from tests.support.databases import Changes

CLOCK = {"bank_ms": 60_000, "increment_ms": 0, "on_timeout": "forfeit"}
STATES = ("waiting", "running", "paused")


async def in_state(parlour: Parlour, status: str) -> Game:
    """Seat two, with a clock, and bring their game there."""
    game = await parlour.seated(2, clock=CLOCK)
    if status != "waiting":
        await game.start()
        await game.hint()
    if status == "paused":
        await game.host.told("/pause")
    assert (await game.host.seen(""))["status"] == status
    return game


async def proof_of(guest: Guest) -> Json:
    return await proof_at(guest.client, f"/v1/fairness/streams/{guest.made['stream']}/0/proof")


@pytest.mark.parametrize("status", STATES)
async def test_a_host_ends_her_game_whenever_she_likes(parlour: Parlour, status: str) -> None:
    game = await in_state(parlour, status)
    before = await game.host.seen("")
    told = await game.host.told("/end")
    late = await game.host.post("/end")
    view = await game.seats[0].seen()

    assert (told["status"], told["version"]) == ("ended", before["version"] + 1)
    assert told["outcome"] == {
        "status": "ended", "reason": "abandoned", "score": None, "points": [], "rank": None,
    }  # fmt: skip
    assert told["ended_at"] is not None
    assert [each["name"] for each in told["seats"]] == ["Girl 0", "Girl 1"]
    assert (view["status"], view["turn"]) == ("ended", None)
    assert (late.status_code, late.json()["code"]) == (409, "game_over")


@pytest.mark.parametrize("status", ["running", "paused"])
async def test_the_clock_of_an_ended_game_stands(parlour: Parlour, status: str) -> None:
    game = await in_state(parlour, status)
    await game.host.told("/end")
    clock = (await game.seats[0].seen())["clock"]

    assert clock["deadline"] is None


@pytest.mark.parametrize("status", STATES)
async def test_the_proof_of_an_ended_game_comes_out(parlour: Parlour, status: str) -> None:
    game = await in_state(parlour, status)
    await game.host.told("/end")
    proof = await proof_of(game.host)

    assert verify(proof, Saved(commitment=game.host.made["commitment"])) == ()
    assert bool(proof["draws"]) == (status != "waiting")


async def test_what_was_played_until_then_can_be_had_and_checked(parlour: Parlour) -> None:
    game = await in_state(parlour, "running")
    await game.host.told("/end")
    replay = await replay_of(game.host)
    verdict = await verified(parlour, {"code": replay["code"]})

    assert len(replay["replay"]["actions"]) == 1
    assert replay["replay"]["result"]["reason"] == "abandoned"
    assert verdict["faults"] == []


async def test_everybody_is_told_of_the_end_and_nobody_acts_after_it(parlour: Parlour) -> None:
    game = await in_state(parlour, "running")
    await game.host.told("/end")
    answer = await game.seats[0].get("/events?since=0", accept="application/x-ndjson")
    act = await game.mover.act(game.version, type="play", card=0)
    pause = await game.host.post("/pause")

    assert '"type":"session.ended"' in answer.text
    assert '"reason":"abandoned"' in answer.text
    assert {each.json()["code"] for each in (act, pause)} == {"game_over"}


async def test_a_session_that_was_ended_is_not_among_those_that_one_can_join(
    parlour: Parlour,
) -> None:
    host = await parlour.session(2)
    listing = "/v1/sessions?open=true&limit=1"
    before = (await parlour.get(listing)).json()["items"]
    await host.told("/end")
    after = (await parlour.get(listing)).json()["items"]
    sit = await parlour.post(f"{host.path}/seats", {"name": "Mami"})
    start = await host.post("/start")

    assert [each["id"] for each in before] == [host.id]
    assert host.id not in [each["id"] for each in after]
    assert {each.json()["code"] for each in (sit, start)} == {"game_over"}


async def test_only_the_host_ends_a_game(parlour: Parlour) -> None:
    game, other = await in_state(parlour, "running"), await parlour.session(2)
    path = f"{game.host.path}/end"
    seat = await game.seats[0].post("/end")
    nobody = await parlour.post(path, {})
    stranger = await parlour.post(path, {}, **other.headers)

    assert (seat.status_code, seat.json()["code"]) == (403, "forbidden")
    assert (nobody.status_code, nobody.json()["code"]) == (401, "token_missing")
    assert (stranger.status_code, stranger.json()["code"]) == (404, "not_found")
    assert (await game.host.seen(""))["status"] == "running"


async def test_an_end_that_is_asked_for_twice_by_one_key_is_one(parlour: Parlour) -> None:
    host = await parlour.session(2)
    one, two = [await host.post("/end", idempotency_key="enough") for _ in range(2)]

    assert one.status_code == two.status_code == 200
    assert one.json() == two.json()


async def test_graphql_ends_games_as_well(parlour: Parlour) -> None:
    host = await parlour.session(2)
    query = """mutation($id: ID!) { endSession(session: $id) {
        ... on Session { status outcome } } }"""
    asked = {"query": query, "variables": {"id": host.id}}
    answer = (await parlour.post("/graphql", asked, **host.headers)).json()

    assert answer["data"]["endSession"]["status"] == "ended"


LIKE = """
extends = "magion@1"
id = "like"
version = 1
name = {{en = "As it is in this file"}}

[numbers]
{number}
"""


def _like(folder: Path, number: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "like.toml").write_text(LIKE.format(number=number))
    return folder


async def test_a_game_whose_rules_are_gone_can_be_ended(tmp_path: Path) -> None:
    files = _like(tmp_path / "rulesets", "markers = 2")
    async with open_parlour(tmp_path / "var", {}, rulesets=files, with_dice=False) as parlour:
        host = (await parlour.practice(stacked([]), game="like")).host
    _like(files, "markers = 1")
    async with open_parlour(tmp_path / "var", {}, rulesets=files, with_dice=False) as parlour:
        again = Guest(parlour.client, host.path, host.token, host.made)
        told = await again.told("/end")

    assert (told["status"], told["outcome"]["reason"]) == ("ended", "abandoned")


# what can never begin


async def refused_for_ever(game: Game, code: str, rule: str) -> None:
    """Start a game that is never dealt."""
    answer = await game.seats[0].post("/start", idempotency_key="go")
    seen = await game.host.seen("")
    again = await game.host.post("/start")

    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert answer.json()["errors"][0]["rule"] == rule
    assert (seen["status"], seen["outcome"]["reason"]) == ("ended", "abandoned")
    assert seen["dealt"] is None
    assert (again.status_code, again.json()["code"]) == (409, "game_over")


@pytest.fixture
async def attic(tmp_path: Path, database: Changes) -> AsyncIterator[Attic]:
    async with open_attic(tmp_path, database) as attic:
        yield attic


async def test_a_game_whose_stream_is_closed_is_over(attic: Attic) -> None:
    game = await attic.parlour.seated(2)
    await attic.close(game.host)

    await refused_for_ever(game, "stream_closed", "closed")


class Endless(Games):
    """Games by whose rules nobody may hold even no head."""

    def rules(self, ruleset: Ruleset, players: int, options: Mapping[str, Any]) -> Rules:
        return replace(super().rules(ruleset, players, options), redeal=0)


def endless(_: Settings) -> Games:
    return Endless(built_in())


async def test_a_game_that_would_be_dealt_again_and_again_is_over(
    tmp_path: Path, database: Changes
) -> None:
    async with open_attic(tmp_path, database, Parts(games=endless)) as attic:
        game = await attic.parlour.seated(2)
        await refused_for_ever(game, "not_running", "redealt")
        proof = await proof_of(game.host)

    assert [each["purpose"] for each in proof["draws"]].count("deck") == MOST_DEALS + 1


async def test_a_board_that_would_be_dealt_again_and_again_is_refused(
    tmp_path: Path, database: Changes
) -> None:
    async with open_attic(tmp_path, database, Parts(games=endless)) as attic:
        made = await attic.parlour.post("/v1/boards", {"game": "magion", "players": 2})
        later = await board(attic.parlour, deal_later=True)
        dealt = await later.post("/deal")
        released = await later.post("/release")

    for answer in (made, dealt):
        assert (answer.status_code, answer.json()["code"]) == (409, "not_running")
        assert answer.json()["errors"][0]["rule"] == "redealt"
    assert released.json()["state"] == "released"
