"""Says what pydantic found in the words of the rules; the value itself is dropped."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from majokko_kit.refusals import BadJson, Refusal
from majokko_rules.errors import InvalidValue, RuleError, UnknownField
from majokko_rules.values import escape, printable

Place = Sequence[str | int]

_PLAIN = {
    "missing": "required",
    "string_type": "not_text",
    "int_type": "not_integer",
    "int_parsing": "not_integer",
    "int_from_float": "not_integer",
    "bool_type": "not_boolean",
    "bool_parsing": "not_boolean",
    "float_type": "not_number",
    "float_parsing": "not_number",
    "finite_number": "not_number",
    "list_type": "not_list",
    "tuple_type": "not_list",
    "dict_type": "not_object",
    "model_type": "not_object",
    "model_attributes_type": "not_object",
}
_LIMITS = {  # type of pydantic's error → our rule, the name of the limit, what makes it inclusive
    "greater_than_equal": ("too_small", "ge", 0),
    "greater_than": ("too_small", "gt", 1),
    "less_than_equal": ("too_large", "le", 0),
    "less_than": ("too_large", "lt", -1),
    "string_too_short": ("too_short", "min_length", 0),
    "too_short": ("too_short", "min_length", 0),
    "string_too_long": ("too_long", "max_length", 0),
    "too_long": ("too_long", "max_length", 0),
}
_CHOICES = ("literal_error", "enum")
_QUOTED = re.compile(r"'([^']*)'")


def of_request(errors: Sequence[Mapping[str, Any]]) -> list[RuleError | Refusal]:
    """Return one refusal for each of FastAPI's errors; their places begin with body, query …"""
    return [refusal(error, error["loc"][1:]) for error in errors]


def refusal(error: Mapping[str, Any], place: Place) -> RuleError | Refusal:
    """Return what one of pydantic's errors means at this place of a request."""
    kind, context = error["type"], error.get("ctx", {})
    pointer = "".join(f"/{escape(str(step))}" for step in place)
    if kind == "json_invalid":
        return BadJson("malformed")
    if kind == "extra_forbidden":
        return UnknownField("unknown", pointer=pointer, name=printable(str(place[-1])))
    if kind in _LIMITS:
        rule, name, step = _LIMITS[kind]
        return InvalidValue(rule, pointer=pointer, limit=int(context[name]) + step)
    if kind in _PLAIN:
        return InvalidValue(_PLAIN[kind], pointer=pointer)
    return _of_form(kind, context, pointer)


def _of_form(kind: str, context: Mapping[str, Any], pointer: str) -> InvalidValue:
    """Say which words are taken, or how it is written."""
    if kind in _CHOICES:
        return InvalidValue("not_a_choice", pointer=pointer, choices=_choices(context["expected"]))
    form = context.get("pattern") or kind.replace("_", " ")
    return InvalidValue("malformed", pointer=pointer, form=str(form))


def _choices(expected: str) -> str:
    """Return choices without the quotes and the English that pydantic puts between them."""
    return ", ".join(_QUOTED.findall(expected)) or expected.replace(" or ", ", ")
