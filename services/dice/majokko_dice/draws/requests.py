"""What another service asks dice for, once read."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import orjson

from majokko_contracts.deals import BeginStream, DealCards, OrdersAsked
from majokko_contracts.throws import MAX_LABEL, DiceThrow
from majokko_dice.rolls.requests import canonical
from majokko_dice.rolls.texts import line
from majokko_kit.operations import Asked
from majokko_rules.errors import InvalidValue


@dataclass(frozen=True, slots=True)
class InRoom:
    """Out of the stream of a room, by one of its members; `label` stands in the feed."""

    room: str
    member: str
    label: str | None


@dataclass(frozen=True, slots=True)
class FromStream:
    """Out of a stream that was taken for what the dice are thrown for."""

    stream: str


Where = InRoom | FromStream | None
"""None: they are only signed."""


def where(asked: DiceThrow) -> Where:
    """Say where dice are to come from.

    Raises InvalidValue.
    """
    if asked.stream is not None and (asked.room or asked.member):
        raise InvalidValue("not_together", pointer="/stream", names="room, stream")
    if asked.stream is not None:
        return FromStream(asked.stream)
    if asked.room is None and asked.member is None:
        return None
    if asked.room is None or asked.member is None:
        missing = "room" if asked.room is None else "member"
        raise InvalidValue("required", pointer=f"/{missing}")
    label = None if asked.label is None else line(asked.label, "/label", MAX_LABEL)
    return InRoom(asked.room, asked.member, label)


def notation(asked: DiceThrow) -> str:
    return f"{asked.count}d{asked.sides}"


def text(asked: DiceThrow) -> str:
    """Return what the chain binds, and the proof shows: the dice, and what they are for."""
    return canonical({"notation": notation(asked), "reference": asked.reference})


def orders_text(asked: OrdersAsked, reference: str) -> str:
    """Return what the proof shows of hidden orders; until then the chain holds only its hash."""
    return canonical({"count": asked.count, "of": asked.of, "reference": reference})


def orders_bounds(asked: OrdersAsked) -> list[int]:
    """Return the bounds of each order after the other, those of a shuffle."""
    return [*range(len(asked.of), 1, -1)] * asked.count


def seats_text(players: int, reference: str) -> str:
    return canonical({"first_of": players, "reference": reference})


Kept = DiceThrow | BeginStream | DealCards


def command(asked: Kept, key: str) -> Asked[Any]:
    """Return it as a command of its own; how it is labelled makes no other request of it."""
    said = asked.model_dump(exclude={"label"})
    fingerprint = sha256(orjson.dumps(said, option=orjson.OPT_SORT_KEYS)).digest()
    return Asked(
        operation=asked.name,
        body=asked,
        key=key,
        fingerprint=fingerprint,
        tenant=asked.tenant,
    )
