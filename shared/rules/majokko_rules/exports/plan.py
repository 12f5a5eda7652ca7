"""What files show of a system's sheets, as its `tables/export.toml` says."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from majokko_rules import catalog
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems import SYSTEMS

Most = Literal["value", "gained", "none"]
"""The most of a status: its value, all that was ever added to it, or nothing told."""

_ANY = ".*"


@dataclass(frozen=True, slots=True)
class StatusPlan:
    """Something that is used up in play: `mark` names what is left, `now` what is left at first."""

    value: str
    mark: str
    now: str | None = None
    most: Most = "value"


@dataclass(frozen=True, slots=True)
class ParamPlan:
    """Numbers that seldom change; `sectioned` names them with the section that they stand in."""

    values: Sequence[str]
    sectioned: bool = False


@dataclass(frozen=True, slots=True)
class CommandPlan:
    """Lines that are rolled, where `<ref>` stands for a number, as a reference if there is one to
    refer to, `<value>` for the number itself, `<count>` for how many, `<label>` for the name.
    """

    values: Sequence[str]
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class StPlan:
    """Numbers of a bot's line, and their bounds; `rows` names the table whose keys `*` means."""

    values: Sequence[str]
    least: int
    most: int
    sectioned: bool = False
    rows: str | None = None

    def names(self, ruleset: Ruleset) -> Iterator[str]:
        """Yield the names of all that a line may tell, whoever's line it is."""
        for pattern in self.values:
            if pattern.endswith(_ANY):
                section = pattern.removesuffix(_ANY)
                yield from (f"{section}.{key}" for key in self._keys(ruleset))
            else:
                yield pattern

    def _keys(self, ruleset: Ruleset) -> Sequence[str]:
        return tuple(ruleset[self.rows].rows) if self.rows else ruleset.vocabulary.stats


@dataclass(frozen=True, slots=True)
class CardPlan:
    """What a card shows: short facts (named with their section where it is `sectioned`), numbers in
    tiles (with another number below), whatever is best of many, lists, and texts.
    """

    facts: Sequence[str] = ()
    sectioned: Sequence[str] = ()
    tiles: Sequence[str] = ()
    below: str | None = None
    best: Sequence[str] = ()
    lists: Sequence[str] = ()
    texts: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """`says` tells how keys are named, `columns` which numbers stand beside others."""

    initiative: str
    says: Mapping[str, str]
    columns: Mapping[str, Sequence[str]]
    status: Sequence[StatusPlan]
    params: Sequence[ParamPlan]
    commands: Sequence[CommandPlan]
    st: Sequence[StPlan]
    aliases: Mapping[str, Sequence[str]]
    card: CardPlan = field(default_factory=CardPlan)


@cache
def of(system: str) -> Plan:
    said: Mapping[str, Any] = catalog.table(SYSTEMS[system].package, "export")
    return Plan(
        initiative=said["initiative"],
        says=said["says"],
        columns=said["columns"],
        status=tuple(StatusPlan(**each) for each in said["status"]),
        params=tuple(ParamPlan(**each) for each in said["params"]),
        commands=tuple(CommandPlan(**each) for each in said["commands"]),
        st=tuple(StPlan(**each) for each in said["st"]),
        aliases=said["aliases"],
        card=CardPlan(**said["card"]),
    )


def chosen(values: Mapping[str, object], patterns: Sequence[str]) -> Iterator[str]:
    """Yield the names of values that patterns mean; `stats.*` means `stats.STR`, and not what
    stands deeper.
    """
    for pattern in patterns:
        if not pattern.endswith(_ANY):
            yield from (pattern,) if pattern in values else ()
            continue
        section = pattern.removesuffix("*")
        for name in values:
            if name.startswith(section) and "." not in name[len(section) :]:
                yield name
