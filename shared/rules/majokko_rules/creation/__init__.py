"""Making characters step by step: what every system's creation shares.

A system gives a `Maker`: how its creation begins, what it offers in a state, and what taking an
offer does. A `Draft` keeps the moves, so that the same rolls and choices give the same sheet.
"""

from majokko_rules.creation.draft import Draft, Maker, Move, begin, replay
from majokko_rules.creation.offers import Number, Offer, OneOf, Pending, Pick, Picks, Words
from majokko_rules.creation.sheet import Because, Sheet, Value

__all__ = [
    "Because",
    "Draft",
    "Maker",
    "Move",
    "Number",
    "Offer",
    "OneOf",
    "Pending",
    "Pick",
    "Picks",
    "Sheet",
    "Value",
    "Words",
    "begin",
    "replay",
]
