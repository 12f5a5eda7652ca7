"""Processes that end as by a power cut, a Redis that forgets, a service that is away."""

import asyncio
from pathlib import Path

import httpx
import pytest

from majokko_dice import main as dice
from tests.services.characters.kitchen import Guest, Kitchen
from tests.services.characters.units.evening import Evening, Unit, begun, open_hall
from tests.support.databases import Changes
from tests.support.processes import serving
from tests.support.redis_servers import redis_of_its_own
from tests.support.serving import running, settings_in

BEGINNING = 2


def moved(evening: Evening, client: httpx.AsyncClient) -> Evening:
    """The same evening, at a server that was started again."""
    guests = (evening.gm, evening.player, evening.sayaka)
    gm, player, sayaka = (Guest(client, one.path, one.token, one.made) for one in guests)
    return Evening(Kitchen(client), gm, player, sayaka)


async def test_without_the_characters_service_no_unit_is_made_of_one(
    tmp_path: Path, database: Changes
) -> None:
    async with open_hall(tmp_path, database) as hall:
        there = await begun(hall)
    settings = settings_in(tmp_path, limit_quota=1_000_000, **database)
    async with running([dice.service()], settings) as client:
        evening = moved(there, client)
        body = {"character": evening.sayaka.id}
        answer = await evening.player.post("/units", body)
        units = (await evening.gm.get("/units")).json()["items"]

    assert (answer.status_code, answer.json()["code"]) == (503, "dependency_away")
    assert int(answer.headers["retry-after"]) > 0
    assert units == []


async def test_a_unit_that_was_made_is_told_again_without_the_characters_service(
    tmp_path: Path, database: Changes
) -> None:
    async with open_hall(tmp_path, database) as hall:
        there = await begun(hall)
        body = {"character": there.sayaka.id}
        made = await there.player.post("/units", body, idempotency_key="once")
    settings = settings_in(tmp_path, limit_quota=1_000_000, **database)
    async with running([dice.service()], settings) as client:
        evening = moved(there, client)
        again = await evening.player.post("/units", body, idempotency_key="once")

    assert (again.status_code, again.json()) == (201, made.json())


async def test_what_happened_while_characters_were_away_and_redis_forgot_is_written_back_once(
    tmp_path: Path, database: Changes
) -> None:
    with redis_of_its_own() as server:
        at = {**database, "redis_url": server.url}
        async with open_hall(tmp_path, at) as hall:
            there = await begun(hall)
            unit = await there.unit()
        settings = settings_in(tmp_path, limit_quota=1_000_000, **at)
        async with running([dice.service()], settings) as client:
            alone = Unit(moved(there, client), unit.made)
            check = await alone.rolled({"factor": unit.factor("swords")}, faces=[1])
            await check.told(alone.evening.gm, "fumble", name="limp", unit=unit.id)
        server.wipe()
        async with open_hall(tmp_path, at) as hall:
            evening = moved(there, hall.client)
            seen = await evening.until(BEGINNING + 2)
            server.wipe()
            await Unit(evening, unit.made).rolled({"factor": unit.factor("violin")})
            last = await evening.until(BEGINNING + 3)

    assert [one["first_used"] for one in seen["sheet"]["factors"]["weapon"]["value"]] == [
        "cross the bridge",
        None,
    ]
    assert [anti["name"] for anti in last["sheet"]["antis"]["value"]] == ["limp"]
    assert last["version"] == BEGINNING + 3


@pytest.mark.parametrize("after", [0.0, 0.02, 0.3])
async def test_a_server_that_is_killed_writes_back_once_what_a_check_did(
    tmp_path: Path, database: Changes, after: float
) -> None:
    changes = {f"MAJOKKO_{name.upper()}": str(value) for name, value in database.items()}
    with serving(tmp_path, **changes) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            there = await begun(Kitchen(client))
            unit = await there.unit()
            check = await unit.rolled({"factor": unit.factor("swords")}, faces=[1])
            await check.told(there.gm, "fumble", name="limp", unit=unit.id)
            await asyncio.sleep(after)
            served.kill()
    with serving(tmp_path, **changes) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            evening = moved(there, client)
            await evening.until(BEGINNING + 2)
            await Unit(evening, unit.made).rolled({"factor": unit.factor("violin")})
            last = await evening.until(BEGINNING + 3)
            history = await evening.history()

    assert last["version"] == BEGINNING + 3
    assert [line["version"] for line in history] == [5, 4, 3, 2, 1]
    assert [anti["name"] for anti in last["sheet"]["antis"]["value"]] == ["limp"]
