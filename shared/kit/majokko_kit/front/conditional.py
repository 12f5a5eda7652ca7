"""Conditional requests (RFC 9110, 13): who already has an answer is told so, and gets no copy.

The tag of an answer is the hash of its bytes, unless it brings its own: nobody has to keep versions
of what never changes but with a release. What nobody may store gets no tag but its own; of what is
private, whoever asked may remember the tag.
"""

from hashlib import blake2b
from http import HTTPStatus
from typing import NamedTuple

from majokko_kit.call import NO_STORE, Call, Header

_OF_A_BODY = frozenset({b"content-length", b"content-type"})
_TAG_BYTES = 12
_PRIVATE = b"private"


class Sent(NamedTuple):
    """An answer as it goes out, without the headers that all answers share."""

    status: int
    headers: list[Header]
    body: bytes


def settled(call: Call, answer: Sent) -> Sent:
    """Tag an answer; make it a 304 if the caller names the tag in If-None-Match."""
    if answer.status != HTTPStatus.OK or call.method not in ("GET", "HEAD"):
        return answer
    headers = dict(answer.headers)
    tag = headers.get(b"etag")
    tagged = answer.headers
    if tag is None:
        cache = headers.get(b"cache-control", b"")
        if NO_STORE in cache and not cache.startswith(_PRIVATE):
            return answer
        tag = b'"%s"' % blake2b(answer.body, digest_size=_TAG_BYTES).hexdigest().encode()
        tagged = [*tagged, (b"etag", tag)]
    if not _names(call.headers.get(b"if-none-match", b""), tag):
        return answer._replace(headers=tagged)
    call.refund(1)  # asking again is free: it spares us the answer
    kept = [header for header in tagged if header[0] not in _OF_A_BODY]
    return Sent(HTTPStatus.NOT_MODIFIED, kept, b"")


def _names(listed: bytes, tag: bytes) -> bool:
    """Whether a list of tags has this one; weak tags are as good, as the RFC has it.

    >>> _names(b'"x", W/"a"', b'"a"'), _names(b"*", b'"a"'), _names(b'"ab"', b'"a"')
    (True, True, False)
    """
    tags = {one.strip().removeprefix(b"W/") for one in listed.split(b",")}
    return not tags.isdisjoint({tag, b"*"})
