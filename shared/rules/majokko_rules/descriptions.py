"""What a client needs to know of a system: its checks, fields, commands and names, as data.

Made from the same tables and words that read and tell the checks, so it cannot drift from them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from majokko_rules import catalog
from majokko_rules.render import PACKAGES, own_words, system_name
from majokko_rules.systems import SYSTEMS
from majokko_rules.systems.fields import Field, Form, Kind, Type

Default = bool | int | str | None


@dataclass(frozen=True, slots=True)
class Named:
    """A key that answers carry, and what a reader calls it."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a check, or an option of its rule.

    `min` and `max` bound an integer, the entries of a list, or the length of a text; `items_min`
    and `items_max` the numbers in a list. `fields` are the members of an object in a list.
    """

    id: str
    name: str
    help: str
    type: Type
    required: bool
    default: Default
    min: int | None
    max: int | None
    items_min: int | None
    items_max: int | None
    choices: tuple[Named, ...]
    fields: tuple["Member", ...]


@dataclass(frozen=True, slots=True)
class CheckKind:
    """`options` may stand beside the fields or in `"options"`."""

    id: str
    name: str
    fields: tuple[Member, ...]
    options: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Prefixed:
    """Texts that start so, in lower case, are this command; a chat tool may filter by them."""

    prefixes: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class Description:
    """One system. `names` are its name in every language; the rest is in the asked one."""

    id: str
    name: str
    names: Mapping[str, str]
    about: str
    default_kind: str | None
    kinds: tuple[CheckKind, ...]
    outcomes: tuple[Named, ...]
    commands: tuple[Prefixed, ...]


@lru_cache(maxsize=64)
def describe(system: str, locale: str) -> Description:
    """Describe a registered system, or plain dice as `notation`.

    Raises KeyError for any other.
    """
    words = own_words(system, locale)
    form = SYSTEMS[system].form if system in SYSTEMS else None
    return Description(
        id=system,
        name=words["system.name"],
        names={tag: system_name(system, tag) for tag in catalog.LOCALES},
        about=words["system.about"],
        default_kind=form.default_kind if form else None,
        kinds=tuple(_kind(kind, form, words) for kind in form.kinds.values()) if form else (),
        outcomes=tuple(_levels(words)),
        commands=tuple(_commands(system, words)),
    )


def command_prefixes(system: str) -> tuple[tuple[str, ...], ...]:
    """Return the prefixes of each command; the first one names it in the words."""
    if system in SYSTEMS:
        return tuple(command.prefixes for command in SYSTEMS[system].commands)
    return tuple((prefix,) for prefix in catalog.table(PACKAGES[system], "notation")["commands"])


def described(locale: str) -> tuple[Description, ...]:
    """Describe every system, plain dice first."""
    return tuple(describe(system, locale) for system in PACKAGES)


def _kind(kind: Kind, form: Form, words: Mapping[str, str]) -> CheckKind:
    return CheckKind(
        id=kind.name,
        name=words[f"kinds.{kind.name}"],
        fields=tuple(_member(key, form, kind.requires, words) for key in kind.fields),
        options=tuple(_member(key, form, kind.requires, words) for key in kind.options),
    )


def _member(key: str, form: Form, requires: tuple[str, ...], words: Mapping[str, str]) -> Member:
    field = form.fields[key]
    return Member(
        id=field.name,
        name=words[f"fields.{key}.name"],
        help=words[f"fields.{key}.help"],
        type=field.type,
        required=field.name in requires,
        default=field.default,
        min=field.min,
        max=field.max,
        items_min=field.items_min,
        items_max=field.items_max,
        choices=_choices(key, field, words),
        fields=tuple(_member(inner, form, field.requires, words) for inner in field.fields),
    )


def _choices(key: str, field: Field, words: Mapping[str, str]) -> tuple[Named, ...]:
    return tuple(Named(one, words[f"fields.{key}.choices.{one}"]) for one in field.choices)


def _levels(words: Mapping[str, str]) -> Iterator[Named]:
    for key, name in words.items():
        section, _, level = key.partition(".")
        if section == "outcomes":
            yield Named(level, name)


def _commands(system: str, words: Mapping[str, str]) -> Iterator[Prefixed]:
    for prefixes in command_prefixes(system):
        key = prefixes[0].removeprefix(".")
        yield Prefixed(prefixes, words[f"commands.{key}.help"])
