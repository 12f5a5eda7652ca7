"""Whoever takes a seat without being a person."""

from typing import ClassVar, Protocol

from majokko_rules.cards.magion import Action, View
from majokko_rules.chance import Chance


class Bot(Protocol):
    """Decides by nothing but what its seat may know, and by chance where it says so."""

    game: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int]
    """A bot that would decide otherwise than before is a new version."""

    def act(self, seen: View, chance: Chance) -> Action:
        """Return one of `seen.legal`, of which there must be one.

        Equal views and the same chance give the same action.
        """
        ...
