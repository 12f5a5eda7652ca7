"""What is shown of a character, to her owner, her game master and strangers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from majokko_characters.sheets import records
from majokko_characters.sheets.records import Author, Kept, Kind, Me, Role, Shown, Source
from majokko_characters.sheets.written import nested
from majokko_kit.clock import rfc3339

Json = Mapping[str, Any]
Instant = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
Token = Annotated[
    str, Field(description="For `Authorization: Bearer`. It is shown once; we keep only its hash.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A character as somebody may see her; what is kept from the viewer is null."""

    id: str
    name: str
    ruleset: str
    ruleset_hash: str
    version: Annotated[int, Field(description="Counts the changes; the ETag begins with it.")]
    source: Annotated[Source, Field(description="The least that may be said of all her dice.")]
    public: Annotated[Shown, Field(description="What strangers see who know her id.")]
    role: Annotated[Role | None, Field(description="What the one who asks is to her.")]
    sheet: Annotated[
        Json | None,
        Field(description="Values by name; each has `value`, and `because` what it came from."),
    ]
    marks: Annotated[Json | None, Field(description="What changes in play, by name.")]
    notes: Json | None
    room: Annotated[str | None, Field(description="Where she is played.")]
    member: Annotated[str | None, Field(description="Who rolls for her there.")]
    gm: Annotated[str | None, Field(description="The name of the game master that was appointed.")]
    draft: str | None
    created_at: Instant
    changed_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterCreated(Character):
    """A new character, with the token of her owner."""

    token: Token


@dataclass(frozen=True, slots=True)
class CharacterToken:
    """A new token; the one before is worth nothing any more."""

    token: Token


@dataclass(frozen=True, slots=True)
class HistoryChange:
    what: Annotated[str, Field(description="By name, `marks.HP`.")]
    before: Annotated[Any | None, Field(description="Null where there was nothing.")]
    after: Any | None


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """Who changed what, when and why; `version` is that of the character afterwards."""

    version: int
    kind: Kind
    role: Annotated[Author, Field(description="`room` where a check changed her unit.")]
    by: str | None
    reason: str | None
    changes: Sequence[HistoryChange]
    at: Instant


def character(kept: Kept, me: Me | None) -> Character:
    return Character(**_members(kept, me))


def created(kept: Kept, token: str) -> CharacterCreated:
    return CharacterCreated(**_members(kept, Me("owner")), token=token)


def tag(kept: Kept, me: Me | None) -> str:
    """Return an ETag: the version, and what the viewer is."""
    return f"{kept.version}-{me.role if me else kept.shown}"


def entry(one: records.Entry) -> HistoryEntry:
    changes = [HistoryChange(**change) for change in one.changes]
    at = rfc3339(one.at)
    return HistoryEntry(one.version, one.kind, one.role, one.name, one.reason, changes, at)


def _members(kept: Kept, me: Me | None) -> dict[str, Any]:
    full = me is not None or kept.shown == "sheet"
    return {
        "id": kept.id,
        "name": kept.name,
        "ruleset": kept.ruleset,
        "ruleset_hash": kept.digest,
        "version": kept.version,
        "source": kept.source,
        "public": kept.shown,
        "role": me.role if me else None,
        "sheet": nested(kept.values) if full else None,
        "marks": kept.marks if full else None,
        "notes": kept.notes if me else None,
        "room": kept.room if me else None,
        "member": kept.member if me else None,
        "gm": kept.gm_name if me else None,
        "draft": kept.draft if me else None,
        "created_at": rfc3339(kept.created_at),
        "changed_at": rfc3339(kept.changed_at),
    }
