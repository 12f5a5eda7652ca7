"""SHA-256 over named and measured parts."""

import hmac
from collections.abc import Iterable
from hashlib import sha256
from struct import pack

Part = bytes | str


def sized(*parts: Part) -> bytes:
    """Put the length of each part before it; text is UTF-8.

    Half of a surrogate pair has no UTF-8. It is written anyway, as nobody honest would write it:
    what is hostile must come out as false, not as an exception.
    """
    out = bytearray()
    for part in parts:
        raw = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        out += pack(">I", len(raw)) + raw
    return bytes(out)


def listed(values: Iterable[int]) -> bytes:
    """Write a list of numbers with how many there are."""
    row = list(values)
    return pack(f">I{len(row)}I", len(row), *row)


def hashed(*pieces: bytes) -> bytes:
    state = sha256()
    for piece in pieces:
        state.update(piece)
    return state.digest()


def keyed(key: bytes, *pieces: bytes) -> bytes:
    state = hmac.new(key, digestmod=sha256)
    for piece in pieces:
        state.update(piece)
    return state.digest()
