"""The soul gem, and how a game ends."""

from majokko_rules.cards.magion.happened import GameEnded, GemChanged
from majokko_rules.cards.magion.state import Making, Over


def darken(made: Making, count: int) -> None:
    """Lay markers on the gem; the last one loses the game."""
    made.markers += count
    made.happened += (GemChanged(made.markers),)
    if made.markers >= made.rules.markers:
        end(made, "lost", "third_marker")


def clear(made: Making, count: int) -> None:
    made.markers -= count
    made.happened += (GemChanged(made.markers),)


def end(made: Making, status: str, reason: str) -> None:
    made.over = Over(status, reason)
    made.happened += (GameEnded(status, reason),)
