"""A process that is killed in the middle of games of bots: they go on, and nothing is made anew."""

import asyncio
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.databases import Changes
from tests.support.following import following
from tests.support.processes import serving

Json = dict[str, Any]

GAMES = 2
MANY = 50
PORTION = 10
"""So many games are begun between two kills."""
TABLE = {
    "game": "magion",
    "players": 4,
    "seats": ["bot:cautious", "bot:random", "bot:cautious", "bot:cautious"],
    "table": {"delay": 0},
}
PATIENCE_SECONDS = 90


def _settings(database: Changes) -> dict[str, str]:
    return {f"MAJOKKO_{name.upper()}": str(value) for name, value in database.items()}


async def start(client: httpx.AsyncClient) -> str:
    made = (await client.post("/v1/sessions", json=TABLE)).json()
    path = f"/v1/sessions/{made['id']}"
    headers = {"authorization": f"Bearer {made['token']}"}
    answer = await client.post(path + "/start", headers=headers)
    assert answer.status_code == 200, answer.text
    return path


async def hear(client: httpx.AsyncClient, path: str) -> list[Json]:
    """Return all events until the game ends, or whoever tells of it."""
    heard = []
    with suppress(httpx.TransportError, StopAsyncIteration):
        async with following(client, path + "/events", since="0") as stream:
            while True:
                heard.append(await stream.next())
    return [each for each in heard if each["type"] != "bye"]


async def checked(client: httpx.AsyncClient, path: str) -> Json:
    """Return what playing a game again says of its replay."""
    replay = (await client.get(path + "/replay")).json()
    answer = await client.post("/v1/replays/verify", json={"replay": replay["replay"]})
    told: Json = answer.json()
    return told


async def test_games_of_bots_outlive_a_kill(tmp_path: Path, database: Changes) -> None:
    with serving(tmp_path, **_settings(database)) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            paths = [await start(client) for _ in range(GAMES)]
            hearing = [asyncio.create_task(hear(client, path)) for path in paths]
            await asyncio.sleep(0.3)
            served.kill()
            before = await asyncio.gather(*hearing)
    with serving(tmp_path, **_settings(database)) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            async with asyncio.timeout(PATIENCE_SECONDS):
                whole = await asyncio.gather(*(hear(client, path) for path in paths))
            verdicts = [await checked(client, path) for path in paths]

    assert [each["type"] for each in map(_last, whole)] == ["session.ended"] * GAMES
    for told, all_there_was in zip(before, whole, strict=True):
        assert told == all_there_was[: len(told)]
    assert [verdict["faults"] for verdict in verdicts] == [[]] * GAMES


def _last(events: list[Json]) -> Json:
    return events[-1]


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_fifty_games_outlive_a_kill_at_any_moment(tmp_path: Path, database: Changes) -> None:
    """Killed again and again, so that it falls between decision, commit and telling somewhere."""
    moments, paths = random.Random(50), list[str]()
    known, whole = dict[str, list[Json]](), dict[str, list[Json]]()
    while len(whole) < MANY:
        with serving(tmp_path, **_settings(database)) as served:
            async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
                paths += [await start(client) for _ in range(min(PORTION, MANY - len(paths)))]
                running = [path for path in paths if path not in whole]
                hearing = [asyncio.create_task(hear(client, path)) for path in running]
                await asyncio.sleep(moments.uniform(0.05, 1.5))
                served.kill()
                for path, heard in zip(running, await asyncio.gather(*hearing), strict=True):
                    before = known.get(path, [])
                    assert heard[: len(before)] == before[: len(heard)]
                    known[path] = max(before, heard, key=len)
                    if heard and _last(heard)["type"] == "session.ended":
                        whole[path] = heard
    with serving(tmp_path, **_settings(database)) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            again = {path: await hear(client, path) for path in paths}
            verdicts = [await checked(client, path) for path in paths]

    assert again == whole
    assert [verdict["faults"] for verdict in verdicts] == [[]] * MANY
