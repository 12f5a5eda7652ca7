"""Exact odds, as whole-number weights; what is asked of dice stands in `dice` and in the systems.

`convolution` adds independent numbers by way of `polynomial` and `series`; `Work` is the budget.
"""

from majokko_rules.odds.answer import Odds
from majokko_rules.odds.distribution import Distribution, Moments
from majokko_rules.odds.work import PREPAID, TAIL, Work

__all__ = ["PREPAID", "TAIL", "Distribution", "Moments", "Odds", "Work"]
