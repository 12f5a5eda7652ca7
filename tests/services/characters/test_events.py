"""What other services hear of characters: that something happened, and nothing that is private."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest
from redis.asyncio import Redis

from majokko_contracts.events import Published, events_stream
from majokko_contracts.subscriptions import EVENTS
from majokko_kit import redis_client
from majokko_kit.bus.entries import Entries
from tests.services.characters.conftest import redis_of_its_own
from tests.services.characters.kitchen import Guest, open_kitchen
from tests.support.databases import Changes

TYPES = [kind for kind in EVENTS if kind.startswith("character.")]
PRIVATE = ("hunter2", "4711", "Nagisa")


async def lived(who: Guest) -> None:
    """Let everything happen to a character, with something private in each step."""
    await who.patch({"name": "Nagisa", "marks": {"HP": 4711}, "reason": "hunter2"})
    await who.told("/gm", {"name": "hunter2"})
    await who.ask("DELETE", "", if_match=(await who.get()).headers["etag"])
    await who.told("/restore")


async def heard(redis: Redis, wanted: int) -> list[Mapping[bytes, bytes]]:
    """Return the entries of the stream once there are so many."""
    found: Entries = []
    for _ in range(200):
        found = cast("Entries", await redis.xrange(events_stream("characters")))
        if len(found) >= wanted:
            return [fields for _, fields in found]
        await asyncio.sleep(0.05)
    pytest.fail(f"{len(found)} of {wanted} events")


async def test_what_happens_to_a_character_is_told_in_order_without_what_is_private(
    tmp_path: Path, database: Changes
) -> None:
    with redis_of_its_own() as server:
        wanted = {"redis_url": server.url, "subscribers": {"journal": TYPES}}
        async with (
            open_kitchen(tmp_path, database, with_dice=False, **wanted) as kitchen,
            redis_client.client(server.url) as redis,
        ):
            born = await kitchen.character()
            await lived(born)
            entries = await heard(redis, 5)
    told = [Published.read(fields).event for fields in entries]

    assert [(event.type, event.seq) for event in told] == [
        ("character.created", 1),
        ("character.changed", 2),
        ("character.changed", 3),
        ("character.deleted", 4),
        ("character.restored", 5),
    ]
    assert {event.subject for event in told} == {born.id}
    assert told[1].data["what"] == ["name", "marks.HP"]
    for event in told:
        EVENTS[event.type].model_validate_json(json.dumps(event.data))
        assert not any(private in event.model_dump_json() for private in PRIVATE)
