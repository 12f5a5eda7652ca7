"""What is shown of a creation: what was rolled, what it gives so far, what can be done."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from majokko_characters.creations import Creation
from majokko_characters.drafts import records
from majokko_characters.drafts.records import Kept, Source, State
from majokko_characters.sheets.written import nested, written
from majokko_kit.clock import rfc3339
from majokko_rules import creation as rules
from majokko_rules.creation import Number, OneOf, Words
from majokko_rules.creation.offers import Pick
from majokko_rules.rulesets import Names

Json = Mapping[str, Any]
Instant = Annotated[str, Field(json_schema_extra={"format": "date-time"})]


@dataclass(frozen=True, slots=True)
class DraftRoll:
    """Dice that fell, for the beginning (`offer` is null) or for an offer, in the order thrown.

    Committed ones stand in `stream` under `nonce`.
    """

    offer: str | None
    sides: int
    faces: Sequence[int]
    source: Source
    roll: str | None
    stream: str | None
    index: int | None
    nonce: int | None
    head: str | None
    receipt: Annotated[Json | None, Field(description="What we swear to of signed dice.")]


@dataclass(frozen=True, slots=True)
class PickOne:
    """One of some keys."""

    name: str
    options: Sequence[str]


@dataclass(frozen=True, slots=True)
class MostWords:
    max: int


@dataclass(frozen=True, slots=True)
class PickWords:
    """Words of one's own, at most so many letters."""

    name: str
    text: MostWords


@dataclass(frozen=True, slots=True)
class PickNumber:
    name: str
    min: int
    max: int


@dataclass(frozen=True, slots=True)
class DraftOffer:
    """Something that can be done and paid for now; `cost` is null where it is free."""

    id: str
    step: str
    does: Annotated[str, Field(description="For people, in the language asked for.")]
    cost: Mapping[str, int] | None
    pick: Sequence[PickOne | PickWords | PickNumber]


@dataclass(frozen=True, slots=True)
class DraftPending:
    """A choice that has to be made before the end, by one of `offers`."""

    id: str
    step: str
    offers: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A creation as it stands."""

    id: str
    ruleset: str
    ruleset_hash: str
    options: Json
    state: State
    version: Annotated[int, Field(description="Counts the changes; `expected_version` names it.")]
    source: Source
    room: str | None
    stream: Annotated[str | None, Field(description="Where its own dice come from.")]
    commitment: str | None
    rolls: Sequence[DraftRoll]
    sheet: Annotated[
        Json,
        Field(description="Values by name; each has `value`, and says `because` of what."),
    ]
    pending: Sequence[DraftPending]
    offers: Sequence[DraftOffer]
    coins: Annotated[Mapping[str, int], Field(description="What is left to spend, by name.")]
    character: Annotated[str | None, Field(description="What it has become.")]
    created_at: Instant
    changed_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftCreated(Draft):
    """A new creation, with the token that opens it."""

    token: Annotated[
        str, Field(description="For `Authorization: Bearer`. It is shown once; we keep its hash.")
    ]


def draft(kept: Kept, creation: Creation, at: rules.Draft[Any], locale: str) -> Draft:
    return Draft(**_members(kept, creation, at, locale))


def created(
    kept: Kept, creation: Creation, at: rules.Draft[Any], locale: str, token: str
) -> DraftCreated:
    return DraftCreated(**_members(kept, creation, at, locale), token=token)


def _members(kept: Kept, creation: Creation, at: rules.Draft[Any], locale: str) -> dict[str, Any]:
    is_open, names = kept.state == "open", creation.ruleset.names
    return {
        "id": kept.id,
        "ruleset": kept.ruleset,
        "ruleset_hash": kept.digest,
        "options": kept.options,
        "state": kept.state,
        "version": kept.version,
        "source": kept.source,
        "room": kept.room,
        "stream": kept.stream,
        "commitment": kept.commitment,
        "rolls": [_roll(throw) for throw in kept.throws],
        "sheet": nested(written(at.sheet)),
        "pending": [_pending(each) for each in at.pending] if is_open else [],
        "offers": list(_offers(at, names, locale)) if is_open else [],
        "coins": dict(at.maker.purse(at.state)),
        "character": kept.character,
        "created_at": rfc3339(kept.created_at),
        "changed_at": rfc3339(kept.changed_at),
    }


def _roll(throw: records.Json) -> DraftRoll:
    return DraftRoll(**throw)


def _pending(pending: rules.Pending) -> DraftPending:
    return DraftPending(pending.id, pending.step, pending.offers)


def _offers(at: rules.Draft[Any], names: Names, locale: str) -> Iterator[DraftOffer]:
    for offer in at.offers:
        does = names.of(f"creation.does.{offer.does}", locale, offer.does)
        pick = [_pick(each) for each in offer.pick]
        yield DraftOffer(offer.id, offer.step, does, dict(offer.cost) or None, pick)


def _pick(pick: Pick) -> PickOne | PickWords | PickNumber:
    match pick:
        case OneOf():
            return PickOne(pick.name, pick.options)
        case Words():
            return PickWords(pick.name, MostWords(pick.most))
        case Number():
            return PickNumber(pick.name, pick.least, pick.most)
