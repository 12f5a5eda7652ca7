"""Over-general factors (万能) that were used before: narrowed to that use, or struck.

The GM questions one while judging. Either side may propose the narrower name, the other agrees; a
player who resists risks that the GM strikes it.
"""

from dataclasses import replace

from majokko_rules.errors import IllegalAction
from majokko_rules.systems.aaws.procedure.effects import Renamed, Struck
from majokko_rules.systems.aaws.procedure.judging import settled
from majokko_rules.systems.aaws.procedure.moves import Agree, Propose, Resist, Strike
from majokko_rules.systems.aaws.procedure.state import Offer, Proposal, State, Status
from majokko_rules.systems.aaws.procedure.turn import Turn


def may_propose(turn: Turn, number: int) -> Offer:
    offer = _questioned(turn, number, "questioned", "resisted")
    if not turn.by.gm:
        turn.only_player(offer.unit, "/factor")
    return offer


def propose(turn: Turn, move: Propose) -> State:
    offer = may_propose(turn, move.factor)
    proposal = Proposal(move.name, turn.side)
    return turn.state.with_offer(replace(offer, status="questioned", proposal=proposal))


def may_agree(turn: Turn, number: int) -> Offer:
    """Let the side agree that did not propose."""
    offer = _questioned(turn, number, "questioned")
    if offer.proposal is None:
        raise IllegalAction("no_proposal", pointer="/factor")
    if offer.proposal.side == "gm":
        turn.only_player(offer.unit, "/factor")
    else:
        turn.only_gm()
    return offer


def agree(turn: Turn, move: Agree) -> State:
    """Rename the factor; whether it fits under its new name is still to be judged."""
    offer = may_agree(turn, move.factor)
    assert offer.proposal, "may_agree has seen one"
    name = offer.proposal.name
    renamed = replace(offer, name=name, status="offered", ruling=None, reason=None, proposal=None)
    effect = Renamed(offer.unit, offer.ref or "", name)
    return turn.state.with_offer(renamed).causing(effect)


def may_resist(turn: Turn, number: int) -> Offer:
    offer = _questioned(turn, number, "questioned")
    turn.only_player(offer.unit, "/factor")
    return offer


def resist(turn: Turn, move: Resist) -> State:
    offer = may_resist(turn, move.factor)
    return turn.state.with_offer(replace(offer, status="resisted", proposal=None))


def may_strike(turn: Turn, number: int) -> Offer:
    turn.only_gm()
    return _questioned(turn, number, "resisted")


def strike(turn: Turn, move: Strike) -> State:
    offer = may_strike(turn, move.factor)
    state = turn.state.with_offer(replace(offer, status="struck"))
    return settled(replace(turn, state=state.causing(Struck(offer.unit, offer.ref or ""))))


def _questioned(turn: Turn, number: int, *statuses: Status) -> Offer:
    turn.at("judging")
    offer = turn.offer(number)
    if offer.status not in statuses:
        raise IllegalAction("not_in_question", pointer="/factor", status=offer.status)
    return offer
