"""What services tell each other when something has happened, and the envelope it travels in.

A service that owns a fact tells it as `<noun>.<past>`. Others subscribe to types and get each event
at least once, those of one subject in order; the relay and the consumer of the kit see to it that
its effect happens once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from majokko_contracts.ids import PATTERN
from majokko_contracts.messages import Malformed

EVENTS_PREFIX = "events:"
ACKS_PREFIX = "acks:"
"""How the names of streams begin; the service that tells stands behind, in braces."""

NAME = r"^[a-z][a-z0-9_-]{0,31}$"
"""How a subscriber is called: the name of its service, or of a program of somebody else."""

TYPE = r"^[a-z][a-z_]*\.[a-z][a-z_]*$"
MAX_SUBJECT = 64


class Happened(BaseModel):
    """The `data` of an event: what everybody in the room may know.

    Fields that a newer service adds are ignored, so that services may be updated one by one. A
    change that older ones could not read raises `v`; then they leave the event to newer ones.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    service: ClassVar[str]
    """Who tells it."""

    type: ClassVar[str]
    """What it is called, `<noun>.<past>`."""

    v: ClassVar[int] = 1


class Event(BaseModel):
    """Something that has happened to `subject`, whose events are numbered by `seq`; `at` is when,
    and `data` what `type` and its version `v` say.
    """

    model_config = ConfigDict(
        frozen=True,
        strict=True,
        extra="ignore",
        json_schema_extra={
            "examples": [
                {
                    "id": "evt_01KB9Q1V5S3V9D0QH3S3YB8N4E",
                    "type": "roll.made",
                    "v": 1,
                    "at": "2026-11-30T08:15:00.125Z",
                    "subject": "roo_01KB9Q1V5S3V9D0QH3S3YB8N4E",
                    "seq": 7,
                    "data": {"roll": "rol_01KB9Q1V5S3V9D0QH3S3YB8N4E"},
                }
            ]
        },
    )

    id: str = Field(pattern=PATTERN)
    type: str = Field(pattern=TYPE)
    v: int = Field(ge=1)
    at: str = Field(json_schema_extra={"format": "date-time"})
    subject: str = Field(min_length=1, max_length=MAX_SUBJECT)
    seq: int = Field(ge=1)
    data: Mapping[str, Any]


class Awaited(BaseModel):
    """Who has yet to acknowledge an event: the number of the event of the same subject that this
    subscriber must have had before, by the subscriber's name; 0 where it has had all of them.
    """

    model_config = ConfigDict(
        frozen=True, strict=True, extra="ignore", json_schema_extra={"examples": [{"by": {"a": 6}}]}
    )

    by: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Published:
    """An entry of `events:{<service>}`: the fields `event` and `awaited`, both JSON.

    The same event comes again until all that it awaits have acknowledged it. Whoever is not named
    has nothing to do with it.
    """

    event: Event
    before: Mapping[str, int]

    @classmethod
    def read(cls, fields: Mapping[bytes, bytes]) -> Self:
        """Read an entry's fields.

        Raises Malformed when one is missing or not what it should be.
        """
        try:
            awaited = Awaited.model_validate_json(fields[b"awaited"])
            return cls(Event.model_validate_json(fields[b"event"]), awaited.by)
        except KeyError as missing:
            raise Malformed(f"no field {missing}") from None
        except ValidationError as error:
            raise Malformed(f"no event: {error.errors(include_input=False)}") from None

    def fields(self) -> tuple[str | bytes, ...]:
        """Return names and values in turn."""
        awaited = orjson.dumps({"by": self.before})
        return ("event", self.event.model_dump_json().encode(), "awaited", awaited)


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """An entry of `acks:{<service>}`: `subscriber` has had all events of `subject` that are for it,
    up to number `seq`, and has committed what follows from them.
    """

    subscriber: str
    subject: str
    seq: int

    @classmethod
    def read(cls, fields: Mapping[bytes, bytes]) -> Self:
        """Read an entry's fields.

        Raises Malformed when one is missing or not what it should be.
        """
        try:
            subscriber, subject = fields[b"subscriber"].decode(), fields[b"subject"].decode()
            return cls(subscriber, subject, int(fields[b"seq"]))
        except (KeyError, ValueError) as error:
            raise Malformed(f"not an acknowledgement: {error!r}") from None

    def fields(self) -> tuple[str | int, ...]:
        """Return names and values in turn."""
        return ("subscriber", self.subscriber, "subject", self.subject, "seq", self.seq)


def events_stream(service: str) -> str:
    return f"{EVENTS_PREFIX}{{{service}}}"


def acks_stream(service: str) -> str:
    return f"{ACKS_PREFIX}{{{service}}}"
