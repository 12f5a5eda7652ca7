"""Which values the key of a draw gives for a list of bounds."""

from collections.abc import Iterable, Iterator
from itertools import count
from struct import pack, unpack

from majokko_rules.fairness.verifying.hashing import keyed, sized


def draw_key(stream_key: bytes, nonce: int, purpose: str) -> bytes:
    return keyed(stream_key, sized("pf1/draw"), pack(">Q", nonce), sized(purpose))


def faces(key: bytes, bounds: Iterable[int]) -> list[int]:
    """Return one value from 1 to its bound for each of `bounds`."""
    source = _stream(key)
    return [1 if bound == 1 else _face(source, bound) for bound in bounds]


def order(key: bytes, cards: list[str]) -> list[str]:
    """Return the deck, top first: each choice takes one card out of those that are left.

    The last of them fills its place, and the chosen card goes under the deck built so far.
    """
    left = list(cards)
    chosen = faces(key, range(len(cards), 0, -1))
    out = []
    for face in chosen:
        last = left.pop()
        if face > len(left):
            out.append(last)
        else:
            out.append(left[face - 1])
            left[face - 1] = last
    return out[::-1]


def _face(source: Iterator[int], bound: int) -> int:
    """Skip the words of the last, incomplete round of faces."""
    rounds = (1 << 32) // bound
    return next(word for word in source if word // bound < rounds) % bound + 1


def _stream(key: bytes) -> Iterator[int]:
    for at in count():
        yield from unpack(">8I", keyed(key, pack(">Q", at)))
