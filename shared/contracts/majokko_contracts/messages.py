"""What every message that crosses Redis has in common: a request asks, an answer or a refusal
comes back, each as JSON inside an envelope of flat fields.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

MAX_LEFT = 60_000
"""Milliseconds: nobody waits longer than this for an answer."""

MAX_ID = 255
REPLIES_PREFIX = "replies:"
REQUESTS_PREFIX = "requests:"
"""How the names of streams begin; what follows stands in braces, as a hash tag."""

AnswerT_co = TypeVar("AnswerT_co", bound="Answer", covariant=True)


class Answer(BaseModel):
    """Fields that a newer service adds are ignored, so that services may be updated one by one."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Request(BaseModel, Generic[AnswerT_co]):
    """What one service may ask of another; what is left None is not sent."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    service: ClassVar[str]
    """Who answers."""

    name: ClassVar[str]
    """What it is called on the wire, `<service>.<verb>`."""

    @classmethod
    @abstractmethod
    def answer(cls) -> type[AnswerT_co]: ...


class Refused(Answer):
    """Why a request was refused: `code` and `rule` as in a problem document, `pointer` into the
    request's body, `position` and `length` in the text there.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "code": "syntax",
                    "rule": "unexpected_end",
                    "pointer": "/notation",
                    "position": 4,
                    "length": 0,
                    "params": {},
                }
            ]
        }
    )

    code: str
    rule: str
    pointer: str = ""
    position: int | None = None
    length: int | None = None
    params: Mapping[str, str | int] = Field(default_factory=dict)


class Malformed(ValueError):
    """The fields of an entry are not an envelope."""


class Head(BaseModel):
    """What stands beside a request: `id` is its idempotency key, `call` numbers the call for the
    one who asks, `left` is how many milliseconds the answer may still take, `reply` the stream
    where it is awaited.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    id: str = Field(min_length=1, max_length=MAX_ID)
    call: int = Field(ge=0)
    name: str
    left: int = Field(le=MAX_LEFT)
    reply: str = Field(pattern=f"^{REPLIES_PREFIX}")


@dataclass(frozen=True, slots=True)
class Asked:
    """An entry of `requests:{<service>}`: the fields `head` and `body`, both JSON."""

    head: Head
    body: bytes

    @classmethod
    def read(cls, fields: Mapping[bytes, bytes]) -> Self:
        """Read an entry's fields.

        Raises Malformed when one is missing or not what it should be.
        """
        try:
            return cls(Head.model_validate_json(fields[b"head"]), fields[b"body"])
        except KeyError as missing:
            raise Malformed(f"no field {missing}") from None
        except ValidationError as error:
            raise Malformed(f"not a head: {error.errors(include_input=False)}") from None


@dataclass(frozen=True, slots=True)
class Answered:
    """An entry of a reply stream: `call`, and either `answer` or `refusal`, which are JSON."""

    call: int
    refused: bool
    body: bytes

    @classmethod
    def read(cls, fields: Mapping[bytes, bytes]) -> Self:
        """Read an entry's fields.

        Raises Malformed when one is missing or not what it should be.
        """
        refused = b"refusal" in fields
        try:
            return cls(int(fields[b"call"]), refused, fields[b"refusal" if refused else b"answer"])
        except (KeyError, ValueError) as error:
            raise Malformed(f"not an answer: {error!r}") from None
