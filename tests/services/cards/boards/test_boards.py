"""One deck for several sessions, which nobody knows before its board is released."""

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from majokko_cards.boards import store
from majokko_cards.boards.ending import Ending
from majokko_cards.boards.records import Kept
from majokko_kit.database import Work
from majokko_kit.refusals import DependencyAway
from majokko_rules.fairness.verifying import Saved, verify
from tests.services.cards.boards.playing import board, lose
from tests.services.cards.parlour import Game, Guest, Parlour
from tests.services.cards.replays.playing import played_out
from tests.services.cards.replays.test_replays import proof_at, replay_of, verified

Json = dict[str, Any]


def hand(view: Json, seat: int) -> list[str]:
    return [each["card"] for each in view["hands"][seat]["cards"]]


async def test_a_board_commits_to_a_deck_and_deals_it_at_once(parlour: Parlour) -> None:
    made = (await board(parlour, contribution="spring-cup.7", name="Spring cup")).made

    assert (made["state"], made["name"], made["released_at"]) == ("open", "Spring cup", None)
    assert made["ruleset"] == "magion@1"
    assert len(made["commitment"]) == len(made["deck_root"]) == 64
    assert made["deal"]["client_seeds"] == [{"label": "host", "seed": "spring-cup.7"}]
    assert made["deal"]["deck_root"] == made["deck_root"]


async def test_all_sessions_of_a_board_play_the_same_cards(parlour: Parlour) -> None:
    shared = await board(parlour)
    one, two = await shared.table(), await shared.table()
    views = [await game.seats[0].seen() for game in (one, two)]

    assert hand(views[0], 1) == hand(views[1], 1)
    assert one.turn == two.turn
    assert views[0]["commitment"] == views[1]["commitment"] == shared.made["commitment"]
    assert views[0]["deck_root"] == shared.made["deck_root"]


async def test_two_boards_have_different_cards(parlour: Parlour) -> None:
    games = [await (await board(parlour)).table() for _ in range(2)]
    hands = [[hand(await game.seats[seat].seen(), 1 - seat) for seat in (0, 1)] for game in games]

    assert hands[0] != hands[1]


async def test_a_deck_may_be_dealt_after_its_commitment_is_known(parlour: Parlour) -> None:
    later = await board(parlour, deal_later=True)
    refused = await later.ask_session()
    dealt = await later.post("/deal", {"contribution": "i-saw-it-first"})
    again = await later.post("/deal", {"contribution": "no-this"})

    assert (later.made["state"], later.made["deck_root"]) == ("committed", None)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_running")
    assert refused.json()["errors"][0]["rule"] == "undealt"
    assert dealt.status_code == 200
    assert (dealt.json()["state"], dealt.json()["commitment"]) == (
        "open",
        later.made["commitment"],
    )
    assert dealt.json()["deal"]["client_seeds"] == [{"label": "host", "seed": "i-saw-it-first"}]
    assert (again.status_code, again.json()["code"]) == (409, "not_running")
    assert (await later.table()).turn is not None


async def test_only_the_boards_token_makes_sessions_on_it(parlour: Parlour) -> None:
    shared, other = await board(parlour), await board(parlour)
    asked = {"game": "magion", "players": 2, "board": shared.id}
    without = await parlour.post("/v1/sessions", asked)
    wrong = await parlour.post("/v1/sessions", asked, authorization=other.bearer)
    unknown = await parlour.post("/v1/sessions", asked, authorization="Bearer mjk_board_no")

    assert (without.status_code, without.json()["code"]) == (401, "token_missing")
    assert (wrong.status_code, wrong.json()["code"]) == (404, "not_found")
    assert (unknown.status_code, unknown.json()["code"]) == (401, "token_missing")


@pytest.mark.parametrize(
    ("body", "pointer", "detail"),
    [
        ({"players": 3}, "#/players", "One of: 2."),
        ({"options": {"qb": True}}, "#/options/qb", "One of: false."),
        ({"deal": {"girls": []}}, "#/deal", "These do not go together: board, deal."),
        ({"game": "hanabi"}, "#/game", "One of: magion, magion@1."),
        ({"game": "magion@2"}, "#/game", "One of: magion, magion@1."),
    ],
)
async def test_a_session_of_another_game_than_its_board_is_refused(
    parlour: Parlour, body: Json, pointer: str, detail: str
) -> None:
    answer = await (await board(parlour)).ask_session(**body)
    error = answer.json()["errors"][0]

    assert answer.status_code == 422
    assert (error["pointer"], error["detail"]) == (pointer, detail)


async def test_a_session_that_says_no_options_has_those_of_its_board(parlour: Parlour) -> None:
    shared = await board(parlour, options={"qb": True})
    host = await shared.session()
    other = await shared.ask_session(options={"qb": False})

    assert host.made["options"] == shared.made["options"]
    assert host.made["options"]["qb"] is True
    assert other.json()["errors"][0]["pointer"] == "#/options/qb"


async def test_seats_contribute_nothing_to_the_deck_of_a_board(parlour: Parlour) -> None:
    host = await (await board(parlour)).session()
    answer = await parlour.post(f"{host.path}/seats", {"name": "Mami", "contribution": "tea"})

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "#/contribution"
    assert answer.json()["errors"][0]["rule"] == "not_for_kind"


# what stays locked


LOCKED = ("/view", "/openings", "/events")


async def watched(guest: Guest, path: str, headers: Mapping[str, str]) -> int:
    answer = await guest.client.get(guest.path + path, headers=dict(headers))
    return answer.status_code


@pytest.mark.parametrize("over", [False, True])
async def test_nobody_watches_a_game_on_a_board(parlour: Parlour, *, over: bool) -> None:
    shared = await board(parlour)
    game, other = await shared.table(), await shared.table()
    if over:
        await lose(game)
    watchers = {
        "a stranger": {},
        "the host of the session": game.host.headers,
    }
    for path in LOCKED:
        for who, headers in watchers.items():
            assert await watched(game.host, path, headers) == 403, (path, who)
        assert await watched(game.host, path, other.seats[0].headers) == 404, path
        assert await watched(game.host, path, {"authorization": shared.bearer}) == 404, path


async def test_a_seat_sees_no_more_when_its_game_is_over(parlour: Parlour) -> None:
    shared = await board(parlour)
    game = await shared.table()
    before = await game.seats[0].seen()
    await lose(game)
    after = await game.seats[0].seen()

    assert after["status"] == "lost"
    assert hand(before, 0) == hand(after, 0) == [None] * 6
    assert hand(before, 1) == hand(after, 1) != [None] * 6


async def test_replays_forks_and_the_proof_are_locked_until_the_release(parlour: Parlour) -> None:
    shared = await board(parlour)
    game = await shared.table()
    await lose(game)
    replay = await game.seats[0].get("/replay")
    fork = await game.host.post("/fork?at=0", {})
    stream = await parlour.get(f"/v1/fairness/streams/{shared.made['stream']}/0/proof")

    for answer in (replay, fork):
        assert (answer.status_code, answer.json()["code"]) == (409, "replay_locked")
        assert answer.json()["errors"][0]["rule"] == "board"
    assert (stream.status_code, stream.json()["code"]) == (409, "stream_closed")


async def test_a_board_tells_of_its_games_no_more_than_how_good_they_were(
    parlour: Parlour,
) -> None:
    shared = await board(parlour)
    over, running = await shared.table(name="One"), await shared.table()
    waiting = await shared.session()
    await played_out(over, Random(4))
    seen = await shared.seen()
    listed = {each["id"]: each for each in seen["sessions"]["items"]}
    result = listed[over.host.id]["result"]

    assert [each["id"] for each in seen["sessions"]["items"]] == [
        waiting.id, running.host.id, over.host.id,
    ]  # fmt: skip
    assert listed[running.host.id]["result"] is listed[waiting.id]["result"] is None
    assert set(result) == {"status", "reason", "score", "rank", "moves", "misplays"}
    assert (result["status"], result["score"]) == (
        over.view["status"],
        over.view["outcome"]["score"],
    )
    assert result["misplays"] == over.view["misplays"]
    public = (await parlour.get(over.host.path)).json()
    assert public["outcome"]["points"] == []
    assert public["outcome"]["score"] == result["score"]


async def test_the_sessions_of_a_board_are_told_page_by_page(parlour: Parlour) -> None:
    shared = await board(parlour)
    made = [(await shared.session()).id for _ in range(3)]
    first = (await shared.seen("?limit=2"))["sessions"]
    second = (await shared.seen(f"?limit=2&cursor={first['next_cursor']}"))["sessions"]
    other = await parlour.get(f"{(await board(parlour)).path}?cursor={first['next_cursor']}")

    assert [each["id"] for each in (*first["items"], *second["items"])] == made[::-1]
    assert second["next_cursor"] is None
    assert other.status_code == 422


# the release


async def test_a_board_with_games_that_are_not_over_is_not_released(parlour: Parlour) -> None:
    shared = await board(parlour)
    game = await shared.table()
    await shared.session()
    answer = await shared.post("/release")

    assert (answer.status_code, answer.json()["code"]) == (409, "sessions_running")
    assert (await shared.seen())["state"] == "open"
    await game.hint()


async def test_games_may_be_abandoned_with_the_release(parlour: Parlour) -> None:
    shared = await board(parlour)
    running, waiting = await shared.table(), await shared.session()
    await running.hint()
    answer = await shared.post("/release", {"abandon": True})
    late = await running.mover.act(running.version, type="play", card=0)
    seen = await shared.seen()
    told = await replay_of(running.host)

    assert (answer.status_code, answer.json()["state"]) == (200, "released")
    assert (late.status_code, late.json()["code"]) == (409, "game_over")
    assert [each["status"] for each in seen["sessions"]["items"]] == ["ended", "ended"]
    assert {each["result"]["reason"] for each in seen["sessions"]["items"]} == {"abandoned"}
    assert (await waiting.client.get(f"{waiting.path}/replay")).status_code == 409
    assert told["replay"]["result"] == {
        "status": "ended", "reason": "abandoned", "score": None, "rank": None,
    }  # fmt: skip
    assert (await verified(parlour, {"code": told["code"]}))["faults"] == []


async def test_many_games_are_abandoned_in_portions_and_none_is_left(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is cut short is gone on with: the board is released with its last games."""
    monkeypatch.setattr("majokko_cards.boards.ending.PORTION", 2)
    shared = await board(parlour)
    games = [await shared.table() for _ in range(5)]
    refused = await shared.post("/release")
    with monkeypatch.context() as cut:
        cut.setattr("majokko_cards.boards.ending.Ending.end_all", _cut_short)
        away = await shared.post("/release", {"abandon": True})
    half = await shared.seen()
    going = sum(each["status"] == "running" for each in half["sessions"]["items"])
    told = [
        await shared.post("/release", {"abandon": True}, idempotency_key="done") for _ in range(2)
    ]
    seen = await shared.seen()

    assert (refused.status_code, away.status_code) == (409, 503)
    assert (half["state"], going) == ("open", 3)
    assert [each.json()["state"] for each in told] == ["released"] * 2
    assert [each["result"]["reason"] for each in seen["sessions"]["items"]] == ["abandoned"] * 5
    assert (await replay_of(games[-1].host))["replay"]["result"]["reason"] == "abandoned"


_end_all = Ending.end_all


async def _cut_short(self: Ending, work: Work, kept: Kept, *, abandon: bool) -> None:
    """Let the database go away once a portion is ended."""
    if await store.count_not_over(work.sql, kept) < 5:
        raise DependencyAway("no_answer")
    await _end_all(self, work, kept, abandon=abandon)


async def test_a_release_opens_replays_views_and_the_proof(parlour: Parlour) -> None:
    shared = await board(parlour, contribution="tea")
    games = [await shared.table() for _ in range(2)]
    for chance, game in enumerate(games):
        await played_out(game, Random(chance))
    released = await shared.post("/release")
    proof = await proof_at(parlour.client, f"/v1/fairness/streams/{shared.made['stream']}/0/proof")
    saved = Saved(commitment=shared.made["commitment"], seeds={"host": "tea"})

    assert released.json()["released_at"] is not None
    assert verify(proof, saved) == ()
    for game in games:
        told = await replay_of(game.host)
        verdict = await verified(parlour, {"replay": told["replay"], "proof": proof})
        seen = (await parlour.get(f"{game.host.path}/view")).json()

        assert verdict["faults"] == []
        assert told["proof"] == f"/v1/fairness/streams/{shared.made['stream']}/0/proof"
        assert None not in hand(seen, 0)


async def test_a_released_board_takes_no_session(parlour: Parlour) -> None:
    shared = await board(parlour)
    await shared.post("/release")
    answer = await shared.ask_session()
    deal = await shared.post("/deal")

    assert (answer.status_code, answer.json()["code"]) == (409, "board_released")
    assert (deal.status_code, deal.json()["code"]) == (409, "board_released")


async def test_a_board_that_was_never_dealt_is_released_with_an_empty_stream(
    parlour: Parlour,
) -> None:
    shared = await board(parlour, deal_later=True)
    released = await shared.post("/release")
    proof = await proof_at(parlour.client, f"/v1/fairness/streams/{shared.made['stream']}/0/proof")

    assert (released.status_code, released.json()["deal"]) == (200, None)
    assert verify(proof, Saved(commitment=shared.made["commitment"])) == ()
    assert proof["draws"] == []


async def test_a_release_asked_twice_is_one(parlour: Parlour) -> None:
    shared = await board(parlour)
    first, second = [await shared.post("/release") for _ in range(2)]

    assert first.json() == second.json()
    assert first.status_code == second.status_code == 200


async def test_only_the_boards_token_releases_it(parlour: Parlour) -> None:
    shared = await board(parlour)
    host = await shared.session()
    without = await parlour.post(f"{shared.path}/release", {})
    session = await parlour.post(f"{shared.path}/release", {}, **host.headers)

    assert (without.status_code, without.json()["code"]) == (401, "token_missing")
    assert (session.status_code, session.json()["code"]) == (404, "not_found")


async def test_no_session_slips_onto_a_board_while_it_is_released(parlour: Parlour) -> None:
    shared = await board(parlour)
    answers = await asyncio.gather(
        *(shared.ask_session() for _ in range(10)),
        shared.post("/release", {"abandon": True}),
        *(shared.ask_session() for _ in range(10)),
    )
    seen = await shared.seen("?limit=100")
    made = [each for each in answers if each.status_code == 201]

    assert answers[10].status_code == 200
    assert {each["status"] for each in seen["sessions"]["items"]} <= {"ended"}
    assert len(seen["sessions"]["items"]) == len(made)


async def test_the_same_board_asked_twice_is_one(parlour: Parlour) -> None:
    body = {"game": "magion", "players": 2}
    one, two = [await parlour.post("/v1/boards", body, idempotency_key="cup") for _ in range(2)]

    assert one.json() == two.json()


async def test_graphql_knows_boards_as_well(parlour: Parlour) -> None:
    shared = await board(parlour)
    game: Game = await shared.table()
    await lose(game)
    query = """query($id: ID!) { getBoard(board: $id) { ... on Board {
        state deckRoot sessions { items { id result { status score misplays } } } } } }"""
    answer = await parlour.post("/graphql", {"query": query, "variables": {"id": shared.id}})
    told = answer.json()["data"]["getBoard"]

    assert told["deckRoot"] == shared.made["deck_root"]
    assert told["sessions"]["items"] == [
        {"id": game.host.id, "result": {"status": "lost", "score": None, "misplays": 0}}
    ]


async def test_nobody_finds_a_board_that_is_not_there(parlour: Parlour) -> None:
    answer = await parlour.get("/v1/boards/brd_00000000000000000000000000")

    assert answer.status_code == 404
