"""Whether the cards of a replay are those that a stream of pf1 was bound to give.

The proof is read by `fairness.verifying` alone, which shares nothing with whoever draws.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, cast

from majokko_rules.cards.magion.cards import NAMES
from majokko_rules.cards.replays.replay import Replay
from majokko_rules.errors import BudgetExceeded, ReplayWrong, RuleError
from majokko_rules.fairness import verifying

GIRLS, WITCHES = "girls", "witches"
"""Of these are the ids of the decks."""

_ORDERS, _SEATS = "orders", "seats"
_MOST_FAULTS = 100
_MOST_WORK = 10_000
"""Cards, bounds and values that are hashed; a game has a few hundred."""

Draw = Mapping[str, Any]


def girls_deck(redeal: int) -> str:
    """Return the id of the girls' deck that is dealt after so many redeals.

    >>> girls_deck(0)
    'girls-0'
    """
    return f"{GIRLS}-{redeal}"


def faults(replay: Replay, proof: object) -> Iterator[RuleError]:
    """Yield what is wrong with a proof, or else where a replay tells of other cards."""
    if replay.source == "practice":
        yield ReplayWrong("practice_unproven", pointer="/proof")
    elif _work(proof) > _MOST_WORK:
        yield BudgetExceeded("too_many_draws", pointer="/proof/draws", limit=_MOST_WORK)
    elif wrong := verifying.verify(proof):
        for each in wrong[:_MOST_FAULTS]:
            yield ReplayWrong("proof_fault", pointer=f"/proof{each.pointer}", fault=each.wrong)
    else:
        yield from islice(_differences(replay, cast("Mapping[str, Any]", proof)), _MOST_FAULTS)


def _differences(replay: Replay, proof: Mapping[str, Any]) -> Iterator[RuleError]:
    decks = verifying.decks_of(proof)
    dealt = {
        **{girls_deck(at): (f"/redealt/{at}", _cards(it)) for at, it in enumerate(replay.redealt)},
        girls_deck(len(replay.redealt)): ("/girls", _cards(replay.deal.girls)),
        WITCHES: ("/witches", _keys(replay, replay.deal.witches)),
    }
    for name in decks.keys() - dealt.keys():
        yield ReplayWrong("other_decks", pointer="/proof/draws", deck=name)
    for name, (at, cards) in dealt.items():
        if name in decks:
            yield from _deck(f"/deal{at}", cards, decks[name])
        else:
            yield ReplayWrong("proof_lacks", pointer="/proof/draws", what=name)
    yield from _orders(replay, proof)
    yield from _first(replay, proof)


def _deck(at: str, told: Sequence[str], true: Sequence[str]) -> Iterator[RuleError]:
    """Yield each card that lay otherwise; their numbers are the ruleset's business."""
    for place, (card, right) in enumerate(zip(told, true, strict=False)):
        if card != right:
            yield ReplayWrong("other_card", pointer=f"{at}/{place}", card=right)


def _orders(replay: Replay, proof: Mapping[str, Any]) -> Iterator[RuleError]:
    if not replay.deal.orders:
        return
    draw = _only(proof, _ORDERS)
    if draw is None:
        yield ReplayWrong("proof_lacks", pointer="/proof/draws", what=_ORDERS)
        return
    drawn = _shuffles(draw, replay.rules.witches)
    for place, order in enumerate(replay.deal.orders):
        if next(drawn, None) != _keys(replay, order):
            yield ReplayWrong("other_order", pointer=f"/deal/orders/{place}")


def _first(replay: Replay, proof: Mapping[str, Any]) -> Iterator[RuleError]:
    draw = _only(proof, _SEATS)
    if draw is None or draw["bounds"] != [replay.rules.players]:
        yield ReplayWrong("proof_lacks", pointer="/proof/draws", what=_SEATS)
    elif (right := draw["values"][0] - 1) != replay.deal.first:
        yield ReplayWrong("other_first", pointer="/deal/first", seat=right)


def _shuffles(draw: Draw, keys: Sequence[str]) -> Iterator[list[str]]:
    """Yield the orders that a draw gives: each value changes places with the one at its bound."""
    shuffled = list(keys)
    for bound, value in zip(draw["bounds"], draw["values"], strict=True):
        if bound > len(keys):
            return
        last, other = bound - 1, value - 1
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        if bound == 2:  # noqa: PLR2004 - the last choice there is
            yield shuffled
            shuffled = list(keys)


def _only(proof: Mapping[str, Any], purpose: str) -> Draw | None:
    """Return the draw of a purpose; None unless there is just one."""
    found = [draw for draw in proof["draws"] if draw["purpose"] == purpose]
    return found[0] if len(found) == 1 else None


def _cards(kinds: Sequence[int]) -> list[str]:
    return [NAMES[kind] for kind in kinds]


def _keys(replay: Replay, witches: Sequence[int]) -> list[str]:
    return [replay.rules.witch_keys[number - 1] for number in witches]


def _work(proof: object) -> int:
    """Return how much there is to hash, of what may be anything."""
    match proof:
        case {"draws": list(draws)}:
            return sum(map(_work_of, draws))
        case _:
            return 0


def _work_of(draw: object) -> int:
    match draw:
        case {"deck": {"cards": list(cards)}}:
            return 1 + len(cards) + _lengths(draw)
        case _:
            return 1 + _lengths(draw)


def _lengths(draw: object) -> int:
    match draw:
        case {"bounds": list(bounds), "values": list(values)}:
            return len(bounds) + len(values)
        case _:
            return 0
