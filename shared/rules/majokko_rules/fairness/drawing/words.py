"""From the key of a draw to unbiased numbers and orders."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import TypeVar

from majokko_rules.fairness.drawing.encoding import be64, mac

WORD = 2**32
_WIDTH = 4

Item = TypeVar("Item")


def words(key: bytes) -> Iterator[int]:
    """Yield the words of a draw, eight from each block, none skipped, without end."""
    for number in count():
        block = mac(key, be64(number))
        for at in range(0, len(block), _WIDTH):
            yield int.from_bytes(block[at : at + _WIDTH], "big")


def uniform(source: Iterator[int], bound: int, space: int = WORD) -> int:
    """Return a number from 0 to `bound` - 1, each as likely as the others.

    Words that would make some numbers likelier are thrown away. A choice of one takes no word.
    `space` is how many different words there are; tests count through small ones.
    """
    if bound == 1:
        return 0
    limit = space - space % bound
    while (word := next(source)) >= limit:
        pass
    return word % bound


def shuffled(items: Sequence[Item], choose: Callable[[int], int]) -> list[Item]:
    """Fisher–Yates from the last place down; `choose(n)` picks one of n, from 0."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = choose(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order
