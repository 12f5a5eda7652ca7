"""What is shared between those who follow a session: no more readings than needed, and no fewer."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from majokko_cards.live.logs import Found, Known, Log
from majokko_cards.live.store import Rights
from majokko_cards.records import Session
from majokko_kit.database import Event
from majokko_kit.live import Gone
from majokko_kit.refusals import DependencyAway

HAPPENED = "card.played"


@dataclass
class Diary:
    """A log in memory: what was committed, and how often it was read."""

    written: list[Event] = field(default_factory=list)
    readings: int = 0
    there: bool = True
    away: bool = False
    meanwhile: Callable[[], object] = lambda: None

    def write(self, type_: str = HAPPENED) -> Event:
        seq = len(self.written) + 1
        data = {"version": seq}
        self.written.append(Event(f"evt_{seq}", type_, 1, seq, "ses_1", seq, data, None, ()))
        return self.written[-1]

    @property
    def session(self) -> Session:
        blank = Session(*(None for _ in Session.__slots__))  # type: ignore[arg-type]
        return replace(blank, id="ses_1", seq=len(self.written), version=len(self.written))

    def hand(self, log: Log, type_: str = HAPPENED) -> None:
        """Write something, and hand it over as committed here; the bell rings later."""
        event = self.write(type_)
        log.hand(self.session, [event])

    async def read(self, after: int | None) -> Found | None:
        self.readings += 1
        if self.away:
            raise DependencyAway("no_answer")
        known = Known(self.session, Rights(b"host", {}), None)
        found = Found(known, self.written[after or 0 :])
        await asyncio.sleep(0)
        self.meanwhile()
        return found if self.there else None


@pytest.fixture
def diary() -> Diary:
    made = Diary()
    made.write()
    return made


@pytest.fixture
async def log(diary: Diary) -> Log:
    """A log that was read once."""
    log = Log(diary.read)
    await log.look(1)
    diary.readings = 0
    return log


async def _told(log: Log, seq: int) -> list[int]:
    """Return the numbers of what one is told who knows everything up to a number."""
    last = (await log.look(seq)).session.seq
    return [event.seq for event in log.between(seq, last) or ()]


async def test_all_who_look_at_once_share_a_reading(diary: Diary, log: Log) -> None:
    diary.write()
    log.wake()
    told = await asyncio.gather(*(_told(log, 1) for _ in range(20)))

    assert told == [[2]] * 20
    assert diary.readings == 1


async def test_what_was_written_here_is_not_read_back(diary: Diary, log: Log) -> None:
    for _ in range(3):
        diary.hand(log)
        log.wake()

    assert await _told(log, 1) == [2, 3, 4]
    assert diary.readings == 0


async def test_what_others_wrote_before_is_read_first(diary: Diary, log: Log) -> None:
    diary.write()  # elsewhere; its bell is still on the way
    diary.hand(log)
    log.wake()

    assert await _told(log, 1) == [2, 3]
    assert diary.readings == 1


@pytest.mark.parametrize("affair", ["seat.taken", "seat.released", "session.ended"])
async def test_what_may_change_who_sits_where_is_read(diary: Diary, log: Log, affair: str) -> None:
    diary.hand(log, affair)
    log.wake()

    assert await _told(log, 1) == [2]
    assert diary.readings == 1


async def test_what_is_told_in_two_parts_is_read_if_one_of_them_has_to_be(
    diary: Diary, log: Log
) -> None:
    for type_ in (HAPPENED, "session.ended"):
        diary.hand(log, type_)
    log.wake()

    assert await _told(log, 1) == [2, 3]
    assert diary.readings == 1


async def test_a_bell_without_anything_handed_over_is_a_reason_to_read(
    diary: Diary, log: Log
) -> None:
    diary.hand(log)
    log.wake()
    log.wake()

    assert await _told(log, 1) == [2]
    assert diary.readings == 1


async def test_a_bell_that_never_rests_holds_nobody_up(diary: Diary, log: Log) -> None:
    diary.meanwhile = log.wake
    diary.write()
    log.wake()
    async with asyncio.timeout(20):
        told = await _told(log, 1)

    assert told == [2]
    assert diary.readings == 1


@pytest.mark.parametrize("before", [0, 1])
async def test_what_is_handed_over_during_a_reading_is_kept(
    diary: Diary, log: Log, before: int
) -> None:
    def hand() -> None:
        diary.meanwhile = lambda: None
        diary.hand(log)
        log.wake()

    for _ in range(before):
        diary.write()
    diary.meanwhile = hand
    log.wake()
    await log.look(1)

    assert await _told(log, 1) == list(range(2, before + 3))


async def test_those_who_come_during_a_reading_share_the_next_one(diary: Diary, log: Log) -> None:
    def write() -> None:
        diary.meanwhile = lambda: None
        diary.write()
        log.wake()

    diary.meanwhile = write
    log.wake()
    first = asyncio.create_task(log.look(1))
    await asyncio.sleep(0)
    told = await asyncio.gather(*(_told(log, 1) for _ in range(20)))
    await first

    assert told == [[2]] * 20
    assert diary.readings == 2


async def test_whoever_is_far_behind_reads_for_herself(diary: Diary, log: Log) -> None:
    for _ in range(1000):
        diary.hand(log)
        log.wake()

    assert (await log.look(1)).session.seq == 1001
    assert log.between(1, 1001) is None
    assert log.last_of(1) is None
    assert [event.seq for event in log.between(990, 995) or ()] == [991, 992, 993, 994, 995]
    assert log.last_of(995) == 995


async def test_a_database_that_is_away_is_away_for_all_and_asked_again(
    diary: Diary, log: Log
) -> None:
    diary.away = True
    diary.write()
    log.wake()
    told = await asyncio.gather(*(log.look(1) for _ in range(3)), return_exceptions=True)
    diary.away = False

    assert all(isinstance(each, DependencyAway) for each in told)
    assert await _told(log, 1) == [2]


async def test_who_follows_what_is_gone_is_let_go(diary: Diary, log: Log) -> None:
    diary.there = False
    log.wake()
    with pytest.raises(Gone):
        await log.look(1)
