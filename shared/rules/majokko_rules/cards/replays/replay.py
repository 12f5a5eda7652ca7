"""What a game was: the rules, the cards as they lay, and everything that was done."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from majokko_rules.cards.magion.actions import Action
from majokko_rules.cards.magion.rules import Rules
from majokko_rules.cards.magion.state import Deal

FORMAT = "majokko.replay/1"

Source = Literal["committed", "practice"]
"""Whether dice dealt the cards, by the ruleset, or somebody chose them for practice."""

SOURCES: tuple[Source, ...] = ("committed", "practice")
STATUSES = ("won", "lost", "ended")
REASONS = ("all_complete", "third_marker", "deck_empty")
"""How the game itself can end, as `Over` says it."""
STOPPED: Mapping[str, str] = {"vote": "ended", "timeout": "lost", "abandoned": "ended"}
"""How it can end before, with its status: by a vote, because somebody's time is up, or because the
board is released that it is played on.
"""

MOST_PLAYERS = 15
MOST_ACTIONS = 2047
"""More than the largest deck allows: a hint has to be cleansed away with a witch, and a witch to be
returned with a card.
"""
MOST_CARDS = 511
MOST_REDEALS = 127
"""More than anybody asks dice for: a ruleset that deals that often is none."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a game; `score` and `rank` are None where it is lost or was stopped."""

    status: str
    reason: str
    score: int | None = None
    rank: str | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole game, or as much as was played of it: then it has no `result`.

    `deal` has only the spare orders of witches that were used. `redealt` are the girl decks that
    were dealt first and had to be dealt again, so their number is the index of the redeal. The
    first `inherited` actions are those of another game, from which this one went on.
    """

    rules: Rules
    source: Source
    deal: Deal
    actions: tuple[Action, ...]
    result: Result | None
    redealt: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    inherited: int = 0
