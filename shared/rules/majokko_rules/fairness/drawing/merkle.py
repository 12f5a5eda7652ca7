"""Trees in the shape of RFC 9162 §2.1: the left side holds the largest power of two that fits."""

from collections.abc import Sequence

from majokko_rules.fairness.drawing.encoding import digest


def root(leaves: Sequence[bytes]) -> bytes:
    """Return the root over at least one hashed leaf."""
    if len(leaves) == 1:
        return leaves[0]
    split = _split(len(leaves))
    return _node(root(leaves[:split]), root(leaves[split:]))


def path(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """Return the siblings from leaf `index` up to the root."""
    return grown(leaves)[1][index]


def grown(leaves: Sequence[bytes]) -> tuple[bytes, Sequence[tuple[bytes, ...]]]:
    """Return the root with the path of every leaf; each node is hashed once for all of them."""
    if len(leaves) == 1:
        return leaves[0], [()]
    split = _split(len(leaves))
    left, on_the_left = grown(leaves[:split])
    right, on_the_right = grown(leaves[split:])
    paths = [(*way, right) for way in on_the_left] + [(*way, left) for way in on_the_right]
    return _node(left, right), paths


def epoch_leaf(commitment: bytes) -> bytes:
    """Return the leaf of a stream in the tree of all that were committed on one day."""
    return digest(b"\x00" + commitment)


def _split(size: int) -> int:
    return 1 << ((size - 1).bit_length() - 1)


def _node(left: bytes, right: bytes) -> bytes:
    return digest(b"\x01" + left + right)
