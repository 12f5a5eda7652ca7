"""Remembers what was built of parts that are always the same objects.

Schemas and descriptions of a service take half a second to build, and depend on nothing but what
its modules declare. Whoever builds an application of the same services again gets them at once.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Thing = TypeVar("Thing")

MOST = 64


class Built(Generic[Thing]):
    def __init__(self) -> None:
        self._things: dict[tuple[int, ...], tuple[Sequence[object], Thing]] = {}

    def of(self, parts: Sequence[object], build: Callable[[], Thing]) -> Thing:
        """Return what was built of these very parts before, or build it."""
        key = tuple(map(id, parts))
        if key not in self._things:
            if len(self._things) >= MOST:
                self._things.clear()
            self._things[key] = (parts, build())  # the parts stay, so that no id is used again
        return self._things[key][1]
