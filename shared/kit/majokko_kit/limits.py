"""Rate limits: a quota of units per caller that fills again all the time (GCRA).

Redis decides, in one call and on its own clock, so that all processes count together. A process
takes units in chunks and spends them without asking again: a lone request takes one unit, a busy
caller up to `CHUNK` at a time. Units taken and not spent within `LEASE` seconds are lost, so that
nobody can hoard them. While Redis is away each process counts by itself.
"""

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from majokko_kit.refusals import Header, QuotaExceeded, TooCostly
from majokko_rules.catalog import text

CHUNK = 50
LEASE = 2.0  # seconds
PATIENCE = 0.25  # seconds that a request waits for Redis
RETRY = 1.0  # seconds before Redis is asked again after it did not answer
MAX_CALLERS = 10_000

_SCRIPT = text("majokko_kit", "limits.lua")
_log = structlog.get_logger("majokko.limits")


@dataclass(frozen=True, slots=True)
class Policy:
    """`quota` units at once, full again `window` seconds after it was empty."""

    quota: int
    window: int

    @property
    def unit(self) -> float:
        """Seconds in which one unit comes back."""
        return self.window / self.quota


@dataclass(frozen=True, slots=True)
class Grant:
    """What a bucket answered: units taken (0 = refused), and its state in units and seconds."""

    taken: int
    left: int
    wait: float
    reset: float


class LocalBuckets:
    """The same decision within one process, for when Redis is away."""

    def __init__(self, policy: Policy, clock: Callable[[], float] = time.monotonic) -> None:
        self._policy = policy
        self._clock = clock
        self._arrivals: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._arrivals)

    def take(self, caller: str, need: int, wish: int) -> Grant:
        now, unit = self._clock(), self._policy.unit
        arrival = max(self._arrivals.pop(caller, now), now)
        left = math.floor((now + self._policy.window - arrival) / unit + 1e-6)
        taken = min(wish, left) if left >= need else 0
        self._keep(caller, arrival + taken * unit)
        wait = 0 if taken else arrival + need * unit - self._policy.window - now
        return Grant(taken, left - taken, wait, arrival + taken * unit - now)

    def _keep(self, caller: str, arrival: float) -> None:
        self._arrivals[caller] = arrival  # last in order, so the first is the longest unseen
        if len(self._arrivals) > MAX_CALLERS:
            del self._arrivals[next(iter(self._arrivals))]


class Limiter:
    """Keeps a `Purse` for every caller seen lately. `redis` is set once it is known."""

    def __init__(self, policy: Policy, clock: Callable[[], float] = time.monotonic) -> None:
        self.policy = policy
        self.clock = clock
        self.redis: Redis | None = None
        self._local = LocalBuckets(policy, clock)
        self._purses: dict[str, Purse] = {}
        self._away_until = 0.0

    def purse(self, caller: str) -> "Purse":
        purse = self._purses.get(caller)
        if purse is None:
            if len(self._purses) >= MAX_CALLERS:
                del self._purses[next(iter(self._purses))]
            purse = self._purses[caller] = Purse(self, caller)
        return purse

    async def take(self, caller: str, need: int, wish: int) -> Grant:
        """Ask Redis for units; ask this process alone while Redis is away."""
        if self.redis is None or self.clock() < self._away_until:
            return self._local.take(caller, need, wish)
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._ask(self.redis, caller, need, wish)
        except (RedisError, OSError, TimeoutError) as error:
            self._away_until = self.clock() + RETRY
            _log.warning("limits_without_redis", error=type(error).__name__)
            return self._local.take(caller, need, wish)

    async def _ask(self, redis: Redis, caller: str, need: int, wish: int) -> Grant:
        script = redis.register_script(_SCRIPT)
        policy = self.policy
        taken, left, wait, reset = await script(
            keys=[f"limits:{{{caller}}}"], args=[policy.quota, policy.window * 1000, need, wish]
        )
        return Grant(taken, left, wait / 1000, reset / 1000)


class Purse:
    """What one caller may spend in this process without asking anybody."""

    __slots__ = (
        "_caller",
        "_chunk",
        "_due",
        "_grant",
        "_limiter",
        "_lock",
        "_refused_until",
        "_until",
        "left",
    )

    def __init__(self, limiter: Limiter, caller: str) -> None:
        self._limiter = limiter
        self._caller = caller
        self._lock = asyncio.Lock()
        self._grant = Grant(0, limiter.policy.quota, 0, 0)
        self._chunk = 1
        self._until = 0.0
        self._refused_until = 0.0  # until then we know the answer without asking
        self._due = 0.0  # when the next unit comes back
        self.left = 0

    async def spend(self, units: int, already: int = 0) -> None:
        """Take `units` from the quota, of which this request has had some `already`.

        Raises QuotaExceeded with the seconds to wait, or TooCostly when no wait would help.
        """
        if units + already > self._limiter.policy.quota:
            quota = self._limiter.policy.quota
            raise TooCostly("quota", asked=units + already, limit=quota)
        if self._spent(units):
            return
        async with self._lock:  # one question at a time for each caller
            if not self._spent(units):
                await self._refill(units)
                self.left -= units

    def refund(self, units: int) -> None:
        """Give back what turned out to cost nothing; it keeps for as long as the lease does."""
        self.left += units

    def _spent(self, units: int) -> bool:
        if self.left < units or self._limiter.clock() >= self._until:
            return False
        self.left -= units
        return True

    async def _refill(self, units: int) -> None:
        now = self._limiter.clock()
        if now < self._refused_until:
            raise self._refusal(self._due - now + (units - 1) * self._limiter.policy.unit)
        if now >= self._until:
            self.left, self._chunk = 0, 1  # a caller who comes back after a while starts small
        need = units - self.left
        grant = await self._limiter.take(self._caller, need, max(need, self._chunk))
        self._grant = grant
        if not grant.taken:
            if units == 1:
                self._due = now + grant.wait
                self._refused_until = now + min(grant.wait, LEASE)
            raise self._refusal(grant.wait)
        self.left += grant.taken
        self._until = self._limiter.clock() + LEASE
        self._chunk = min(2 * self._chunk, CHUNK, max(1, grant.left // 4))

    def _refusal(self, wait: float) -> QuotaExceeded:
        seconds = max(1, math.ceil(wait))
        return QuotaExceeded("wait", seconds=seconds, headers=((b"retry-after", b"%d" % seconds),))

    def headers(self) -> tuple[Header, Header]:
        """Return the fields of draft-ietf-httpapi-ratelimit-headers: the policy, the rest."""
        policy = self._limiter.policy
        left, reset = self._grant.left + self.left, math.ceil(self._grant.reset)
        return (
            (b"ratelimit-policy", b'"default";q=%d;w=%d' % (policy.quota, policy.window)),
            (b"ratelimit", b'"default";r=%d;t=%d' % (left, reset)),
        )
