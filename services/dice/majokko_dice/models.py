"""The promised shapes of requests and answers, as models for OpenAPI.

Systems describe their own checks (tables) and outcomes (dataclasses); their models are made from
those, so a new rulebook documents itself. Answers are built in `answers.py` without passing
through these models (that would cost more than the roll); a test validates every answer.
"""

from collections.abc import Mapping
from dataclasses import fields
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, RootModel, create_model

from majokko_dice.asking import (
    MAX_BATCH,
    MAX_FACES,
    MAX_LOCALE,
    MAX_REASON,
    MAX_TIMES,
)
from majokko_kit.problems import Problem
from majokko_rules import descriptions
from majokko_rules.dice.budget import MAX_TEXT
from majokko_rules.results import Comparison, Outcome
from majokko_rules.systems import SYSTEMS
from majokko_rules.systems import fields as forms
from majokko_rules.systems.system import System as Rulebook

Hint = Any
"""A type annotation as an object; Python has no static type for those."""


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def _pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


# --- what may be asked ---------------------------------------------------------------------


def _bounded(field: forms.Field) -> Hint:
    """The Python type of one field of a check, with its bounds."""
    number = Annotated[int, Field(strict=True, ge=field.min, le=field.max)]
    item = Annotated[int, Field(strict=True, ge=field.items_min, le=field.items_max)]
    numbers = Annotated[list[item], Field(min_length=field.min, max_length=field.max)]
    word: Any = (
        Literal[field.choices] if field.choices else Annotated[str, Field(max_length=field.max)]
    )
    match field.type:
        case "integer":
            return number | word if field.choices else number
        case "boolean":
            return Annotated[bool, Field(strict=True)]
        case "text":
            return word
        case "integers":
            return numbers
        case "texts":
            return Annotated[list[word], Field(min_length=field.min, max_length=field.max)]
        case "either":
            return word | numbers
        case "objects":
            raise AssertionError("objects have a model of their own")


def _typed(form: forms.Form, field: forms.Field, name: str) -> Hint:
    if field.type != "objects":
        return _bounded(field)
    members = {form.fields[key].name: form.fields[key] for key in field.fields}
    model = _shape(form, f"{name}{_pascal(field.name)}", members, field.requires, {})
    return Annotated[list[model], Field(min_length=field.min, max_length=field.max)]  # type: ignore[valid-type]


def _shape(
    form: forms.Form,
    name: str,
    named: Mapping[str, forms.Field],
    requires: tuple[str, ...],
    extra: Mapping[str, Any],
) -> type[BaseModel]:
    members: dict[str, Any] = dict(extra)
    for one, field in named.items():
        typed = _typed(form, field, name)
        members[one] = (typed, ...) if one in requires else (typed | None, field.default)
    return create_model(name, __base__=_Closed, **members)


def _kind(system: Rulebook, kind: forms.Kind) -> type[BaseModel]:
    name = f"{_pascal(system.id)}{_pascal(kind.name)}Check"
    options = _shape(system.form, f"{name}Options", kind.optional, (), {})
    is_default = kind.name == system.form.default_kind
    envelope = {
        "system": (Literal[system.id], ...),
        "kind": (Literal[kind.name], kind.name if is_default else ...),
        "options": (options | None, None),
    }
    return _shape(system.form, name, kind.members, kind.requires, envelope)


_CHECKS = [_kind(s, kind) for s in SYSTEMS.values() for kind in s.form.kinds.values()]
_Check: Any = reduce(or_, _CHECKS) if _CHECKS else dict[str, Any]


class QuestionIn(_Closed):
    notation: str | None = Field(
        None,
        max_length=MAX_TEXT,
        description="Dice notation or a bot command.",
        examples=["4d6kh3+2"],
    )
    check: _Check | None = Field(None, description="A check of one of the systems.")
    options: dict[str, Any] | None = Field(None, description="Options of the check's rules.")
    locale: str | None = Field(None, max_length=MAX_LOCALE, description="Language of the texts.")


class RollIn(QuestionIn):
    """Exactly one of `notation` and `check`."""

    reason: str | None = Field(None, max_length=MAX_REASON)
    times: Annotated[int, Field(strict=True, ge=1, le=MAX_TIMES)] | None = Field(
        None, description="How many separate results."
    )
    faces: list[Annotated[int, Field(strict=True)]] | None = Field(
        None, max_length=MAX_FACES, description="Dice rolled by hand, in the order thrown."
    )
    receipt: Annotated[bool, Field(strict=True)] | None = Field(
        None, description="false leaves the signed receipt out."
    )


_Anything: Any = Annotated[Any, Field(description="Answered by a problem of its own.")]


class RollBatchIn(_Closed):
    """Items are read one by one: one that is no roll is answered by its problem."""

    items: list[RollIn | _Anything] = Field(max_length=MAX_BATCH)


class OddsIn(QuestionIn):
    """Exactly one of `notation` and `check`."""


# --- what is answered ------------------------------------------------------------------------


class Die(_Closed):
    sides: int
    face: int
    kept: bool
    cause: Literal["base", "again", "reroll", "bonus", "penalty"]


class Part(_Closed):
    label: str
    total: int


class Warned(_Closed):
    code: str
    detail: str


def _outcome(kind: type[Outcome]) -> type[BaseModel]:
    hints = get_type_hints(kind)
    members: dict[str, Any] = {field.name: (hints[field.name], ...) for field in fields(kind)}
    members["system"] = (Literal[kind.system], ...)
    return create_model(kind.__name__, __base__=_Closed, **members)


_KINDS: tuple[type[Outcome], ...] = (Comparison, *(s.outcome for s in SYSTEMS.values()))
_OUTCOMES = [_outcome(kind) for kind in _KINDS]
_Outcome: Any = Annotated[reduce(or_, _OUTCOMES), Field(discriminator="system")]


class Result(_Closed):
    notation: str = Field(description="The normal form of what was understood.")
    total: int
    dice: list[Die] = Field(description="Every die thrown, in order.")
    parts: list[Part] = Field(description="Subtotals of labelled terms.")
    outcome: _Outcome | None = Field(description="null for a plain total.")
    warnings: list[Warned]
    text: str


class Roll(_Closed):
    id: str
    source: Literal["signed", "committed", "supplied"]
    reason: str | None
    results: list[Result]
    receipt: dict[str, Any] | None = Field(
        description="See docs/receipts.md; null for supplied dice."
    )


class BatchItem(RootModel[Roll | Problem]):
    """A roll, or why there is none."""


class RollBatch(_Closed):
    items: list[BatchItem]


class System(_Closed):
    """One system, as data; made from the same tables that read its checks."""

    id: str
    name: str
    names: dict[str, str] = Field(description="The name in every language.")
    about: str
    default_kind: str | None
    kinds: list[descriptions.CheckKind]
    outcomes: list[descriptions.Named]
    commands: list[descriptions.Prefixed]


class Systems(_Closed):
    items: list[System]
    next_cursor: None


class Key(_Closed):
    id: str
    algorithm: Literal["Ed25519"]
    public_key: str = Field(description="32 bytes, hexadecimal.")
    not_before: str
    not_after: str


class Keys(_Closed):
    keys: list[Key]


class Value(_Closed):
    value: int
    probability: float
    fraction: str | None = Field(None, description="Only with ?exact=true.")


class ExactOdds(_Closed):
    mean: str
    variance: str
    success: str | None
    levels: dict[str, str]
    tail: str


class Odds(_Closed):
    notation: str
    distribution: list[Value]
    mean: float
    variance: float
    success: float | None = Field(description="null when nothing has to be reached.")
    levels: dict[str, float]
    tail: float = Field(description="Probability beyond the listed values; 0 for bounded dice.")
    exact: ExactOdds | None = Field(None, description="The same as fractions, with ?exact=true.")
