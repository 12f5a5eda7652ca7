"""Games that go on from a move of another one."""

from random import Random
from typing import Any

import pytest

from tests.services.cards.parlour import Game, Guest, Parlour, stacked
from tests.services.cards.replays.playing import played_out
from tests.services.cards.replays.test_replays import lost, replay_of, verified

Json = dict[str, Any]


async def forked(parlour: Parlour, game: Game, at: int, **body: object) -> Guest:
    answer = await parlour.post(f"{game.host.path}/fork?at={at}", dict(body))
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Guest(parlour.client, f"/v1/sessions/{made['id']}", made["token"], made)


async def seated(fork: Guest) -> Game:
    """Let two sit down at a fork, and begin."""
    game = Game(fork, [await fork.sit(f"Again {number}") for number in range(2)])
    await game.start()
    return game


async def test_a_fork_begins_where_the_other_game_stood(parlour: Parlour) -> None:
    game = await lost(parlour)
    fork = await seated(await forked(parlour, game, 3))

    assert fork.view["girls"]["mami"] == ["all", "mami-2"]
    assert fork.view["turn"] == 0
    assert fork.view["gem"] == 0


async def test_a_fork_says_what_it_comes_from_and_counts_for_nothing(parlour: Parlour) -> None:
    game = await parlour.seated(2)
    await game.start()
    await played_out(game, Random(1))
    made = (await forked(parlour, game, 4, name="Once more")).made

    assert (made["forked_from"], made["forked_at"]) == (game.host.id, 4)
    assert (made["source"], made["commitment"], made["stream"]) == ("practice", None, None)
    assert (made["status"], made["version"], made["name"]) == ("waiting", 0, "Once more")
    assert made["players"] == 2


async def test_the_log_of_a_fork_holds_only_what_happens_in_it(parlour: Parlour) -> None:
    game = await lost(parlour)
    fork = await seated(await forked(parlour, game, 5))
    before = fork.version
    await fork.hint()
    told = await replay_of(fork.host)
    first = await fork.seats[0].get("/events?since=0", accept="application/x-ndjson")

    assert fork.version == before + 1
    assert told["replay"]["inherited"] == 5
    assert len(told["replay"]["actions"]) == 6
    assert "session.started" in first.text
    assert "card.played" not in first.text


async def test_a_fork_that_was_played_is_as_true_as_its_origin(parlour: Parlour) -> None:
    game = await parlour.seated(2)
    await game.start()
    await played_out(game, Random(2))
    origin = await replay_of(game.host)
    fork = await seated(await forked(parlour, game, 7))
    await played_out(fork, Random(3))
    told = await replay_of(fork.host)
    verdict = await verified(parlour, {"code": told["code"]})

    assert verdict["faults"] == []
    assert told["replay"]["deal"]["girls"] == origin["replay"]["deal"]["girls"]
    assert told["replay"]["actions"][:7] == origin["replay"]["actions"][:7]
    assert told["replay"]["source"] == "practice"


async def test_a_fork_of_a_fork_goes_on_from_both(parlour: Parlour) -> None:
    game = await lost(parlour)
    second = await seated(await forked(parlour, game, 3))
    for _ in range(3):
        await second.hint()
    third = await seated(await forked(parlour, second, 5))

    assert third.view["girls"]["mami"] == ["all", "mami-2"]
    assert third.view["gem"] == 2


async def test_a_choice_that_waited_waits_again(parlour: Parlour) -> None:
    game = await lost(parlour)
    fork = await seated(await forked(parlour, game, 1))

    assert fork.view["pending"]["seat"] == 0
    after = await fork.do(type="choose", girl="kyoko")
    assert after["girls"]["kyoko"] == ["all"]


async def test_a_fork_of_a_running_game_is_refused(parlour: Parlour) -> None:
    running = await parlour.practice(stacked([]))
    answer = await running.host.post("/fork?at=0", {})

    assert (answer.status_code, answer.json()["code"]) == (409, "replay_locked")


@pytest.mark.parametrize("query", ["?at=6", "?at=2048", "?at=-1", "?at=one", ""])
async def test_a_fork_from_where_nothing_is_left_to_do_is_refused(
    parlour: Parlour, query: str
) -> None:
    game = await lost(parlour)
    answer = await parlour.post(f"{game.host.path}/fork{query}", {})

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_value")
    assert answer.json()["errors"][0]["pointer"] == "#/at"


async def test_the_same_fork_asked_twice_is_one(parlour: Parlour) -> None:
    game = await lost(parlour)
    answers = [
        await parlour.post(f"{game.host.path}/fork?at=2", {}, idempotency_key="f-1")
        for _ in range(2)
    ]
    other = await parlour.post(f"{game.host.path}/fork?at=3", {}, idempotency_key="f-1")

    assert answers[0].json() == answers[1].json()
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


async def test_bots_sit_at_a_fork_as_anywhere(parlour: Parlour) -> None:
    game = await lost(parlour)
    fork = await forked(parlour, game, 3, seats=[None, "bot:random"])

    assert [each["bot"] for each in fork.made["seats"]] == [None, "random"]
    unknown = await parlour.post(f"{game.host.path}/fork?at=3", {"seats": ["bot:nobody"]})
    assert (unknown.status_code, unknown.json()["errors"][0]["pointer"]) == (422, "#/seats/0")


async def test_graphql_forks_as_well(parlour: Parlour) -> None:
    game = await lost(parlour)
    query = """mutation($id: ID!) { forkSession(session: $id, at: 3, input: {}) {
        ... on SessionCreated { forkedFrom forkedAt } ... on Problem { code } } }"""
    answer = await parlour.post("/graphql", {"query": query, "variables": {"id": game.host.id}})

    assert answer.json()["data"]["forkSession"] == {"forkedFrom": game.host.id, "forkedAt": 3}
