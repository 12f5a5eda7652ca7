"""A committed draw as the dice of a question, with a record that others can follow."""

from collections.abc import Sequence
from typing import TypeVar

from majokko_rules.fairness.drawing.words import shuffled, uniform, words

Item = TypeVar("Item")


class CommittedChance:
    """Implements `majokko_rules.chance.Chance` over the words of one draw.

    Keeps the bound n and the value 1…n of each choice, in the order in which they were made: these
    two lists are all that a verifier needs, whatever was asked. A die with faces of its own is
    recorded by the place of its face.

    >>> chance = CommittedChance(bytes(32))
    >>> faces = chance.throw(2, 6), chance.pick(1, (-1, 0, 1))
    >>> chance.bounds, len(chance.values)
    ((6, 6, 3), 3)
    """

    def __init__(self, key: bytes) -> None:
        self._words = words(key)
        self._bounds: list[int] = []
        self._values: list[int] = []

    @property
    def bounds(self) -> tuple[int, ...]:
        return tuple(self._bounds)

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(self._values)

    def throw(self, count: int, sides: int) -> Sequence[int]:
        faces = [1 + uniform(self._words, sides) for _ in range(count)]
        self._bounds += [sides] * count
        self._values += faces
        return faces

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
        return [faces[place - 1] for place in self.throw(count, len(faces))]

    def shuffle(self, items: Sequence[Item]) -> list[Item]:
        """Return an order that everybody may see, such as that of the seats.

        A deck whose order must stay hidden is dealt by `decks.deal`, which records nothing.
        """
        return shuffled(items, lambda bound: self.throw(1, bound)[0] - 1)
