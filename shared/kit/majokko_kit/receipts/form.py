"""What of a receipt is hashed and signed, byte for byte; `docs/receipts.md` tells it to strangers.

The canonical form of a statement (sorted members, no blanks, UTF-8, integers only: a subset of
RFC 8785) is a leaf of a Merkle tree, and a signature covers the tree's root and size.
"""

from collections.abc import Mapping
from typing import Final

import orjson

VERSION: Final = 1
_PREFIX = b"majokko/receipt/1\0"

Statement = Mapping[str, object]
"""Plain JSON without floats; `v`, `time` and `key` are added when it is sealed."""

Receipt = dict[str, object]


def canonical(statement: Statement) -> bytes:
    """Return the bytes that are hashed.

    >>> canonical({"b": [1, 2], "a": "魔"}).decode()
    '{"a":"魔","b":[1,2]}'
    """
    return orjson.dumps(statement, option=orjson.OPT_SORT_KEYS)


def signed(root: bytes, size: int) -> bytes:
    """Return the bytes that are signed."""
    return _PREFIX + size.to_bytes(8) + root
