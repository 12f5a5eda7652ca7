"""Puts the cards service together: the one place that knows which part is made of which."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from majokko_cards.boards.ending import Ending
from majokko_cards.boards.making import Making
from majokko_cards.boards.service import Boards
from majokko_cards.bots.driver import Driver
from majokko_cards.bots.listing import Listing
from majokko_cards.bots.minds import Minds
from majokko_cards.bots.turns import Turns
from majokko_cards.closing import Closing
from majokko_cards.deps import Cards
from majokko_cards.fairness import Fairness, Pf1Fairness
from majokko_cards.games import Games
from majokko_cards.idle.rounds import GivingUp
from majokko_cards.live.logs import Logs
from majokko_cards.live.service import Live
from majokko_cards.replays.forking import Forking
from majokko_cards.replays.service import Replays
from majokko_cards.sessions.abandoning import Abandoning
from majokko_cards.sessions.acting import Acting
from majokko_cards.sessions.beginnings import Beginnings
from majokko_cards.sessions.committing import Committing
from majokko_cards.sessions.doors import Doors
from majokko_cards.sessions.looking import Looking
from majokko_cards.sessions.seating import Seating
from majokko_cards.sessions.service import Sessions
from majokko_cards.sessions.starting import Starting
from majokko_cards.sessions.viewing import Viewing
from majokko_cards.showing.tags import Tags
from majokko_cards.table.deals import Deals
from majokko_cards.table.folds import Folds
from majokko_cards.tables import EVENTS, IDEMPOTENCY, OUTBOX, SERVICE, TICKETS
from majokko_cards.talk.chat import Chat
from majokko_cards.talk.notes import Notes
from majokko_cards.talk.pauses import Pauses
from majokko_cards.talk.votes import Votes
from majokko_cards.timers.timeouts import Timeouts
from majokko_cards.timers.timers import Timers
from majokko_contracts.subscriptions import wanted
from majokko_kit import ids, rulesets
from majokko_kit.bus.outside import Bus
from majokko_kit.cursors import Cursors
from majokko_kit.database import Commands, EventLog
from majokko_kit.database.outbox import Outbox
from majokko_kit.live.tickets import Tickets
from majokko_kit.sealed import DealSeals
from majokko_kit.secret import Secret
from majokko_kit.service import Kit
from majokko_kit.settings import Settings
from majokko_rules.cards.bots import BOTS, Bot


class Surroundings:
    """Ids and seeds of one installation."""

    def __init__(self, secret: Secret) -> None:
        self.seed_of = secret.seed_of

    new_id = staticmethod(ids.new_id)
    id_of = staticmethod(ids.id_of)


def installed(settings: Settings) -> Games:
    """Return the games of an installation: the built-in rulesets, and those of its files.

    Raises rulesets.Unreadable.
    """
    return Games(rulesets.shelf(settings.rulesets))


def outbox_of(settings: Settings) -> Outbox:
    """Return what others are told of; see `card_events`."""
    return Outbox(OUTBOX, EVENTS, wanted(SERVICE, settings.subscribers))


@dataclass(frozen=True, slots=True)
class Parts:
    """What differs between installations; tests bring their own."""

    games: Callable[[Settings], Games] = installed
    fairness: Callable[[], Fairness] = Pf1Fairness
    bots: Mapping[str, Bot] = field(default_factory=lambda: BOTS)


def cards_of(kit: Kit, outbox: Outbox, bus: Bus, parts: Parts) -> Cards:
    """Put everything together that runs while the application does."""
    secret, database = kit.secret, kit.database
    surroundings, cursors = Surroundings(secret), Cursors(secret)
    games, fairness, tags = parts.games(kit.settings), parts.fairness(), Tags(surroundings)
    commands, events = Commands(database, IDEMPOTENCY, secret), EventLog(EVENTS, outbox)
    sessions = Sessions(database, commands, events, bus)
    deals = Deals(games, DealSeals(secret))
    folds = Folds(deals)
    committing, abandoning = Committing(sessions, folds), Abandoning(sessions, folds)
    viewing = Viewing(sessions, folds, games, fairness, tags)
    beginnings = Beginnings(games, deals)
    looking = Looking(database, sessions, cursors, games, fairness, tags)
    logs = Logs(database, events, deals, kit.bell)
    sessions.listeners.append(logs.hand)
    doors = Doors(commands, events, beginnings, fairness, bus, surroundings)
    replays, closing = Replays(sessions, deals, games, fairness), Closing(database, sessions, bus)
    turns = Turns(database, sessions, folds, committing, Minds(surroundings, parts.bots))
    return Cards(
        sessions=sessions,
        looking=looking,
        doors=doors,
        seating=Seating(sessions, games),
        starting=Starting(sessions, games, deals, folds, abandoning.abandon),
        viewing=viewing,
        acting=Acting(sessions, folds, committing, viewing),
        committing=committing,
        closing=closing,
        abandoning=abandoning,
        giving_up=GivingUp(
            database, sessions, abandoning, closing.hurry, kit.settings.session_life
        ),
        replays=replays,
        forking=Forking(sessions, replays, commands, doors, beginnings, deals, bus, surroundings),
        boards=Boards(
            database,
            commands,
            Making(games, deals, surroundings),
            Ending(sessions, abandoning.abandon, bus),
            fairness,
            cursors,
            bus,
            closing.hurry,
        ),
        pauses=Pauses(sessions),
        votes=Votes(sessions, folds),
        chat=Chat(sessions, events, cursors),
        notes=Notes(sessions, folds),
        bots=Listing(games, parts.bots),
        driver=Driver(database, sessions, turns),
        timers=Timers(database, sessions, Timeouts(committing, folds, surroundings)),
        live=Live(sessions, looking, viewing, logs, kit.bell, Tickets(database, TICKETS)),
    )
