"""The tables of the characters service. Only the stores beside them read and write these.

Instants are milliseconds since 1970; of tokens only their SHA-256 is kept.
"""

from typing import Any, ClassVar

from sqlalchemy import JSON, BigInteger, Column, Index, MetaData
from sqlmodel import Field, SQLModel

from majokko_kit.database.commands import idempotency_table
from majokko_kit.database.events import event_table
from majokko_kit.database.inbox import inbox_table, troubles_table
from majokko_kit.database.outbox import outbox_table

METADATA = MetaData()
SERVICE = "characters"

IDEMPOTENCY = idempotency_table(SERVICE, METADATA)
EVENTS = event_table(SERVICE, METADATA)
OUTBOX = outbox_table(SERVICE, METADATA)
INBOX = inbox_table(SERVICE, METADATA)
TROUBLES = troubles_table(SERVICE, METADATA)


class CharactersTable(SQLModel):
    """Base of the tables of this service, which share no metadata with those of others."""

    metadata: ClassVar[MetaData] = METADATA


def _instant(*, nullable: bool = False) -> Any:  # noqa: ANN401 - what SQLModel's Field returns
    return Field(sa_type=BigInteger, nullable=nullable)


def _json() -> Any:  # noqa: ANN401
    return Field(sa_column=Column(JSON(none_as_null=True), nullable=False))


class Drafts(CharactersTable, table=True):
    """A creation. `moves` lead to where it stands, `laid` are dice of moves that were taken back,
    and `throws` are all that were ever thrown for it, with where they stand.

    `version` counts its changes. `room` and `member`, or `stream`, say where its dice come from.
    """

    __tablename__ = "characters_drafts"
    __table_args__ = (Index("characters_drafts_idle", "state", "changed_at"),)

    id: str = Field(primary_key=True, max_length=30)
    tenant: str = Field(max_length=64)
    token: bytes = Field(unique=True)
    ruleset: str = Field(max_length=80)
    digest: str = Field(max_length=64)
    options: dict[str, Any] = _json()
    dice: str = Field(max_length=10)
    room: str | None = Field(default=None, max_length=30)
    member: str | None = Field(default=None, max_length=30)
    stream: str | None = Field(default=None, max_length=64)
    commitment: str | None = Field(default=None, max_length=64)
    state: str = Field(max_length=10)
    version: int
    moves: list[Any] = _json()
    laid: dict[str, Any] = _json()
    throws: list[Any] = _json()
    character: str | None = Field(default=None, max_length=30)
    created_at: int = _instant()
    changed_at: int = _instant()


class Characters(CharactersTable, table=True):
    """`sheet` is as the creation and what was `played` since have left it; `overrides` and `marks`
    stand beside it.

    `version` counts changes, each of which is an event. `owner` and `gm` are tokens. Who
    may roll for her sits in `room` as `member`.
    """

    __tablename__ = "characters_characters"
    __table_args__ = (Index("characters_characters_deleted", "deleted_at"),)

    id: str = Field(primary_key=True, max_length=30)
    tenant: str = Field(max_length=64)
    owner: bytes = Field(unique=True)
    gm: bytes | None = Field(default=None, unique=True)
    gm_name: str | None = Field(default=None, max_length=100)
    name: str = Field(max_length=100)
    shown: str = Field(max_length=10)
    system: str = Field(max_length=40)
    ruleset: str = Field(max_length=80)
    digest: str = Field(max_length=64)
    source: str = Field(max_length=10)
    options: dict[str, Any] = _json()
    moves: list[Any] = _json()
    played: list[Any] = _json()
    sheet: dict[str, Any] = _json()
    overrides: dict[str, Any] = _json()
    marks: dict[str, Any] = _json()
    notes: dict[str, Any] = _json()
    room: str | None = Field(default=None, max_length=30)
    member: str | None = Field(default=None, max_length=30)
    draft: str | None = Field(default=None, max_length=30)
    version: int
    created_at: int = _instant()
    changed_at: int = _instant()
    deleted_at: int | None = _instant(nullable=True)


class History(CharactersTable, table=True):
    """Who changed what of a character, and when; `changes` are lists of what, before, after."""

    __tablename__ = "characters_history"

    character: str = Field(primary_key=True, foreign_key="characters_characters.id", max_length=30)
    version: int = Field(primary_key=True)
    kind: str = Field(max_length=10)
    role: str = Field(max_length=10)
    name: str | None = Field(default=None, max_length=100)
    reason: str | None = Field(default=None, max_length=500)
    changes: list[Any] = _json()
    at: int = _instant()


DRAFTS = METADATA.tables["characters_drafts"]
CHARACTERS = METADATA.tables["characters_characters"]
HISTORY = METADATA.tables["characters_history"]
