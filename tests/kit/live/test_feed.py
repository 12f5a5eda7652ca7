"""A feed: all that happens, once, in order, from any place, until there is nothing more to come."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from majokko_kit.live import Feed, Item, Since
from majokko_kit.live.feed import Items, Pace
from majokko_kit.operations import Asked
from majokko_kit.operations.operation import NOTHING
from majokko_kit.refusals import DependencyAway
from tests.kit.live.board import BROKEN, GENERATION, Boards, open_boards
from tests.support.postgres_servers import PostgresServer

LONG_SECONDS = 30
DEAF = Pace(poll=3600)
"""Whoever hears no bell sleeps on."""


class Reader:
    """Takes items from a feed, as they come."""

    def __init__(self, feed: Feed) -> None:
        self._items = feed.items()
        self._waiting: list[Item] = []

    async def anything(self) -> Items:
        """Return what comes next; nothing is a sign of life."""
        async with asyncio.timeout(LONG_SECONDS):
            return await anext(self._items)

    async def next(self) -> Item:
        """Raises StopAsyncIteration at the end."""
        while not self._waiting:
            self._waiting = list(await self.anything())
        return self._waiting.pop(0)

    async def some(self, count: int) -> list[Item]:
        return [await self.next() for _ in range(count)]

    async def rest(self) -> list[Item]:
        found = []
        try:
            while True:
                found.append(await self.next())
        except StopAsyncIteration:
            return found

    async def close(self) -> None:
        await self._items.aclose()


ASKED = Asked(operation="boardEvents", body=NOTHING, path={"board": "cork"}, query=Since())


@asynccontextmanager
async def reading(boards: Boards, since: str | None = None) -> AsyncIterator[Reader]:
    async with taking(await boards.follow(replace(ASKED, query=Since(since=since)))) as reader:
        yield reader


@asynccontextmanager
async def taking(feed: Feed) -> AsyncIterator[Reader]:
    reader = Reader(feed)
    try:
        yield reader
    finally:
        await reader.close()


def _texts(items: list[Item]) -> list[str]:
    return [item.data["text"] for item in items]


async def test_a_snapshot_comes_first_and_then_what_happens_after_it(boards: Boards) -> None:
    await boards.pin("cork", "a", "b")
    async with reading(boards) as reader:
        first = await reader.next()
        await boards.pin("cork", "c")
        second = await reader.next()

    assert (first.type, first.seq, first.data) == ("snapshot", 2, {"notices": 2})
    assert first.cursor == f"cork.{GENERATION}.2"
    assert (second.type, second.seq, second.data) == ("notice.pinned", 3, {"text": "c"})
    assert second.cursor == f"cork.{GENERATION}.3"


async def test_whoever_resumes_is_told_what_she_missed_and_no_snapshot(boards: Boards) -> None:
    texts = [str(number) for number in range(57)]  # several batches
    await boards.pin("cork", *texts)
    async with reading(boards, f"cork.{GENERATION}.20") as reader:
        missed = await reader.some(37)

    assert _texts(missed) == texts[20:]


async def test_a_bare_number_is_a_place_too(boards: Boards) -> None:
    await boards.pin("cork", "a", "b")
    async with reading(boards, "0") as reader:
        assert _texts(await reader.some(2)) == ["a", "b"]


@pytest.mark.parametrize(
    "place",
    [f"cork.{GENERATION - 1}.1", f"slate.{GENERATION}.1", "once upon a time", "-1", "1" * 99, "٣"],
)
async def test_a_place_that_is_not_in_this_log_leads_to_a_new_snapshot(
    boards: Boards, place: str
) -> None:
    await boards.pin("cork", "a", "b")
    async with reading(boards, place) as reader:
        first = await reader.next()

    assert (first.type, first.seq, first.data) == ("resync", 2, {"notices": 2})


async def test_the_bell_is_enough_and_nobody_has_to_look_by_the_clock(boards: Boards) -> None:
    boards.pace = DEAF
    async with reading(boards) as reader:
        await reader.next()
        for text in "abc":
            await boards.pin("cork", text)

            assert _texts([await reader.next()]) == [text]


async def test_without_a_bell_the_clock_is_enough(boards: Boards) -> None:
    boards.kit.database.bell = lambda _: None
    boards.pace = Pace(poll=0.05)
    async with reading(boards) as reader:
        await reader.next()
        for text in "abc":
            await boards.pin("cork", text)

            assert _texts([await reader.next()]) == [text]


async def test_many_who_pin_at_once_are_told_once_each_and_in_order(boards: Boards) -> None:
    async with reading(boards) as one, reading(boards) as other:
        await one.next(), await other.next()
        await asyncio.gather(*(boards.pin("cork", f"{n}a", f"{n}b") for n in range(30)))
        heard = [await reader.some(60) for reader in (one, other)]

    assert heard[0] == heard[1]
    assert [item.seq for item in heard[0]] == list(range(1, 61))


async def test_silence_is_broken_by_signs_of_life(boards: Boards) -> None:
    boards.pace = Pace(alive=0.02)
    async with reading(boards) as reader:
        await reader.next()
        silences = [len(await reader.anything()) for _ in range(3)]
        await boards.pin("cork", "a")

        assert silences == [0, 0, 0]
        assert _texts([await reader.next()]) == ["a"]


Ending = Callable[[Boards], object]
ENDINGS: dict[str, Ending] = {
    "banned": lambda boards: boards.banned.add("cork"),
    "closed": lambda boards: boards.closed.add("cork"),
    "shutdown": lambda boards: boards.kit.bell.say_goodbye(),
}


@pytest.mark.parametrize(("reason", "end"), ENDINGS.items(), ids=ENDINGS)
async def test_the_last_word_is_a_goodbye_that_moves_nobodys_place(
    boards: Boards, reason: str, end: Ending
) -> None:
    boards.pace = DEAF
    async with reading(boards) as reader:
        await reader.next()
        end(boards)
        boards.kit.bell.ring("cork")
        last = await reader.rest()

    assert [(item.type, item.data, item.cursor) for item in last] == [
        ("bye", {"reason": reason}, None)
    ]


async def test_what_is_over_is_told_to_its_end(boards: Boards) -> None:
    await boards.pin("cork", *"abcdefghijklmnopqrstuvwxyz")
    boards.closed.add("cork")
    async with reading(boards, "0") as reader:
        *told, last = await reader.rest()

    assert "".join(_texts(told)) == "abcdefghijklmnopqrstuvwxyz"
    assert last.type == "bye"


async def test_a_stream_that_begins_while_we_leave_ends_as_well(boards: Boards) -> None:
    boards.kit.bell.say_goodbye()
    async with reading(boards) as reader:
        assert [item.type for item in await reader.rest()] == ["snapshot", "bye"]


async def test_what_goes_wrong_reaches_whoever_reads(boards: Boards) -> None:
    async with reading(boards) as reader:
        await reader.next()
        boards.broken = True
        boards.kit.bell.ring("cork")
        with pytest.raises(RuntimeError, match=BROKEN):
            await reader.next()

    assert boards.kit.bell.listeners == 0


async def test_what_stands_around_a_feed_begins_with_its_first_item_and_ends_with_it(
    boards: Boards,
) -> None:
    there: list[str] = []

    @asynccontextmanager
    async def around() -> AsyncIterator[None]:
        there.append("came")
        try:
            yield
        finally:
            there.append("went")

    feed = replace(await boards.follow(ASKED), around=around)
    before = list(there)
    async with taking(feed) as reader:
        await reader.next()
        during = list(there)

    assert (before, during, there) == ([], ["came"], ["came", "went"])


async def test_no_connection_is_held_while_somebody_reads_slowly(boards: Boards) -> None:
    await boards.pin("cork", *map(str, range(100)))
    slow = [reading(boards, "0") for _ in range(30)]
    readers = [await one.__aenter__() for one in slow]
    for reader in readers:
        await reader.next()  # and nobody asks for more
    await asyncio.gather(*(boards.pin("cork", "still") for _ in range(20)))
    for one in slow:
        await one.__aexit__(None, None, None)

    assert boards.kit.bell.listeners == 0


async def test_a_feed_outlives_its_database(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    async with open_boards(tmp_path, {"database_url": postgres_server.url()}) as boards:
        await boards.begin("cork")
        async with reading(boards) as reader:
            await reader.next()
            await asyncio.to_thread(postgres_server.kill)
            boards.kit.bell.ring("cork")
            waiting = asyncio.create_task(reader.next())
            with pytest.raises(DependencyAway):
                await boards.pin("cork", "lost")
            await asyncio.to_thread(postgres_server.start)
            await _pinned(boards, "kept")
            heard = await waiting

    assert _texts([heard]) == ["kept"]


async def _pinned(boards: Boards, text: str) -> None:
    async with asyncio.timeout(LONG_SECONDS):
        while True:
            try:
                return await boards.pin("cork", text)
            except DependencyAway:
                await asyncio.sleep(0.1)


async def test_whoever_is_interrupted_while_looking_ends_at_the_first_word(boards: Boards) -> None:
    async def look_again_and_again() -> None:
        async with reading(boards) as reader:
            while True:
                boards.kit.bell.ring("cork")
                await reader.anything()

    boards.pace = Pace(alive=0)
    for number in range(100):
        looking = asyncio.create_task(look_again_and_again())
        await asyncio.sleep(number / 20_000)
        looking.cancel()
        done, _ = await asyncio.wait({looking}, timeout=LONG_SECONDS)

        assert done
        assert looking.cancelled()
    assert boards.kit.bell.listeners == 0
