"""What characters are asked."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from majokko_characters.sheets.records import Shown
from majokko_kit.cursors import Paging
from majokko_kit.names import MAX_NAME
from majokko_kit.operations.operation import Shape

MAX_MARKS = 100
MAX_NOTES = 50
MAX_OVERRIDES = 200
MAX_MOVES = 500
MAX_PLAYED = 2000
INSTANT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$"

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Key = Annotated[str, Field(min_length=1, max_length=100)]
MarkValue = Annotated[
    Annotated[int, Field(ge=-(10**9), le=10**9), Tag("number")]
    | Annotated[str, Field(max_length=200), Tag("text")],
    Discriminator(lambda value: "text" if isinstance(value, str) else "number"),
]
"""Refused as what it was meant to be."""

Note = Annotated[str, Field(max_length=4000)]


class OverrideIn(Shape):
    """What the game master says of a value, whatever the creation gave."""

    value: MarkValue
    reason: Annotated[str, Field(min_length=1, max_length=500)] | None = None


class OverrideKept(OverrideIn):
    """An override of another installation."""

    by: Name
    at: Annotated[str, Field(pattern=INSTANT)]


class SheetChange(Shape):
    """What is left out stays; `null` takes a mark, a note or an override away."""

    name: Name | None = None
    public: Annotated[Shown | None, Field(description="What strangers see who know her id.")] = None
    marks: Annotated[
        Mapping[Key, MarkValue | None] | None,
        Field(
            max_length=MAX_MARKS,
            description="What changes in play: hit points that are left, sanity, coins.",
        ),
    ] = None
    notes: Annotated[
        Mapping[Key, Note | None] | None,
        Field(max_length=MAX_NOTES, description="Words by a name of one's own: background, looks."),
    ] = None
    overrides: Annotated[
        Mapping[Key, OverrideIn | None] | None,
        Field(
            max_length=MAX_OVERRIDES,
            description="Values of the sheet by name, `stats.STR`; only game masters may.",
        ),
    ] = None
    reason: Annotated[
        str | None, Field(min_length=1, max_length=500, description="For the history.")
    ] = None


class AppointIn(Shape):
    name: Annotated[Name, Field(description="What the game master is called.")] = "GM"


class SeatIn(Shape):
    room: Annotated[str, Field(min_length=1, max_length=40)]
    member_token: Annotated[
        str, Field(min_length=1, max_length=100, description="That of the one who rolls for her.")
    ]


class HistoryQuery(Paging):
    """The history of a character, the last change first."""


class MoveIn(Shape):
    """The first move has no offer: it is the dice of the beginning."""

    offer: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    picks: Mapping[str, Any] = Field(default_factory=dict)
    faces: Annotated[tuple[int, ...], Field(max_length=1000)] = ()


class EffectIn(Shape):
    """What a check did to a unit of A-AWs."""

    kind: Literal["registered", "renamed", "struck", "used", "hindered"]
    unit: Key | None = None
    factor: Key | None = None
    original: Key | None = None
    anti: Key | None = None
    name: Name | None = None
    action: Annotated[str, Field(min_length=1, max_length=500)] | None = None


class ActIn(Shape):
    """What became of a unit of A-AWs after its creation: the review, and checks."""

    act: Literal["question", "narrow", "strike", "keep", "approve", "reopen", "checked"]
    factor: Key | None = None
    name: Name | None = None
    check: Key | None = None
    effect: EffectIn | None = None


class _Carried(Shape):
    """What is taken along of a character besides how she was made."""

    format: Literal["majokko.character/1"] = "majokko.character/1"
    ruleset: Annotated[str, Field(min_length=1, max_length=120)]
    ruleset_hash: Annotated[str | None, Field(pattern="^[0-9a-f]{64}$")] = None
    options: Mapping[str, Any] = Field(default_factory=dict)
    played: Annotated[
        tuple[ActIn, ...],
        Field(max_length=MAX_PLAYED, description="What became of her since; made again, too."),
    ] = ()
    sheet: Annotated[
        Mapping[str, Any] | None, Field(description="Checked against the moves where it is given.")
    ] = None
    marks: Annotated[Mapping[Key, MarkValue], Field(max_length=MAX_MARKS)] = Field(
        default_factory=dict
    )
    notes: Annotated[Mapping[Key, Note], Field(max_length=MAX_NOTES)] = Field(default_factory=dict)
    overrides: Annotated[Mapping[Key, OverrideKept], Field(max_length=MAX_OVERRIDES)] = Field(
        default_factory=dict
    )


class CharacterFile(_Carried):
    """What `…/export?format=json` gives: the moves are made again, and must lead to the sheet."""

    name: Name
    moves: Annotated[tuple[MoveIn, ...], Field(min_length=1, max_length=MAX_MOVES)]


class ImportIn(_Carried):
    """A file of a character, or the line of a dice bot, `st`, in place of moves."""

    name: Annotated[
        Name | None, Field(description="May be left out where the line of a bot has one.")
    ] = None
    moves: Annotated[tuple[MoveIn, ...] | None, Field(min_length=1, max_length=MAX_MOVES)] = None
    st: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=4000,
            description="Numbers as bots take them: `.st STR60 DEX:50`, with names in any of our "
            "languages. What the rulebook does not know is kept in the note `st`.",
        ),
    ] = None
