"""What anybody may know of a board. Before its release that is nothing of its cards: of games that
are over their results, and of games that run only that they do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from majokko_cards.boards.records import Kept, State
from majokko_cards.fairness import SessionDeal, SessionPromise
from majokko_cards.records import Session, Status
from majokko_cards.sessions.views import Instant, Token
from majokko_kit.clock import rfc3339
from majokko_kit.operations import Page

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BoardResult:
    """What came of a game; `score` and `rank` are null where it was lost or stopped."""

    status: Literal["won", "lost", "ended"]
    reason: str
    score: int | None
    rank: str | None
    moves: int
    misplays: int


@dataclass(frozen=True, slots=True)
class BoardSession:
    """A session on a board."""

    id: str
    name: str | None
    status: Status
    result: Annotated[BoardResult | None, Field(description="Null while it is not over.")]
    started_at: Instant | None
    ended_at: Instant | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFacts:
    """One deck that several sessions play."""

    id: str
    name: str | None
    game: str
    ruleset: str
    ruleset_hash: str
    options: Json
    players: int
    state: Annotated[
        State,
        Field(
            description="`committed` while its deck has yet to be dealt, `open` while sessions may "
            "be made on it, `released` once replays and proof can be had."
        ),
    ]
    stream: str
    commitment: str
    receipt: Annotated[Json | None, Field(description="Our signature over the commitment.")]
    deck_root: Annotated[str | None, Field(description="Null while it has yet to be dealt.")]
    deal: Annotated[SessionDeal | None, Field(description="How it was dealt, with what is hidden.")]
    created_at: Instant
    released_at: Instant | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCreated(BoardFacts):
    """A new board, with the token that makes sessions on it and releases it."""

    token: Token


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(BoardFacts):
    """A board with its sessions, the newest first."""

    sessions: Page[BoardSession]


@dataclass(frozen=True, slots=True)
class Seen:
    """What of a board comes from the port of fairness."""

    promise: SessionPromise
    deal: SessionDeal | None


def facts(kept: Kept, seen: Seen) -> BoardFacts:
    return BoardFacts(**_members(kept, seen))


def created(kept: Kept, seen: Seen, token: str) -> BoardCreated:
    return BoardCreated(**_members(kept, seen), token=token)


def board(kept: Kept, seen: Seen, page: Page[Session]) -> Board:
    sessions = Page([_session(each) for each in page.items], page.next_cursor)
    return Board(**_members(kept, seen), sessions=sessions)


def _members(kept: Kept, seen: Seen) -> dict[str, Any]:
    return {
        "id": kept.id,
        "name": kept.name,
        "game": kept.game,
        "ruleset": kept.ruleset,
        "ruleset_hash": kept.digest,
        "options": kept.options,
        "players": kept.players,
        "state": kept.state,
        "stream": seen.promise.stream,
        "commitment": seen.promise.commitment,
        "receipt": seen.promise.receipt,
        "deck_root": None if seen.deal is None else seen.deal.deck_root,
        "deal": seen.deal,
        "created_at": rfc3339(kept.created_at),
        "released_at": None if kept.released_at is None else rfc3339(kept.released_at),
    }


def _session(session: Session) -> BoardSession:
    return BoardSession(
        id=session.id,
        name=session.name,
        status=session.status,
        result=_result(session),
        started_at=None if session.started_at is None else rfc3339(session.started_at),
        ended_at=None if session.ended_at is None else rfc3339(session.ended_at),
    )


def _result(session: Session) -> BoardResult | None:
    """Return how good a game was, without what its points are for: that would name cards."""
    told = session.outcome
    if told is None:
        return None
    return BoardResult(
        status=told["status"],
        reason=told["reason"],
        score=told["score"],
        rank=told["rank"],
        moves=session.moves,
        misplays=told["misplays"],
    )
