"""The games that can be played here, each with the rules that its sessions are played by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from majokko_rules.cards import magion
from majokko_rules.cards.bots import BOTS
from majokko_rules.cards.magion.rules import LEAST_PLAYERS
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Ruleset
from majokko_rules.rulesets.shelf import Shelf

GAMES = ("magion",)


@dataclass(frozen=True, slots=True)
class Games:
    """The rulesets of an installation, compiled when they are first played by."""

    shelf: Shelf
    _compiled: dict[tuple[str, int, bytes], magion.Rules] = field(default_factory=dict)

    def rulesets(self) -> list[Ruleset]:
        """Return the rulesets that sessions may be played by."""
        return [each for each in self.shelf.known.values() if each.system in GAMES]

    def players(self, ruleset: Ruleset) -> range:
        """Return how many may play."""
        hands = ruleset.numbers["hands"]
        assert isinstance(hands, tuple), "one for each number of players"
        return range(LEAST_PLAYERS, LEAST_PLAYERS + len(hands))

    def find(self, game: str) -> Ruleset:
        """Return what a request names: `magion` for the newest version, or `magion@1`.

        Raises InvalidValue.
        """
        known = self.rulesets()
        names = dict.fromkeys([*(each.id for each in known), *(each.name for each in known)])
        if game not in names:
            raise InvalidValue("not_a_choice", pointer="/game", choices=", ".join(names))
        return self.shelf.find(game, "/game")

    def rules(self, ruleset: Ruleset, players: int, options: Mapping[str, Any]) -> magion.Rules:
        """Raises InvalidValue and UnknownField, which point to `/players` or `/options/…`."""
        key = (ruleset.hash, players, orjson.dumps(options, option=orjson.OPT_SORT_KEYS))
        if key not in self._compiled:
            self._compiled[key] = magion.Rules.of(ruleset, players, options)
        return self._compiled[key]

    def bot(self, name: str, at: str) -> str:
        """Return the name of a bot that may sit down.

        Raises InvalidValue, which points to `at`.
        """
        if name not in BOTS:
            raise InvalidValue("not_a_choice", pointer=at, choices=", ".join(BOTS))
        return name

    def kept(
        self, ruleset: str, digest: str, players: int, options: Mapping[str, Any]
    ) -> magion.Rules:
        """Return the rules that a session was begun by, though a file may have replaced them since.

        Raises InvalidValue where this program knows them no more.
        """
        return self.rules(self.shelf.find(f"{ruleset}#{digest}"), players, options)
