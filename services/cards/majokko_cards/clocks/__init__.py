"""Clocks of games: pure time-keeping, and how a session's row keeps it.

Who notices that time is up is `timers`.
"""

from majokko_cards.clocks.clock import GRACE, Clock
from majokko_cards.clocks.kept import (
    ClockView,
    away,
    begun,
    clock_of,
    given,
    moved,
    policy_of,
    resumed,
    shown,
    stopped,
    told,
)
from majokko_cards.clocks.terms import ClockIn, Policy, TimeIn

__all__ = [
    "GRACE",
    "Clock",
    "ClockIn",
    "ClockView",
    "Policy",
    "TimeIn",
    "away",
    "begun",
    "clock_of",
    "given",
    "moved",
    "policy_of",
    "resumed",
    "shown",
    "stopped",
    "told",
]
