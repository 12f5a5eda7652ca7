"""Puts the dice service together: the one place that knows which part is made of which."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from majokko_contracts.subscriptions import wanted
from majokko_dice.checks.bringing import Bringing
from majokko_dice.checks.common_factors import SharedFactors
from majokko_dice.checks.service import Checks
from majokko_dice.checks.throwing import RoomDice
from majokko_dice.checks.units import Units
from majokko_dice.deps import Dice
from majokko_dice.draws.dealing import Games
from majokko_dice.draws.own import OwnStreams
from majokko_dice.draws.taking import Takings
from majokko_dice.draws.throwing import RoomDraws, Throws
from majokko_dice.fairness.pf1 import Pf1Ledger
from majokko_dice.fairness.ports import Ledger
from majokko_dice.fairness.service import Fairness
from majokko_dice.rolls.characters import Characters
from majokko_dice.rolls.feed import Feed
from majokko_dice.rolls.foretellings import Foretellings
from majokko_dice.rolls.making import Maker
from majokko_dice.rolls.pushes import Pushes
from majokko_dice.rolls.random_tables import RandomTables
from majokko_dice.rolls.service import Rolls
from majokko_dice.rolls.sheets import Sheets
from majokko_dice.rooms.closings import Foresight
from majokko_dice.rooms.doors import Doors
from majokko_dice.rooms.life import Life
from majokko_dice.rooms.live import Live
from majokko_dice.rooms.members import Members
from majokko_dice.rooms.seats import Seats
from majokko_dice.rooms.service import Rooms
from majokko_dice.rooms.shown import Shown
from majokko_dice.rooms.streams import NEVER, UNTIL_CLOSED, Rotation, Streams
from majokko_dice.service import DiceService
from majokko_dice.tables import EVENTS, IDEMPOTENCY, OUTBOX, SERVICE, THROWS, TICKETS
from majokko_kit import ids
from majokko_kit.bus import Bus
from majokko_kit.cursors import Cursors
from majokko_kit.database import Commands, EventLog
from majokko_kit.database.outbox import Outbox
from majokko_kit.live.tickets import Tickets
from majokko_kit.receipts import KeyRing, Receipts
from majokko_kit.sealed import DealSeals
from majokko_kit.secret import Secret
from majokko_kit.service import Kit
from majokko_kit.settings import Settings
from majokko_rules.chance import Chance, Entropy


class Surroundings:
    """Ids and seeds of one installation."""

    def __init__(self, secret: Secret) -> None:
        self.seed_of = secret.seed_of

    new_id = staticmethod(ids.new_id)
    id_of = staticmethod(ids.id_of)


def secret_of(settings: Settings) -> Secret:
    """Return the installation's secret; its first process makes one in `var`."""
    if settings.secret:
        return Secret.of(settings.secret.get_secret_value())
    return Secret.kept_in(settings.var)


def keys_of(settings: Settings) -> KeyRing:
    return KeyRing(secret_of(settings), settings.var / "keys")


def dice_service(settings: Settings, chance: Chance | None = None) -> DiceService:
    """Put the service together; tests hand in their own chance."""
    keys = keys_of(settings)
    surroundings = Surroundings(secret_of(settings))
    return DiceService(chance or Entropy(), Receipts(keys), keys, surroundings)


def pf1(secret: Secret) -> Ledger:
    """Return the ledger of an installation.

    Day keys follow from its secret; `fairness.drawing.epoch_key` says the same of bare bytes.
    """
    return Pf1Ledger(lambda day: secret.seed_of("pf1/epoch", day))


@dataclass(frozen=True, slots=True)
class Surprises:
    """Where everything comes from that nobody can foresee; tests bring their own."""

    chance: Callable[[], Chance] = Entropy
    ledger: Callable[[Secret], Ledger] = pf1
    rotation: Rotation = field(default_factory=Rotation)


def outbox_of(settings: Settings) -> Outbox:
    """Return what others are told of; see `dice_events`."""
    return Outbox(OUTBOX, EVENTS, wanted(SERVICE, settings.subscribers))


def dice_of(kit: Kit, outbox: Outbox, bus: Bus, surprises: Surprises) -> Dice:
    """Put everything together that runs while the application does."""
    secret, database = secret_of(kit.settings), kit.database
    keys = keys_of(kit.settings)
    sealer, surroundings = Receipts(keys), Surroundings(secret)
    commands = Commands(database, IDEMPOTENCY, secret)
    events = EventLog(EVENTS, outbox)
    seats = Seats(database, events)
    ledger = surprises.ledger(secret)
    streams = Streams(ledger, sealer, surprises.rotation)
    own = Streams(ledger, sealer, replace(surprises.rotation, life=NEVER))
    rooms, for_ever = Rooms(commands, seats), Commands(database, THROWS, secret)
    maker, feed, cursors = Maker(streams, sealer, surroundings), Feed(streams), Cursors(secret)
    new_id = surroundings.new_id
    checks = Checks(rooms, RoomDice(maker), cursors, new_id)
    return Dice(
        rolling=DiceService(surprises.chance(), sealer, keys, surroundings),
        rooms=rooms,
        streams=streams,
        doors=Doors(database, commands, seats, streams, surroundings),
        members=Members(rooms),
        life=Life(rooms, streams, Foresight(database)),
        live=Live(rooms, events, kit.bell, Tickets(database, TICKETS), _shown(feed, checks)),
        fairness=Fairness(database, ledger, cursors),
        rolls=Rolls(rooms, maker, feed, cursors, Sheets(rooms, bus)),
        pushes=Pushes(rooms, maker, feed),
        foretellings=Foretellings(rooms, cursors, surroundings),
        characters=Characters(rooms, surroundings),
        tables=RandomTables(rooms, maker, surroundings),
        units=Units(rooms, Bringing(rooms, bus, new_id), new_id),
        shared_factors=SharedFactors(rooms, new_id),
        checks=checks,
        own_streams=OwnStreams(commands, own, surroundings),
        takings=Takings(database, seats, own),
        throws=Throws(for_ever, RoomDraws(seats, maker), own, sealer, surroundings),
        games=Games(
            for_ever,
            Streams(ledger, sealer, UNTIL_CLOSED),
            sealer,
            DealSeals(secret),
            surroundings,
        ),
    )


def _shown(feed: Feed, checks: Checks) -> Shown:
    """Say how the events of rooms are shown; all others are as they were written."""
    return Shown(
        events={"roll.made": feed.made, "roll.revealed": feed.revealed},
        parts={"rolls": feed.latest, "checks": checks.going_on},
    )
