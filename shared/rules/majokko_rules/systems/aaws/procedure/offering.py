"""What units declare: their factors, and those of helpers."""

from dataclasses import replace

from majokko_rules.errors import IllegalAction, InvalidValue, NotYours
from majokko_rules.systems.aaws.declared import (
    MOST_TEMPORARY,
    MOST_TEMPORARY_JOINT,
    may_register,
    temporary,
)
from majokko_rules.systems.aaws.procedure.judging import settled
from majokko_rules.systems.aaws.procedure.moves import (
    Common,
    Declare,
    New,
    Offered,
    Own,
    Temporary,
    Withdraw,
)
from majokko_rules.systems.aaws.procedure.state import RULES, Offer, State
from majokko_rules.systems.aaws.procedure.turn import Turn
from majokko_rules.systems.aaws.procedure.units import Unit, unknown

_MOST: int = RULES["budget"]["offers"]


def may_declare(turn: Turn, unit: str, helps: str | None = None) -> None:
    """Let the unit whose turn it is declare, and others help it.

    Who takes part in a joint check declares in its own turn, and only then.
    """
    turn.cast.unit(unit)
    turn.only_player(unit)
    turn.at("declaring")
    turn.undisturbed()
    if helps is None:
        turn.acting(unit)
    elif turn.state.party(unit):
        raise IllegalAction("helper_takes_part", pointer="/helps")
    else:
        turn.acting(helps, "/helps")


def declare(turn: Turn, move: Declare) -> State:
    may_declare(turn, move.unit, move.helps)
    party = move.helps or move.unit
    state = turn.state
    if len(state.offers) + len(move.factors) > _MOST:
        raise InvalidValue("too_long", pointer="/factors", limit=_MOST)
    for place, offered in enumerate(move.factors):
        pointer = f"/factors/{place}"
        offer = _offer(replace(turn, state=state), move.unit, party, offered, pointer)
        _once(state, offer, pointer)
        state = replace(state, offers=(*state.offers, offer))
        _few_temporary(state, offer, pointer)
    return _finished(replace(turn, state=state), move) if move.finish else state


def _offer(turn: Turn, key: str, party: str, offered: Offered, pointer: str) -> Offer:
    """Look up what is declared, and whether the unit may."""
    unit = turn.cast.unit(key)
    number = len(turn.state.offers) + 1
    blank = Offer(id=number, party=party, unit=key, kind="temporary", name="", how=offered.how)
    match offered:
        case Temporary():
            return replace(blank, name=offered.name)
        case Own():
            name = _own(unit, offered.factor, f"{pointer}/factor")
            return replace(blank, kind="own", name=name, ref=offered.factor)
        case Common():
            name = _shared(turn, unit, offered.shared, f"{pointer}/shared")
            return replace(blank, kind="shared", name=name, ref=offered.shared)
        case New():
            _registrable(turn, unit, party, offered, pointer)
            new = replace(blank, kind="new", name=offered.name, ref=offered.id)
            return replace(new, original=offered.original)


def _own(unit: Unit, key: str, pointer: str) -> str:
    factor = unit.factor(key)
    if factor is None:
        raise unknown([one.id for one in unit.factors], pointer)
    return factor.name


def _shared(turn: Turn, unit: Unit, key: str, pointer: str) -> str:
    """A shared factor is everyone's who was present, or who meets its condition."""
    factors = {one.id: one for one in turn.cast.shared.values() if not one.anti}
    if key not in factors:
        raise unknown(factors, pointer)
    if not factors[key].belongs_to(unit.id):
        raise IllegalAction("shared_not_held", pointer=pointer)
    return factors[key].name


def _registrable(turn: Turn, unit: Unit, party: str, new: New, pointer: str) -> None:
    """Registering is for the acting unit, once in a check, while the original factor allows it."""
    if unit.id != party:
        raise IllegalAction("helper_registers", pointer=pointer)
    original = unit.original(new.original)
    if original is None:
        raise unknown([one.id for one in unit.originals], f"{pointer}/original")
    already = any(offer.kind == "new" for offer in turn.state.standing(party))
    if already:
        raise IllegalAction("registered_before", pointer=pointer)
    registered = unit.registered(original.id)
    if not may_register(original.level, registered):
        raise IllegalAction("original_full", pointer=f"{pointer}/original", level=original.level)


def _once(state: State, offer: Offer, pointer: str) -> None:
    """A factor is declared once in a check, by whomever."""
    if state.options.same_factor == "again":
        return
    for other in state.offers:
        if other.status != "withdrawn" and _same(other, offer):
            raise IllegalAction("declared_before", pointer=pointer)


def _same(one: Offer, other: Offer) -> bool:
    if one.kind == other.kind == "temporary":
        return (one.unit, one.name.casefold()) == (other.unit, other.name.casefold())
    return one.ref is not None and one.ref == other.ref


def _few_temporary(state: State, offer: Offer, pointer: str) -> None:
    most = MOST_TEMPORARY_JOINT if state.kind == "joint" else MOST_TEMPORARY
    declared = state.temporaries(offer.party, offer.unit)
    if offer.kind == "temporary" and temporary(declared, most).rejected:
        raise IllegalAction("too_many_temporary", pointer=pointer, limit=most)


def _finished(turn: Turn, move: Declare) -> State:
    """End a declaration; in a joint check no unit may do so empty-handed."""
    state = turn.state
    if move.helps is not None:
        raise NotYours("only_player", pointer="/finish")
    if state.kind == "joint" and not any(state.standing(move.unit)):
        raise IllegalAction("unit_offers_nothing")
    state = state.with_party(replace(turn.party(move.unit), finished=True))
    if state.acting:
        return state
    return settled(replace(turn, state=replace(state, step="judging")))


def may_withdraw(turn: Turn, number: int, pointer: str = "/factors/0") -> State:
    """Let a unit take back what it or its helpers declared, until the GM has judged it.

    Returns the check without the factor. In a joint check every unit has to keep one.
    """
    turn.at("declaring", "judging")
    turn.undisturbed()
    offer = turn.offer(number, pointer)
    owners = [turn.cast.unit(key, pointer) for key in (offer.unit, offer.party)]
    if not any(turn.by.plays(unit) for unit in owners):
        raise NotYours("only_player", pointer=pointer)
    if offer.status != "offered":
        raise IllegalAction("not_to_withdraw", pointer=pointer)
    state = turn.state.with_offer(replace(offer, status="withdrawn"))
    finished = turn.party(offer.party).finished
    if state.kind == "joint" and finished and not any(state.standing(offer.party)):
        raise IllegalAction("unit_offers_nothing", pointer=pointer)
    return state


def withdraw(turn: Turn, move: Withdraw) -> State:
    turn.at("declaring", "judging")
    if not move.factors:
        raise InvalidValue("too_short", pointer="/factors", limit=1)
    for place, number in enumerate(move.factors):
        turn = replace(turn, state=may_withdraw(turn, number, f"/factors/{place}"))
    return settled(turn) if turn.state.step == "judging" else turn.state
