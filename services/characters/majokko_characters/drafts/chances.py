"""The dice of one move: supplied by whoever moves, or thrown by the dice service."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from majokko_rules.chance import Scripted


@dataclass(frozen=True, slots=True)
class Throw:
    """Equal dice that were thrown at once; `stands` says where they can be looked up."""

    sides: int
    faces: tuple[int, ...]
    source: str
    stands: "Stands | None" = None


@dataclass(frozen=True, slots=True)
class Stands:
    """Where the dice service has written a throw down."""

    roll: str
    stream: str | None
    index: int | None
    nonce: int | None
    head: str | None
    receipt: dict[str, object] | None


Answer = Callable[[int, int, int], Throw]
"""Gives a throw: of the number so-and-so of this move, how many dice, of how many sides."""


class Noting(Protocol):
    """A chance that remembers what it gave."""

    throws: list[Throw]

    def throw(self, count: int, sides: int) -> Sequence[int]: ...

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]: ...

    def finish(self) -> None:
        """Refuse if dice are left over, or were missing."""
        ...


class Asked:
    """Dice of the dice service."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self.throws: list[Throw] = []

    def throw(self, count: int, sides: int) -> Sequence[int]:
        if count == 0:
            return ()
        thrown = self._answer(len(self.throws), count, sides)
        self.throws.append(thrown)
        return thrown.faces

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
        return [faces[place - 1] for place in self.throw(count, len(faces))]

    def finish(self) -> None:
        """There is never one die too many."""


class Supplied:
    """Dice that were thrown by hand."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._dice = Scripted(faces)
        self.throws: list[Throw] = []

    def throw(self, count: int, sides: int) -> Sequence[int]:
        faces = tuple(self._dice.throw(count, sides))
        if faces:
            self.throws.append(Throw(sides, faces, "supplied"))
        return faces

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
        return [faces[place - 1] for place in self.throw(count, len(faces))]

    def finish(self) -> None:
        """Raises FacesTooFew, FacesTooMany."""
        self._dice.finish()
