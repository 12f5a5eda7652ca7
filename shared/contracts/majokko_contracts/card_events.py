"""What the cards service tells of games. The subject is the session.

No card is ever told, nor who holds which: whoever may see them asks the session.
"""

from typing import ClassVar, Literal

from pydantic import ConfigDict, Field

from majokko_contracts.events import Happened
from majokko_contracts.ids import PATTERN

_SESSION = "ses_01KB9Q1V5S3V9D0QH3S3YB8N4J"
_BOARD = "brd_01KB9Q1V5S3V9D0QH3S3YB8N4K"


class OfSessions(Happened):
    """`version` counts what has happened in a session that everybody may see."""

    service: ClassVar = "cards"

    version: int = Field(ge=0)


class SessionCreated(OfSessions):
    """A session was made. `practice` is dealt by its host, and counts for nothing."""

    type: ClassVar = "session.created"
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "version": 0,
                    "session": _SESSION,
                    "game": "magion",
                    "ruleset": "magion@1",
                    "players": 3,
                    "source": "committed",
                    "board": None,
                }
            ]
        }
    )

    session: str = Field(pattern=PATTERN)
    game: str
    ruleset: str
    players: int
    source: Literal["committed", "practice"]
    board: str | None


class SessionEnded(OfSessions):
    """A game is over. `score` and `rank` are null where it was lost, or given up.

    `misplays` and `moves` tell apart games of the same score.
    """

    type: ClassVar = "session.ended"
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "version": 61,
                    "session": _SESSION,
                    "status": "won",
                    "reason": "all_complete",
                    "score": 80,
                    "rank": "mami",
                    "players": 3,
                    "ruleset": "magion@1",
                    "board": _BOARD,
                    "source": "committed",
                    "moves": 57,
                    "misplays": 1,
                }
            ]
        }
    )

    session: str = Field(pattern=PATTERN)
    status: Literal["won", "lost", "ended"]
    reason: str
    score: int | None
    rank: str | None
    players: int
    ruleset: str
    board: str | None
    source: Literal["committed", "practice"]
    moves: int
    misplays: int


CARD_EVENTS: tuple[type[Happened], ...] = (SessionCreated, SessionEnded)
