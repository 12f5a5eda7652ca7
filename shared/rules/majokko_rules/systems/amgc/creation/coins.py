"""The price list as offers, for her own sheet and for her ally's."""

from collections.abc import Iterator, Mapping

from majokko_rules.creation import Because, Offer
from majokko_rules.rulesets import Row
from majokko_rules.systems.amgc.creation.acting import Action, Sheet
from majokko_rules.systems.amgc.creation.state import State
from majokko_rules.systems.amgc.creation.uses import ages, perks, rows, stats
from majokko_rules.systems.amgc.creation.uses.use import Buyer, Use, Uses

FAMILIAR = "class"
"""The use that `companions.familiar` offers."""

_POINTS = "points"
_USES: Mapping[str, Uses] = {
    "bounded": ages.bounded,
    "shift": rows.shift,
    "column": rows.column,
    "corrupt": rows.corrupt,
    "other": rows.other,
    "second": rows.second,
    "move": perks.move,
    "swap": perks.swap,
    "add": perks.add,
    _POINTS: stats.points,
}


def actions(
    state: State, sheet: Sheet, buyer: Buyer, wanted: str | None = None, purse: str = ""
) -> Iterator[Action]:
    """Return all uses of the coins whose names begin with `purse`, affordable or not.

    `wanted` leaves out prices that have no offer of this id.
    """
    there = {row.key for row in state.book.rows("coins") if not purse or row["ally"]}
    for price in state.book.rows("prices"):
        use = _use(buyer, price)
        begins = sheet.prefix + _begins(price, use)
        if (
            price["coin"] in there
            and use != FAMILIAR
            and (wanted is None or wanted.startswith(begins))
            and _repeats(state, sheet, price)
        ):
            for each in _kind_of(use, price)(buyer, price):
                yield _action(sheet, price, use, each, purse)


def _use(buyer: Buyer, price: Row) -> str:
    """Return the use of a price; any body may be read as any stat."""
    stat = price["step"] == "body" and buyer.book.settings["body_bronze"] == "stat"
    return _POINTS if stat and price["use"] == "any" else str(price["use"])


def _kind_of(use: str, price: Row) -> Uses:
    if use == "any":
        return ages.of_the_table if price["step"] == "age" else rows.other
    return stats.one if use == _POINTS and "plus" not in price.fields else _USES[use]


def _action(sheet: Sheet, price: Row, use: str, found: Use, purse: str) -> Action:
    id_ = ".".join(filter(None, (sheet.prefix + _begins(price, use), found.which)))
    offer = Offer(id_, sheet.at(price["step"]), use, {purse + price["coin"]: 1}, found.pick)
    coin = Because("coin", id_)
    return Action(offer, lambda picks, _: sheet.store(found.change(picks, coin)))


def _begins(price: Row, use: str) -> str:
    """Return how the ids of a price begin: `age.bronze`, `specialisation.shift`, `stats.gold`."""
    return f"{price['step']}.{price['coin']}" if use == _POINTS else price.key.replace("_", ".", 1)


def _repeats(state: State, sheet: Sheet, price: Row) -> bool:
    """Say whether another coin may be spent at this step."""
    if state.book.settings["repeat_uses"] or price["use"] == _POINTS:
        return True
    begins = sheet.prefix + price.key.partition("_")[0] + "."
    return not any(each.id.startswith(begins) for each in state.spent)
