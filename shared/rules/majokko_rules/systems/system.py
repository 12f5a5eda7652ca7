"""What a rulebook brings to the dice: checks, commands, words. One folder each, nothing else."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from majokko_rules import catalog
from majokko_rules.chance import Chance
from majokko_rules.creation import Maker, Sheet
from majokko_rules.dice.reading import Reader
from majokko_rules.errors import NotPushable
from majokko_rules.odds import Odds
from majokko_rules.results import Outcome, Result
from majokko_rules.rulesets import Ruleset
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


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a check of a character names: a skill, a stat or both, and the fields that it gives."""

    skill: str | None = None
    stat: str | None = None
    given: Mapping[str, object] = field(default_factory=dict)


FromSheet = Callable[[Ruleset, Sheet, Wanted], Mapping[str, object]]
"""Returns fields of a check; raises InvalidValue, pointing to `/skill` or `/stat`."""

Acted = Callable[[Ruleset, Sheet, Mapping[str, Any]], Sheet]
"""Returns the sheet after something that is done to it once the creation is over, given as data.

Raises RuleError, pointing into what it was given.
"""


def written(system: str, form: Form, kind: str, given: Given) -> str:
    """Return the normal form of a check that no bot command says: whatever is not a default.

    `amgc single stat=7 target=3`, `amgc contest sides={stat=12}/{stat=8,dice=1}`; what is true is
    just named, and what is false where the default is true is written `tie_hits=false`.
    """
    return " ".join((system, kind, *_members(form, form.kinds[kind].members.values(), given)))


def _members(form: Form, fields: Iterable[Field], given: Given) -> list[str]:
    changed = [(field, given[field.name]) for field in fields if given[field.name] != field.default]
    return [
        field.name if value is True else f"{field.name}={_value(form, field, value)}"
        for field, value in changed
    ]


def _value(form: Form, field: Field, value: object) -> str:
    if isinstance(value, Mapping):
        fields = (form.fields[name] for name in field.fields)
        return "{" + ",".join(_members(form, fields, value)) + "}"
    if isinstance(value, tuple):
        return "/".join(_value(form, field, entry) for entry in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def never_pushed(_said: str, _outcome: Outcome) -> None:
    """Refuse: the rulebook knows no second chance."""
    raise NotPushable("not_a_check")


@dataclass(frozen=True)
class System:
    """A registered rulebook.

    `package` holds `tables/checks.toml` and `words/`; `build` makes a check from validated
    fields and may raise InvalidValue or IllegalAction; `outcome` is the shape of its outcomes.
    `refuse_push` takes the normal form of a check and its outcome, and raises NotPushable where the
    rulebook gives no second chance. `maker` makes characters by one of its `rulesets`, which are
    tables of the package, the oldest version first. `from_sheet` says what a sheet gives to a
    check, where that is more than one number of it. `acted` changes a sheet after its creation,
    where the rulebook goes on with it.
    """

    id: str
    package: str
    build: Callable[[str, Given], Check]
    commands: tuple[Command, ...]
    outcome: type[Outcome]
    refuse_push: Callable[[str, Outcome], None] = never_pushed
    maker: Callable[[Ruleset], Maker[Any]] | None = None
    rulesets: tuple[str, ...] = ("creation",)
    from_sheet: FromSheet | None = None
    acted: Acted | None = None

    @cached_property
    def form(self) -> Form:
        return Form.of(catalog.table(self.package, "checks"))
