"""Makes examples of views, for the documentation of operations that bring none of their own."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any, Literal, get_args

from pydantic.fields import FieldInfo

from majokko_kit.operations.views import Hint, members, name_of, optional, origin_of, split
from majokko_rules.catalog import table

_TABLE = table("majokko_kit", "examples")
_IDS: Mapping[str, str] = _TABLE["ids"]
_TEXTS: Mapping[str, str] = _TABLE["texts"]
_ENDINGS: Mapping[str, str] = _TABLE["endings"]
_NOUN = re.compile("|".join(_IDS), re.IGNORECASE)
_LISTS = (list, tuple, Sequence)


def example_of(view: Hint) -> object:
    """Return what an answer may look like; of several kinds of answers, the first."""
    return _view(optional(view)[0][0], ())


def _view(view: Hint, around: tuple[Hint, ...]) -> Mapping[str, object]:
    inside = (*around, view)
    return {name: _member(name, hint, inside) for name, hint in members(view).items()}


def _member(name: str, hint: Hint, around: tuple[Hint, ...]) -> object:
    inner, beside = split(hint)
    known = [each for each in beside if isinstance(each, FieldInfo)]
    if shown := next((each.examples for each in known if each.examples), None):
        return shown[0]
    found, may_be_none = optional(inner)
    if may_be_none:  # all of a view's members together would mean nothing
        return None
    if split(found[0])[1]:
        return _member(name, found[0], around)
    if is_dataclass(origin_of(found[0]) or found[0]):
        return _view(found[0], around)
    return _value(name, found[0], around, _least(known))


def _value(name: str, hint: Hint, around: tuple[Hint, ...], least: int) -> object:
    origin = origin_of(hint)
    if origin in _LISTS:
        item = get_args(hint)[0]
        return [] if split(item)[0] in around else [_member(name, item, around)]
    if origin is Literal:
        return get_args(hint)[0]
    plain: Mapping[Any, object] = {bool: False, int: least, float: 0.5}
    if hint in plain:
        return plain[hint]
    return _text(name, around) if hint is str else {}


def _least(known: Sequence[FieldInfo]) -> int:
    """Return the least number that a member may be, from 1 on."""
    bounds = (getattr(each, "ge", None) for one in known for each in one.metadata)
    return max([1, *(bound for bound in bounds if isinstance(bound, int))])


def _text(name: str, around: tuple[Hint, ...]) -> str:
    for ending, text in _ENDINGS.items():
        if name.endswith(ending):
            return text
    if name == "id":
        nouns = _NOUN.findall(name_of(around[-1]))
        return _IDS[nouns[-1].lower()] if nouns else "id"
    return _TEXTS.get(name) or _IDS.get(name) or name
