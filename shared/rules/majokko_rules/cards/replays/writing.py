"""A replay as a document."""

from collections.abc import Iterable
from typing import Any

from majokko_rules.cards.magion import actions
from majokko_rules.cards.magion.cards import NAMES
from majokko_rules.cards.magion.rules import Rules
from majokko_rules.cards.magion.state import Deal
from majokko_rules.cards.replays.replay import FORMAT, Replay, Result

GAME = "magion"


def write(replay: Replay) -> dict[str, Any]:
    """Return a replay as JSON says it; `read` makes the same of it."""
    rules = replay.rules
    return {
        "format": FORMAT,
        "game": GAME,
        "ruleset": rules.ruleset_name,
        "ruleset_hash": rules.ruleset_hash,
        "players": rules.players,
        "options": dict(rules.options),
        "source": replay.source,
        "deal": {**write_deal(replay.deal, rules), "redealt": [*map(cards, replay.redealt)]},
        "inherited": replay.inherited,
        "actions": [actions.write(each) for each in replay.actions],
        "result": None if replay.result is None else write_result(replay.result),
    }


def write_deal(deal: Deal, rules: Rules) -> dict[str, Any]:
    """Return how the cards lay, the top ones first."""
    return {
        "first": deal.first,
        "girls": cards(deal.girls),
        "witches": keys(deal.witches, rules),
        "orders": [keys(order, rules) for order in deal.orders],
    }


def cards(kinds: Iterable[int]) -> list[str]:
    return [NAMES[kind] for kind in kinds]


def keys(witches: Iterable[int], rules: Rules) -> list[str]:
    return [rules.witch_keys[number - 1] for number in witches]


def write_result(result: Result) -> dict[str, Any]:
    return {
        "status": result.status,
        "reason": result.reason,
        "score": result.score,
        "rank": result.rank,
    }
