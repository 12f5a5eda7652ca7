"""All rulesets that a program knows: those shipped with the rules, and those of its files.

A request names one as `amgc@1`, as `amgc` for the newest version, or as `amgc@1#<hash>` for that
very content, which a file may have replaced.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from majokko_rules import systems
from majokko_rules.creation import Maker
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import builtin
from majokko_rules.rulesets.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Shelf:
    """Rulesets in the order they came, old contents of a name before what replaced them."""

    rulesets: tuple[Ruleset, ...]

    @property
    def known(self) -> Mapping[str, Ruleset]:
        """Return the rulesets in use by name, `amgc@1`."""
        return {each.name: each for each in self.rulesets}

    def find(self, name: str, at: str = "/ruleset") -> Ruleset:
        """Return the ruleset that a request means.

        Raises InvalidValue, which points to `at`.
        """
        wanted, _, content = name.partition("#")
        of_id = [each for each in self.known.values() if each.id == wanted]
        found = max(of_id, key=lambda each: each.version, default=self.known.get(wanted))
        if content:
            same = (each for each in self.rulesets if each.name == wanted)
            found = next((each for each in same if each.hash == content), None)
        if found is None:
            raise InvalidValue("not_a_choice", pointer=at, choices=", ".join(self.known))
        return found

    def holding(self, more: Iterable[Ruleset]) -> "Shelf":
        """Put others beside these; one of the same name takes its place."""
        return Shelf((*self.rulesets, *more))


@cache
def built_in() -> Shelf:
    """Return the rulesets of all systems that make characters."""
    return Shelf(
        tuple(
            builtin.load(system.id, system.package, heading)
            for system in systems.SYSTEMS.values()
            if system.maker
            for heading in system.rulesets
        )
    )


def known() -> Mapping[str, Ruleset]:
    return built_in().known


def find(name: str) -> Ruleset:
    """Return a ruleset that is shipped with the rules.

    Raises InvalidValue.
    """
    return built_in().find(name)


def maker(ruleset: Ruleset) -> Maker[Any]:
    """Return what makes characters by a ruleset."""
    made = systems.SYSTEMS[ruleset.system].maker
    assert made is not None, f"{ruleset.system} makes no characters"
    return made(ruleset)
