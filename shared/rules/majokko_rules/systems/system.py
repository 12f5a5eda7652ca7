"""What a rulebook brings to the dice: checks, commands, words. One folder each, nothing else."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from majokko_rules import catalog
from majokko_rules.chance import Chance
from majokko_rules.dice.reading import Reader
from majokko_rules.distribution import Odds
from majokko_rules.results import Outcome, Result
from majokko_rules.systems.fields import Field, Form, Given


class Check(Protocol):
    """A question put in a system's own terms; immutable, asked as often as one likes."""

    @property
    def notation(self) -> str:
        """A normal form: the bot command where one says it, else `system kind field=value …`."""
        ...

    @property
    def times(self) -> int: ...

    def roll(self, chance: Chance) -> Result: ...

    def odds(self) -> Odds: ...


@dataclass(frozen=True, slots=True)
class Command:
    """A bot command. `prefixes` start the text (after folding, in lower case); the longest prefix
    of all systems wins. `read` gets a reader that stands right behind the prefix; which prefix it
    was is its second argument.
    """

    prefixes: tuple[str, ...]
    read: Callable[[Reader, str], Check]


def written(system: str, form: Form, kind: str, given: Given) -> str:
    """Return the normal form of a check that no bot command says: whatever is not a default.

    `amgc single stat=7 target=3`, `amgc contest sides={stat=12}/{stat=8,dice=1}`; what is true is
    just named, and what is false where the default is true is written `tie_hits=false`.
    """
    fields = form.kinds[kind]
    return " ".join((system, kind, *_members(form, (*fields.fields, *fields.options), given)))


def _members(form: Form, names: tuple[str, ...], given: Given) -> list[str]:
    changed = [name for name in names if given[name] != form.fields[name].default]
    return [
        name if given[name] is True else f"{name}={_value(form, form.fields[name], given[name])}"
        for name in changed
    ]


def _value(form: Form, field: Field, value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ",".join(_members(form, field.fields, value)) + "}"
    if isinstance(value, tuple):
        return "/".join(_value(form, field, entry) for entry in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class System:
    """A registered rulebook.

    `package` holds `tables/checks.toml` and `words/`; `build` makes a check from validated
    fields and may raise InvalidValue or IllegalAction; `outcome` is the shape of its outcomes.
    """

    id: str
    package: str
    build: Callable[[str, Given], Check]
    commands: tuple[Command, ...]
    outcome: type[Outcome]

    @cached_property
    def form(self) -> Form:
        return Form.of(catalog.table(self.package, "checks"))
