"""Shapes what the rules say of units and checks for members, in their language.

What is secret was taken out by `majokko_rules.systems.aaws.procedure.view`; nothing is added here.
"""

from collections.abc import Sequence
from dataclasses import asdict

from majokko_dice.checks import unit_views, views
from majokko_dice.checks.ports import KeptCheck, KeptShared, KeptUnit
from majokko_kit.clock import rfc3339
from majokko_rules import questions, render
from majokko_rules.results import Die, Result
from majokko_rules.systems.aaws.factors import SIDES
from majokko_rules.systems.aaws.outcome import AawsOutcome
from majokko_rules.systems.aaws.procedure import (
    Actor,
    Cast,
    State,
    Unit,
    View,
    legal,
    question,
    view,
)
from majokko_rules.systems.aaws.procedure.state import Applied, Offer, Party
from majokko_rules.systems.aaws.procedure.units import Original
from majokko_rules.systems.aaws.procedure.viewing import ResultSeen, TermsSeen


def unit(kept: KeptUnit) -> unit_views.RoomUnit:
    one = kept.unit
    return unit_views.RoomUnit(
        id=one.id,
        room=kept.room,
        version=kept.version,
        name=one.name,
        player=one.player,
        level=sum(original.level for original in one.originals),
        character=kept.character,
        reviewed=one.reviewed,
        originals=[_original(one, original) for original in one.originals],
        antis=[unit_views.UnitAnti(anti.id, anti.name, anti.fumble) for anti in one.antis],
        created_at=rfc3339(kept.created_at),
    )


def _original(one: Unit, original: Original) -> unit_views.UnitOriginal:
    factors = [
        unit_views.UnitFactor(factor.id, factor.name, factor.first_used)
        for factor in one.factors
        if factor.original == original.id
    ]
    return unit_views.UnitOriginal(
        original.id, original.name, original.level, original.note, factors
    )


def shared(kept: KeptShared, room: str) -> unit_views.SharedFactor:
    one = kept.shared
    return unit_views.SharedFactor(
        id=one.id,
        room=room,
        name=one.name,
        scope=one.scope,
        earned=one.earned,
        holders=one.holders,
        condition=one.condition,
        anti=one.anti,
        avoid=one.avoid,
        created_at=rfc3339(kept.created_at),
    )


def check(kept: KeptCheck, cast: Cast, by: Actor, locale: str) -> views.RoomCheck:
    """Show a check to one member."""
    seen = view(kept.state, gm=by.gm)
    options = seen.options
    return views.RoomCheck(
        id=kept.id,
        room=kept.room,
        number=kept.number,
        version=seen.version,
        kind=seen.kind,
        step=seen.step,
        opened_by=seen.opened_by,
        opener=seen.opener,
        action=seen.action,
        declined=seen.declined,
        verdict=seen.verdict,
        reason=seen.reason,
        options=views.CheckOptions(options.half, options.helper_temporary, options.same_factor),
        gm_accepted=seen.gm_accepted,
        parties=[_party(party) for party in seen.parties],
        terms=_terms(seen.terms) if seen.terms else None,
        renegotiated=seen.renegotiated,
        wish=views.CheckWish(seen.wish.unit, seen.wish.text) if seen.wish else None,
        factors=[_factor(offer) for offer in seen.offers],
        outcome=outcome(kept, seen.result, locale) if seen.result else None,
        fumble_answered=seen.answered,
        effects=[asdict(effect) for effect in seen.effects],
        advice=_advice(seen, locale),
        awaits=seen.awaits,
        you_may=_moves(kept.state, by, cast),
        opened_at=rfc3339(kept.opened_at),
        changed_at=rfc3339(kept.changed_at),
    )


def outcome(kept: KeptCheck, seen: ResultSeen, locale: str) -> views.CheckOutcome:
    dice = zip(seen.factors, seen.faces, strict=True)
    return views.CheckOutcome(
        roll=kept.roll,
        dice=[views.CheckDie(factor, face) for factor, face in dice],
        value=seen.value,
        rolled=seen.rolled,
        fixed=seen.fixed,
        removed=seen.removed,
        known=seen.known,
        fumble=seen.fumble,
        level=seen.level,
        success=seen.success,
        tier=seen.tier,
        margin=seen.margin,
        set_late=seen.set_late,
        text=_line(kept.state, seen, locale),
    )


def _line(state: State, seen: ResultSeen, locale: str) -> str:
    """Tell the roll as any other, with as much of its outcome as is known."""
    told = AawsOutcome(
        success=seen.success,
        level=seen.level,
        fumble=seen.fumble,
        value=seen.value,
        rolled=seen.rolled,
        fixed=seen.fixed,
        removed=seen.removed,
        margin=seen.margin,
        tier=seen.tier,
    )
    dice = tuple([Die(SIDES, face) for face in seen.faces])
    notation = questions.of_check(question(state)).notation
    return render.text(Result(notation, seen.value, dice, told), locale)


def _party(party: Party) -> views.CheckParty:
    choice = party.choice
    return views.CheckParty(
        unit=party.unit,
        name=party.name,
        accepted=party.accepted,
        finished=party.finished,
        rolled=choice.rolled if choice else None,
        taken=choice.taken if choice else None,
    )


def _terms(terms: TermsSeen) -> views.CheckTerms:
    return views.CheckTerms(
        condition=terms.condition,
        target=terms.target,
        tiers=terms.tiers,
        hidden=terms.hidden,
        known=terms.known,
        antis=[_anti(anti) for anti in terms.antis],
    )


def _anti(anti: Applied) -> views.CheckAnti:
    return views.CheckAnti(anti.name, anti.unit, anti.ref, anti.fumble, anti.avoid)


def _factor(offer: Offer) -> views.CheckFactor:
    proposal = offer.proposal
    return views.CheckFactor(
        number=offer.id,
        party=offer.party,
        unit=offer.unit,
        kind=offer.kind,
        name=offer.name,
        id=offer.ref,
        original=offer.original,
        how=offer.how,
        status=offer.status,
        ruling=offer.ruling,
        reason=offer.reason,
        proposal=views.CheckProposal(proposal.name, proposal.side) if proposal else None,
    )


def _advice(seen: View, locale: str) -> Sequence[views.CheckAdvice]:
    return [
        views.CheckAdvice(one.code, one.unit, render.warning(one.code, locale))
        for one in seen.advice
    ]


def _moves(state: State, by: Actor, cast: Cast) -> Sequence[views.CheckMove]:
    return [views.CheckMove(one.move, one.unit, one.factor) for one in legal(state, by, cast)]
