"""Which moves somebody could make now, and for what. Every one has a form that is not refused."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, ParamSpec

from majokko_rules.errors import RuleError
from majokko_rules.systems.aaws.procedure import (
    announcing,
    choosing,
    judging,
    naming,
    offering,
    opening,
    rolling,
    telling,
)
from majokko_rules.systems.aaws.procedure.state import State
from majokko_rules.systems.aaws.procedure.turn import Actor, Turn
from majokko_rules.systems.aaws.procedure.units import Cast

P = ParamSpec("P")
Name = Literal[
    "accept",
    "decline",
    "call_off",
    "announce",
    "declare",
    "help",
    "withdraw",
    "ask_premise",
    "answer_premise",
    "judge",
    "propose",
    "agree",
    "resist",
    "strike",
    "choose",
    "roll",
    "reveal",
    "hinder",
]


@dataclass(frozen=True, slots=True)
class Possible:
    """A move, with the unit that makes it or the declared factor it is about."""

    move: Name
    unit: str | None = None
    factor: int | None = None


def legal(state: State, by: Actor, cast: Cast) -> tuple[Possible, ...]:
    """Say what somebody may do; nothing of it depends on what only the GM knows, but for the GM."""
    turn = Turn(state, by, cast)
    return (
        *_for_the_check(turn),
        *_of_units(turn),
        *_of_helpers(turn),
        *_about_factors(turn),
    )


def _for_the_check(turn: Turn) -> Iterator[Possible]:
    questions: tuple[tuple[Name, Callable[[Turn], object]], ...] = (
        ("call_off", opening.may_call_off),
        ("announce", announcing.may_announce),
        ("answer_premise", announcing.may_answer_premise),
        ("judge", judging.may_judge),
        ("roll", rolling.may_roll),
        ("reveal", telling.may_reveal),
        ("hinder", telling.may_hinder),
    )
    return (Possible(name) for name, may in questions if _allowed(may, turn))


def _of_units(turn: Turn) -> Iterator[Possible]:
    """The GM's own consent is asked for without a unit."""
    questions: tuple[tuple[Name, Callable[[Turn, str], object]], ...] = (
        ("declare", offering.may_declare),
        ("ask_premise", announcing.may_ask),
        ("choose", choosing.may_choose),
    )
    consent: tuple[tuple[Name, Callable[[Turn, str | None], object]], ...] = (
        ("accept", opening.may_answer),
        ("decline", opening.may_answer),
    )
    units = [party.unit for party in turn.state.parties]
    for name, may_consent in consent:
        for side in (None, *units):
            if _allowed(may_consent, turn, side):
                yield Possible(name, unit=side)
    for name, may in questions:
        yield from (Possible(name, unit=unit) for unit in units if _allowed(may, turn, unit))


def _of_helpers(turn: Turn) -> Iterator[Possible]:
    acting = turn.state.acting
    if acting:
        for unit in turn.cast.units:
            if _allowed(offering.may_declare, turn, unit, acting.unit):
                yield Possible("help", unit=unit)


def _about_factors(turn: Turn) -> Iterator[Possible]:
    questions: tuple[tuple[Name, Callable[[Turn, int], object]], ...] = (
        ("withdraw", offering.may_withdraw),
        ("propose", naming.may_propose),
        ("agree", naming.may_agree),
        ("resist", naming.may_resist),
        ("strike", naming.may_strike),
    )
    for name, may in questions:
        for offer in turn.state.offers:
            if _allowed(may, turn, offer.id):
                yield Possible(name, factor=offer.id)


def _allowed(may: Callable[P, object], *args: P.args, **named: P.kwargs) -> bool:
    try:
        may(*args, **named)
    except RuleError:
        return False
    return True
