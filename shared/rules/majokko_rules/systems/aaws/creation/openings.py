"""What is on offer for a unit, and where each offer leads. Whatever is on offer is legal."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from majokko_rules.creation import Number, Offer, OneOf, Pending, Picks, Words
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.aaws.creation.state import LEVELS, OWN, Item, Part, State
from majokko_rules.systems.aaws.declared import may_register
from majokko_rules.systems.aaws.procedure.units import Original

Then = Callable[[Picks], State]


@dataclass(frozen=True, slots=True)
class Opening:
    offer: Offer
    then: Then


@dataclass(frozen=True, slots=True)
class Workshop:
    """A state with the ruleset that it is made by."""

    ruleset: Ruleset
    state: State

    def number(self, name: str) -> int:
        number = self.ruleset.numbers[name]
        assert isinstance(number, int)
        return number

    @property
    def left(self) -> int:
        return self.state.level - self.state.spent


def openings(at: Workshop, step: str | None = None) -> Iterator[Opening]:
    """Everything on offer, or only that of one step."""
    for each, of_step in _STEPS.items():
        if step in (None, each):
            yield from of_step(at)


def find(at: Workshop, wanted: str) -> Opening | None:
    step, dot, _ = wanted.partition(".")
    found = openings(at, step if dot else "personal")
    return next((each for each in found if each.offer.id == wanted), None)


def pending(at: Workshop) -> Sequence[Pending]:
    """A unit has a name, and all levels that it was given."""
    fields = at.ruleset["fields"].rows.values()
    missing = [row.key for row in fields if row.get("required") and row.key not in at.state.words]
    named = [Pending(key, "personal", (key,)) for key in missing]
    if not at.left:
        return named
    raising = tuple(opening.offer.id for opening in openings(at, "originals"))
    return [*named, Pending(LEVELS, "originals", raising)] if raising else named


def _writings(at: Workshop) -> Iterator[Opening]:
    for row in at.ruleset["fields"].rows.values():
        offer = Offer(row.key, "personal", "write", pick=(Words(row.key, row["most"]),))
        yield Opening(offer, _writing(at.state, row.key))


def _writing(state: State, key: str) -> Then:
    return lambda picks: replace(state, words={**state.words, key: str(picks[key])})


def _originals(at: Workshop) -> Iterator[Opening]:
    yield from _new_originals(at)
    yield from _levels(at)


def _new_originals(at: Workshop) -> Iterator[Opening]:
    """A unit has so many original factors at most; each begins with a level."""
    if len(at.state.unit.originals) >= at.number("originals_most"):
        return
    for row in at.ruleset["originals"].rows.values():
        if at.state.unit.original(row.key) is None:
            original = Original(row.key, row.key, 1, row.get("note"))
            offer = Offer(f"originals.{row.key}", "originals", "take_original", {LEVELS: 1})
            yield Opening(offer, _taking(at.state, original))
    if at.state.own_originals:
        pick = (Words("name", at.number("name_most")),)
        offer = Offer(f"originals.{OWN}", "originals", "write_original", {LEVELS: 1}, pick)
        yield Opening(offer, lambda picks: _own_original(at.state, str(picks["name"])))


def _taking(state: State, original: Original) -> Then:
    return lambda _: state.adding(original)


def _own_original(state: State, name: str) -> State:
    own = [one for one in state.unit.originals if one.id.startswith(OWN)]
    _new(name, [one.name for one in own])
    return state.adding(Original(f"{OWN}_{len(own) + 1}", name, 1))


def _levels(at: Workshop) -> Iterator[Opening]:
    for original in at.state.unit.originals:
        if original.level < at.number("level_most"):
            name = f"originals.{original.id}.+1"
            offer = Offer(name, "originals", "raise_original", {LEVELS: 1})
            yield Opening(offer, _raising(at.state, original.id))


def _raising(state: State, key: str) -> Then:
    return lambda _: state.raising(key)


def _factors(at: Workshop) -> Iterator[Opening]:
    """As many as its level go under an original factor, now or in play."""
    unit = at.state.unit
    for original in unit.originals:
        if may_register(original.level, unit.registered(original.id)):
            pick = (Words("name", at.number("name_most")),)
            offer = Offer(f"factors.{original.id}", "factors", "register", pick=pick)
            yield Opening(offer, _registering(at.state, original.id))


def _registering(state: State, original: str) -> Then:
    def then(picks: Picks) -> State:
        name = str(picks["name"])
        _new(name, [factor.name for factor in state.unit.factors])
        return state.registering(original, name)

    return then


def _items(at: Workshop) -> Iterator[Opening]:
    items, most = at.state.items, at.number("item_factors_most")
    words = Words("item", at.number("name_most"))
    if len(items) < at.number("items_most"):
        offer = Offer("items.new", "items", "make_item", pick=(words, *_part(at, most)))
        yield Opening(offer, lambda picks: at.state.having(_made(at.state, picks)))
    for item in items:
        if room := most - len(item.parts):
            offer = Offer(f"items.{item.id}", "items", "extend_item", pick=_part(at, room))
            yield Opening(offer, _extending(at.state, item))
        does = "put_away" if item.equipped else "equip"
        turned = replace(item, equipped=not item.equipped)
        yield Opening(Offer(f"items.{item.id}.{does}", "items", does), _having(at.state, turned))


def _part(at: Workshop, most: int) -> tuple[OneOf | Words | Number, ...]:
    own = [one.id for one in at.state.unit.originals if one.id not in at.ruleset["originals"].rows]
    originals = OneOf("original", (*at.ruleset["originals"].rows, *own))
    return Words("factor", at.number("name_most")), originals, Number("count", 1, most)


def _made(state: State, picks: Picks) -> Item:
    name = str(picks["item"])
    _new(name, [item.name for item in state.items], "/item")
    return Item(f"item_{len(state.items) + 1}", name, _parts(picks))


def _extending(state: State, item: Item) -> Then:
    return lambda picks: state.having(replace(item, parts=(*item.parts, *_parts(picks))))


def _having(state: State, item: Item) -> Then:
    return lambda _: state.having(item)


def _parts(picks: Picks) -> tuple[Part, ...]:
    return (Part(str(picks["factor"]), str(picks["original"])),) * int(picks["count"])


def _new(name: str, others: Sequence[str], pointer: str = "/name") -> None:
    if name.casefold() in map(str.casefold, others):
        raise InvalidValue("named_before", pointer=pointer)


_STEPS: Mapping[str, Callable[[Workshop], Iterator[Opening]]] = {
    "personal": _writings,
    "originals": _originals,
    "factors": _factors,
    "items": _items,
}
