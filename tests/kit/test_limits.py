"""Quotas: one for all processes, cheap to ask, and still there while Redis is away."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from majokko_kit import redis_client
from majokko_kit.limits import CHUNK, Limiter, LocalBuckets, Policy
from majokko_kit.refusals import QuotaExceeded, TooCostly
from majokko_kit.settings import Settings
from tests.kit.serving import served

REPOSITORY = Path(__file__).parents[2]


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def redis(settings: Settings) -> AsyncIterator[Redis]:
    async with redis_client.connected(None, settings.var) as redis:
        yield redis


async def _spend_all(limiter: Limiter, caller: str, units: int = 1) -> int:
    """Spend until refused; return how many units were given."""
    purse, given = limiter.purse(caller), 0
    while True:
        try:
            await purse.spend(units)
        except QuotaExceeded:
            return given
        given += units


@pytest.mark.parametrize("away", [False, True], ids=["with Redis", "without"])
async def test_a_quota_can_be_spent_at_once_and_not_more(redis: Redis, away: bool) -> None:
    limiter = Limiter(Policy(100, 3600))
    limiter.redis = None if away else redis

    assert await _spend_all(limiter, f"one-{away}") == 100
    assert await _spend_all(limiter, f"two-{away}", units=7) == 98


async def test_callers_do_not_share(redis: Redis) -> None:
    limiter = Limiter(Policy(10, 3600))
    limiter.redis = redis

    assert [await _spend_all(limiter, f"apart-{name}") for name in "abc"] == [10, 10, 10]


async def test_a_refusal_says_how_long_to_wait(redis: Redis) -> None:
    limiter = Limiter(Policy(60, 600))
    limiter.redis = redis
    await _spend_all(limiter, "waiting")
    with pytest.raises(QuotaExceeded) as refused:
        await limiter.purse("waiting").spend(5)

    seconds = int(refused.value.params["seconds"])

    assert 40 < seconds <= 50  # one unit comes back in ten
    assert dict(refused.value.headers)[b"retry-after"] == b"%d" % seconds


async def test_what_no_quota_can_hold_is_refused_for_good(redis: Redis) -> None:
    limiter = Limiter(Policy(60, 600))
    limiter.redis = redis
    with pytest.raises(TooCostly) as refused:
        await limiter.purse("greedy").spend(61)

    assert refused.value.params == {"asked": 61, "limit": 60}
    assert await _spend_all(limiter, "greedy") == 60


class CountingRedis(Redis):
    """A client that counts what it asks."""

    asked = 0

    async def execute_command(self, *args: Any, **options: Any) -> Any:  # noqa: ANN401
        self.asked += 1
        return await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]


async def test_a_busy_caller_asks_redis_once_for_many_units(redis: Redis) -> None:
    limiter = Limiter(Policy(100_000, 60))
    counting = CountingRedis(connection_pool=redis.connection_pool)
    limiter.redis = counting
    purse = limiter.purse("busy")
    for _ in range(2000):
        await purse.spend(1)

    # It begins with chunks of 1, 2, 4 … and may have to load the script once.
    assert counting.asked <= 2000 / CHUNK + 8


async def test_units_taken_and_not_spent_are_lost_after_a_moment(redis: Redis) -> None:
    clock = Clock()
    limiter = Limiter(Policy(1000, 3600), clock)
    limiter.redis = redis
    purse = limiter.purse("hoarding")
    for _ in range(40):
        await purse.spend(1)
    kept = purse.left
    clock.now += 60
    await purse.spend(1)

    assert kept > 0
    assert purse.left == 0


async def test_a_lone_caller_takes_no_more_than_it_spends(redis: Redis) -> None:
    clock = Clock()
    limiter = Limiter(Policy(20, 3600), clock)
    limiter.redis = redis
    purse = limiter.purse("lone")
    for _ in range(20):
        clock.now += 60  # longer than anything is kept
        await purse.spend(1)
    with pytest.raises(QuotaExceeded):
        await purse.spend(1)


async def test_who_owes_under_an_older_policy_waits_no_longer_than_the_new_one_says(
    redis: Redis,
) -> None:
    older, newer = Limiter(Policy(5, 36_000)), Limiter(Policy(1200, 60))
    older.redis = newer.redis = redis
    for _ in range(5):
        await older.purse("mami").spend(1)
    with pytest.raises(QuotaExceeded) as refused:
        await newer.purse("mami").spend(1)

    assert refused.value.params["seconds"] == 1
    assert dict(newer.purse("mami").headers())[b"ratelimit"] == b'"default";r=0;t=60'


def test_a_local_quota_fills_as_time_goes_by() -> None:
    clock = Clock()
    buckets = LocalBuckets(Policy(10, 100), clock)
    first = buckets.take("a", 10, 10)
    empty = buckets.take("a", 1, 1)
    clock.now += 30
    later = buckets.take("a", 1, 20)

    assert (first.taken, first.left) == (10, 0)
    assert empty.taken == 0
    assert empty.wait == pytest.approx(10)
    assert (later.taken, later.left) == (3, 0)


def test_a_local_quota_remembers_only_so_many_callers() -> None:
    buckets = LocalBuckets(Policy(1, 3600))
    taken = [buckets.take(str(number), 1, 1).taken for number in range(20_000)]

    assert taken == [1] * 20_000
    assert len(buckets) <= 10_000


async def test_the_quota_is_kept_while_redis_is_away_and_when_it_is_back(tmp_path: Path) -> None:
    clock = Clock()
    limiter = Limiter(Policy(50, 3600), clock)
    async with redis_client.client(f"unix://{tmp_path}/nobody.sock") as away:
        limiter.redis = away
        alone = await _spend_all(limiter, "patient")
    async with redis_client.connected(None, tmp_path) as redis:
        limiter.redis = redis
        clock.now += 5
        together = await _spend_all(limiter, "patient")
        known = await redis.exists("limits:{patient}")

    assert alone == 50
    assert together == 50  # Redis had not heard of the others
    assert known


@pytest.mark.parametrize("processes", [1, 4])
async def test_processes_that_count_together_never_give_more_than_the_quota(
    settings: Settings, redis: Redis, processes: int
) -> None:
    await redis.delete("limits:{everybody}")
    seconds, quota, window = 1.5, 100, 2
    asked = [str(settings.var), str(seconds), str(quota), str(window), "8"]
    spenders = [
        subprocess.Popen(  # noqa: ASYNC220, S603
            [sys.executable, "-m", "tests.kit.spender", *asked],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY,
        )
        for _ in range(processes)
    ]  # fmt: skip
    for spender in spenders:
        await asyncio.to_thread(_line, spender)
    started = time.monotonic()
    for spender in spenders:
        assert spender.stdin
        spender.stdin.write("go\n")
        spender.stdin.flush()
    given = [int(await asyncio.to_thread(_line, spender)) for spender in spenders]
    elapsed = time.monotonic() - started
    for spender in spenders:
        spender.communicate()

    assert sum(given) <= quota + quota / window * elapsed + 1
    assert sum(given) >= quota  # and what there is, is given


def _line(spender: "subprocess.Popen[str]") -> str:
    assert spender.stdout
    return spender.stdout.readline().strip()


async def test_what_is_left_stands_in_the_headers(settings: Settings) -> None:
    usual = settings.model_copy(update={"limit_quota": Settings().limit_quota})
    async with served(usual, client="198.51.100.1") as tea:
        answers = [await tea.post("/v1/orders", json={"cups": 1}) for _ in range(3)]
    left = [answer.headers["ratelimit"] for answer in answers]

    assert answers[0].headers["ratelimit-policy"] == '"default";q=1200;w=60'
    assert [row.split(";")[:2] for row in left] == [
        ['"default"', f"r={n}"] for n in (1199, 1198, 1197)
    ]


async def test_a_spent_quota_is_a_429_that_says_when(settings: Settings) -> None:
    small = settings.model_copy(update={"limit_quota": 5, "limit_window": 600})
    async with served(small, client="198.51.101.1") as tea:
        answers = [await tea.post("/v1/orders", json={"cups": 1}) for _ in range(6)]
        livez = await tea.get("/livez")
    refused = answers[-1]
    told = refused.json()

    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert told["code"] == "quota_exceeded"
    assert told["type"] == "https://iana.org/assignments/http-problem-types#quota-exceeded"
    assert told["violated-policies"] == ["default"]
    assert 1 <= int(refused.headers["retry-after"]) <= 120
    assert len(refused.headers.multi_items()) == len(refused.headers)
    assert refused.headers["ratelimit"].startswith('"default";r=0;')
    assert livez.status_code == 200


async def test_work_beyond_the_request_itself_is_charged(settings: Settings) -> None:
    small = settings.model_copy(update={"limit_quota": 10, "limit_window": 600})
    async with served(small, client="198.51.102.1") as tea:
        costly = await tea.post("/v1/orders", json={"cups": 90})
        cheap = await tea.post("/v1/orders", json={"cups": 1})

    assert (costly.status_code, cheap.status_code) == (200, 429)


async def test_a_hundred_aliases_cost_a_hundred_units(settings: Settings) -> None:
    aliases = " ".join(f"a{number}:spilled" for number in range(100))
    small = settings.model_copy(update={"limit_quota": 100, "limit_window": 3600})
    async with served(small, client="198.51.103.1") as tea:
        first = await tea.post("/graphql", json={"query": f"{{{aliases}}}"})
        second = await tea.post("/graphql", json={"query": "{cup{tea}}"})
    smaller = settings.model_copy(update={"limit_quota": 99, "limit_window": 3600})
    async with served(smaller, client="198.51.104.1") as tea:
        never = await tea.post("/graphql", json={"query": f"{{{aliases}}}"})

    assert (first.status_code, second.status_code) == (200, 429)
    assert (never.status_code, never.json()["errors"][0]["rule"]) == (422, "quota")


async def test_neighbours_share_a_quota_and_strangers_do_not(settings: Settings) -> None:
    small = settings.model_copy(update={"limit_quota": 3, "limit_window": 3600})
    statuses = {}
    for client in ("198.51.105.1", "198.51.105.200", "198.51.106.1", "2001:db8:1:1::1"):
        async with served(small, client=client) as tea:
            answers = [await tea.post("/v1/orders", json={"cups": 1}) for _ in range(3)]
        statuses[client] = [answer.status_code for answer in answers]

    assert statuses == {
        "198.51.105.1": [200, 200, 200],
        "198.51.105.200": [429, 429, 429],
        "198.51.106.1": [200, 200, 200],
        "2001:db8:1:1::1": [200, 200, 200],
    }


async def test_an_invented_address_in_a_header_changes_nothing(settings: Settings) -> None:
    small = settings.model_copy(update={"limit_quota": 10, "limit_window": 3600})
    async with served(small, client="198.51.107.1") as tea:
        statuses = [
            (await tea.post("/v1/orders", json={"cups": 1}, headers=_forwarded(number))).status_code
            for number in range(1000)
        ]

    assert statuses.count(200) == 10


async def test_a_trusted_proxy_is_believed_about_its_own_peer_only(settings: Settings) -> None:
    behind = Settings.model_validate(
        {"var": settings.var, "forwarded_allow_ips": "10.0.0.0/8", "limit_quota": 3}
    )
    async with served(behind, client="10.0.0.1") as tea:
        spoofing = [
            await tea.post(
                "/v1/orders", json={"cups": 1},
                headers={"x-forwarded-for": f"203.0.{number}.1, 198.51.108.1, 10.0.0.2"},
            )
            for number in range(4)
        ]  # fmt: skip
        other = await tea.post(
            "/v1/orders", json={"cups": 1}, headers={"x-forwarded-for": "198.51.109.1"}
        )

    assert [answer.status_code for answer in spoofing] == [200, 200, 200, 429]
    assert other.status_code == 200


async def test_a_list_of_proxies_may_come_in_several_lines(settings: Settings) -> None:
    behind = Settings.model_validate(
        {"var": settings.var, "forwarded_allow_ips": "10.0.0.0/8", "limit_quota": 3}
    )
    async with served(behind, client="10.0.0.1") as tea:
        lines = [(f"203.0.{number}.1", "198.51.110.1", "10.0.0.2") for number in range(4)]
        statuses = [
            (
                await tea.post(
                    "/v1/orders",
                    json={"cups": 1},
                    headers=[("x-forwarded-for", hop) for hop in hops],
                )
            ).status_code
            for hops in lines
        ]

    assert statuses == [200, 200, 200, 429]


async def test_this_machine_is_not_limited_unless_it_is_told_to_be(settings: Settings) -> None:
    small = settings.model_copy(update={"limit_quota": 2, "limit_window": 3600})
    async with served(small, client="127.0.0.1") as tea:
        free = [await tea.post("/v1/orders", json={"cups": 100}) for _ in range(5)]
    strict = small.model_copy(update={"limit_loopback": True})
    async with served(strict, client="127.0.0.1") as tea:
        counted = [await tea.post("/v1/orders", json={"cups": 1}) for _ in range(3)]

    assert [answer.status_code for answer in free] == [200] * 5
    assert "ratelimit" not in free[0].headers
    assert [answer.status_code for answer in counted] == [200, 200, 429]


def _forwarded(number: int) -> dict[str, str]:
    return {"x-forwarded-for": f"192.0.2.{number % 256}", "forwarded": f"for=192.0.2.{number}"}
