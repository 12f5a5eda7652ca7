"""The side that trusts nobody: it reads a proof as data and says what in it is wrong.

It imports nothing else of Majokko, above all nothing of the side that draws.
"""

from majokko_rules.fairness.verifying.faults import Fault, Wrong
from majokko_rules.fairness.verifying.openings import (
    ShownCard,
    card_was_there,
    roll_was_made,
    stream_is_listed,
)
from majokko_rules.fairness.verifying.saved import Saved
from majokko_rules.fairness.verifying.verifier import decks_of, verify

__all__ = [
    "Fault",
    "Saved",
    "ShownCard",
    "Wrong",
    "card_was_there",
    "decks_of",
    "roll_was_made",
    "stream_is_listed",
    "verify",
]
