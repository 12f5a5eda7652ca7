"""What a seat keeps for itself, fitted to the cards that it holds now."""

from collections.abc import Sequence


def arranged(hand: Sequence[int], order: Sequence[int] | None) -> list[int]:
    """Return a hand in the order its holder likes; cards that came since are the last.

    >>> arranged([3, 5, 9], [9, 1, 3])
    [9, 3, 5]
    """
    liked = [each for each in order or () if each in hand]
    return [*liked, *(each for each in hand if each not in liked)]
