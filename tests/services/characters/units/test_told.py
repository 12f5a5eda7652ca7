"""Events of rooms that come twice, too early, or are about a character whom they do not concern."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from majokko_contracts.events import Event, Published, events_stream
from majokko_contracts.units import FindUnit
from majokko_kit import ids
from majokko_kit.bus import Bus
from majokko_kit.refusals import NotFound
from majokko_rules.systems.aaws.procedure.effects import Effect, Registered, Renamed, Used
from tests.services.characters.kitchen import Json
from tests.services.characters.units.evening import (
    GENERAL,
    SWORDS,
    VIOLIN,
    Evening,
    begun,
    eventually,
    open_hall,
)
from tests.support.databases import Changes
from tests.support.redis_servers import redis_of_its_own

BEGINNING = 2
JOURNAL = {"journal": {"character.changed"}}
LONG = timedelta(minutes=1)


@dataclass
class Crier:
    """Tells what happens in a room, as the dice service would, in any order and as often."""

    redis: Redis
    evening: Evening
    seq: int = 1000
    told: list[Published] = field(default_factory=list)

    def event(self, effect: Effect, late: timedelta = timedelta()) -> Published:
        """Make the next event, which waits for the one before it; `late` moves its time."""
        before = self.told[-1].event.seq if self.told else 0
        self.seq += 2
        at = (datetime.now(UTC) + late).isoformat(timespec="milliseconds")
        data = {
            "unit": ids.new_id("uni"),
            "version": 2,
            "name": "Sayaka",
            "character": self.evening.sayaka.id,
            "check": ids.new_id("chk"),
            "effect": asdict(effect),
            "ids": {"fac_1": SWORDS, "fac_2": GENERAL, "ori_1": "weapon"},
        }
        event = Event(
            id=ids.new_id("evt"),
            type="unit.changed",
            v=1,
            at=at.replace("+00:00", "Z"),
            subject=self.evening.gm.id,
            seq=self.seq,
            data=data,
        )
        published = Published(event, {"characters": before})
        self.told.append(published)
        return published

    async def say(self, published: Published) -> None:
        name, event, also, awaited = published.fields()
        await self.redis.xadd(events_stream("dice"), {name: event, also: awaited})

    async def tell(self, effect: Effect) -> None:
        await self.say(self.event(effect))

    async def had(self) -> None:
        """Wait until the characters service is done with all that was said."""

        async def look() -> bool:
            (group,) = await self.redis.xinfo_groups(events_stream("dice"))
            is_read = str(group["last-delivered-id"]) == await self._last()
            return is_read and not group["pending"]

        await eventually(look, bool)

    async def _last(self) -> str:
        info: Any = await self.redis.xinfo_stream(events_stream("dice"))
        return str(info["last-generated-id"])

    async def heard(self, count: int) -> list[Event]:
        """Return what the characters service has told since she came into the room."""

        async def look() -> list[Event]:
            entries: Any = await self.redis.xrange(events_stream("characters"))
            events = [Published.read(fields).event for _, fields in entries]
            seen = {event.seq: event for event in events if event.seq > BEGINNING}
            return [seen[seq] for seq in sorted(seen)]

        found: list[Event] = await eventually(look, lambda events: len(events) >= count)
        return found

    async def finish(self) -> None:
        """Let something happen that is written back, so that all before it have been heard."""
        await self.tell(Used("uni_1", VIOLIN, "play"))
        await eventually(self.evening.sheet, _is_finished)


def _is_finished(sheet: Json) -> bool:
    used: bool = sheet["factors"]["OWN_1"]["value"][0]["first_used"] == "play"
    return used


@pytest.fixture
async def crier(tmp_path: Path, database: Changes) -> AsyncIterator[Crier]:
    with redis_of_its_own() as server:
        async with (
            open_hall(tmp_path, database, redis_url=server.url, subscribers=JOURNAL) as hall,
            Redis.from_url(server.url) as redis,
        ):
            yield Crier(redis, await begun(hall))


async def test_what_comes_again_and_again_is_one_change(crier: Crier) -> None:
    told = crier.event(Registered("uni_1", "fac_7", "ori_1", "parry"))
    for _ in range(5):
        await crier.say(told)
    await crier.finish()

    factors = await crier.evening.factors()
    assert list(factors.values()) == ["swords", "anything sharp", "parry", "violin"]
    assert (await crier.evening.sayaka.look())["version"] == BEGINNING + 2
    assert [line["role"] for line in await crier.evening.history()] == [
        "room",
        "room",
        "owner",
        "owner",
    ]


async def test_what_comes_too_early_waits_for_those_before_it(crier: Crier) -> None:
    names = ["scalpels", "needles", "thorns"]
    told = [crier.event(Renamed("uni_1", "fac_2", name)) for name in names]
    for each in (told[2], told[1]):
        await crier.say(each)
    await asyncio.sleep(0.3)
    early = await crier.evening.factors()
    await crier.say(told[0])
    await crier.evening.until(BEGINNING + 3)

    assert early[GENERAL] == "anything sharp"
    history = await crier.evening.history()
    renamed = [line["changes"][0]["after"][1]["name"] for line in reversed(history[:3])]
    assert renamed == names


async def test_the_change_is_told_to_others_once(crier: Crier) -> None:
    told = crier.event(Renamed("uni_1", "fac_1", "sabres"))
    await crier.say(told)
    await crier.say(told)
    await crier.finish()
    heard = await crier.heard(2)

    assert {event.subject for event in heard} == {crier.evening.sayaka.id}
    assert [(event.seq, event.data["what"]) for event in heard] == [
        (BEGINNING + 1, ["sheet.factors.weapon"]),
        (BEGINNING + 2, ["sheet.factors.OWN_1"]),
    ]
    assert "sabres" not in str(heard)


LEFT_ALONE: list[Mapping[str, object]] = [
    {"character": None},
    {"character": "chr_01KB9Q1Z4G2E6T8K0N3R5W7Y1C"},
    {"effect": None},
    {"effect": asdict(Registered("uni_1", "fac_7", "ori_9", "fire"))},
    {"effect": {"kind": "blessed", "unit": "uni_1"}},
    {"effect": asdict(Renamed("uni_1", "fac_9", "nothing"))},
]


@pytest.mark.parametrize("more", LEFT_ALONE)
async def test_what_does_not_concern_her_is_left_alone(
    crier: Crier, more: Mapping[str, object]
) -> None:
    before = await crier.evening.sheet()
    told = crier.event(Renamed("uni_1", "fac_1", "sabres"))
    data = {**told.event.data, **more}
    await crier.say(replace(told, event=told.event.model_copy(update={"data": data})))
    await crier.finish()

    after = await crier.evening.sheet()
    assert after["factors"]["weapon"] == before["factors"]["weapon"]
    assert (await crier.evening.sayaka.look())["version"] == BEGINNING + 1


async def test_a_room_in_which_she_does_not_sit_changes_nothing(crier: Crier) -> None:
    elsewhere = await crier.evening.kitchen.room()
    there = replace(crier, evening=replace(crier.evening, gm=elsewhere), told=[])
    await there.tell(Renamed("uni_1", "fac_1", "sabres"))
    await crier.finish()

    assert (await crier.evening.factors())[SWORDS] == "swords"


async def test_one_who_was_deleted_is_left_alone(crier: Crier) -> None:
    sayaka = crier.evening.sayaka
    tag = (await sayaka.get()).headers["etag"]
    await sayaka.ask("DELETE", "", if_match=tag)
    await crier.tell(Renamed("uni_1", "fac_1", "sabres"))
    await crier.had()
    await sayaka.told("/restore")
    await crier.finish()

    assert (await crier.evening.factors())[SWORDS] == "swords"
    assert (await sayaka.look())["version"] == BEGINNING + 3


@pytest.mark.parametrize(("late", "name"), [(timedelta(), "sabres"), (LONG, "swords")])
async def test_what_happened_before_she_left_is_written_back_all_the_same(
    crier: Crier, late: timedelta, name: str
) -> None:
    await asyncio.sleep(0.01)  # instants are counted in milliseconds
    told = crier.event(Renamed("uni_1", "fac_1", "sabres"), late)
    await crier.evening.sayaka.ask("DELETE", "/seat")
    await crier.say(told)
    await crier.had()
    seat = {"room": crier.evening.gm.id, "member_token": crier.evening.player.token}
    await crier.evening.sayaka.told("/seat", seat)
    await crier.finish()

    assert (await crier.evening.factors())[SWORDS] == name


async def test_only_what_checks_do_to_units_of_characters_is_told(crier: Crier) -> None:
    evening = crier.evening
    unit = await evening.unit()
    witch = await evening.gm.told("/units", {"name": "Oktavia"})
    limp = {"antis": [{"name": "limp"}]}
    for each in (witch["id"], unit.id):
        await evening.gm.ask("PATCH", f"/units/{each}", limp, if_match='"1"')
    await unit.rolled({"factor": unit.factor("swords")})
    await evening.until(BEGINNING + 1)

    entries: Any = await crier.redis.xrange(events_stream("dice"))
    told = [Published.read(fields).event.data for _, fields in entries]
    assert told
    assert {(data["unit"], data["effect"]["kind"]) for data in told} == {(unit.id, "used")}


async def test_another_tenant_finds_no_unit(crier: Crier) -> None:
    member = crier.evening.player
    asked = FindUnit(
        tenant="default",
        character=crier.evening.sayaka.id,
        room=crier.evening.gm.id,
        member=member.made["id"],
        role="player",
        token="c3" * 32,
        locale="zh-TW",
    )
    async with Bus(crier.redis) as bus:
        found = await bus.ask(asked, timeout=5)
        with pytest.raises(NotFound):
            await bus.ask(asked.model_copy(update={"tenant": "other"}), timeout=5)

    assert [one.id for one in found.originals] == ["weapon", "OWN_1"]
