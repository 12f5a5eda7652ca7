"""What may be asked. The models of checks are made from the tables of their systems."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, create_model

from majokko_dice.asking import (
    MAX_BATCH,
    MAX_FACES,
    MAX_LOCALE,
    MAX_REASON,
    MAX_TIMES,
)
from majokko_dice.graphql_systems import CheckInput, OptionsInput
from majokko_dice.models.closed import Closed
from majokko_kit.operations import GraphQLAs
from majokko_rules.dice.budget import MAX_TEXT
from majokko_rules.systems import SYSTEMS
from majokko_rules.systems import fields as forms
from majokko_rules.systems.system import System as Rulebook

Hint = Any
"""A type annotation as an object; Python has no static type for those."""


def _pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


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
    return create_model(name, __base__=Closed, **members)


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


class QuestionIn(Closed):
    notation: str | None = Field(
        None,
        max_length=MAX_TEXT,
        description="Dice notation or a bot command.",
        examples=["4d6kh3+2"],
    )
    check: Annotated[_Check | None, GraphQLAs(CheckInput)] = Field(
        None, description="A check of one of the systems."
    )
    options: Annotated[dict[str, Any] | None, GraphQLAs(OptionsInput)] = Field(
        None, description="Options of the check's rules."
    )
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


class RollBatchIn(Closed):
    """Items are read one by one: one that is no roll is answered by its problem."""

    items: list[RollIn | _Anything] = Field(max_length=MAX_BATCH)


class OddsIn(QuestionIn):
    """Exactly one of `notation` and `check`."""
