"""What anybody may know of streams, without a token: their states, and their proofs once closed.

Whoever knows a stream's id may see what it rolled when it is closed: not who asked for it, nor why.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from majokko_dice.fairness import store
from majokko_dice.fairness.ports import Ledger, Logged, Opened, Stream
from majokko_dice.fairness.views import FairnessStream, FairnessStreams, is_provable, shown
from majokko_kit.cursors import Cursors, Paging
from majokko_kit.database import Database
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import NotFound, StreamClosed
from majokko_rules.fairness.drawing import Contribution

_MAX_DIGITS = 9
MAX_INDEX = 1_000_000_000
"""More than any stream was ever replaced, fewer than a column holds."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof as a file. It is written while it is read, a batch of draws at a time."""

    stream: Stream
    parts: AsyncIterator[bytes]

    @property
    def tag(self) -> str:
        """What names these bytes: the closing binds all of them."""
        return str(self.stream.closing)


class Fairness:
    def __init__(self, database: Database, ledger: Ledger, cursors: Cursors) -> None:
        self._database = database
        self._ledger = ledger
        self._cursors = cursors

    async def streams(self, asked: Asked[Any]) -> Done[FairnessStreams]:
        """List the streams that replaced each other under one id, the last one first.

        Raises NotFound, InvalidValue.
        """
        query: Paging = asked.query
        name = asked.path["stream"]
        before = self._before(query.cursor, name)
        async with self._database.reading() as sql:
            found = await store.before(sql, asked.tenant, name, before, query.limit + 1)
            if not found and query.cursor is None:
                raise NotFound("thing")
            given = await store.given_to_all(sql, found)
        page = self._cursors.page(found, query.limit, lambda stream: stream.index, "streams", name)
        items = [shown(each, given.get((each.id, each.index), [])) for each in page.items]
        return Done(FairnessStreams(items, page.next_cursor), etag=_tag(items))

    async def proof(self, tenant: str, stream: str, index: str | None = None) -> Proof:
        """Return the proof of one stream of an id, or of the last one that has any.

        Raises NotFound, StreamClosed.
        """
        async with self._database.reading() as sql:
            found = await store.last_told(sql, tenant, stream)
            if index is not None or found is None:
                found = await store.one(sql, tenant, stream, _number(index or "0"))
            if found is None:
                raise NotFound("thing")
            if not is_provable(found):
                raise StreamClosed("not_closed")
            given = await store.given(sql, found)
        contributions = [Contribution(each.label, each.seed) for each in given]
        return Proof(found, self._parts(found, self._ledger.opened(found.origin, contributions)))

    def _before(self, cursor: str | None, name: str) -> int:
        """Return the index that a page ends before."""
        if cursor is None:
            return MAX_INDEX
        index = self._cursors.place(cursor, "streams", name)
        assert isinstance(index, int)
        return index

    async def _parts(self, stream: Stream, opened: Opened) -> AsyncIterator[bytes]:
        """Yield the file. Nothing of the database is held while whoever reads it takes their time:
        the draws of a closed stream never change.
        """
        yield _written(opened.preface()) + b',"draws":['
        comma = b""
        first = 0
        while batch := await self._batch(stream, first):
            yield comma + b",".join(orjson.dumps(opened.shown(each)) for each in batch)
            comma, first = b",", batch[-1].nonce + 1
        yield b'],"closing":"%s"}' % str(stream.closing).encode()

    async def _batch(self, stream: Stream, first: int) -> list[Logged]:
        async with self._database.reading() as sql:
            return await store.batch(sql, stream, first)


def _tag(items: Sequence[FairnessStream]) -> str:
    """Name a page by what may change in it: its newest stream, and when secrets come out."""
    if not items:
        return "none"
    first, last = items[0], items[-1]
    told = "told" if last.closing else "untold"
    return f"{first.index}-{first.state}-{len(first.contributors)}-{first.draws}-{told}"


def _number(index: str) -> int:
    if not (index.isascii() and index.isdigit() and len(index) <= _MAX_DIGITS):
        raise NotFound("thing")
    return int(index)


def _written(preface: Mapping[str, object]) -> bytes:
    """Write an object that is not finished."""
    return orjson.dumps(preface).removesuffix(b"}")
