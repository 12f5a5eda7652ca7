"""How a check of A-AWs comes about: who wants it, on what terms, with which factors, and the roll.

A check is a `State` that `opened` begins and `play` leads on, move by move; `legal` says what
somebody may do, `view` what somebody sees. What it does to units comes out as effects.
"""

from majokko_rules.systems.aaws.procedure.effects import Effect, applied
from majokko_rules.systems.aaws.procedure.legality import Possible, legal
from majokko_rules.systems.aaws.procedure.moves import Move
from majokko_rules.systems.aaws.procedure.opening import Opening, opened
from majokko_rules.systems.aaws.procedure.playing import may_roll, play
from majokko_rules.systems.aaws.procedure.rolling import question
from majokko_rules.systems.aaws.procedure.state import Options, State
from majokko_rules.systems.aaws.procedure.turn import Actor
from majokko_rules.systems.aaws.procedure.units import Cast, Shared, Unit
from majokko_rules.systems.aaws.procedure.viewing import View, seen, view

__all__ = [
    "Actor",
    "Cast",
    "Effect",
    "Move",
    "Opening",
    "Options",
    "Possible",
    "Shared",
    "State",
    "Unit",
    "View",
    "applied",
    "legal",
    "may_roll",
    "opened",
    "play",
    "question",
    "seen",
    "view",
]
