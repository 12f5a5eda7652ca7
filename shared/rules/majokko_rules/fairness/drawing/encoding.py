"""How pf1 writes things down before hashing them: different things never look alike.

Every text and every hash carries its length in front, every number has a fixed width.
"""

import hmac
from collections.abc import Iterable
from hashlib import sha256
from struct import pack

HASH_BYTES = 32


def be32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def be64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def field(value: bytes | str) -> bytes:
    raw = value.encode() if isinstance(value, str) else value
    return be32(len(raw)) + raw


def fields(*values: bytes | str) -> bytes:
    return b"".join(map(field, values))


def numbers(values: Iterable[int]) -> bytes:
    """Write how many there are, then each; a face has four bytes, so none is above 2^32 - 1."""
    listed = tuple(values)
    return be32(len(listed)) + pack(f">{len(listed)}I", *listed)


def digest(message: bytes) -> bytes:
    return sha256(message).digest()


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")
