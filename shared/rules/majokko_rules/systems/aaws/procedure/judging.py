"""The GM's judgement of what was declared."""

from collections.abc import Iterator
from dataclasses import replace

from majokko_rules.errors import IllegalAction, InvalidValue
from majokko_rules.systems.aaws.declared import may_register
from majokko_rules.systems.aaws.procedure.effects import Effect, Registered
from majokko_rules.systems.aaws.procedure.moves import Judge, Judgement
from majokko_rules.systems.aaws.procedure.state import OPEN, Offer, State, Status
from majokko_rules.systems.aaws.procedure.turn import Turn

_JUDGEABLE: tuple[Status, ...] = (*OPEN, "approved", "rejected")


def may_judge(turn: Turn) -> None:
    """Let the GM judge when all units have declared."""
    turn.only_gm()
    turn.at("judging")


def judge(turn: Turn, move: Judge) -> State:
    """Approve, reject or question factors; with the last one the choice is the players'."""
    may_judge(turn)
    if not move.verdicts:
        raise InvalidValue("too_short", pointer="/verdicts", limit=1)
    for place, judgement in enumerate(move.verdicts):
        state = _judged(turn, judgement, f"/verdicts/{place}")
        turn = replace(turn, state=state)
    return settled(turn)


def _judged(turn: Turn, judgement: Judgement, pointer: str) -> State:
    offer = turn.offer(judgement.factor, f"{pointer}/factor")
    if offer.status not in _JUDGEABLE:
        raise IllegalAction("not_to_judge", pointer=f"{pointer}/factor")
    _permitted(turn, offer, judgement, f"{pointer}/ruling")
    status: Status = "rejected"
    if judgement.ruling == "approve":
        status = "approved"
    elif judgement.ruling == "question":
        status = "questioned"
    judged = replace(offer, status=status, ruling=judgement.ruling, reason=judgement.reason)
    return turn.state.with_offer(replace(judged, proposal=None))


def _permitted(turn: Turn, offer: Offer, judgement: Judgement, pointer: str) -> None:
    """Only what was used before is narrowed, and only what has a condition can fail to meet it."""
    if judgement.ruling == "question":
        factor = turn.cast.unit(offer.unit).factor(offer.ref or "")
        if offer.kind != "own" or factor is None or factor.first_used is None:
            raise IllegalAction("not_used_yet", pointer=pointer)
    if judgement.ruling == "condition_unmet":
        shared = turn.cast.shared.get(offer.ref or "")
        if offer.kind != "shared" or shared is None or shared.condition is None:
            raise IllegalAction("no_condition", pointer=pointer)


def settled(turn: Turn) -> State:
    """Go on to the choice when nothing is left to judge, registering what is new."""
    state = turn.state
    if any(offer.status in OPEN for offer in state.offers):
        return state
    return replace(state, step="choosing").causing(*_registered(turn))


def _registered(turn: Turn) -> Iterator[Effect]:
    """A new factor stays even if it does not fit here; but not if it is over-general."""
    for offer in turn.state.offers:
        fits = offer.status == "approved" or offer.ruling == "unsuitable"
        if offer.kind != "new" or offer.status == "withdrawn" or not fits:
            continue
        assert offer.ref, "a new factor has an id"
        assert offer.original, "and stands under an original one"
        if _has_room(turn, offer):
            yield Registered(offer.unit, offer.ref, offer.original, offer.name)
        elif offer.status == "approved":
            raise IllegalAction("original_full", level=_level(turn, offer))


def _has_room(turn: Turn, offer: Offer) -> bool:
    """Another check may have registered something meanwhile."""
    unit = turn.cast.unit(offer.unit)
    return may_register(_level(turn, offer), unit.registered(offer.original or ""))


def _level(turn: Turn, offer: Offer) -> int:
    original = turn.cast.unit(offer.unit).original(offer.original or "")
    return original.level if original else 0
