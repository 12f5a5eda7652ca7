"""Trees in the shape of RFC 9162 §2.1: the left side holds the largest power of two that fits."""

from collections.abc import Sequence

from majokko_rules.fairness.drawing.encoding import digest


def root(leaves: Sequence[bytes]) -> bytes:
    """Return the root over at least one hashed leaf."""
    if len(leaves) == 1:
        return leaves[0]
    split = _split(len(leaves))
    return digest(b"\x01" + root(leaves[:split]) + root(leaves[split:]))


def path(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """Return the siblings from leaf `index` up to the root."""
    if len(leaves) == 1:
        return ()
    split = _split(len(leaves))
    left, right = leaves[:split], leaves[split:]
    if index < split:
        return (*path(left, index), root(right))
    return (*path(right, index - split), root(left))


def epoch_leaf(commitment: bytes) -> bytes:
    """Return the leaf of a stream in the tree of all that were committed on one day."""
    return digest(b"\x00" + commitment)


def _split(size: int) -> int:
    return 1 << ((size - 1).bit_length() - 1)
