"""What each step of the creation answers."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Protocol

from majokko_rules.chance import Chance
from majokko_rules.creation import Offer, Pending, Picks, Value
from majokko_rules.systems.collapse.creation.girl import Girl


class Step(Protocol):
    name: ClassVar[str]
    starts: ClassVar[tuple[str, ...]]
    """What the ids of its offers start with, up to the first dot."""

    def offers(self, girl: Girl) -> Iterator[Offer]: ...

    def pending(self, girl: Girl) -> Iterator[Pending]: ...

    def take(self, girl: Girl, offer: Offer, picks: Picks, chance: Chance) -> Girl: ...

    def purse(self, girl: Girl) -> Mapping[str, int]: ...

    def values(self, girl: Girl) -> Mapping[str, Value]: ...
