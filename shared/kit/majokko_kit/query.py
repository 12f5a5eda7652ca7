"""Reads query strings strictly: an unknown parameter is refused, never ignored."""

from collections.abc import Mapping
from urllib.parse import parse_qsl

from majokko_kit.call import Call
from majokko_rules.errors import InvalidValue, UnknownField
from majokko_rules.values import escape, printable

MAX_PARAMETERS = 16
_ALWAYS = "lang"
_FLAGS = {"true": True, "1": True, "false": False, "0": False}


def read(call: Call, *known: str) -> Mapping[str, str]:
    """Return the parameters of a call; `lang` is known everywhere and left to the call itself.

    Raises UnknownField for any other than `known`, InvalidValue for one given twice or not in
    UTF-8. A `+` is a blank, as in every form: a notation's plus has to be written `%2B`.
    """
    found: dict[str, str] = {}
    if not call.scope["query_string"]:
        return found
    for name, value in _pairs(call.scope["query_string"].decode("latin-1")):
        if name not in known and name != _ALWAYS:
            raise UnknownField("unknown", pointer=f"/{escape(name)}", name=printable(name))
        if name in found:
            raise InvalidValue("malformed", pointer=f"/{name}", form=f"{name}=…")
        found[name] = value
    found.pop(_ALWAYS, None)
    return found


def flag(parameters: Mapping[str, str], name: str) -> bool:
    """Return a yes-or-no parameter, no by default; its bare name means yes."""
    value = parameters.get(name, "false").lower() or "true"
    if value not in _FLAGS:
        raise InvalidValue("not_boolean", pointer=f"/{name}")
    return _FLAGS[value]


def _pairs(text: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(
            text, keep_blank_values=True, errors="strict", max_num_fields=MAX_PARAMETERS
        )
    except ValueError:  # also UnicodeDecodeError
        raise InvalidValue("malformed", form="?name=value&…") from None
