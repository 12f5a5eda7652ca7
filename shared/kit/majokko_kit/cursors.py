"""Cursors: where the next page of a list begins, in a form that only we can write.

A cursor is 16 bytes of HMAC and JSON in base64url. The HMAC covers what is listed as well, so that
a cursor of one list, or of one viewer, leads nowhere in another's. It is good for a day.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import Annotated, TypeVar

import orjson
from pydantic import Field

from majokko_kit.clock import Clock, now_ms
from majokko_kit.operations.operation import Page, Shape
from majokko_kit.secret import Secret
from majokko_rules.errors import InvalidValue

DAY = 24 * 60 * 60 * 1000  # milliseconds
MAX_PAGE = 100
_MAX_CURSOR = 512
_MAC_BYTES = 16

Place = int | str | Sequence[int | str]
"""What a list is ordered by, of the last item that was told."""

Item = TypeVar("Item")


class Paging(Shape):
    """The query of a list; others inherit from it."""

    cursor: Annotated[
        str | None,
        Field(max_length=_MAX_CURSOR, description="The `next_cursor` of the page before."),
    ] = None
    limit: Annotated[int, Field(ge=1, le=MAX_PAGE, description="Items in a page, at most.")] = 50


class Cursors:
    """Writes and reads the cursors of one installation.

    `listed` names a list with everything that makes it another one: the thing it belongs to,
    filters, and the viewer where viewers see different items.
    """

    def __init__(self, secret: Secret, clock: Clock = now_ms) -> None:
        self._secret = secret
        self._clock = clock

    def page(
        self, found: Sequence[Item], limit: int, place: Callable[[Item], Place], *listed: str
    ) -> Page[Item]:
        """Return a page; `found` has one item more than `limit` where another page follows."""
        items = found[:limit]
        more = len(found) > limit
        return Page(items, self.after(place(items[-1]), *listed) if more else None)

    def after(self, place: Place, *listed: str) -> str:
        """Return a cursor that leads to what follows a place."""
        told = orjson.dumps([self._clock() + DAY, place])
        return _written(self._mac(told, listed) + told)

    def place(self, cursor: str, *listed: str) -> Place:
        """Return where a page begins: behind this place; lists come back as lists.

        Raises InvalidValue for anything but a cursor of this very list that is still good.
        """
        raw = _decoded(cursor)
        mac, told = raw[:_MAC_BYTES], raw[_MAC_BYTES:]
        if not hmac.compare_digest(mac, self._mac(told, listed)):
            raise _malformed()
        until, place = orjson.loads(told)
        if until < self._clock():
            raise _malformed()
        found: Place = place
        return found

    def _mac(self, told: bytes, listed: Sequence[str]) -> bytes:
        return self._secret.seed_of("cursor", told.decode("latin-1"), *listed)[:_MAC_BYTES]


def _written(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decoded(cursor: str) -> bytes:
    """Read base64url; of several ways to write the same bytes, only ours is taken."""
    try:
        raw = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except ValueError:  # also binascii.Error
        raise _malformed() from None
    if _written(raw) != cursor:
        raise _malformed()
    return raw


def _malformed() -> InvalidValue:
    return InvalidValue("malformed", pointer="/cursor", form="cursor=<next_cursor>")
