"""The shape of a system's checks, read from `tables/checks.toml`, and the test of a question by it.

The same data validates requests, fills defaults, and tells clients what a check may contain
(`GET /v1/systems/{id}`), so none of these can drift from another.

    default_kind = "single"

    [kinds.single]
    fields = ["dp", "again"]        # in the order they are shown
    options = ["gate"]              # may stand beside the fields or in "options"
    requires = ["dp"]

    [fields.dp]
    type = "integer"                # see `Type`
    min = -9999
    max = 9999

    [fields.sides]
    type = "objects"                # a list of objects with fields of this same table
    fields = ["dp", "again"]
    requires = ["dp"]
    min = 2                         # of a list: how many entries
    max = 2

    [fields.die]
    name = "sides"                  # kinds list "die"; a request says "sides", as others do
    type = "integer"
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from majokko_rules.errors import InvalidValue, UnknownField
from majokko_rules.values import boolean, escape, integer, printable

Type = Literal["integer", "boolean", "text", "integers", "texts", "objects", "either"]
Given = Mapping[str, Any]
"""Fields by name, validated and completed with defaults."""

_ENVELOPE = ("system", "kind", "options")


@dataclass(frozen=True, slots=True)
class Field:
    """One member of a check.

    `min`/`max` bound an integer, the entries of a list, or the length of a text. `items_min` and
    `items_max` bound the numbers in a list. An `either` is one of `choices` or a list of integers.
    `default` None means absent unless required. An integer with `choices` may be one of those words
    instead. `name` is what a request calls it: usually the key, but two kinds may mean different
    things by the same name.
    """

    name: str
    type: Type
    default: Any = None
    min: int | None = None
    max: int | None = None
    items_min: int | None = None
    items_max: int | None = None
    choices: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """`fields` and `options` are keys of `Form.fields`; `requires` are names."""

    name: str
    fields: tuple[str, ...]
    options: tuple[str, ...]
    requires: tuple[str, ...]
    members: Mapping[str, Field]
    """Fields and options by name, in the order they are shown."""

    optional: Mapping[str, Field]
    """Options by name."""


@dataclass(frozen=True, slots=True)
class Form:
    """All kinds of checks of one system."""

    default_kind: str
    kinds: Mapping[str, Kind]
    fields: Mapping[str, Field]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> "Form":
        fields = {key: _field(key, row) for key, row in table["fields"].items()}
        kinds = {name: _kind(name, row, fields) for name, row in table["kinds"].items()}
        return cls(table["default_kind"], kinds, fields)

    def read(self, asked: Mapping[str, object], options: Mapping[str, object]) -> tuple[str, Given]:
        """Return the kind and every field of it, defaults filled in.

        `asked` is the member `/check` of the request, `options` its member `/options`; refusals
        (UnknownField, InvalidValue) point there.
        """
        kind = self._kind_of(asked)
        inner = asked.get("options")
        if inner is None:
            inner = {}
        if not isinstance(inner, Mapping):
            raise InvalidValue("not_object", pointer="/check/options")
        own = {name: value for name, value in asked.items() if name not in _ENVELOPE}
        self._known(kind, own, kind.members, "/check")
        self._known(kind, inner, kind.optional, "/check/options")
        self._known(kind, options, kind.optional, "/options")
        given = self._complete(kind.members, kind.requires, own, "/check")
        said = {name for name, value in own.items() if value is not None}
        for part, at in ((inner, "/check/options"), (options, "/options")):
            for name, value in part.items():
                if value is not None:
                    self._option(kind.optional[name], value, f"{at}/{name}", given, said)
        return kind.name, given

    def _option(
        self, field: Field, value: object, at: str, given: dict[str, Any], said: set[str]
    ) -> None:
        """Take an option that stands in one of the members `options`; null is as good as absent.

        What was said elsewhere already may be said again, but not otherwise.
        """
        read = self._value(field, value, at)
        if field.name in said and read != given[field.name]:
            raise InvalidValue("said_otherwise", pointer=at, name=field.name)
        said.add(field.name)
        given[field.name] = read

    def _kind_of(self, asked: Mapping[str, object]) -> Kind:
        name = asked.get("kind")
        if name is None:
            name = self.default_kind
        if not isinstance(name, str) or name not in self.kinds:
            raise InvalidValue("not_a_choice", pointer="/check/kind", choices=", ".join(self.kinds))
        return self.kinds[name]

    def _known(self, kind: Kind, names: Iterable[str], allowed: Container[str], at: str) -> None:
        for name in names:
            if name not in allowed:
                pointer = f"{at}/{escape(name)}"
                if name in self.fields and name not in kind.members:
                    raise UnknownField("not_for_kind", pointer=pointer, name=name, kind=kind.name)
                raise UnknownField("unknown", pointer=pointer, name=printable(name))

    def _complete(
        self,
        members: Mapping[str, Field],
        requires: Sequence[str],
        asked: Mapping[str, object],
        at: str,
    ) -> dict[str, Any]:
        given: dict[str, Any] = {}
        for name, field in members.items():
            value = asked.get(name)
            if value is not None:
                given[name] = self._value(field, value, f"{at}/{name}")
            elif name in requires:
                raise InvalidValue("required", pointer=f"{at}/{name}")
            else:
                given[name] = field.default
        return given

    def _value(self, field: Field, value: object, at: str) -> object:
        if field.type == "objects":
            return self._objects(field, value, at)
        return _READERS[field.type](field, value, at)

    def _objects(self, field: Field, value: object, at: str) -> tuple[Given, ...]:
        return tuple(
            self._object(field, entry, f"{at}/{index}")
            for index, entry in enumerate(_entries(field, value, at))
        )

    def _object(self, field: Field, value: object, at: str) -> Given:
        if not isinstance(value, Mapping):
            raise InvalidValue("not_object", pointer=at)
        for name in value:
            if name not in field.fields:
                pointer = f"{at}/{escape(name)}"
                raise UnknownField("unknown", pointer=pointer, name=printable(name))
        members = {name: self.fields[name] for name in field.fields}
        return self._complete(members, field.requires, value, at)


def _integer(field: Field, value: object, at: str) -> int | str:
    if field.choices and isinstance(value, str):
        return _text(field, value, at)
    return integer(value, at, field.min, field.max)


def _boolean(_: Field, value: object, at: str) -> bool:
    return boolean(value, at)


def _either(field: Field, value: object, at: str) -> str | tuple[int, ...]:
    return _text(field, value, at) if isinstance(value, str) else _integers(field, value, at)


def _text(field: Field, value: object, at: str) -> str:
    if not isinstance(value, str):
        raise InvalidValue("not_text", pointer=at)
    if field.choices and value not in field.choices:
        raise InvalidValue("not_a_choice", pointer=at, choices=", ".join(field.choices))
    if field.max is not None and len(value) > field.max:
        raise InvalidValue("too_long", pointer=at, limit=field.max)
    return value


def _entries(field: Field, value: object, at: str) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise InvalidValue("not_list", pointer=at)
    if field.min is not None and len(value) < field.min:
        raise InvalidValue("too_short", pointer=at, limit=field.min)
    if field.max is not None and len(value) > field.max:
        raise InvalidValue("too_long", pointer=at, limit=field.max)
    return value


def _integers(field: Field, value: object, at: str) -> tuple[int, ...]:
    return tuple(
        integer(entry, f"{at}/{index}", field.items_min, field.items_max)
        for index, entry in enumerate(_entries(field, value, at))
    )


def _texts(field: Field, value: object, at: str) -> tuple[str, ...]:
    entries = _entries(field, value, at)
    one = Field(field.name, "text", choices=field.choices)
    return tuple(_text(one, entry, f"{at}/{i}") for i, entry in enumerate(entries))


_READERS: Mapping[Type, Callable[[Field, object, str], object]] = {
    "integer": _integer,
    "boolean": _boolean,
    "text": _text,
    "integers": _integers,
    "texts": _texts,
    "either": _either,
}


def _kind(name: str, row: Mapping[str, Any], fields: Mapping[str, Field]) -> Kind:
    own, options = tuple(row["fields"]), tuple(row.get("options", ()))
    members = {fields[key].name: fields[key] for key in (*own, *options)}
    optional = {fields[key].name: fields[key] for key in options}
    return Kind(name, own, options, tuple(row.get("requires", ())), members, optional)


def _field(key: str, row: Mapping[str, Any]) -> Field:
    shape: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
    return Field(**({"name": key} | shape))
