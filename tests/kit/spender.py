"""Spends as fast as it can for a while, and prints how many units it was given.

python -m tests.kit.spender VAR SECONDS QUOTA WINDOW TASKS
"""

import asyncio
import sys
import time
from pathlib import Path

from majokko_kit import redis_client
from majokko_kit.limits import Limiter, Policy
from majokko_kit.refusals import QuotaExceeded


async def main(var: str, seconds: str, quota: str, window: str, tasks: str) -> None:
    limiter = Limiter(Policy(int(quota), int(window)))
    async with redis_client.connected(None, Path(var)) as redis:
        limiter.redis = redis
        print("ready", flush=True)  # noqa: T201 - whoever started this reads it
        sys.stdin.readline()
        until = time.monotonic() + float(seconds)
        spent = await asyncio.gather(*(spend(limiter, until) for _ in range(int(tasks))))
    print(sum(spent), flush=True)  # noqa: T201


async def spend(limiter: Limiter, until: float) -> int:
    purse, spent = limiter.purse("everybody"), 0
    while time.monotonic() < until:
        try:
            await purse.spend(1)
        except QuotaExceeded:
            await asyncio.sleep(0.001)
        else:
            spent += 1
            await asyncio.sleep(0)
    return spent


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
