"""What runs while the application does."""

from dataclasses import dataclass

from majokko_cards.boards.service import Boards
from majokko_cards.bots.driver import Driver
from majokko_cards.bots.listing import Listing
from majokko_cards.closing import Closing
from majokko_cards.idle.rounds import GivingUp
from majokko_cards.live.service import Live
from majokko_cards.replays.forking import Forking
from majokko_cards.replays.service import Replays
from majokko_cards.sessions.abandoning import Abandoning
from majokko_cards.sessions.acting import Acting
from majokko_cards.sessions.committing import Committing
from majokko_cards.sessions.doors import Doors
from majokko_cards.sessions.looking import Looking
from majokko_cards.sessions.seating import Seating
from majokko_cards.sessions.service import Sessions
from majokko_cards.sessions.starting import Starting
from majokko_cards.sessions.viewing import Viewing
from majokko_cards.talk.chat import Chat
from majokko_cards.talk.notes import Notes
from majokko_cards.talk.pauses import Pauses
from majokko_cards.talk.votes import Votes
from majokko_cards.timers.timers import Timers
from majokko_kit.call import Call


@dataclass(frozen=True, slots=True)
class Cards:
    """All of the cards service; operations name what they run: `lambda cards: cards.doors.join`."""

    sessions: Sessions
    looking: Looking
    doors: Doors
    seating: Seating
    starting: Starting
    viewing: Viewing
    acting: Acting
    committing: Committing
    closing: Closing
    abandoning: Abandoning
    giving_up: GivingUp
    replays: Replays
    forking: Forking
    boards: Boards
    pauses: Pauses
    votes: Votes
    chat: Chat
    notes: Notes
    bots: Listing
    driver: Driver
    timers: Timers
    live: Live


def cards_of(call: Call) -> Cards:
    cards = call.state.cards
    assert isinstance(cards, Cards)
    return cards
