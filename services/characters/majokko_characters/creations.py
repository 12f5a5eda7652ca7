"""The rulesets that characters are made by, each with its maker."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from majokko_rules.creation import Maker
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Ruleset
from majokko_rules.rulesets.shelf import Shelf, maker, makes_characters

Options = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Creation:
    """How characters are made by one ruleset."""

    ruleset: Ruleset
    maker: Maker[Any]


@dataclass(frozen=True, slots=True)
class Creations:
    """All that characters can be made by; tests bring makers of their own."""

    shelf: Shelf
    maker_of: Callable[[Ruleset], Maker[Any]] = maker
    _made: dict[str, Creation] = field(default_factory=dict)

    def find(self, name: str) -> Creation:
        """Return what a request names: `amgc@1`, or `amgc` for the newest.

        Raises InvalidValue, also for a ruleset that a card game is played by.
        """
        if _is_in(self.shelf, name) and not _is_in(self._able, name):
            raise InvalidValue("makes_no_characters", pointer="/ruleset")
        return self._creation(self._able.find(name))

    def kept(self, name: str, digest: str) -> Creation:
        """Return what a draft was begun by, though a file may have replaced it since.

        Raises InvalidValue where this program knows it no more.
        """
        return self._creation(self._able.find(f"{name}#{digest}"))

    def knows(self, name: str, digest: str) -> bool:
        return _is_in(self._able, f"{name}#{digest}")

    @property
    def _able(self) -> Shelf:
        """The rulesets that are for characters."""
        return Shelf(tuple(filter(makes_characters, self.shelf.rulesets)))

    def _creation(self, ruleset: Ruleset) -> Creation:
        if ruleset.hash not in self._made:
            self._made[ruleset.hash] = Creation(ruleset, self.maker_of(ruleset))
        return self._made[ruleset.hash]


def _is_in(shelf: Shelf, name: str) -> bool:
    try:
        shelf.find(name)
    except InvalidValue:
        return False
    return True
