"""The coins that are left: visible on the sheet, though they buy nothing after a creation."""

from majokko_rules.creation import Because, Value
from majokko_rules.systems.amgc.creation.sheets.numbers import total
from majokko_rules.systems.amgc.creation.state import ALLY, State, coins


def values(state: State) -> dict[str, Value]:
    """Return `coins.gold` and the others; an ally's as `ally.coins.silver`."""
    return {
        _name(coin): total([Because("rule", "coins", count), *_spent(state, coin)])
        for coin, count in coins(state).items()
    }


def _name(coin: str) -> str:
    own = coin.removeprefix(ALLY)
    return f"coins.{coin}" if own == coin else f"ally.coins.{own}"


def _spent(state: State, coin: str) -> list[Because]:
    return [
        Because("coin", offer.id, -amount)
        for offer in state.spent
        for name, amount in offer.cost.items()
        if name == coin
    ]
