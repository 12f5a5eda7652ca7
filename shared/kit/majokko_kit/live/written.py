"""Streams as bytes: server-sent events for browsers, lines of JSON for everybody else.

Both hold the same lines in the same order. Which one is asked for, `Accept` says.
"""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from zlib import crc32

from majokko_kit import accept
from majokko_kit.live.feed import Feed, Items
from majokko_kit.live.items import Item, line
from majokko_kit.refusals import NotAcceptable

SSE = b"text/event-stream"
NDJSON = b"application/x-ndjson"
MEDIA = (SSE, NDJSON)

_RETRY_MS, _SPREAD_MS = 2000, 3001

Writer = Callable[[Items], bytes]


def wanted(header: bytes | None) -> bytes:
    """Return the media type to write; server-sent events for those who take either.

    Raises NotAcceptable.
    """
    best = accept.best(header or b"*/*", MEDIA)
    if best is None:
        raise NotAcceptable("stream", media=", ".join(media.decode() for media in MEDIA))
    return best


async def written(feed: Feed, media: bytes) -> AsyncGenerator[bytes]:
    """Write a feed to its end."""
    write = _WRITERS[media]
    if media == SSE:
        yield _retry(feed.viewer)
    async with aclosing(feed.items()) as told:
        async for items in told:
            yield write(items)


def _retry(viewer: str) -> bytes:
    """Say when to come back after a cut: all of a table at once would be a stampede.

    The same viewer always gets the same answer.
    """
    return b"retry: %d\n\n" % (_RETRY_MS + crc32(viewer.encode()) % _SPREAD_MS)


def events(items: Items) -> bytes:
    r"""Write items as server-sent events; a comment where there are none.

    >>> events([Item(type="bye", subject="x", data={}, cursor="x.1.7")])[:27]
    b'event: bye\nid: x.1.7\ndata: '
    """
    return b"".join(map(_event, items)) or b":\n\n"


def _event(item: Item) -> bytes:
    cursor = b"" if item.cursor is None else b"id: %s\n" % item.cursor.encode()
    return b"event: %s\n%sdata: %s\n\n" % (item.type.encode(), cursor, line(item))


def lines(items: Items) -> bytes:
    """Write items as lines; an empty line where there are none."""
    return b"".join(line(item) + b"\n" for item in items) or b"\n"


_WRITERS: dict[bytes, Writer] = {SSE: events, NDJSON: lines}
