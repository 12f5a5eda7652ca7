"""A process that is killed while clocks run: nobody is charged for the time until the next one."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from majokko_cards.clocks import GRACE
from majokko_kit.clock import from_rfc3339
from tests.chaos.installation import free_port
from tests.services.cards.parlour import Guest, Parlour, stacked
from tests.support.databases import Changes
from tests.support.processes import serving

Json = dict[str, Any]

CLOCK = {"bank_ms": 60_000, "increment_ms": 0, "on_timeout": "forfeit"}
DOWN_SECONDS = 0.7


def _settings(database: Changes) -> dict[str, str]:
    return {f"MAJOKKO_{name.upper()}": str(value) for name, value in database.items()}


def ends(view: Json) -> int:
    return from_rfc3339(view["clock"]["deadline"])


@pytest.mark.parametrize("rests", [False, True], ids=["running", "paused"])
async def test_a_kill_costs_nobody_time(tmp_path: Path, database: Changes, *, rests: bool) -> None:
    with serving(tmp_path, **_settings(database)) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            game = await Parlour(client).practice(stacked([]), clock=CLOCK)
            if rests:
                await game.seats[1].told("/pause")
            before = await game.seats[0].seen()
            served.kill()
    await asyncio.sleep(DOWN_SECONDS)
    with serving(tmp_path, **_settings(database)) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            seat = replace(game.seats[0], client=client)
            after = await _made_up(seat, before["version"] + (not rests))
            missed = await _missed(seat, before["version"], after["version"])

    if rests:
        assert after == before
        assert missed == []
    else:
        assert ends(after) >= ends(before) + GRACE + DOWN_SECONDS * 1000
        assert [(each["type"], each["data"]["reason"]) for each in missed] == [
            ("clock.changed", "absence")
        ]
        assert missed[0]["data"]["clock"] == after["clock"]


async def _made_up(seat: Guest, version: int) -> Json:
    async with asyncio.timeout(20):
        while True:
            view = await seat.seen()
            if view["version"] >= version:
                return view
            await asyncio.sleep(0.05)


async def _missed(seat: Guest, before: int, after: int) -> list[Json]:
    if before == after:
        return []
    answer = await seat.act(before, type="cleanse", count=1)
    assert answer.status_code == 409, answer.text
    missed: list[Json] = answer.json()["missed"]
    return missed


async def test_whoever_moves_as_soon_as_somebody_is_there_is_not_charged_either(
    tmp_path: Path, database: Changes
) -> None:
    """She asks again and again while nobody listens, so that her move is the first thing heard."""
    settings = {**_settings(database), "MAJOKKO_PORT": str(free_port())}
    with serving(tmp_path, **settings) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            game = await Parlour(client).practice(stacked([]), clock=CLOCK)
            before = await game.seats[0].seen()
            served.kill()
    async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
        seat = replace(game.seats[0], client=client)
        moving = asyncio.create_task(_moved(seat, before["version"]))
        with serving(tmp_path, **settings):
            after = await moving

    left = [view["clock"]["left_ms"][0] for view in (before, after)]
    assert left[1] > left[0]


async def _moved(seat: Guest, version: int) -> Json:
    """Discard a card at this version, or at the one after it, whichever there is."""
    async with asyncio.timeout(60):
        while True:
            for number in (version, version + 1):
                with suppress(httpx.TransportError):
                    answer = await seat.act(number, type="discard", card=0)
                    if answer.is_success:
                        view: Json = answer.json()["view"]
                        return view
