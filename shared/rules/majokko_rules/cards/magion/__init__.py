"""Madoka Magion: whoever can see everybody's cards but their own completes five magical girls.

    state = begin(Rules.of(ruleset, 4, {}), deal)
    state = play(state, legal(state)[0])

See docs/systems/magion.md for the rules and for how they are read where they are silent.
"""

from majokko_rules.cards.magion.actions import (
    Action,
    Ask,
    Choose,
    Cleanse,
    Discard,
    Hint,
    Play,
    read,
    write,
)
from majokko_rules.cards.magion.dealing import begin, dealt, must_deal_again, practice
from majokko_rules.cards.magion.legal import is_fatal, legal
from majokko_rules.cards.magion.moves import play
from majokko_rules.cards.magion.rules import Rules
from majokko_rules.cards.magion.scoring import Outcome, Scored, outcome, scored
from majokko_rules.cards.magion.state import Deal, Over, Pending, State
from majokko_rules.cards.magion.view import ALL, PUBLIC, Told, View, legal_of, seen, told, view

__all__ = [
    "ALL",
    "PUBLIC",
    "Action",
    "Ask",
    "Choose",
    "Cleanse",
    "Deal",
    "Discard",
    "Hint",
    "Outcome",
    "Over",
    "Pending",
    "Play",
    "Rules",
    "Scored",
    "State",
    "Told",
    "View",
    "begin",
    "dealt",
    "is_fatal",
    "legal",
    "legal_of",
    "must_deal_again",
    "outcome",
    "play",
    "practice",
    "read",
    "scored",
    "seen",
    "told",
    "view",
    "write",
]
