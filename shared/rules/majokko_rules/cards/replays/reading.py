"""Reads a replay strictly: nothing is skipped, guessed or put right, and every fault is told.

The rules come first, for they say what the cards and options are; if they cannot be had, the rest
is not looked at.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from majokko_rules.cards.magion import actions
from majokko_rules.cards.magion.actions import Action
from majokko_rules.cards.magion.cards import NAMES, NUMBERS
from majokko_rules.cards.magion.rules import Rules
from majokko_rules.cards.magion.state import Deal
from majokko_rules.cards.replays.faults import Faults
from majokko_rules.cards.replays.replay import (
    FORMAT,
    MOST_ACTIONS,
    MOST_CARDS,
    MOST_PLAYERS,
    MOST_REDEALS,
    REASONS,
    SOURCES,
    STATUSES,
    STOPPED,
    Replay,
    Result,
)
from majokko_rules.cards.replays.writing import GAME
from majokko_rules.errors import InvalidValue, ReplayWrong, UnknownField
from majokko_rules.rulesets import Ruleset
from majokko_rules.values import escape, integer, plain, printable

Object = Mapping[str, object]
Item = TypeVar("Item")

_MEMBERS = (
    "format", "game", "ruleset", "ruleset_hash", "players", "options", "source", "deal", "actions",
    "result",
)  # fmt: skip
_DEAL = ("first", "girls", "witches", "orders", "redealt")
_RESULT = ("status", "reason", "score", "rank")
_MOST_LETTERS = 120
_MOST_SCORE = 10**6


def read(value: object, rulesets: Iterable[Ruleset]) -> Replay:
    """Return the replay that a document is.

    Raises Unreadable.
    """
    faults = Faults()
    said = _document(value, faults)
    rules = _rules(said, rulesets, faults)
    taken = _Taken(said, rules, faults)
    taken.read()
    faults.settle()
    return taken.replay()


class _Taken:
    """What was read so far; what was refused stands as nothing, and is never used."""

    def __init__(self, said: Object, rules: Rules, faults: Faults) -> None:
        self._said = said
        self._rules = rules
        self._faults = faults
        self._deal = Deal((), (), 0)
        self._redealt: tuple[tuple[int, ...], ...] = ()
        self._actions: tuple[Action, ...] = ()
        self._result: Result | None = None

    def read(self) -> None:
        with self._faults.under("/source"):
            _choice(self._said["source"], SOURCES)
        with self._faults.under("/deal"):
            self._read_deal(_object(self._said["deal"]))
        with self._faults.under("/actions"):
            said = self._said["actions"]
            self._actions = self._each(said, _action, "/actions", MOST_ACTIONS)
        with self._faults.under("/inherited"):
            integer(self._inherited, "", 0, len(self._actions))
        with self._faults.under("/result"):
            if self._said["result"] is not None:
                self._result = self._read_result(_object(self._said["result"]))

    def replay(self) -> Replay:
        return Replay(
            rules=self._rules,
            source="practice" if self._said["source"] == "practice" else "committed",
            deal=self._deal,
            actions=self._actions,
            result=self._result,
            redealt=self._redealt,
            inherited=integer(self._inherited, "", 0, None),
        )

    @property
    def _inherited(self) -> object:
        return self._said.get("inherited", 0)

    def _read_deal(self, said: Object) -> None:
        _complete(said, _DEAL, self._faults, "/deal")
        first = 0
        with self._faults.under("/deal"):
            first = integer(said["first"], "/first", 0, self._rules.players - 1)
        girls = self._cards(said["girls"], "/deal/girls")
        witches = self._witches(said["witches"], "/deal/witches")
        orders = self._lists(said["orders"], self._witches, "/deal/orders", self._rules.orders)
        self._deal = Deal(girls, witches, first, orders)
        self._redealt = self._lists(said["redealt"], self._cards, "/deal/redealt", MOST_REDEALS)

    def _cards(self, said: object, at: str) -> tuple[int, ...]:
        return self._each(said, lambda card: NUMBERS[_choice(card, NAMES)], at, MOST_CARDS)

    def _witches(self, said: object, at: str) -> tuple[int, ...]:
        keys = self._rules.witches
        found = self._each(said, lambda key: keys.index(_choice(key, keys)) + 1, at, len(keys))
        with self._faults.under(at):
            _check_order(found, len(keys))
        return found

    def _lists(
        self, said: object, reader: Callable[[object, str], Item], at: str, most: int
    ) -> tuple[Item, ...]:
        with self._faults.under(at):
            return tuple(
                reader(each, f"{at}/{place}") for place, each in enumerate(_list(said, most))
            )
        return ()

    def _each(
        self, said: object, reader: Callable[[object], Item], at: str, most: int
    ) -> tuple[Item, ...]:
        """Read a list as far as it can be read."""
        found: list[Item] = []
        with self._faults.under(at):
            for place, each in enumerate(_list(said, most)):
                with self._faults.under(f"{at}/{place}"):
                    found.append(reader(each))
        return tuple(found)

    def _read_result(self, said: Object) -> Result:
        _complete(said, _RESULT, self._faults, "/result")
        ranks = tuple(rank.key for rank in self._rules.ranks)
        score, rank = said["score"], said["rank"]
        return Result(
            status=_choice(said["status"], STATUSES, "/status"),
            reason=_choice(said["reason"], (*REASONS, *STOPPED), "/reason"),
            score=None if score is None else integer(score, "/score", 0, _MOST_SCORE),
            rank=None if rank is None else _choice(rank, ranks, "/rank"),
        )


def _document(value: object, faults: Faults) -> Object:
    """Raises Unreadable: without all of its members there is nothing to read."""
    said: Object = {}
    with faults.under(""):
        said = _object(value)
    faults.settle()
    _complete(said, _MEMBERS, faults, optional=("inherited",))
    with faults.under(""):
        _choice(said["format"], (FORMAT,), "/format")
    with faults.under(""):
        _choice(said["game"], (GAME,), "/game")
    return said


def _rules(said: Object, rulesets: Iterable[Ruleset], faults: Faults) -> Rules:
    """Raises Unreadable."""
    found: Rules | None = None
    with faults.under(""):
        name = plain(said["ruleset"], "/ruleset", _MOST_LETTERS)
        hash_ = plain(said["ruleset_hash"], "/ruleset_hash", _MOST_LETTERS)
        ruleset = ruleset_of(rulesets, name, lambda each: each == hash_)
        options = _object(said["options"], "/options")
        integer(said["players"], "/players", 1, MOST_PLAYERS)
        found = Rules.of(ruleset, said["players"], options)
    if found is None:
        faults.settle()
    assert found is not None
    return found


def ruleset_of(rulesets: Iterable[Ruleset], name: str, is_meant: Callable[[str], bool]) -> Ruleset:
    """Return the ruleset of that name with the content that is meant, by its hash.

    Raises InvalidValue, ReplayWrong.
    """
    known = [each for each in rulesets if each.system == GAME]
    named = [each for each in known if each.name == name]
    if not named:
        choices = ", ".join(dict.fromkeys(each.name for each in known))
        raise InvalidValue("not_a_choice", pointer="/ruleset", choices=choices)
    found = next((each for each in named if is_meant(each.hash)), None)
    if found is None:
        raise ReplayWrong("other_ruleset", pointer="/ruleset_hash", ruleset=name)
    return found


def _complete(
    said: Object,
    names: tuple[str, ...],
    faults: Faults,
    at: str = "",
    optional: tuple[str, ...] = (),
) -> None:
    """Raises Unreadable where members are missing; others that nobody knows are told with them."""
    for name in said:
        if name not in names and name not in optional:
            with faults.under(f"{at}/{escape(name)}"):
                raise UnknownField("unknown", name=printable(name))
    missing = [name for name in names if name not in said]
    for name in missing:
        with faults.under(f"{at}/{name}"):
            raise InvalidValue("required")
    if missing:
        faults.settle()


def _action(value: object) -> Action:
    return actions.read(_object(value))


def _check_order(found: tuple[int, ...], count: int) -> None:
    for place, number in enumerate(found):
        if number in found[:place]:
            raise InvalidValue("named_before", pointer=f"/{place}")
    if len(found) < count:
        raise InvalidValue("too_short", limit=count)


def _choice(value: object, choices: tuple[str, ...], at: str = "") -> str:
    text = plain(value, at, _MOST_LETTERS)
    if text not in choices:
        raise InvalidValue("not_a_choice", pointer=at, choices=", ".join(choices))
    return text


def _object(value: object, at: str = "") -> Object:
    if not isinstance(value, Mapping):
        raise InvalidValue("not_object", pointer=at)
    return value


def _list(value: object, most: int) -> list[object]:
    if not isinstance(value, list):
        raise InvalidValue("not_list")
    if len(value) > most:
        raise InvalidValue("too_long", limit=most)
    return value
