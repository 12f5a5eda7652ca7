"""What every message that crosses Redis has in common: a request asks, an answer or a refusal
comes back, each as JSON inside an envelope of flat fields.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

MAX_LEFT = 60_000
"""Milliseconds: nobody waits longer than this for an answer."""

MAX_ID = 255
REPLIES = "replies:"
REQUESTS = "requests:"

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

    code: str
    rule: str
    pointer: str = ""
    position: int | None = None
    length: int | None = None
    params: Mapping[str, str | int] = Field(default_factory=dict)


class Malformed(ValueError):
    """The fields of an entry are not an envelope."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request under way in the stream `requests:{<service>}`.

    `id` is its idempotency key, `call` numbers the attempt for the one who asks, `left` is how
    many milliseconds the answer may still take, `reply` the stream where the answer is awaited.
    """

    id: str
    call: int
    name: str
    left: int
    reply: str
    body: bytes

    def fields(self) -> Sequence[str | int | bytes]:
        """Return names and values in turn, as XADD takes them."""
        return (
            *("id", self.id, "call", self.call, "name", self.name),
            *("left", self.left, "reply", self.reply, "body", self.body),
        )

    @classmethod
    def read(cls, fields: Mapping[bytes, bytes]) -> Self:
        """Read an entry's fields.

        Raises Malformed when one is missing or of the wrong kind.
        """
        try:
            asked = cls(
                id=fields[b"id"].decode(),
                call=int(fields[b"call"]),
                name=fields[b"name"].decode(),
                left=int(fields[b"left"]),
                reply=fields[b"reply"].decode(),
                body=fields[b"body"],
            )
        except (KeyError, ValueError) as error:
            raise Malformed(f"not a request: {error!r}") from None
        if not asked.reply.startswith(REPLIES) or len(asked.id) > MAX_ID:
            raise Malformed("not a request: its id or reply stream is none of ours")
        return asked


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer in the asker's reply stream; `body` is an answer, or a refusal if `refused`."""

    call: int
    refused: bool
    body: bytes

    def fields(self) -> Sequence[str | int | bytes]:
        return ("call", self.call, "refused", int(self.refused), "body", self.body)

    @classmethod
    def read(cls, fields: Mapping[bytes, bytes]) -> Self:
        """Read an entry's fields.

        Raises Malformed when one is missing or of the wrong kind.
        """
        try:
            return cls(int(fields[b"call"]), fields[b"refused"] != b"0", fields[b"body"])
        except (KeyError, ValueError) as error:
            raise Malformed(f"not an answer: {error!r}") from None
