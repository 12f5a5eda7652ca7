"""Asking and answering over real Redis, in one process; Redis is lost in every way we know."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any

import pytest
from redis.asyncio import Redis

from majokko_kit import redis_client
from majokko_kit.bus import workers
from majokko_kit.bus.asking import Bus, requests_stream
from majokko_kit.bus.entries import Group
from majokko_kit.refusals import DependencyAway, Forbidden, Internal, NotFound, Refusal
from majokko_rules.errors import RuleError, SyntaxRefused
from tests.redis.echoes import Echo, Echoed, Echoes, Elsewhere, Unserved
from tests.support.redis_servers import RedisServer

STREAM = requests_stream("echo")


@pytest.fixture
def echoes() -> Echoes:
    return Echoes()


@pytest.fixture
async def bus(redis: Redis) -> AsyncIterator[Bus]:
    async with Bus(redis) as bus:
        yield bus


@pytest.fixture
async def worker(redis: Redis, echoes: Echoes) -> AsyncIterator[None]:
    async with echoes.worker(redis):
        yield


served = pytest.mark.usefixtures("worker")


async def left_over(redis: Redis) -> tuple[int, int]:
    """Return how many requests the stream holds, and how many somebody is noted to answer."""
    pending = await redis.xpending(STREAM, workers.GROUP)
    return int(await redis.xlen(STREAM)), int(pending["pending"])


async def settled(redis: Redis) -> tuple[int, int]:
    """Return what is left over when nothing moves any more."""
    for _ in range(100):
        if await left_over(redis) == (0, 0):
            break
        await asyncio.sleep(0.02)
    return await left_over(redis)


@served
async def test_a_request_is_answered(bus: Bus) -> None:
    answer = await bus.ask(Echo(text="火"), timeout=5, key="my key")

    assert isinstance(answer, Echoed)
    assert (answer.text, answer.id) == ("火", "my key")


@served
async def test_a_thousand_requests_in_flight_each_get_their_own_answer(bus: Bus) -> None:
    asked = [Echo(text=f"number {n}") for n in range(1000)]
    answers = await asyncio.gather(*(bus.ask(one, timeout=20) for one in asked))

    assert [answer.text for answer in answers] == [one.text for one in asked]
    assert len({answer.id for answer in answers}) == 1000


@served
async def test_what_is_answered_leaves_nothing_behind(bus: Bus, redis: Redis) -> None:
    await asyncio.gather(*(bus.ask(Echo(text=str(n)), timeout=20) for n in range(300)))

    assert await settled(redis) == (0, 0)


@served
async def test_a_rule_that_says_no_says_it_to_the_one_who_asked(bus: Bus) -> None:
    with pytest.raises(SyntaxRefused) as refusal:
        await bus.ask(Echo(text="3d6+", fault="syntax"), timeout=5)

    told = refusal.value
    assert (told.code, told.rule, told.pointer) == ("syntax", "unexpected_end", "/text")
    assert (told.position, told.length) == (4, 0)


@served
async def test_a_refusal_of_the_kit_arrives_as_itself(bus: Bus) -> None:
    with pytest.raises(Forbidden):
        await bus.ask(Echo(text="", fault="forbidden"), timeout=5)


@served
async def test_what_nobody_serves_is_not_found(bus: Bus) -> None:
    with pytest.raises(NotFound):
        await bus.ask(Unserved(text=""), timeout=5)


@served
async def test_a_bug_is_answered_at_once_and_told_to_nobody_but_the_log(
    bus: Bus, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Internal) as refusal:
        await bus.ask(Echo(text="", fault="bug"), timeout=5)

    assert "never tell anybody" not in str(refusal.value)
    assert "echo.repeat failed" in caplog.text


async def test_without_an_answer_the_deadline_refuses(bus: Bus) -> None:
    started = time.monotonic()
    with pytest.raises(DependencyAway):
        await bus.ask(Elsewhere(text=""), timeout=0.6)

    assert 0.6 <= time.monotonic() - started < 3


async def test_a_request_whose_asker_gave_up_is_not_begun(
    bus: Bus, redis: Redis, echoes: Echoes
) -> None:
    with pytest.raises(DependencyAway):
        await bus.ask(Echo(text="too late"), timeout=0.2)
    await asyncio.sleep(0.5)  # its time is counted from when Redis took it
    async with echoes.worker(redis):
        await bus.ask(Echo(text="in time"), timeout=5)

        assert echoes.begun == {"in time": 1}
        assert await settled(redis) == (0, 0)


async def test_a_request_waits_for_a_worker_to_come(bus: Bus, redis: Redis, echoes: Echoes) -> None:
    asking = asyncio.create_task(bus.ask(Echo(text="early"), timeout=10))
    await asyncio.sleep(1.3)  # long enough to be looked after, once
    async with echoes.worker(redis):
        answer = await asking

    assert answer.text == "early"
    assert echoes.begun == {"early": 1}


@served
async def test_the_same_key_is_handled_once(bus: Bus, echoes: Echoes) -> None:
    one = Echo(text="same", seconds=0.2)
    together = await asyncio.gather(*(bus.ask(one, timeout=5, key="k") for _ in range(5)))
    again = await bus.ask(one, timeout=5, key="k")

    assert echoes.begun == {"same": 1}
    assert {answer.model_dump_json() for answer in (*together, again)} == {again.model_dump_json()}


@served
async def test_the_same_key_with_another_request_is_another_request(
    bus: Bus, echoes: Echoes
) -> None:
    answers = [await bus.ask(Echo(text=text), timeout=5, key="k") for text in ("one", "other")]

    assert [answer.text for answer in answers] == ["one", "other"]
    assert echoes.begun == {"one": 1, "other": 1}


@served
@pytest.mark.parametrize(
    ("fault", "refusal"), [("bug", Internal), ("forbidden", Forbidden), ("syntax", SyntaxRefused)]
)
async def test_a_refusal_is_not_remembered(
    bus: Bus, echoes: Echoes, fault: str, refusal: type[Exception]
) -> None:
    for _ in range(2):
        with pytest.raises(refusal):
            await bus.ask(Echo(text=fault, fault=fault), timeout=5, key="k")

    assert echoes.begun == {fault: 2}


async def test_a_slow_request_is_handled_once_though_others_wait(redis: Redis, bus: Bus) -> None:
    one, other = Echoes(), Echoes()
    seconds = 1.7 * workers.ABANDONED_MS / 1000
    async with one.worker(redis), other.worker(redis):
        asked = [Echo(text=str(n), seconds=seconds) for n in range(10)]
        await asyncio.gather(*(bus.ask(slow, timeout=20) for slow in asked))

    assert (one.begun + other.begun) == dict.fromkeys(map(str, range(10)), 1)


async def test_a_late_answer_is_dropped(bus: Bus, redis: Redis, echoes: Echoes) -> None:
    async with echoes.worker(redis):
        with pytest.raises(DependencyAway):
            await bus.ask(Echo(text="slow", seconds=0.6), timeout=0.3)
        answers = [await bus.ask(Echo(text=str(n), seconds=0.05), timeout=5) for n in range(10)]

    assert [answer.text for answer in answers] == [str(n) for n in range(10)]


@served
async def test_whoever_stops_waiting_harms_nobody(bus: Bus, redis: Redis) -> None:
    asked = [Echo(text=str(n), seconds=0.05) for n in range(200)]
    tasks = [asyncio.create_task(bus.ask(one, timeout=10)) for one in asked]
    for number, task in enumerate(tasks):
        if number % 3 == 0:
            asyncio.get_running_loop().call_later(0.0004 * number, task.cancel)
    answers = await asyncio.gather(*tasks, return_exceptions=True)

    kept = [(n, answer) for n, answer in enumerate(answers) if isinstance(answer, Echoed)]
    assert len(kept) >= 133
    assert all(answer.text == str(n) for n, answer in kept)
    assert await settled(redis) == (0, 0)


HEAD = b'{"id":"i","call":1,"name":"echo.repeat","reply":"replies:{x}","left":60000}'
MALFORMED: Sequence[Mapping[bytes, bytes]] = [
    {b"junk": b"junk"},
    {b"head": HEAD},
    {b"body": b"{}"},
    {b"head": b"", b"body": b"{}"},
    {b"head": b"[]", b"body": b"{}"},
    {b"head": b"\xff\xfe", b"body": b"{}"},
    {b"head": HEAD.replace(b"60000", b'"soon"'), b"body": b"{}"},
    {b"head": HEAD.replace(b"60000", b"60001"), b"body": b"{}"},
    {b"head": HEAD.replace(b'"i"', b'""'), b"body": b"{}"},
    {b"head": HEAD.replace(b'"i"', b'"' + b"i" * 256 + b'"'), b"body": b"{}"},
    {b"head": HEAD.replace(b"replies:", b"limits:"), b"body": b"{}"},
]


@served
async def test_malformed_entries_block_nobody(
    bus: Bus, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    for fields in MALFORMED:
        await redis.xadd(STREAM, dict[Any, Any](fields))
    with caplog.at_level(logging.WARNING):
        answer = await bus.ask(Echo(text="after them"), timeout=5)

    assert answer.text == "after them"
    assert await settled(redis) == (0, 0)
    assert caplog.text.count("dropped") == len(MALFORMED)


BODIES = [
    (b"", "bad_json.malformed", ""),
    (b"[1]", "invalid_value.not_object", ""),
    (b'{"text":5}', "invalid_value.not_text", "/text"),
    (b'{"seconds":1}', "invalid_value.required", "/text"),
    (b'{"text":"a","more":1}', "unknown_field.unknown", "/more"),
    (b'{"text":"\\ud800"}', "bad_json.malformed", ""),
]


@served
@pytest.mark.parametrize(("body", "rule", "pointer"), BODIES)
async def test_a_body_that_does_not_fit_is_refused_as_over_http(
    bus: Bus, body: bytes, rule: str, pointer: str
) -> None:
    class Raw(Echo):
        def model_dump_json(self, **_: object) -> str:
            return body.decode()

    with pytest.raises((RuleError, Refusal)) as told:
        await bus.ask(Raw(text=""), timeout=5)

    assert isinstance(told.value, RuleError | Refusal)
    assert (f"{told.value.code}.{told.value.rule}", told.value.pointer) == (rule, pointer)


async def test_a_request_that_worker_after_worker_died_of_is_refused(
    bus: Bus, redis: Redis, echoes: Echoes
) -> None:
    await redis.xgroup_create(STREAM, workers.GROUP, id="0", mkstream=True)
    asking = asyncio.create_task(bus.ask(Echo(text="deadly"), timeout=10))
    victim = Group(redis, STREAM, workers.GROUP, "the last victim")
    ((entry, _),) = await victim.read(1)
    idle, deaths = workers.ABANDONED_MS, workers.MAX_DELIVERIES
    await redis.xclaim(*victim[1:], 0, [entry], idle=idle, retrycount=deaths)
    async with echoes.worker(redis):
        with pytest.raises(Internal):
            await asking

        assert echoes.begun == {}
        assert await settled(redis) == (0, 0)


async def test_an_answer_that_is_none_does_not_stop_the_bus(
    bus: Bus, redis: Redis, echoes: Echoes
) -> None:
    async with echoes.worker(redis):
        await bus.ask(Echo(text="before"), timeout=5)
        (replies,) = await redis.keys("replies:*")
        await redis.xadd(replies, {"call": "x", "answer": "{}"})
        await redis.xadd(replies, {"call": 7})
        answer = await bus.ask(Echo(text="after"), timeout=5)

    assert answer.text == "after"


async def test_answers_that_were_read_do_not_pile_up(
    bus: Bus, redis: Redis, echoes: Echoes
) -> None:
    async with echoes.worker(redis):
        for start in range(3):
            await asyncio.gather(
                *(bus.ask(Echo(text=f"{start} {n}"), timeout=20) for n in range(300))
            )
            await asyncio.sleep(1.1)
        (replies,) = await redis.keys("replies:*")

        assert int(await redis.xlen(replies)) < 300
        assert 0 < await redis.ttl(replies) <= 60


async def test_a_closed_bus_leaves_no_stream(redis: Redis, echoes: Echoes) -> None:
    async with echoes.worker(redis), Bus(redis) as bus:
        await bus.ask(Echo(text="a"), timeout=5)

    assert await redis.keys("replies:*") == []


async def test_a_closing_worker_answers_what_it_has_taken(redis: Redis, bus: Bus) -> None:
    echoes = Echoes()
    async with echoes.worker(redis):
        asking = asyncio.create_task(bus.ask(Echo(text="last", seconds=1), timeout=10))
        await asyncio.sleep(0.5)
        assert echoes.begun
    closed = await left_over(redis)

    assert (await asking).text == "last"
    assert closed == (0, 0)
    assert await redis.xinfo_consumers(STREAM, workers.GROUP) == []


async def test_workers_that_are_gone_are_struck_off(redis: Redis, bus: Bus, echoes: Echoes) -> None:
    await redis.xgroup_create(STREAM, workers.GROUP, id="0", mkstream=True)
    await redis.xgroup_createconsumer(STREAM, workers.GROUP, "killed long ago")
    await asyncio.sleep(0.1)
    async with echoes.worker(redis, gone_ms=50):
        await bus.ask(Echo(text="a"), timeout=5)
        (left,) = await redis.xinfo_consumers(STREAM, workers.GROUP)

    assert b"killed long ago" not in left.values()


async def losing(bus: Bus, loss: Callable[[], Awaitable[object]]) -> Sequence[Echoed]:
    """Ask 60 slow requests, and lose Redis, in this way, between asking and answering."""
    asked = [Echo(text=str(n), seconds=0.4) for n in range(60)]
    tasks = [asyncio.create_task(bus.ask(one, timeout=15)) for one in asked]
    await asyncio.sleep(0.2)
    await loss()
    return await asyncio.gather(*tasks)


@served
async def test_a_wiped_redis_loses_no_request(bus: Bus, server: RedisServer) -> None:
    answers = await losing(bus, lambda: asyncio.to_thread(server.wipe))

    assert [answer.text for answer in answers] == [str(n) for n in range(60)]


@served
async def test_a_redis_that_is_away_for_a_while_loses_no_request(
    bus: Bus, server: RedisServer
) -> None:
    async def away() -> None:
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(2)
        await asyncio.to_thread(server.start)

    answers = await losing(bus, away)

    assert [answer.text for answer in answers] == [str(n) for n in range(60)]


@served
async def test_a_redis_that_hangs_loses_no_request(bus: Bus, server: RedisServer) -> None:
    async def hanging() -> None:
        server.pause()
        await asyncio.sleep(redis_client.READ_SECONDS + 1)
        server.resume()

    answers = await losing(bus, hanging)

    assert [answer.text for answer in answers] == [str(n) for n in range(60)]


@served
async def test_keys_deleted_under_open_connections_lose_no_request(bus: Bus, redis: Redis) -> None:
    answers = await losing(bus, redis.flushall)

    assert [answer.text for answer in answers] == [str(n) for n in range(60)]


@served
async def test_a_deleted_group_is_made_again(bus: Bus, redis: Redis) -> None:
    async def destroyed() -> None:
        await redis.xgroup_destroy(STREAM, workers.GROUP)

    answers = await losing(bus, destroyed)

    assert [answer.text for answer in answers] == [str(n) for n in range(60)]


@served
async def test_a_stream_trimmed_under_the_workers_loses_no_request(bus: Bus, redis: Redis) -> None:
    async def trimmed() -> None:
        await redis.xtrim(STREAM, maxlen=0, approximate=False)

    answers = await losing(bus, trimmed)

    assert [answer.text for answer in answers] == [str(n) for n in range(60)]


@served
async def test_a_redis_without_memory_is_waited_for(bus: Bus, redis: Redis) -> None:
    async def full() -> None:
        await redis.config_set("maxmemory", 1)
        await asyncio.sleep(1)
        await redis.config_set("maxmemory", 0)

    answers = await losing(bus, full)

    assert [answer.text for answer in answers] == [str(n) for n in range(60)]


async def test_a_bus_opened_while_redis_is_away_answers_when_it_comes(
    server: RedisServer, echoes: Echoes
) -> None:
    server.kill()
    async with (
        redis_client.client(server.url) as redis,
        echoes.worker(redis),
        Bus(redis) as bus,
    ):
        asking = asyncio.create_task(bus.ask(Echo(text="patient"), timeout=10))
        await asyncio.sleep(0.5)
        await asyncio.to_thread(server.start)

        assert (await asking).text == "patient"
