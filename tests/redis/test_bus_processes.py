"""This process plays another service: it asks worker processes, which are killed while they work.

The dice service runs as its users run it, by `majokko serve`.
"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
from redis.asyncio import Redis

from majokko_contracts.dice import DiceDraw, DiceDrawn
from majokko_kit import redis_client, redis_server
from majokko_kit.bus import Bus
from majokko_kit.receipts import PublicKey, verify
from majokko_kit.tasks import ended
from majokko_rules.errors import InvalidValue, SyntaxRefused
from tests.redis.echoes import Echo
from tests.support.processes import Served, serving
from tests.support.redis_servers import RedisServer

ROOT = Path(__file__).parents[2]
SECRET = "5e" * 32


@pytest.fixture
async def bus(redis: Redis) -> AsyncIterator[Bus]:
    async with Bus(redis) as bus:
        yield bus


@contextmanager
def echo_worker(server: RedisServer, journal: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.redis.echoes", server.url, str(journal)]
    process = subprocess.Popen(  # noqa: S603 - a program of ours
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def journal(folder: Path) -> Path:
    return folder / "journal"


@pytest.fixture
def two_workers(server: RedisServer, journal: Path) -> Iterator[dict[int, subprocess.Popen[str]]]:
    with echo_worker(server, journal) as one, echo_worker(server, journal) as other:
        yield {one.pid: one, other.pid: other}


def told(journal: Path) -> Sequence[tuple[int, str]]:
    """Return which process began to answer what."""
    lines = journal.read_text().splitlines() if journal.exists() else []
    return [(int(line.partition(" ")[0]), line.partition(" ")[2]) for line in lines]


async def begun(journal: Path, text: str) -> int:
    """Wait until a worker process has begun to answer `text`; returns which."""
    for _ in range(2000):
        if by := [process for process, what in told(journal) if what == text]:
            return by[0]
        await asyncio.sleep(0.01)
    pytest.fail(f"nobody began to answer {text}")


async def test_when_a_worker_is_killed_another_answers(
    bus: Bus, journal: Path, two_workers: dict[int, subprocess.Popen[str]]
) -> None:
    asking = asyncio.create_task(bus.ask(Echo(text="slow", seconds=1), timeout=15))
    victim = await begun(journal, "slow")
    two_workers[victim].kill()
    answer = await asking

    assert {victim, answer.by} == set(two_workers)
    assert told(journal) == [(victim, "slow"), (answer.by, "slow")]


async def test_requests_are_shared_among_workers(
    bus: Bus, two_workers: dict[int, subprocess.Popen[str]]
) -> None:
    asked = [Echo(text=str(n), seconds=0.02) for n in range(600)]
    answers = await asyncio.gather(*(bus.ask(one, timeout=15) for one in asked))

    assert [answer.text for answer in answers] == [one.text for one in asked]
    assert {answer.by for answer in answers} == set(two_workers)


@contextmanager
def restarted_worker(server: RedisServer, journal: Path) -> Iterator[None]:
    """A worker process that is started again whenever it ends, as a supervisor does."""
    worker = f"{sys.executable} -m tests.redis.echoes '{server.url}' {journal}"
    process = subprocess.Popen(  # noqa: S603 - a program of ours
        ["/bin/sh", "-c", f"while :; do {worker}; done"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


async def test_a_deadly_request_stops_nobody_else(
    bus: Bus, server: RedisServer, journal: Path
) -> None:
    deadly = asyncio.create_task(bus.ask(Echo(text="deadly", fault="deadly"), timeout=60))
    with restarted_worker(server, journal):
        await begun(journal, "deadly")
        asked = [Echo(text=str(n)) for n in range(20)]
        answers = await asyncio.gather(*(bus.ask(one, timeout=60) for one in asked))

    assert [answer.text for answer in answers] == [one.text for one in asked]
    assert not deadly.done()
    await ended([deadly])


async def test_redis_wiped_between_request_and_answer_costs_nobody_the_answer(
    bus: Bus, server: RedisServer, journal: Path, two_workers: dict[int, subprocess.Popen[str]]
) -> None:
    asked = [Echo(text=str(n), seconds=0.5) for n in range(50)]
    asking = [asyncio.create_task(bus.ask(one, timeout=15)) for one in asked]
    await begun(journal, "49")
    await asyncio.to_thread(server.wipe)
    answers = await asyncio.gather(*asking)

    assert [answer.text for answer in answers] == [one.text for one in asked]
    assert {answer.by for answer in answers} <= set(two_workers)


@pytest.fixture(scope="module")
def dice(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Dice"]:
    """Two processes of the dice service with one secret, and the Redis between them and us."""
    with TemporaryDirectory(prefix="mjk") as folder:
        program = redis_server.program()
        assert program
        with RedisServer(program, Path(folder)).start() as server:
            one, other = (tmp_path_factory.mktemp("var") for _ in range(2))
            with _dice(one, server) as first, _dice(other, server) as second:
                yield Dice(server, first, second, other)


class Dice:
    def __init__(self, server: RedisServer, first: Served, second: Served, var: Path) -> None:
        self.server = server
        self.first = first
        self.second = second
        self.var = var

    def keys(self) -> Sequence[PublicKey]:
        listed = httpx.get(f"{self.second.base}/v1/fairness/keys").json()
        return [PublicKey.listed(key) for key in listed["keys"]]


@contextmanager
def _dice(var: Path, server: RedisServer) -> Iterator[Served]:
    with serving(var, MAJOKKO_REDIS_URL=server.url, MAJOKKO_SECRET=SECRET) as served:
        yield served


@pytest.fixture
async def ask_dice(dice: Dice) -> AsyncIterator[Bus]:
    async with redis_client.client(dice.server.url) as redis, Bus(redis) as bus:
        yield bus


async def test_dice_are_thrown_for_another_service(ask_dice: Bus, dice: Dice) -> None:
    drawn = await ask_dice.ask(DiceDraw(notation="12d20", reason="a character"), timeout=10)

    (result,) = drawn.results
    assert (drawn.source, drawn.reason, len(result.dice)) == ("signed", "a character", 12)
    assert sum(die.face for die in result.dice) == result.total
    assert all(1 <= die.face <= die.sides == 20 for die in result.dice)
    assert drawn.receipt is not None
    assert verify(drawn.receipt, dice.keys()) == ()
    assert drawn.receipt["id"] == drawn.id
    asked = b'{"notation":"12d20","reason":"a character"}'
    assert drawn.receipt["request"] == sha256(asked).hexdigest()


async def test_a_check_is_rolled_in_the_language_of_the_asker(ask_dice: Bus) -> None:
    check = {"system": "collapse", "value": 60}
    texts = {
        locale: (
            await ask_dice.ask(DiceDraw(check=check, locale=locale), timeout=10, key="same")
        ).results[0]
        for locale in ("en", "ja", "zh-Hant")
    }

    assert len({result.total for result in texts.values()}) == 1
    assert len({result.text for result in texts.values()}) == 3


async def test_supplied_faces_are_resolved_without_a_receipt(ask_dice: Bus) -> None:
    drawn = await ask_dice.ask(DiceDraw(notation="3d6", faces=(6, 5, 4)), timeout=10)

    assert (drawn.source, drawn.receipt, drawn.results[0].total) == ("supplied", None, 15)


async def test_a_refused_notation_names_its_place(ask_dice: Bus) -> None:
    with pytest.raises(SyntaxRefused) as refusal:
        await ask_dice.ask(DiceDraw(notation="3d6+"), timeout=10)

    assert (refusal.value.pointer, refusal.value.position) == ("/notation", 4)


async def test_a_refused_check_names_its_field(ask_dice: Bus) -> None:
    with pytest.raises(InvalidValue) as refusal:
        await ask_dice.ask(DiceDraw(check={"system": "collapse"}), timeout=10)

    assert refusal.value.pointer == "/check/value"


async def test_every_process_throws_the_same_dice_for_the_same_key(ask_dice: Bus) -> None:
    asked = DiceDraw(notation="10d100")
    drawn = [await ask_dice.ask(asked, timeout=10, key="one key") for _ in range(20)]
    other = await ask_dice.ask(asked, timeout=10, key="other key")

    assert len({_dice_of(one) for one in drawn}) == 1
    assert len({one.id for one in drawn}) == 1
    assert _dice_of(other) != _dice_of(drawn[0])


async def test_a_client_cannot_foretell_dice_that_a_service_asks_for(
    ask_dice: Bus, dice: Dice
) -> None:
    drawn = await ask_dice.ask(DiceDraw(notation="10d100"), timeout=10, key="draft-1")
    async with httpx.AsyncClient(base_url=dice.first.base) as client:
        foretold = await client.post(
            "/v1/rolls", json={"notation": "10d100"}, headers={"Idempotency-Key": "draft-1"}
        )

    faces = tuple(die["face"] for die in foretold.json()["results"][0]["dice"])
    assert faces != _dice_of(drawn)


async def test_a_killed_dice_process_changes_no_die_and_loses_no_answer(
    ask_dice: Bus, dice: Dice
) -> None:
    asked = [DiceDraw(notation="4d1000", reason=str(n)) for n in range(800)]
    with _dice(dice.var / "victim", dice.server) as victim:
        asking = [
            asyncio.create_task(ask_dice.ask(one, timeout=20, key=f"kill {one.reason}"))
            for one in asked
        ]
        done, _ = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
        victim.kill()
    drawn = await asyncio.gather(*asking)
    again = [await ask_dice.ask(one, timeout=20, key=f"kill {one.reason}") for one in asked[::20]]

    assert len(done) < len(asked)
    assert [one.reason for one in drawn] == [one.reason for one in asked]
    assert [_dice_of(one) for one in again] == [_dice_of(one) for one in drawn[::20]]


async def test_dice_survive_a_wiped_redis(ask_dice: Bus, dice: Dice) -> None:
    asked = [DiceDraw(notation="4d1000", reason=str(n)) for n in range(800)]
    asking = [
        asyncio.create_task(ask_dice.ask(one, timeout=20, key=f"wipe {one.reason}"))
        for one in asked
    ]
    done, _ = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.to_thread(dice.server.wipe)
    drawn = await asyncio.gather(*asking)
    again = [await ask_dice.ask(one, timeout=20, key=f"wipe {one.reason}") for one in asked[::20]]

    assert len(done) < len(asked)
    assert [one.reason for one in drawn] == [one.reason for one in asked]
    assert [_dice_of(one) for one in again] == [_dice_of(one) for one in drawn[::20]]


def _dice_of(drawn: DiceDrawn) -> tuple[int, ...]:
    return tuple(die.face for result in drawn.results for die in result.dice)
