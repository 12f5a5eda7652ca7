"""What the kit refuses before, after and around the rules; `majokko_rules.errors` for HTTP.

Refusal
├── BadHttp               what arrives is no request
├── HeadTooLarge          path and headers
├── BadJson               the body is no JSON that we take
├── BodyTooLarge
├── BodyTooSlow
├── NotAcceptable         the answer has no such form
├── UnsupportedMediaType
├── NotFound
├── MethodNotAllowed
├── TokenMissing          no token, or none that we know
├── Forbidden             your own thing, but not allowed
├── PreconditionFailed    If-Match names an old version
├── PreconditionRequired
├── IdempotencyKeyReused  the key belongs to another request
├── StaleVersion          the thing has moved on since
├── RoomClosed            its dice are revealed, so it draws no more
├── StreamClosed          likewise a single stream
├── LabelTaken            another room has it
├── SeatTaken             somebody sits there
├── NotRunning            a game has not begun, or rests, or has begun already
├── ReplayLocked          it would show cards that somebody still plays with
├── BoardReleased         its deck is known
├── SessionsRunning       and nobody said that they may be abandoned
├── TooMany               a room holds only so many of them
├── QuotaExceeded         later, please
├── TooCostly             never: one request may not ask for this much
├── DependencyAway        another part does not answer
└── Internal              our fault

As in the rules, a refusal has a `code`, a `rule` and parameters; sentences live in
`words/<locale>.toml` under `errors.<code>`, statuses in `problems.STATUS`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

Header = tuple[bytes, bytes]
Param = str | int


class Refusal(Exception):
    """Base of all refusals of the kit.

    `position` counts code points of the body, 0-based; `headers` go into the answer.
    """

    code: ClassVar[str]
    rules: ClassVar[Mapping[str, tuple[str, ...]]]

    def __init__(
        self,
        rule: str,
        *,
        pointer: str = "",
        position: int | None = None,
        headers: tuple[Header, ...] = (),
        **params: Param,
    ) -> None:
        assert set(params) == set(self.rules[rule]), f"{self.code}.{rule} takes {self.rules[rule]}"
        self.rule = rule
        self.pointer = pointer
        self.position = position
        self.length: int | None = None
        self.headers = headers
        self.params: Mapping[str, Param] = params
        super().__init__(f"{self.code}.{rule} {dict(params)}")


class BadHttp(Refusal):
    code = "bad_http"
    rules: ClassVar = {"malformed": ()}


class HeadTooLarge(Refusal):
    code = "head_too_large"
    rules: ClassVar = {"limit": ("limit",)}


class BadJson(Refusal):
    code = "bad_json"
    rules: ClassVar = {
        "empty": (),
        "malformed": (),
        "not_utf8": (),
        "not_a_number": (),
        "number_too_long": ("limit",),
        "number_too_large": (),
        "duplicate_name": (),
        "lone_surrogate": (),
        "nul": (),
        "too_deep": ("limit",),
        "not_a_query": (),
    }


class BodyTooLarge(Refusal):
    code = "body_too_large"
    rules: ClassVar = {"limit": ("limit",)}


class BodyTooSlow(Refusal):
    code = "request_timeout"
    rules: ClassVar = {"body": ("seconds",)}


class NotAcceptable(Refusal):
    code = "not_acceptable"
    rules: ClassVar = {"stream": ("media",)}


class UnsupportedMediaType(Refusal):
    code = "unsupported_media_type"
    rules: ClassVar = {"not_json": (), "encoded": ()}


class NotFound(Refusal):
    code = "not_found"
    rules: ClassVar = {"path": (), "thing": ()}


class MethodNotAllowed(Refusal):
    code = "method_not_allowed"
    rules: ClassVar = {"method": ("allowed",)}


class TokenMissing(Refusal):
    code = "token_missing"
    rules: ClassVar = {"missing": (), "unknown": ()}


class Forbidden(Refusal):
    """`last_gm`: an open room without a game master could never be closed. `no_talk`: a table of
    card players agreed to say nothing while they play.
    """

    code = "forbidden"
    rules: ClassVar = {
        "role": (),
        "last_gm": (),
        "other_player": (),
        "other_seat": (),
        "other_member": (),
        "no_talk": (),
    }


class PreconditionFailed(Refusal):
    code = "precondition_failed"
    rules: ClassVar = {"stale": ()}


class PreconditionRequired(Refusal):
    code = "precondition_required"
    rules: ClassVar = {"if_match": (), "version": ()}


class IdempotencyKeyReused(Refusal):
    code = "idempotency_key_reused"
    rules: ClassVar = {"other_request": ()}


class StaleVersion(Refusal):
    """`missed` is what happened since the version that the caller knows, as she may see it."""

    code = "stale_version"
    rules: ClassVar = {"version": ("version",)}
    missed: Sequence[Mapping[str, Any]] = ()

    def without(self, missed: Sequence[Mapping[str, Any]]) -> Self:
        self.missed = missed
        return self


class RoomClosed(Refusal):
    code = "room_closed"
    rules: ClassVar = {"closed": ()}


class StreamClosed(Refusal):
    """Also for a stream that takes no contributions any more, whose proof is not due yet, or that
    is kept for something else.
    """

    code = "stream_closed"
    rules: ClassVar = {
        "closed": (),
        "already_open": (),
        "contributed": (),
        "not_closed": (),
        "taken": (),
    }


class LabelTaken(Refusal):
    code = "label_taken"
    rules: ClassVar = {"taken": ()}


class SeatTaken(Refusal):
    code = "seat_taken"
    rules: ClassVar = {"full": (), "seat": ("seat",)}


class NotRunning(Refusal):
    """The game is not in the state that this asks for. `dealing`: the seats of a game whose cards
    are being dealt stay as they are. `redealt`: by its ruleset nearly every deal is dealt again.
    """

    code = "not_running"
    rules: ClassVar = {
        "waiting": (),
        "paused": (),
        "not_paused": (),
        "no_clock": (),
        "started": (),
        "seats_open": ("seats",),
        "dealing": (),
        "undealt": (),
        "redealt": ("count",),
    }


class ReplayLocked(Refusal):
    """Also for whatever else shows a whole deck, such as a game that goes on from another."""

    code = "replay_locked"
    rules: ClassVar = {"running": (), "board": ()}


class BoardReleased(Refusal):
    code = "board_released"
    rules: ClassVar = {"released": ()}


class SessionsRunning(Refusal):
    code = "sessions_running"
    rules: ClassVar = {"running": ("count",)}


class TooMany(Refusal):
    code = "too_many"
    rules: ClassVar = {"limit": ("limit",)}


class QuotaExceeded(Refusal):
    code = "quota_exceeded"
    rules: ClassVar = {"wait": ("seconds",), "streams": ("limit",)}


class TooCostly(Refusal):
    """Costs more than a full quota holds: waiting would not help, so it is no 429."""

    code = "budget_exceeded"
    rules: ClassVar = {"quota": ("asked", "limit")}


class DependencyAway(Refusal):
    """`no_answer`: nothing was done. `unclear`: nobody heard whether it was."""

    code = "dependency_away"
    rules: ClassVar = {"no_answer": (), "unclear": ()}


class Internal(Refusal):
    code = "internal"
    rules: ClassVar = {"unexpected": ()}


def refusals() -> tuple[type[Refusal], ...]:
    """Return every class of refusal, for the tests that walk codes, statuses, words and pages."""
    return tuple(Refusal.__subclasses__())
