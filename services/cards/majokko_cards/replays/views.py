"""What is told of replays; `ReplayFile` is the form that documents have, whoever wrote them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field
from strawberry.scalars import JSON

from majokko_kit.operations import GraphQLAs
from majokko_rules.cards.replays import Replay, Result, write
from majokko_rules.cards.replays.replay import FORMAT, REASONS, STOPPED

Json = Mapping[str, Any]

_ACTION: dict[str, Any] = {
    "type": "object",
    "required": ["type"],
    "additionalProperties": False,
    "properties": {
        "type": {"enum": ["hint", "ask", "play", "choose", "cleanse", "discard"]},
        "to": {"type": "integer", "minimum": 0},
        "girl": {"type": "string"},
        "part": {"type": "integer", "minimum": 1, "maximum": 4},
        "all": {"const": True},
        "card": {"type": "integer", "minimum": 0},
        "count": {"type": "integer", "minimum": 1},
    },
}
Cards = Annotated[Sequence[str], Field(description="The top one first.")]
Action = Annotated[Json, Field(json_schema_extra=_ACTION)]


@dataclass(frozen=True, slots=True)
class ReplayDeal:
    """The cards as they lay, `homura-1` … `qb-4`, `all`; Walpurgisnacht is beneath the witches."""

    first: Annotated[int, Field(ge=0, description="The seat that began.")]
    girls: Cards
    witches: Cards
    orders: Annotated[
        Sequence[Cards], Field(description="What shuffled witches were sorted by, each time.")
    ]
    redealt: Annotated[
        Sequence[Cards],
        Field(description="Girls that were dealt first and had to be dealt again."),
    ]


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What came of a game; `score` and `rank` are null where it was lost or stopped."""

    status: Literal["won", "lost", "ended"]
    reason: Annotated[str, Field(description=", ".join((*REASONS, *STOPPED)))]
    score: int | None
    rank: str | None


@dataclass(frozen=True, slots=True)
class ReplayFile:
    """A whole game; every member but `inherited` is required, and there are no others."""

    format: Literal["majokko.replay/1"]
    game: Literal["magion"]
    ruleset: Annotated[str, Field(examples=["magion@1"])]
    ruleset_hash: Annotated[str, Field(pattern="^[0-9a-f]{64}$", examples=["5a" * 32])]
    players: Annotated[int, Field(ge=2)]
    options: Annotated[Mapping[str, bool], Field(description="Settings of the ruleset.")]
    source: Annotated[
        Literal["committed", "practice"],
        Field(description="Whether dice dealt by the ruleset, or somebody chose the cards."),
    ]
    deal: ReplayDeal
    inherited: Annotated[
        int, Field(ge=0, description="So many of the actions are those of another game.")
    ]
    actions: Annotated[
        Sequence[Action],
        Field(
            description="As `…/actions` takes them, in order.",
            examples=[[{"type": "hint", "to": 1, "girl": "mami"}, {"type": "play", "card": 0}]],
        ),
    ]
    result: Annotated[ReplayResult | None, Field(description="Null where it is not over.")]


def _as_it_is(replay: ReplayFile | Json) -> Any:  # noqa: ANN401 - Strawberry's JSON
    """GraphQL shows the very document, so that what is read there can be checked anywhere."""
    return replay


Document = Annotated[ReplayFile, GraphQLAs(JSON, _as_it_is)]


@dataclass(frozen=True, slots=True)
class SessionReplay:
    """How a game went, move by move, with every card."""

    session: str
    replay: Document
    code: Annotated[str, Field(description="The same as a short text.")]
    seats: Annotated[Sequence[str], Field(description="Who sat there, from seat 0.")]
    proof: Annotated[
        str | None, Field(description="Where the proof of its stream is, if dice dealt it.")
    ]


@dataclass(frozen=True, slots=True)
class ReplayFault:
    """Something that cannot have been."""

    pointer: Annotated[
        str,
        Field(description="Into the request; of a code, below `/replay` into the answer's."),
    ]
    code: str
    rule: str
    detail: str


@dataclass(frozen=True, slots=True)
class ReplayVerified:
    """What became of playing a replay again; it is `valid` when there are no faults."""

    valid: bool
    faults: Sequence[ReplayFault]
    result: ReplayResult | None
    replay: Annotated[
        ReplayFile | None,
        GraphQLAs(JSON | None, _as_it_is),
        Field(description="What was read; null if it could not be."),
    ]
    code: Annotated[str | None, Field(description="The same as a code, if it is valid.")]


def document(replay: Replay) -> Any:  # noqa: ANN401 - see ReplayFile
    """Return a replay as the rules write it, which is a `ReplayFile`."""
    said = write(replay)
    assert said["format"] == FORMAT
    return said


def result(of: Result | None) -> ReplayResult | None:
    if of is None:
        return None
    return ReplayResult(of.status, of.reason, of.score, of.rank)  # type: ignore[arg-type]
