"""The coins that are left: visible on the sheet, though they buy nothing after a creation."""

from majokko_rules.creation import Because, Value
from majokko_rules.systems.amgc.creation.sheets.numbers import total
from majokko_rules.systems.amgc.creation.state import ALLY, State, coins


def own(state: State) -> dict[str, Value]:
    """Return `coins.gold` and the others."""
    return {f"coins.{coin}": _left(state, coin) for coin in coins(state) if not _of_ally(coin)}


def of_ally(state: State) -> dict[str, Value]:
    """Return `coins.silver` and `coins.bronze` of an ally, once she was rolled."""
    return {
        f"coins.{coin.removeprefix(ALLY)}": _left(state, coin)
        for coin in coins(state)
        if _of_ally(coin)
    }


def _of_ally(coin: str) -> bool:
    return coin.startswith(ALLY)


def _left(state: State, coin: str) -> Value:
    return total([Because("rule", "coins", coins(state)[coin]), *_spent(state, coin)])


def _spent(state: State, coin: str) -> list[Because]:
    return [
        Because("coin", offer.id, -amount)
        for offer in state.spent
        for name, amount in offer.cost.items()
        if name == coin
    ]
