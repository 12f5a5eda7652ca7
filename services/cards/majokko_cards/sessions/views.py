"""What anybody may know of a session: no card that lies face down is anywhere near here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from majokko_cards import records
from majokko_cards.fairness import CardOpening, SessionDeal, SessionPromise
from majokko_cards.records import Source, Status
from majokko_cards.showing.views import SessionView
from majokko_kit.clock import rfc3339
from majokko_rules.rulesets import Ruleset

Json = Mapping[str, Any]
Token = Annotated[
    str, Field(description="For `Authorization: Bearer`. It is shown once; we keep its hash.")
]
Instant = Annotated[str, Field(json_schema_extra={"format": "date-time"})]


@dataclass(frozen=True, slots=True)
class GameSetting:
    """What a table of players may decide, in the `options` of a session."""

    key: str
    name: str
    help: str
    type: str
    default: Any


@dataclass(frozen=True, slots=True)
class GameListed:
    """A game; `ruleset` is what a session names to play this very version."""

    id: str
    name: str
    ruleset: str
    ruleset_hash: str
    players: Annotated[Sequence[int], Field(description="How many may play.")]
    options: Sequence[GameSetting]


@dataclass(frozen=True, slots=True)
class Games:
    items: Sequence[GameListed]


@dataclass(frozen=True, slots=True)
class SessionSeat:
    """A seat; `name` is null while it is free. Contributions are shown once the game has begun."""

    seat: int
    name: str | None
    bot: Annotated[str | None, Field(description="Which bot sits there.")]
    away: Annotated[bool, Field(description="Whether whoever sat there has left a running game.")]
    contribution: str | None


@dataclass(frozen=True, slots=True)
class SessionTable:
    """What is agreed upon at this table."""

    talk: Annotated[bool, Field(description="Whether one may chat while the game runs.")]
    pause: Annotated[str, Field(description="Who may pause: `anyone` who plays, or the `host`.")]
    spectators: bool
    delay: Annotated[int, Field(description="How many versions those who watch lag behind.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A game at a table, as anybody may see it."""

    id: str
    name: Annotated[str | None, Field(description="Null where nobody has named it.")]
    game: Annotated[str, Field(description="As `/v1/games` calls it.")]
    ruleset: Annotated[str, Field(description="The game with its version, as `magion@1`.")]
    ruleset_hash: Annotated[
        str, Field(description="Of what that ruleset said when the session was made.")
    ]
    options: Annotated[
        Json, Field(description="All settings of the ruleset; what was left out has its default.")
    ]
    players: Annotated[int, Field(description="So many seats there are.")]
    status: Annotated[
        Status, Field(description="The last three are over; `ended` is neither won nor lost.")
    ]
    version: Annotated[int, Field(description="Counts what has happened that all may see.")]
    source: Annotated[Source, Field(description="`practice` is dealt by its host, and unrated.")]
    seats: Annotated[Sequence[SessionSeat], Field(description="All of them, from 0 on.")]
    table: SessionTable
    clock: Annotated[
        Json | None, Field(description="As it was asked for, in milliseconds; null without one.")
    ]
    board: Annotated[
        str | None, Field(description="Whose deck is played; null for a deck of its own.")
    ]
    forked_from: Annotated[
        str | None, Field(description="The session that it goes on from; null for most.")
    ]
    forked_at: Annotated[int | None, Field(description="After so many actions of that one.")]
    outcome: Annotated[Json | None, Field(description="Null until it is over.")]
    created_at: Instant
    started_at: Annotated[Instant | None, Field(description="Null until the cards are dealt.")]
    ended_at: Annotated[Instant | None, Field(description="Null until it is over.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionFacts(Session):
    """A session, with what it takes to check that its deck was dealt fairly."""

    stream: Annotated[
        str | None, Field(description="Where the cards come from; null for practice.")
    ]
    commitment: Annotated[
        str | None,
        Field(
            description="What the deck follows from, committed before anybody sat; null for "
            "practice."
        ),
    ]
    receipt: Annotated[Json | None, Field(description="Our signature over the commitment.")]
    dealt: Annotated[
        SessionDeal | None, Field(description="How it was dealt; null before, and for practice.")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionCreated(Session):
    """A new session, with the token of its host."""

    token: Token
    stream: Annotated[
        str | None, Field(description="Where the cards come from; null for practice.")
    ]
    commitment: Annotated[
        str | None, Field(description="What the deck follows from, committed before anybody sits.")
    ]
    receipt: Annotated[Json | None, Field(description="Our signature over the commitment.")]


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat, with the token that opens it; a bot needs none."""

    session: str
    seat: int
    name: str
    token: Token | None


@dataclass(frozen=True, slots=True)
class SessionToken:
    """A new token; the one before is worth nothing any more."""

    token: Token


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """What an action did, and where it led, as its seat may know it."""

    version: int
    events: Annotated[Sequence[Json], Field(description="As in the stream.")]
    view: SessionView


@dataclass(frozen=True, slots=True)
class LegalActions:
    """What the seat that asks can do now, as `…/actions` takes it; nothing while others are on
    turn. `fatal` ones are sure to lose the game.
    """

    version: int
    turn: int | None
    actions: Sequence[Json]


@dataclass(frozen=True, slots=True)
class Openings:
    """What opens the cards that one sees, one by one, against the root published at the start."""

    version: int
    cards: Sequence[CardOpening]


def game(ruleset: Ruleset, players: Sequence[int], locale: str) -> GameListed:
    names = ruleset.names
    options = [
        GameSetting(
            key,
            names.setting(key, locale),
            names.of(f"settings.{key}.help", locale, ""),
            setting.shape.type,
            setting.default,
        )
        for key, setting in ruleset.settings.items()
    ]
    title = names.title(locale, ruleset.id)
    return GameListed(ruleset.system, title, ruleset.name, ruleset.hash, players, options)


def created(
    kept: records.Session, seated: Sequence[records.Seat], promise: SessionPromise, token: str
) -> SessionCreated:
    return SessionCreated(**members(kept, seated), **_promised(promise), token=token)


def facts(
    kept: records.Session,
    seated: Sequence[records.Seat],
    promise: SessionPromise,
    deal: SessionDeal | None,
) -> SessionFacts:
    return SessionFacts(**members(kept, seated), **_promised(promise), dealt=deal)


def _promised(promise: SessionPromise) -> dict[str, Any]:
    return {
        "stream": promise.stream,
        "commitment": promise.commitment,
        "receipt": promise.receipt,
    }


def session(kept: records.Session, seated: Sequence[records.Seat]) -> Session:
    return Session(**members(kept, seated))


def members(kept: records.Session, seated: Sequence[records.Seat]) -> dict[str, Any]:
    return {
        "id": kept.id,
        "name": kept.name,
        "game": kept.game,
        "ruleset": kept.ruleset,
        "ruleset_hash": kept.digest,
        "options": kept.options,
        "players": kept.players,
        "status": kept.status,
        "version": kept.version,
        "source": kept.source,
        "seats": seats(kept, seated),
        "table": SessionTable(**kept.house),
        "clock": kept.clock,
        "board": kept.board,
        "forked_from": kept.forked_from,
        "forked_at": kept.forked_at,
        "outcome": _outcome(kept),
        "created_at": rfc3339(kept.created_at),
        "started_at": None if kept.started_at is None else rfc3339(kept.started_at),
        "ended_at": None if kept.ended_at is None else rfc3339(kept.ended_at),
    }


_POINTS = ("what", "of", "points")


def _outcome(kept: records.Session) -> Json | None:
    """Return what came of a game. What its points are for would name cards of a shared deck."""
    if kept.outcome is None:
        return None
    told = {name: kept.outcome[name] for name in ("status", "reason", "score", "rank")}
    points = kept.outcome["points"] if kept.board is None else []
    return {**told, "points": [dict(zip(_POINTS, each, strict=True)) for each in points]}


def seats(kept: records.Session, seated: Sequence[records.Seat]) -> Sequence[SessionSeat]:
    by_number = {each.number: each for each in seated}
    begun = kept.started_at is not None
    return [_seat(number, by_number.get(number), begun=begun) for number in range(kept.players)]


def seat(kept: records.Session, one: records.Seat) -> SessionSeat:
    return _seat(one.number, one, begun=kept.started_at is not None)


def _seat(number: int, seat: records.Seat | None, *, begun: bool) -> SessionSeat:
    if seat is None:
        return SessionSeat(number, None, None, away=False, contribution=None)
    given = seat.contribution if begun else None
    return SessionSeat(number, seat.name, seat.bot, seat.left_at is not None, given)
