"""The tables of the cards service. Only the stores beside them read and write these.

Instants are milliseconds since 1970; of tokens only their SHA-256 is kept. No face of a card that
somebody may not see stands in any of them: cards are positions in a deck, and decks are sealed.
"""

from typing import Any, ClassVar

from sqlalchemy import JSON, BigInteger, Column, Index, MetaData, Text, text
from sqlmodel import Field, SQLModel

from majokko_kit.database.commands import idempotency_table
from majokko_kit.database.events import event_table
from majokko_kit.database.outbox import outbox_table
from majokko_kit.live.tickets import ticket_table

METADATA = MetaData()
SERVICE = "cards"

IDEMPOTENCY = idempotency_table(SERVICE, METADATA)
EVENTS = event_table(SERVICE, METADATA)
OUTBOX = outbox_table(SERVICE, METADATA)
TICKETS = ticket_table(SERVICE, METADATA)


class CardsTable(SQLModel):
    """Base of the tables of this service, which share no metadata with those of others."""

    metadata: ClassVar[MetaData] = METADATA


def _instant(*, nullable: bool = False) -> Any:  # noqa: ANN401 - what SQLModel's Field returns
    return Field(default=None, sa_type=BigInteger, nullable=nullable)


def _json(*, nullable: bool = False) -> Any:  # noqa: ANN401
    return Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=nullable))


def _where(name: str, column: str, condition: str) -> Index:
    """Index the few rows that some driver of ours looks for."""
    return Index(
        f"cards_{name}", column, sqlite_where=text(condition), postgresql_where=text(condition)
    )


class Sessions(CardsTable, table=True):
    """One game. Its row is the lock on everything in it.

    `version` counts the commits that everybody may see, `seq` is the number of the last event,
    `moves` how many moves of its own were made, `began` the version in which it was started, `deal`
    whose cards it is played with (its own id, a board's). `turn` is the seat that is awaited,
    `awaits` whether a human or a bot sits there, and `bots` are the seats with bots. `dealing` says
    that contributions are frozen, because dice were asked for the deal. `stream` is null in
    practice. `outcome` counts misplays, too. `closing` is `due` while dice have to be told that the
    game has ended.

    Clocks: `clock` are the settings, `banks` the milliseconds that each seat has left, of which
    `since` began the turn; `deadline` is when it ends.
    """

    __tablename__ = "cards_sessions"
    __table_args__ = (
        Index("cards_sessions_listed", "tenant", "created_at", "id"),
        Index("cards_sessions_of_status", "tenant", "status", "created_at", "id"),
        _where("sessions_deadline", "deadline", "deadline IS NOT NULL"),
        _where("sessions_bots", "awaits", "awaits = 'bot'"),
        _where("sessions_closing", "closing", "closing = 'due'"),
        _where("sessions_idle", "changed_at", "ended_at IS NULL"),
    )

    id: str = Field(primary_key=True, max_length=30)
    tenant: str = Field(max_length=64)
    name: str | None = Field(default=None, max_length=100)
    host: bytes = Field(unique=True)
    game: str = Field(max_length=40)
    ruleset: str = Field(max_length=80)
    digest: str = Field(max_length=64)
    options: dict[str, Any] = _json()
    players: int
    house: dict[str, Any] = _json()
    source: str = Field(max_length=10)
    stream: str | None = Field(default=None, max_length=64)
    commitment: str | None = Field(default=None, max_length=64)
    receipt: dict[str, Any] | None = _json(nullable=True)
    board: str | None = Field(default=None, index=True, max_length=30)
    deal: str = Field(max_length=30)
    forked_from: str | None = Field(default=None, max_length=30)
    forked_at: int | None = None
    status: str = Field(max_length=10)
    version: int
    seq: int
    moves: int
    began: int | None = None
    turn: int | None = None
    awaits: str | None = Field(default=None, max_length=10)
    dealing: bool
    bots: list[int] = _json()
    closing: str | None = Field(default=None, max_length=10)
    outcome: dict[str, Any] | None = _json(nullable=True)
    clock: dict[str, Any] | None = _json(nullable=True)
    banks: list[int] | None = _json(nullable=True)
    since: int | None = _instant(nullable=True)
    deadline: int | None = _instant(nullable=True)
    created_at: int = _instant()
    changed_at: int = _instant()
    started_at: int | None = _instant(nullable=True)
    ended_at: int | None = _instant(nullable=True)


class Seats(CardsTable, table=True):
    """Who sits where. One who leaves before the start leaves no row; later her seat stays, and has
    no `token` until somebody takes it over.

    `epoch` counts the streams that were opened from this seat: the newest one wins. `revision`
    counts the changes of what is hers alone: `arrangement`, her order of her cards, and notes.
    """

    __tablename__ = "cards_seats"

    session: str = Field(primary_key=True, foreign_key="cards_sessions.id", max_length=30)
    number: int = Field(primary_key=True)
    name: str = Field(max_length=100)
    bot: str | None = Field(default=None, max_length=64)
    token: bytes | None = Field(default=None, unique=True)
    contribution: str | None = Field(default=None, max_length=64)
    epoch: int
    revision: int
    arrangement: list[int] | None = _json(nullable=True)
    taken_at: int = _instant()
    left_at: int | None = _instant(nullable=True)


class Moves(CardsTable, table=True):
    """The log: what was done, and by whom (`by`: player, bot, timeout). State is what they fold to.

    `number` counts a session's moves from 1; versions have gaps where something else happened.
    """

    __tablename__ = "cards_moves"

    session: str = Field(primary_key=True, foreign_key="cards_sessions.id", max_length=30)
    version: int = Field(primary_key=True)
    number: int
    seat: int
    action: dict[str, Any] = _json()
    by: str = Field(max_length=10)
    at: int = _instant()


class Deals(CardsTable, table=True):
    """What was shuffled for `owner`, a session or a board; with a redeal there are several, of
    which the last is played.

    `sealed` is what `majokko_kit.sealed` opens, for (tenant, stream, owner). `dealt` is what
    everybody may know of it. `moves` are those of another game that lead to where this one begins.
    """

    __tablename__ = "cards_deals"

    owner: str = Field(primary_key=True, max_length=30)
    number: int = Field(primary_key=True)
    stream: str = Field(max_length=64)
    deck: str = Field(max_length=40)
    first: int
    sealed: str = Field(sa_type=Text)
    dealt: dict[str, Any] | None = _json(nullable=True)
    moves: list[Any] = _json()
    at: int = _instant()


class Boards(CardsTable, table=True):
    """One committed deck for several sessions; until it is released (`state`), replays and seed
    stay locked.
    """

    __tablename__ = "cards_boards"
    __table_args__ = (_where("boards_idle", "created_at", "released_at IS NULL"),)

    id: str = Field(primary_key=True, max_length=30)
    tenant: str = Field(max_length=64)
    token: bytes = Field(unique=True)
    name: str | None = Field(default=None, max_length=100)
    game: str = Field(max_length=40)
    ruleset: str = Field(max_length=80)
    digest: str = Field(max_length=64)
    options: dict[str, Any] = _json()
    players: int
    stream: str = Field(max_length=64)
    commitment: str = Field(max_length=64)
    receipt: dict[str, Any] | None = _json(nullable=True)
    state: str = Field(max_length=10)
    closing: str | None = Field(default=None, max_length=10)
    created_at: int = _instant()
    released_at: int | None = _instant(nullable=True)


class Votes(CardsTable, table=True):
    """Who wants to end a game. Nobody sees it before it has ended."""

    __tablename__ = "cards_votes"

    session: str = Field(primary_key=True, foreign_key="cards_sessions.id", max_length=30)
    seat: int = Field(primary_key=True)
    at: int = _instant()


class Notes(CardsTable, table=True):
    """What a seat wrote down for itself about a card in its hand, by the card's position."""

    __tablename__ = "cards_notes"

    session: str = Field(primary_key=True, foreign_key="cards_sessions.id", max_length=30)
    seat: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    text: str = Field(max_length=500)
    at: int = _instant()


class Processes(CardsTable, table=True):
    """Who was there to play with, and when: what nobody was there for is charged to no clock.

    A process was there from `since` to `seen`; one that is `gone` has left. `host` and `pid` tell
    its neighbours whether it still runs.
    """

    __tablename__ = "cards_processes"

    id: str = Field(primary_key=True, max_length=32)
    host: str = Field(max_length=255)
    pid: int
    since: int = _instant()
    seen: int = _instant()
    gone: bool


SESSIONS = METADATA.tables["cards_sessions"]
SEATS = METADATA.tables["cards_seats"]
MOVES = METADATA.tables["cards_moves"]
DEALS = METADATA.tables["cards_deals"]
BOARDS = METADATA.tables["cards_boards"]
VOTES = METADATA.tables["cards_votes"]
NOTES = METADATA.tables["cards_notes"]
PROCESSES = METADATA.tables["cards_processes"]
