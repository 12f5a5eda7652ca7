"""The tables of the dice service. Only the stores beside them read and write these.

Instants are milliseconds since 1970, hashes are lower-case hexadecimal. The SQLModel classes are
declarations: rows are read and written by SQLAlchemy Core, which costs half of the ORM.
"""

from typing import Any, ClassVar

from sqlalchemy import JSON, BigInteger, Column, Index, MetaData, Text, text
from sqlmodel import Field, SQLModel

from majokko_kit.database.commands import idempotency_table
from majokko_kit.database.events import event_table
from majokko_kit.database.outbox import outbox_table
from majokko_kit.live.tickets import ticket_table

METADATA = MetaData()
SERVICE = "dice"

IDEMPOTENCY = idempotency_table(SERVICE, METADATA)
THROWS = idempotency_table(f"{SERVICE}_throws", METADATA)
"""What was thrown for other services; kept for ever, as draws are."""

EVENTS = event_table(SERVICE, METADATA)
OUTBOX = outbox_table(SERVICE, METADATA)
TICKETS = ticket_table(SERVICE, METADATA)


class DiceTable(SQLModel):
    """Base of the tables of this service, which share no metadata with those of others."""

    metadata: ClassVar[MetaData] = METADATA


def _instant(*, nullable: bool = False) -> Any:  # noqa: ANN401 - what SQLModel's Field returns
    return Field(sa_type=BigInteger, nullable=nullable)


def _json(*, nullable: bool = False) -> Any:  # noqa: ANN401
    return Field(sa_column=Column(JSON(none_as_null=True), nullable=nullable))


class Rooms(DiceTable, table=True):
    """`seq` is the number of the last event, `rolls` that of the last roll.

    A room's row is the lock on everything in it.
    """

    __tablename__ = "dice_rooms"
    __table_args__ = (
        Index(
            "dice_rooms_label",
            "tenant",
            "label",
            unique=True,
            sqlite_where=text("state = 'open' AND label IS NOT NULL"),
            postgresql_where=text("state = 'open' AND label IS NOT NULL"),
        ),
    )

    id: str = Field(primary_key=True, max_length=30)
    tenant: str = Field(max_length=64)
    name: str = Field(max_length=200)
    label: str | None = Field(default=None, max_length=200)
    state: str = Field(max_length=8)
    invite: bytes = Field(index=True)
    stream: str = Field(max_length=64)
    seq: int
    rolls: int
    created_at: int = _instant()
    closed_at: int | None = _instant(nullable=True)


class Members(DiceTable, table=True):
    """`token` is the SHA-256 of the member's token; a member who has left keeps her row."""

    __tablename__ = "dice_members"

    id: str = Field(primary_key=True, max_length=30)
    room: str = Field(foreign_key="dice_rooms.id", index=True, max_length=30)
    name: str = Field(max_length=100)
    role: str = Field(max_length=10)
    token: bytes = Field(unique=True)
    joined_at: int = _instant()
    left_at: int | None = _instant(nullable=True)


class Streams(DiceTable, table=True):
    """One pf1 stream; `epoch` is the day whose key its seed follows from. No seed is stored.

    `nonce` is that of the next draw, `head` that of the chain so far, `faces` counts the values
    that were drawn. `owner` is a room, or the stream itself where it has none.
    """

    __tablename__ = "dice_streams"

    id: str = Field(primary_key=True, max_length=64)
    index: int = Field(primary_key=True)
    tenant: str = Field(max_length=64)
    owner: str = Field(index=True, max_length=30)
    hidden: bool
    epoch: str = Field(max_length=10)
    commitment: str = Field(max_length=64)
    state: str = Field(max_length=10)
    nonce: int
    faces: int
    head: str | None = Field(default=None, max_length=64)
    closing: str | None = Field(default=None, max_length=64)
    receipt: dict[str, Any] | None = _json(nullable=True)
    created_at: int = _instant()
    opened_at: int | None = _instant(nullable=True)
    closed_at: int | None = _instant(nullable=True)


class OwnStreams(DiceTable, table=True):
    """A stream without a room; its row is the lock on it. `token` is the SHA-256 of its token, null
    where it was begun for its `reference`; else that is what it was taken for. `commitment` is that
    of its index 0.
    """

    __tablename__ = "dice_own_streams"
    __table_args__ = (Index("dice_own_streams_used", "closed_at", "used_at"),)

    id: str = Field(primary_key=True, max_length=30)
    tenant: str = Field(max_length=64)
    token: bytes | None = Field(default=None, unique=True)
    commitment: str = Field(unique=True, max_length=64)
    reference: str | None = Field(default=None, max_length=30)
    created_at: int = _instant()
    used_at: int = _instant()
    closed_at: int | None = _instant(nullable=True)


class Contributions(DiceTable, table=True):
    """What the players (or, where none did, the server) added to a stream before its first draw."""

    __tablename__ = "dice_contributions"

    stream: str = Field(primary_key=True, max_length=64)
    index: int = Field(primary_key=True)
    place: int = Field(primary_key=True)
    label: str = Field(max_length=64)
    seed: str = Field(max_length=64)
    source: str = Field(max_length=6)


class Draws(DiceTable, table=True):
    """What a stream has drawn; salts follow from the seed and are not stored.

    `values` are null where they follow from it, too, and nobody may know them before it is out.
    `deck` is the definition of a hidden deck, never its order.
    """

    __tablename__ = "dice_draws"

    stream: str = Field(primary_key=True, max_length=64)
    index: int = Field(primary_key=True)
    nonce: int = Field(primary_key=True)
    purpose: str = Field(max_length=64)
    request: str = Field(sa_type=Text)
    bounds: list[int] = _json()
    values: list[int] | None = _json(nullable=True)
    head: str = Field(max_length=64)
    deck: dict[str, Any] | None = _json(nullable=True)


# ---------------------------------------------------------------- rolls


class Rolls(DiceTable, table=True):
    """A roll as it was made; nothing here ever changes. `number` orders the feed of its room.

    `asked` is the request, `results` are free of language, `told` holds the wordings by locale.
    `name` is what the member was called. `hidden` is the commitment of a secret roll, `void` the
    refusal of one that came to nothing.
    """

    __tablename__ = "dice_rolls"
    __table_args__ = (Index("dice_rolls_feed", "room", "number", unique=True),)

    id: str = Field(primary_key=True, max_length=30)
    room: str = Field(foreign_key="dice_rooms.id", max_length=30)
    number: int
    member: str = Field(max_length=30)
    name: str = Field(max_length=100)
    source: str = Field(max_length=10)
    secret: bool
    stream: str | None = Field(default=None, max_length=64)
    index: int | None = None
    nonce: int | None = None
    head: str | None = Field(default=None, max_length=64)
    hidden: str | None = Field(default=None, max_length=64)
    asked: dict[str, Any] = _json()
    results: list[Any] = _json()
    told: dict[str, Any] = _json()
    void: dict[str, Any] | None = _json(nullable=True)
    receipt: dict[str, Any] | None = _json(nullable=True)
    about: dict[str, Any] = _json()
    at: int = _instant()


class Reveals(DiceTable, table=True):
    """Secret rolls that were shown before their room closed."""

    __tablename__ = "dice_reveals"

    roll: str = Field(primary_key=True, foreign_key="dice_rolls.id", max_length=30)
    member: str = Field(max_length=30)
    at: int = _instant()


class Pushes(DiceTable, table=True):
    """Second chances that were asked for. `result` is the roll that was made, `shown` says whether
    all may know the `consequence`.
    """

    __tablename__ = "dice_pushes"

    roll: str = Field(primary_key=True, foreign_key="dice_rolls.id", max_length=30)
    attempt: int = Field(primary_key=True)
    member: str = Field(max_length=30)
    name: str = Field(max_length=100)
    reason: str = Field(max_length=500)
    state: str = Field(max_length=8)
    instead: str | None = Field(default=None, max_length=500)
    consequence: str | None = Field(default=None, max_length=500)
    shown: bool
    result: str | None = Field(default=None, unique=True, max_length=30)
    asked_at: int = _instant()
    answered_at: int | None = _instant(nullable=True)


class Foretellings(DiceTable, table=True):
    """What was asked before a roll, and answered; `roll` is the one that was made under it."""

    __tablename__ = "dice_foretellings"
    __table_args__ = (Index("dice_foretellings_list", "room", "number", unique=True),)

    id: str = Field(primary_key=True, max_length=30)
    room: str = Field(foreign_key="dice_rooms.id", max_length=30)
    number: int
    member: str = Field(max_length=30)
    name: str = Field(max_length=100)
    character: str | None = Field(default=None, max_length=30)
    character_name: str | None = Field(default=None, max_length=100)
    aim: str = Field(max_length=500)
    means: str | None = Field(default=None, max_length=500)
    verdict: str | None = Field(default=None, max_length=10)
    text: str | None = Field(default=None, max_length=500)
    shown: bool
    roll: str | None = Field(default=None, unique=True, max_length=30)
    asked_at: int = _instant()
    answered_at: int | None = _instant(nullable=True)


class Characters(DiceTable, table=True):
    """Who acts in the story of a room; `player` is the member who rolls for her."""

    __tablename__ = "dice_characters"

    id: str = Field(primary_key=True, max_length=30)
    room: str = Field(foreign_key="dice_rooms.id", index=True, max_length=30)
    name: str = Field(max_length=100)
    player: str | None = Field(default=None, max_length=30)
    created_at: int = _instant()


class RandomTables(DiceTable, table=True):
    """Tables that game masters write; `rows` are lists of first, last, text, table."""

    __tablename__ = "dice_tables"

    id: str = Field(primary_key=True, max_length=30)
    room: str = Field(foreign_key="dice_rooms.id", index=True, max_length=30)
    name: str = Field(max_length=100)
    dice: str = Field(sa_type=Text)
    rows: list[Any] = _json()
    hidden: bool
    changed_at: int = _instant()


class Units(DiceTable, table=True):
    """A unit of A-AWs; `data` is that of the rules, `version` counts its changes.

    `character` is whom it was made from, `ids` how her sheet calls factors.
    """

    __tablename__ = "dice_units"

    id: str = Field(primary_key=True, max_length=30)
    room: str = Field(foreign_key="dice_rooms.id", index=True, max_length=30)
    version: int
    data: dict[str, Any] = _json()
    character: str | None = Field(default=None, max_length=30)
    ids: dict[str, Any] = _json()
    created_at: int = _instant()


class SharedFactors(DiceTable, table=True):
    """A factor or anti factor that several units share."""

    __tablename__ = "dice_shared_factors"

    id: str = Field(primary_key=True, max_length=30)
    room: str = Field(foreign_key="dice_rooms.id", index=True, max_length=30)
    data: dict[str, Any] = _json()
    created_at: int = _instant()


class Checks(DiceTable, table=True):
    """A check of A-AWs; `state` is that of the rules, secrets included. `number` orders them."""

    __tablename__ = "dice_checks"
    __table_args__ = (Index("dice_checks_feed", "room", "number", unique=True),)

    id: str = Field(primary_key=True, max_length=30)
    room: str = Field(foreign_key="dice_rooms.id", max_length=30)
    number: int
    version: int
    step: str = Field(max_length=20)
    state: dict[str, Any] = _json()
    roll: str | None = Field(default=None, max_length=30)
    opened_at: int = _instant()
    changed_at: int = _instant()


class CheckMoves(DiceTable, table=True):
    """What was done in a check, for those who missed it; `private` is for game masters."""

    __tablename__ = "dice_check_moves"

    of_check: str = Field(primary_key=True, foreign_key="dice_checks.id", max_length=30)
    version: int = Field(primary_key=True)
    member: str = Field(max_length=30)
    data: dict[str, Any] = _json()
    private: dict[str, Any] | None = _json(nullable=True)
    at: int = _instant()


ROOMS = METADATA.tables["dice_rooms"]
MEMBERS = METADATA.tables["dice_members"]
STREAMS = METADATA.tables["dice_streams"]
OWN_STREAMS = METADATA.tables["dice_own_streams"]
CONTRIBUTIONS = METADATA.tables["dice_contributions"]
DRAWS = METADATA.tables["dice_draws"]
ROLLS = METADATA.tables["dice_rolls"]
REVEALS = METADATA.tables["dice_reveals"]
PUSHES = METADATA.tables["dice_pushes"]
FORETELLINGS = METADATA.tables["dice_foretellings"]
CHARACTERS = METADATA.tables["dice_characters"]
RANDOM_TABLES = METADATA.tables["dice_tables"]
UNITS = METADATA.tables["dice_units"]
SHARED_FACTORS = METADATA.tables["dice_shared_factors"]
CHECKS = METADATA.tables["dice_checks"]
CHECK_MOVES = METADATA.tables["dice_check_moves"]
