"""A server that ends as by a power cut: what was told stays true, and nothing is drawn again."""

import asyncio
from pathlib import Path

import httpx
import pytest

from majokko_rules.fairness.verifying import verify
from tests.services.dice.rooms.table import Guest, House, Json
from tests.support.databases import Changes
from tests.support.processes import Served, serving


async def prepared(house: House) -> tuple[Guest, list[Json]]:
    gm = await house.room()
    rolls = [await gm.told("/rolls", {"notation": "3d6", "secret": n == 1}) for n in range(3)]
    return gm, rolls


async def closing(gm: Guest, served: Served, after: float) -> bool:
    """Close the room and cut the power; tell whether the answer arrived."""
    asked = asyncio.ensure_future(gm.post("/close"))
    await asyncio.sleep(after)
    served.kill()
    answered = (await asyncio.gather(asked, return_exceptions=True))[0]
    assert isinstance(answered, (httpx.Response, httpx.TransportError))
    return isinstance(answered, httpx.Response) and answered.is_success


@pytest.mark.parametrize("after", [0.006, 0.5])
async def test_after_a_power_cut_a_room_is_closed_and_proved_or_goes_on(
    tmp_path: Path, database: Changes, after: float
) -> None:
    changes = {f"MAJOKKO_{name.upper()}": str(value) for name, value in database.items()}
    with serving(tmp_path, **changes) as served:
        async with httpx.AsyncClient(base_url=served.base) as client:
            gm, rolls = await prepared(House(client))
            told = await closing(gm, served, after)
    with serving(tmp_path, **changes) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            house, gm = House(client), Guest(client, gm.room, gm.id, gm.token, gm.made)
            was_closed = (await gm.look())["state"] == "closed"
            late = await gm.post("/rolls", {"notation": "3d6"})
            closed = await gm.look() if was_closed else await gm.told("/close")
            shown = [await house.proof(closed[name]) for name in ("stream", "secret_stream")]

    assert was_closed or not told
    assert late.status_code == (409 if was_closed else 201)
    if not was_closed:
        rolls.append(late.json())
    assert [verify(proof) for proof in shown] == [(), ()]
    drawn = {draw["head"] for proof in shown for draw in proof["draws"]}
    assert drawn == {roll["head"] for roll in rolls}
