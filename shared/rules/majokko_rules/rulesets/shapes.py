"""What a value of a ruleset may be: of a setting, or of a field that the rows of a table have.

[settings.base]
type = "integer"
default = 4
min = 3
max = 4
basis = "reading"
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from majokko_rules.errors import InvalidValue, UnknownField
from majokko_rules.values import boolean, escape, integer, plain, printable

Kind = Literal["integer", "boolean", "text", "integers", "texts", "lists", "numbers"]
KINDS: tuple[str, ...] = get_args(Kind)
Plain = (
    bool
    | int
    | str
    | tuple[int, ...]
    | tuple[str, ...]
    | tuple[tuple[int, ...], ...]
    | Mapping[str, int]
)
"""What a value is once read."""

Basis = Literal["text", "reading", "sheets", "house"]
BASES: tuple[str, ...] = get_args(Basis)
"""The rulebook says it; we read it so where it is silent; tables play it so; we made it up."""

_MOST_LETTERS = 400
_MOST_ENTRIES = 400
_LARGEST = 10**9


@dataclass(frozen=True, slots=True)
class Shape:
    """`min` and `max` bound an integer, the entries of a list, or the length of a text; `items_min`
    and `items_max` each number in it. `choices` are all texts there are.

    `lists` are lists of whole numbers; `numbers` are whole numbers by name, such as a price in
    coins, and `choices` their names.
    """

    type: Kind
    min: int | None = None
    max: int | None = None
    items_min: int | None = None
    items_max: int | None = None
    choices: tuple[str, ...] = ()

    def read(self, value: object, at: str) -> Plain:
        """Return the value.

        Raises InvalidValue and UnknownField, which point to `at` or below.
        """
        return _READERS[self.type](self, value, at)


@dataclass(frozen=True, slots=True)
class Field:
    """What every row of a table may say, or has to."""

    name: str
    shape: Shape
    required: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """What a table of players may decide for each character."""

    name: str
    shape: Shape
    default: Plain
    basis: Basis


def entries(value: object, at: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise InvalidValue("not_list", pointer=at)
    if len(value) > _MOST_ENTRIES:
        raise InvalidValue("too_long", pointer=at, limit=_MOST_ENTRIES)
    return list(value)


def members(value: object, at: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidValue("not_object", pointer=at)
    return value


def word(value: object, at: str, choices: tuple[str, ...] = ()) -> str:
    text = plain(value, at, _MOST_LETTERS)
    if choices and text not in choices:
        raise InvalidValue("not_a_choice", pointer=at, choices=", ".join(choices))
    return text


def number(value: object, at: str) -> int:
    """Accept a whole number that is not absurd."""
    return integer(value, at, -_LARGEST, _LARGEST)


def only(value: Mapping[str, object], known: tuple[str, ...], at: str) -> None:
    """Refuse the names that do not belong here."""
    for name in value:
        if name not in known:
            raise UnknownField("unknown", pointer=f"{at}/{escape(name)}", name=printable(name))


def required(value: Mapping[str, object], names: tuple[str, ...], at: str) -> None:
    for name in names:
        if name not in value:
            raise InvalidValue("required", pointer=f"{at}/{name}")


def _integer(shape: Shape, value: object, at: str) -> int:
    return integer(number(value, at), at, shape.min, shape.max)


def _item(shape: Shape, value: object, at: str) -> int:
    return integer(number(value, at), at, shape.items_min, shape.items_max)


def _boolean(_: Shape, value: object, at: str) -> bool:
    return boolean(value, at)


def _text(shape: Shape, value: object, at: str) -> str:
    text = word(value, at, shape.choices)
    _check_length(shape, len(text), at)
    return text


def _listed(shape: Shape, value: object, at: str) -> Iterator[tuple[str, Any]]:
    """Return each entry of a list, with its pointer."""
    listed = entries(value, at)
    _check_length(shape, len(listed), at)
    return ((f"{at}/{place}", each) for place, each in enumerate(listed))


def _check_length(shape: Shape, length: int, at: str) -> None:
    if shape.min is not None and length < shape.min:
        raise InvalidValue("too_short", pointer=at, limit=shape.min)
    if shape.max is not None and length > shape.max:
        raise InvalidValue("too_long", pointer=at, limit=shape.max)


def _integers(shape: Shape, value: object, at: str) -> tuple[int, ...]:
    return tuple(_item(shape, each, place) for place, each in _listed(shape, value, at))


def _texts(shape: Shape, value: object, at: str) -> tuple[str, ...]:
    return tuple(word(each, place, shape.choices) for place, each in _listed(shape, value, at))


def _lists(shape: Shape, value: object, at: str) -> tuple[tuple[int, ...], ...]:
    inner = Shape("integers", items_min=shape.items_min, items_max=shape.items_max)
    return tuple(_integers(inner, each, place) for place, each in _listed(shape, value, at))


def _numbers(shape: Shape, value: object, at: str) -> Mapping[str, int]:
    named = members(value, at)
    if shape.choices:
        only(named, shape.choices, at)
    return {name: _item(shape, each, f"{at}/{escape(name)}") for name, each in named.items()}


_READERS: Mapping[Kind, Callable[[Shape, object, str], Plain]] = {
    "integer": _integer,
    "boolean": _boolean,
    "text": _text,
    "integers": _integers,
    "texts": _texts,
    "lists": _lists,
    "numbers": _numbers,
}
