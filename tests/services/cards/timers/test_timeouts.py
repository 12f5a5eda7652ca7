"""What happens when somebody's time is up: once, to the one whose time it was, as agreed upon."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from majokko_cards.tables import SESSIONS
from tests.services.cards.parlour import Game, Guest, Parlour, open_parlour, stacked
from tests.support.databases import Changes

Json = dict[str, Any]

PATIENCE_SECONDS = 20
TERM = 500
HAND = ["all", "homura-1", "mami-1", "kyoko-1", "sayaka-1", "madoka-1"]


def clock(policy: str, bank_ms: int = 150, increment_ms: int = 0) -> Json:
    return {"bank_ms": bank_ms, "increment_ms": increment_ms, "on_timeout": policy}


async def until(guest: Guest, fits: Callable[[Json], bool]) -> Json:
    """Look again and again until a view fits."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            view = await guest.seen()
            if fits(view):
                return view
            await asyncio.sleep(0.02)


async def over(guest: Guest) -> Json:
    return await until(guest, lambda view: view["outcome"] is not None)


async def begin(parlour: Parlour, clock: Json) -> Game:
    return await parlour.practice(stacked([]), clock=clock)


async def since(game: Game) -> list[Json]:
    """Wait until something has happened that nobody did; return it, as a stale action is told."""
    await until(game.seats[0], lambda view: view["version"] > game.version)
    answer = await game.seats[0].act(game.version, type="cleanse", count=1)
    assert answer.status_code == 409, answer.text
    told: list[Json] = answer.json()["missed"]
    return told


async def missed(game: Game) -> list[Json]:
    """Return what happened first of it, in one version."""
    return [each for each in await since(game) if each["data"]["version"] == game.version + 1]


async def test_a_game_is_lost_by_the_one_whose_time_is_up(parlour: Parlour) -> None:
    game = await begin(parlour, clock=clock("forfeit"))
    view = await over(game.seats[1])
    version = view["version"]
    later = await game.seats[0].post("/pause")

    assert (view["status"], view["outcome"]["reason"]) == ("lost", "timeout")
    assert view["outcome"]["score"] is None
    assert view["clock"]["left_ms"] == [0, 150]
    assert version == game.version + 1
    assert (later.status_code, later.json()["code"]) == (409, "game_over")


async def test_a_legal_action_is_drawn_turn_by_turn_until_the_end(parlour: Parlour) -> None:
    game = await begin(parlour, clock=clock("random_legal"))
    view = await over(game.seats[0])

    assert view["moves"] == view["version"] - game.version
    assert view["clock"]["left_ms"] == [0, 0]


async def test_whoever_does_not_come_back_cleanses_or_discards(parlour: Parlour) -> None:
    game = await begin(parlour, clock=clock("cleanse_or_discard"))
    view = await over(game.seats[0])

    assert (view["outcome"]["reason"], view["misplays"], view["score"]) == ("deck_empty", 0, 0)


async def test_those_who_come_late_are_told_what_was_done_for_them(parlour: Parlour) -> None:
    game = await begin(parlour, clock=clock("cleanse_or_discard", increment_ms=60_000))
    told = await missed(game)

    assert [each["type"] for each in told] == [
        "clock.expired", "card.discarded", "card.drawn", "clock.changed",
    ]  # fmt: skip
    assert told[0]["data"] == {
        "version": game.version + 1, "seat": 0, "policy": "cleanse_or_discard",
    }  # fmt: skip
    assert told[-1]["data"]["clock"]["left_ms"] == [60_000, 150]


@pytest.mark.parametrize("policy", ["random_legal", "cleanse_or_discard"])
async def test_a_choice_is_made_for_whoever_does_not_choose(parlour: Parlour, policy: str) -> None:
    terms = clock(policy, bank_ms=1_000, increment_ms=60_000)
    game = await parlour.practice(stacked([*HAND, *HAND[1:]]), clock=terms)
    pending = await game.do(type="play", card=await game.slot("all"))
    told = {each["type"]: each["data"] for each in await missed(game)}

    assert pending["pending"]["seat"] == 0
    assert told["clock.expired"]["seat"] == 0
    assert told["card.played"]["girl"] in pending["pending"]["girls"]


async def test_half_a_turn_earns_nothing(parlour: Parlour) -> None:
    terms = clock("forfeit", bank_ms=60_000, increment_ms=10_000)
    game = await parlour.practice(stacked([*HAND, *HAND[1:]]), clock=terms)
    half = await game.do(type="play", card=await game.slot("all"))
    whole = await game.do(type="choose", girl="mami")

    assert half["clock"]["left_ms"][0] <= 60_000
    assert 60_000 < whole["clock"]["left_ms"][0] <= 70_000


async def test_a_game_may_rest_until_somebody_comes_back(parlour: Parlour) -> None:
    game = await begin(parlour, clock=clock("pause"))
    rests = await until(game.seats[1], lambda view: view["status"] == "paused")
    goes_on = await game.seats[1].told("/resume")

    assert rests["clock"]["left_ms"] == [0, 150]
    assert (goes_on["status"], goes_on["clock"]["left_ms"]) == ("running", [20_000, 150])
    assert goes_on["clock"]["seat"] == 0


async def test_no_time_is_up_while_a_game_rests(parlour: Parlour) -> None:
    game = await begin(parlour, clock=clock("forfeit", bank_ms=400))
    rests = await game.seats[1].told("/pause")
    await asyncio.sleep(0.6)
    seen = await game.seats[0].seen()

    assert rests["status"] == "paused"
    assert (seen["status"], seen["version"]) == ("paused", rests["version"])
    assert seen["clock"]["left_ms"][0] > 0


async def test_who_has_moved_is_timed_out_no_more(parlour: Parlour) -> None:
    game = await begin(parlour, clock=clock("forfeit", bank_ms=700, increment_ms=60_000))
    await game.hint()
    await game.hint()
    await asyncio.sleep(0.8)

    assert (await game.seats[0].seen())["version"] == game.version


async def test_clocks_that_are_stuck_hold_up_no_other(tmp_path: Path) -> None:
    """Of games whose ruleset is gone, nobody knows what to do."""
    async with open_parlour(tmp_path, {}, with_dice=False) as parlour:
        stuck = await begin(parlour, clock=clock("forfeit", bank_ms=60_000))
        _multiply(tmp_path / "cards.db", stuck.host.id, digest="0" * 64, since=1, deadline=101)
        game = await begin(parlour, clock=clock("forfeit"))
        view = await over(game.seats[0])

    assert view["outcome"]["reason"] == "timeout"


def _multiply(kept: Path, session: str, **values: object) -> None:
    """Write sixty more sessions down that are like one, but for some values."""
    engine = create_engine(f"sqlite:///{kept}", connect_args={"timeout": 10})
    with engine.begin() as sql:
        row = sql.execute(SESSIONS.select().where(SESSIONS.c.id == session)).mappings().one()
        own = [{"id": f"ses_{number}", "host": bytes([number])} for number in range(60)]
        sql.execute(SESSIONS.insert(), [{**row, **values, **each} for each in own])
    engine.dispose()


def _seat(event: Json) -> int | None:
    """Return whose time was up; None for other events."""
    seat: int | None = event["data"]["seat"] if event["type"] == "clock.expired" else None
    return seat


async def test_several_processes_time_somebody_out_once(tmp_path: Path, postgres_url: str) -> None:
    """Each has its own timers; the version that they name lets one of them act."""
    at: Changes = {"database_url": postgres_url}
    terms = clock("cleanse_or_discard", bank_ms=TERM, increment_ms=60_000)
    async with (
        open_parlour(tmp_path / "a", at, with_dice=False) as here,
        open_parlour(tmp_path / "b", at, with_dice=False),
        open_parlour(tmp_path / "c", at, with_dice=False),
    ):
        games = [await begin(here, clock=terms) for _ in range(8)]
        for game in games:
            await missed(game)
        told = [await since(game) for game in games]
        later = [await game.seats[0].seen() for game in games]

    assert [[_seat(each) for each in one].count(0) for one in told] == [1] * 8
    assert all(view["clock"]["left_ms"][0] > TERM for view in later)


async def test_a_restart_gives_back_the_time_in_which_nobody_was_there(
    tmp_path: Path, database: Changes
) -> None:
    async with open_parlour(tmp_path, database, with_dice=False) as parlour:
        game = await begin(parlour, clock=clock("forfeit", bank_ms=2_000))
        before = game.view["clock"]["deadline"]
    async with open_parlour(tmp_path, database, with_dice=False) as parlour:
        seat = game.seats[0]
        again = Guest(parlour.client, seat.path, seat.token, seat.made)
        after = await until(again, lambda view: view["version"] > game.version)

    assert after["status"] == "running"
    assert after["clock"]["deadline"] > before
    assert after["clock"]["left_ms"][0] > 20_000


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"bank_ms": 0}, "#/clock/bank_ms"),
        ({"bank_ms": 99}, "#/clock/bank_ms"),
        ({"bank_ms": True}, "#/clock/bank_ms"),
        ({"bank_ms": 604_800_001}, "#/clock/bank_ms"),
        ({"increment_ms": -1}, "#/clock/increment_ms"),
        ({"increment_ms": 3_600_001}, "#/clock/increment_ms"),
        ({"on_timeout": "abort"}, "#/clock/on_timeout"),
        ({"sand": 1}, "#/clock/sand"),
    ],
)
async def test_what_is_no_clock_is_refused(parlour: Parlour, change: Json, pointer: str) -> None:
    body = {"game": "magion", "players": 2, "clock": {**clock("forfeit"), **change}}
    answer = await parlour.post("/v1/sessions", body)

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == pointer
