"""What runs while the application does."""

from dataclasses import dataclass

from majokko_cards.sessions.looking import Looking
from majokko_cards.sessions.service import Sessions
from majokko_kit.call import Call


@dataclass(frozen=True, slots=True)
class Cards:
    """All of the cards service; operations name what they run: `lambda cards: cards.doors.join`."""

    sessions: Sessions
    looking: Looking


def cards_of(call: Call) -> Cards:
    cards = call.state.cards
    assert isinstance(cards, Cards)
    return cards
