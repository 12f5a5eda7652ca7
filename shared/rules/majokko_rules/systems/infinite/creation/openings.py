"""What is on offer in a state, and where each offer leads."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from majokko_rules.creation import Number, Offer, Pending, Picks, Words
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Row
from majokko_rules.systems.infinite.creation.purchases import Purchase, purchases
from majokko_rules.systems.infinite.creation.state import EXPERIENCE, Bought, Standing, State

Then = Callable[[Picks], State]
CONCEPT = "concept"


@dataclass(frozen=True, slots=True)
class Opening:
    offer: Offer
    then: Then


def openings(at: Standing, wanted: str | None = None) -> Iterator[Opening]:
    """Everything on offer, in the order of a sheet; or little besides the offer `wanted`."""
    if wanted is None or "." not in wanted:
        yield from _writings(at)
        yield _equipping(at)
    for purchase in purchases(at, wanted):
        yield from _priced(at, purchase)


def find(at: Standing, wanted: str) -> Opening | None:
    return next((each for each in openings(at, wanted) if each.offer.id == wanted), None)


def pending(at: Standing) -> Sequence[Pending]:
    """What nobody is without: a name, and a mother tongue."""
    rows = at.ruleset["fields"].rows.values()
    return [_pending(at, row) for row in rows if row.get("required") and not _has(at, row)]


def _has(at: Standing, row: Row) -> bool:
    return row.key in at.state.words if row["step"] == CONCEPT else bool(at.named(row["step"], ""))


def _pending(at: Standing, row: Row) -> Pending:
    step: str = row["step"]
    wanted = row.key if step == CONCEPT else f"{step}.new"
    offers = (opening.offer.id for opening in openings(at))
    return Pending(row.key, step, tuple(each for each in offers if each.startswith(wanted)))


def _writings(at: Standing) -> Iterator[Opening]:
    for row in at.ruleset["fields"].rows.values():
        if row["step"] == CONCEPT:
            offer = Offer(row.key, CONCEPT, "write", pick=(Words(row.key, row["most"]),))
            yield Opening(offer, _writing(at.state, row.key))


def _writing(state: State, key: str) -> Then:
    return lambda picks: replace(state, words={**state.words, key: str(picks[key])})


def _priced(at: Standing, purchase: Purchase) -> Iterator[Opening]:
    """Offer it for experience, and for a point of each purse that is meant for it."""
    yield _bought(at, purchase, purchase.id, EXPERIENCE, purchase.price)
    for purse in at.purses:
        if _takes(at, purse, purchase):
            yield _bought(at, purchase, f"{purchase.id}.{purse.key}", purse.key, 1)


def _takes(at: Standing, purse: Row, purchase: Purchase) -> bool:
    if purse["raises"] != purchase.what:
        return False
    if "most" in purse.fields and purchase.level >= purse["most"]:
        return False
    few = at.attribute(purse["attribute"]) <= purse.get("one_at", 0)
    return not (few and purchase.taken)


def _bought(at: Standing, purchase: Purchase, name: str, coin: str, price: int) -> Opening:
    offer = Offer(name, purchase.what, purchase.does, {coin: price}, purchase.pick)

    def then(picks: Picks) -> State:
        called = str(picks["name"]) if purchase.pick else ""
        if called.casefold() in map(str.casefold, purchase.taken):
            raise InvalidValue("named_before", pointer="/name")
        return at.state.buying(Bought(purchase.what, purchase.key, coin, price, called))

    return Opening(offer, then)


def _equipping(at: Standing) -> Opening:
    name = Words("name", at.ruleset["fields"]["gear"]["most"])
    dice = Number("dice", at.number("gear_least"), at.number("gear_most"))

    def then(picks: Picks) -> State:
        gear = {**at.state.gear, str(picks["name"]): int(picks["dice"])}
        return replace(at.state, gear=gear)

    return Opening(Offer("gear", "gear", "equip", pick=(name, dice)), then)
