"""Bots that can take a seat at a table.

A bot is given a view and nothing else of the game, so it cannot know more than a person there.

>>> [(name, bot.version) for name, bot in BOTS.items()]
[('random', 1), ('cautious', 1)]
"""

from collections.abc import Mapping

from majokko_rules import catalog
from majokko_rules.cards.bots.at_random import AtRandom
from majokko_rules.cards.bots.bot import Bot
from majokko_rules.cards.bots.cautious import Cautious

__all__ = ["BOTS", "Bot", "about"]

BOTS: Mapping[str, Bot] = {bot.name: bot for bot in (AtRandom(), Cautious())}


def about(bot: Bot, locale: str) -> str:
    """Return what a bot does, in one sentence."""
    return catalog.words(__name__, locale)[f"{bot.name}.about"]
