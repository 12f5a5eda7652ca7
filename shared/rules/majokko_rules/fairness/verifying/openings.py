"""Checks during a game, before any seed is out: one card, one secret roll, one stream of a day."""

from collections.abc import Sequence
from dataclasses import dataclass
from struct import pack

from majokko_rules.fairness.verifying.hashing import hashed, listed, sized

_NUMBERS = 2**32  # what four bytes can tell apart


@dataclass(frozen=True, slots=True)
class ShownCard:
    """What a player was shown of the deck `deck_id`; the top has `position` 0."""

    deck_id: str
    position: int
    card: str
    salt: bytes
    path: Sequence[bytes]


def card_was_there(root: bytes, size: int, shown: ShownCard) -> bool:
    """Tell whether the card lay there, among `size` cards, when `root` was published."""
    if not 0 <= shown.position < size < _NUMBERS:
        return False
    leaf = card_leaf(shown.deck_id, shown.position, shown.card, shown.salt)
    return climb(leaf, shown.position, size, shown.path) == root


def roll_was_made(linked: str, request: str, values: Sequence[int], salt: bytes) -> bool:
    """Tell whether a roll is the one that the transcript holds as `linked`, `secret:<hash>`."""
    if not all(0 < value < _NUMBERS for value in values):
        return False
    return linked == "secret:" + hidden(request, values, salt)


def stream_is_listed(
    root: bytes, size: int, index: int, commitment: bytes, path: Sequence[bytes]
) -> bool:
    """Tell whether a commitment is leaf `index` of the `size` that a day's `root` stands for."""
    return climb(hashed(b"\0", commitment), index, size, path) == root


def hidden(request: str, values: Sequence[int], salt: bytes) -> str:
    return hashed(sized("pf1/secret", salt, request), listed(values)).hex()


def card_leaf(deck_id: str, position: int, card: str, salt: bytes) -> bytes:
    where = sized("pf1/card", deck_id) + pack(">I", position)
    return hashed(b"\0", where, sized(card, salt))


def climb(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root above leaf `index` of `size`, as RFC 9162 §2.1.3.2 finds it; None if the
    path is too long or too short for that leaf.
    """
    if not 0 <= index < size:
        return None
    last = size - 1
    for sibling in path:
        if last == 0:
            return None
        while index == last and not index & 1:  # moved up without a sibling
            index, last = index >> 1, last >> 1
        pair = (sibling, leaf) if index & 1 else (leaf, sibling)
        leaf = hashed(b"\1", *pair)
        index, last = index >> 1, last >> 1
    return leaf if last == 0 else None


def crown(leaves: Sequence[bytes]) -> bytes:
    """Return the root over all leaves, row by row; an odd one at the end moves up as it is."""
    row = list(leaves)
    while len(row) > 1:
        pairs = zip(row[::2], row[1::2], strict=False)
        row = [hashed(b"\1", *pair) for pair in pairs] + row[len(row) & ~1 :]
    return row[0]
