"""Plays anything: to have games at all, and to see what a game must endure."""

from typing import ClassVar

from majokko_rules.cards.magion import Action, View
from majokko_rules.chance import Chance


class AtRandom:
    """Every legal action is as likely as any other, those that lose the game as well."""

    game: ClassVar = "magion"
    name: ClassVar = "random"
    version: ClassVar = 1

    def act(self, seen: View, chance: Chance) -> Action:
        actions = seen.legal
        return actions[chance.throw(1, len(actions))[0] - 1]
