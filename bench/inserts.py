"""The reference of durable commands: a bare INSERT and COMMIT by SQLAlchemy Core, nothing else.

    python -m bench.inserts URL CLIENTS SECONDS

prints {"inserts": …, "seconds": …}; each client has a connection of its own.
"""

import asyncio
import json
import sys
import time
from itertools import count

import uvloop
from sqlalchemy import BigInteger, Column, MetaData, Table, Text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

METADATA = MetaData()
BARE = Table("bench_bare", METADATA, Column("id", BigInteger, primary_key=True), Column("v", Text))
PAYLOAD = "x" * 100


async def measure(url: str, clients: int, seconds: float) -> dict[str, float]:
    engine = create_async_engine(url, pool_size=clients, max_overflow=0)
    async with engine.begin() as sql:
        await sql.run_sync(METADATA.drop_all)
        await sql.run_sync(METADATA.create_all)
    ids, start = count(), time.monotonic()
    inserted = await asyncio.gather(
        *(_client(engine, ids, start + seconds) for _ in range(clients))
    )
    took = time.monotonic() - start
    await engine.dispose()
    return {"inserts": sum(inserted), "seconds": took}


async def _client(engine: AsyncEngine, ids: "count[int]", until: float) -> int:
    done = 0
    while time.monotonic() < until:
        async with engine.begin() as sql:
            await sql.execute(BARE.insert(), {"id": next(ids), "v": PAYLOAD})
        done += 1
    return done


if __name__ == "__main__":
    found = uvloop.run(measure(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))
    print(json.dumps(found))
