"""How clients reach an installation that is killed again and again."""

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any, Self

import httpx

from tests.chaos.table import PATIENCE, bearer

_PAUSE = 0.05
_TIMEOUT = 30.0
_UNLIMITED = httpx.Limits()
"""A client that counts its connections would wait for those that died while they were opened."""


class Ways:
    """Addresses that are closed at times; connections are kept open where they are not."""

    def __init__(self, bases: Sequence[str], seed: str) -> None:
        self.failures = 0
        self._bases = bases
        self._chance = random.Random(f"{seed} ways")
        self._clients: list[httpx.AsyncClient] = []
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        for base in self._bases:
            made = httpx.AsyncClient(base_url=base, timeout=_TIMEOUT, limits=_UNLIMITED)
            self._clients.append(await self._open.enter_async_context(made))
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._open.aclose()

    def any(self) -> httpx.AsyncClient:
        return self._chance.choice(self._clients)

    async def ask(
        self, method: str, path: str, token: str | None = None, body: object = None, key: str = ""
    ) -> httpx.Response:
        """Ask until there is an answer other than 'try again'."""
        headers = {**(bearer(token) if token else {}), **({"idempotency-key": key} if key else {})}
        until = time.monotonic() + PATIENCE
        failed: object = None
        while time.monotonic() < until:
            try:
                answer = await self.any().request(method, path, json=body, headers=headers)
                if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                    return answer
                assert answer.headers["retry-after"]
                failed = answer.text
            except httpx.HTTPError as error:
                failed = error
            self.failures += 1
            await asyncio.sleep(_PAUSE)
        raise AssertionError(f"no answer to {method} {path} for {PATIENCE} s: {failed!r}")

    async def told(
        self, method: str, path: str, token: str | None = None, body: object = None, key: str = ""
    ) -> Any:  # noqa: ANN401 - JSON
        answer = await self.ask(method, path, token, body, key)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()
