"""Tries a ruleset out by playing a game at random."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from majokko_rules.cards.magion.cards import NUMBERS
from majokko_rules.cards.magion.dealing import begin, must_deal_again
from majokko_rules.cards.magion.legal import legal
from majokko_rules.cards.magion.moves import play
from majokko_rules.cards.magion.rules import Rules
from majokko_rules.cards.magion.scoring import Outcome, outcome
from majokko_rules.cards.magion.state import Deal
from majokko_rules.chance import Chance
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Ruleset

_MOST_DEALS = 50
_PATIENT = 60
"""So much filth before a game is lost, and it goes on until no card is left."""

_Any = TypeVar("_Any")


def attempt(ruleset: Ruleset, options: Mapping[str, object], chance: Chance) -> Sequence[Outcome]:
    """Play with each number of players: a game as it is, and one that is hardly ever lost early.

    Returns how they ended.

    Raises RuleErrors that point into the ruleset where it cannot be played, or not to its end.
    """
    hands = ruleset.numbers["hands"]
    assert isinstance(hands, tuple)
    tables = [Rules.of(ruleset, players, options) for players, _ in enumerate(hands, start=2)]
    return [
        _played(each, _deal(each, chance), chance)
        for rules in tables
        for each in (rules, replace(rules, markers=_PATIENT))
    ]


def _deal(rules: Rules, chance: Chance) -> Deal:
    """Deal as often as it takes, if that is not for ever."""
    printed = [NUMBERS[name] for name in rules.deck]
    for _ in range(_MOST_DEALS):
        girls = _shuffled(printed, chance)
        if not must_deal_again(rules, girls):
            return Deal(girls, _shuffled(range(1, 9), chance), 0)
    raise InvalidValue("too_small", pointer="/numbers/redeal_heads", limit=rules.redeal + 1)


def _played(rules: Rules, deal: Deal, chance: Chance) -> Outcome:
    """Play to the end; what costs no card costs a witch or a marker, so there is one."""
    state = begin(rules, deal)
    while state.over is None:
        actions = legal(state)
        assert actions, "nothing may be done"
        state = play(state, actions[chance.throw(1, len(actions))[0] - 1])
    ended = outcome(state)
    assert ended
    assert (ended.rank is None) == (ended.status == "lost"), "a score without a rank"
    return ended


def _shuffled(items: Sequence[_Any], chance: Chance) -> tuple[_Any, ...]:
    left = list(items)
    return tuple(left.pop(chance.throw(1, len(left))[0] - 1) for _ in items)
