"""Reads what a client asks into typed requests; both faces and the bus come through here.

Refusals point into the request body: `/notation`, `/check/dp`, `/faces/3`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from majokko_rules import questions
from majokko_rules.errors import InvalidValue, RuleError, UnknownField
from majokko_rules.questions import Question
from majokko_rules.values import boolean, escape, integer, plain, printable

MAX_BATCH = 1000
MAX_TIMES = 100
MAX_FACES = 10_000
MAX_REASON = 500
MAX_LOCALE = 35  # what RFC 5646 lets a language tag need
_FACE = 10**9
_QUESTION = ("notation", "check", "options", "locale")
_ROLL = (*_QUESTION, "reason", "times", "faces", "receipt")

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RollAsked:
    """One valid request to roll.

    `at` points to where the question stands in the request. `times` separate results are wanted;
    `faces` were rolled by hand (None: we roll); `body` is the request as it came, for its
    fingerprint.
    """

    question: Question
    at: str
    times: int
    faces: tuple[int, ...] | None
    reason: str | None
    locale: str | None
    receipt: bool
    body: Body


@dataclass(frozen=True, slots=True)
class OddsAsked:
    question: Question
    at: str
    locale: str | None


def read_roll(body: object) -> RollAsked:
    """Read the body of a roll.

    Raises UnknownField, InvalidValue, IllegalAction, SyntaxRefused or BudgetExceeded.
    """
    known = _object(body, _ROLL)
    question = _question(known)
    return RollAsked(
        question=question,
        at=_at(known),
        times=_times(known, question),
        faces=_faces(known),
        reason=_text(known, "reason", MAX_REASON),
        locale=_text(known, "locale", MAX_LOCALE),
        receipt=_flag(known, "receipt", default=True),
        body=known,
    )


def read_odds(body: object) -> OddsAsked:
    """Read the body of a question about odds; refusals as for a roll."""
    known = _object(body, _QUESTION)
    return OddsAsked(_question(known), _at(known), _text(known, "locale", MAX_LOCALE))


def read_batch(body: object) -> Sequence[object]:
    """Read `{"items": […]}`; the items themselves are read one by one."""
    items = _object(body, ("items",)).get("items")
    if not isinstance(items, list):
        raise InvalidValue("required" if items is None else "not_list", pointer="/items")
    if len(items) > MAX_BATCH:
        raise InvalidValue("too_long", pointer="/items", limit=MAX_BATCH)
    return items


def _object(body: object, fields: Collection[str]) -> Body:
    if not isinstance(body, dict):
        raise InvalidValue("not_object")
    for name in body:
        if name not in fields:
            raise UnknownField("unknown", pointer=f"/{escape(name)}", name=printable(name))
    return body


def _question(body: Body) -> Question:
    notation, check = body.get("notation"), body.get("check")
    if (notation is None) == (check is None):
        raise InvalidValue("exactly_one_of", names="notation, check")
    options = body.get("options")
    if options is None:
        options = {}
    elif not isinstance(options, dict):
        raise InvalidValue("not_object", pointer="/options")
    if check is not None:
        return _check(check, options)
    for name in options:
        raise UnknownField("unknown", pointer=f"/options/{escape(name)}", name=printable(name))
    return _notation(notation)


def _at(body: Body) -> str:
    return "/notation" if body.get("notation") is not None else "/check"


def _check(check: object, options: Mapping[str, object]) -> Question:
    if not isinstance(check, dict):
        raise InvalidValue("not_object", pointer="/check")
    return questions.of_check(check, options)


def _notation(text: object) -> Question:
    if not isinstance(text, str):
        raise InvalidValue("not_text", pointer="/notation")
    try:
        return questions.of_notation(text)
    except RuleError as error:
        raise error.under("/notation") from None


def _times(body: Body, question: Question) -> int:
    value = body.get("times")
    if value is None:
        return question.times
    times = integer(value, "/times", 1, MAX_TIMES)
    if times * question.times > MAX_TIMES:
        raise InvalidValue("too_large", pointer="/times", limit=MAX_TIMES // question.times)
    return times * question.times


def _faces(body: Body) -> tuple[int, ...] | None:
    faces = body.get("faces")
    if faces is None:
        return None
    if not isinstance(faces, list):
        raise InvalidValue("not_list", pointer="/faces")
    if len(faces) > MAX_FACES:
        raise InvalidValue("too_long", pointer="/faces", limit=MAX_FACES)
    return tuple(integer(face, f"/faces/{i}", -_FACE, _FACE) for i, face in enumerate(faces))


def _text(body: Body, name: str, limit: int) -> str | None:
    value = body.get(name)
    return None if value is None else plain(value, f"/{name}", limit)


def _flag(body: Body, name: str, *, default: bool) -> bool:
    value = body.get(name)
    return default if value is None else boolean(value, f"/{name}")
