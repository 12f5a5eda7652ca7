"""Merkle trees of RFC 9162 §2.1: one hash stands for many leaves, a short path proves each.

Leaves and nodes are hashed behind different first bytes, so that neither can pass for the other.
An odd node at the end of a row moves up unchanged.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

HASH_BYTES = 32


class Tree(NamedTuple):
    """`paths[i]` are the siblings from leaf `i` up to the root."""

    root: bytes
    paths: Sequence[Sequence[bytes]]


def leaf(data: bytes) -> bytes:
    return sha256(b"\0" + data).digest()


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def tree(leaves: Sequence[bytes]) -> Tree:
    """Build the tree over at least one hashed leaf."""
    paths: list[list[bytes]] = [[] for _ in leaves]
    row, height = list(leaves), 0
    while len(row) > 1:
        for index, path in enumerate(paths):
            sibling = (index >> height) ^ 1
            if sibling < len(row):
                path.append(row[sibling])
        row, height = _above(row), height + 1
    return Tree(row[0], paths)


def root_of(hashed: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root that `path` leads to from leaf `index` of `size`; None if the path has
    another length than such a leaf has.
    """
    steps = iter(path)
    last = size - 1
    while last:
        if index % 2 or index < last:
            step = next(steps, None)
            if step is None:
                return None
            hashed = node(step, hashed) if index % 2 else node(hashed, step)
        index, last = index // 2, last // 2
    return hashed if next(steps, None) is None else None


def _above(row: Sequence[bytes]) -> list[bytes]:
    pairs = [node(row[i], row[i + 1]) for i in range(0, len(row) - 1, 2)]
    return pairs + list(row[len(pairs) * 2 :])
