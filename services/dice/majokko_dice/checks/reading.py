"""Turns what was asked into moves of the rules; texts are cleaned, combinations checked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from majokko_dice.checks import shapes
from majokko_dice.rolls.texts import line
from majokko_dice.rooms.names import named
from majokko_kit.operations import Shape
from majokko_rules.errors import InvalidValue, NotYours
from majokko_rules.systems.aaws.procedure import Actor, Cast, Move, Opening, Options, State, moves

NewId = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a move is made: by whom, in which check."""

    state: State
    by: Actor
    cast: Cast
    new_id: NewId

    def consenting(self, unit: str | None) -> str | None:
        """Return the unit that agrees, None for the GM as such."""
        hers = self._hers()
        return hers[0] if unit is None and len(hers) == 1 and not self.by.gm else unit

    def own(self, unit: str | None) -> str:
        """Return the unit that was named, or the only one in the check that she plays.

        Raises NotYours if there is none, InvalidValue if there are several.
        """
        hers = self._hers()
        if unit is not None:
            return unit
        if not hers:
            raise NotYours("only_player")
        if len(hers) > 1:
            raise InvalidValue("required", pointer="/unit")
        return hers[0]

    def _hers(self) -> Sequence[str]:
        units = [self.cast.unit(party.unit) for party in self.state.parties]
        return [unit.id for unit in units if self.by.plays(unit)]


def opening(body: shapes.CheckOpeningIn) -> Opening:
    chosen = body.options
    return Opening(
        kind=body.kind,
        action=line(body.action, "/action"),
        units=tuple(body.units),
        options=Options(chosen.half, chosen.helper_temporary, chosen.same_factor),
    )


def accepting(body: shapes.CheckConsentIn, at: Place) -> Move:
    return moves.Accept(at.consenting(body.unit))


def declining(body: shapes.CheckRefusalIn, at: Place) -> Move:
    instead, reason = maybe(body.instead, "/instead"), maybe(body.reason, "/reason")
    return moves.Decline(at.consenting(body.unit), instead, body.verdict, reason)


def announcing(body: shapes.CheckTermsIn, _: Place) -> Move:
    return moves.Announce(
        condition=line(body.condition, "/condition"),
        target=body.target,
        tiers="half" if body.tiers == "half" else tuple(body.tiers),
        hidden=body.hidden,
        antis=tuple(_against(one, f"/antis/{n}") for n, one in enumerate(body.antis)),
    )


def _against(one: shapes.CheckAgainstIn, at: str) -> moves.Against:
    name = None if one.name is None else named(one.name, f"{at}/name")
    return moves.Against(one.unit, one.anti, name, maybe(one.avoid, f"{at}/avoid"))


def declaring(body: shapes.CheckDeclarationIn, at: Place) -> Move:
    factors = [_offered(one, f"/factors/{n}", at.new_id) for n, one in enumerate(body.factors)]
    return moves.Declare(at.own(body.unit), tuple(factors), body.finish, body.helps)


def _offered(one: shapes.CheckFactorIn, at: str, new_id: NewId) -> moves.Offered:
    how = maybe(one.how, f"{at}/how")
    given = _only_one(one, ("factor", "temporary", "shared", "original"), at)
    if given != "original" and one.name is not None:
        raise InvalidValue("not_together", pointer=f"{at}/name", names=f"name, {given}")
    match given:
        case "factor":
            return moves.Own(str(one.factor), how)
        case "shared":
            return moves.Common(str(one.shared), how)
        case "temporary":
            return moves.Temporary(named(str(one.temporary), f"{at}/temporary"), how)
        case _:
            return _new(one, at, how, new_id)


def _new(one: shapes.CheckFactorIn, at: str, how: str | None, new_id: NewId) -> moves.New:
    if one.name is None:
        raise InvalidValue("required", pointer=f"{at}/name")
    return moves.New(new_id("fac"), str(one.original), named(one.name, f"{at}/name"), how)


def withdrawing(body: shapes.CheckWithdrawalIn, _: Place) -> Move:
    """Take factors back, or without any the whole check."""
    if body.factors is None:
        return moves.CallOff(maybe(body.reason, "/reason"))
    if body.reason is not None:
        raise InvalidValue("not_together", pointer="/reason", names="factors, reason")
    return moves.Withdraw(tuple(body.factors))


def premise(body: shapes.CheckPremiseIn, at: Place) -> Move:
    if body.approved is None:
        return moves.AskPremise(at.own(body.unit), maybe(body.text, "/text"))
    for name in ("unit", "text"):
        if getattr(body, name) is not None:
            raise InvalidValue("not_together", pointer=f"/{name}", names=f"approved, {name}")
    return moves.AnswerPremise(body.approved)


def judging(body: shapes.CheckJudgementIn, _: Place) -> Move:
    verdicts = [
        moves.Judgement(one.factor, one.ruling, maybe(one.reason, f"/verdicts/{n}/reason"))
        for n, one in enumerate(body.verdicts)
    ]
    return moves.Judge(tuple(verdicts))


def renaming(body: shapes.CheckRenamingIn, _: Place) -> Move:
    _only_one(body, ("propose", "answer"), "")
    if body.propose is not None:
        return moves.Propose(body.factor, named(body.propose, "/propose"))
    match body.answer:
        case "agree":
            return moves.Agree(body.factor)
        case "resist":
            return moves.Resist(body.factor)
        case _:
            return moves.Strike(body.factor)


def choosing(body: shapes.CheckChoiceIn, at: Place) -> Move:
    return moves.Choose(at.own(body.unit), tuple(body.rolled), tuple(body.taken))


def choice_of_roll(body: shapes.CheckRollIn, at: Place) -> moves.Choose | None:
    """Return the choice that comes with a roll, if one does."""
    if body.rolled is None and body.taken is None and body.unit is None:
        return None
    return moves.Choose(at.own(body.unit), tuple(body.rolled or ()), tuple(body.taken or ()))


def telling(body: shapes.CheckTellingIn, _: Place) -> Move:
    return moves.Reveal(body.show, body.target)


def answering(body: shapes.CheckFumbleIn, at: Place) -> Move:
    return moves.Hinder(at.new_id("fac"), named(body.name, "/name"), body.unit)


READERS: Mapping[str, Callable[[Any, Place], Move]] = {
    "acceptCheck": accepting,
    "declineCheck": declining,
    "announceCheck": announcing,
    "declareFactors": declaring,
    "withdrawCheck": withdrawing,
    "changePremise": premise,
    "judgeFactors": judging,
    "renameFactor": renaming,
    "chooseFactors": choosing,
    "tellCheckResult": telling,
    "answerFumble": answering,
}
"""By operation; the roll is more than a move."""


def maybe(text: str | None, at: str) -> str | None:
    return None if text is None else line(text, at)


def _only_one(one: Shape, names: Sequence[str], at: str) -> str:
    given = [name for name in names if getattr(one, name) is not None]
    if len(given) != 1:
        raise InvalidValue("exactly_one_of", pointer=at, names=", ".join(names))
    return given[0]
