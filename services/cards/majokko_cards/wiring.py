"""Puts the cards service together: the one place that knows which part is made of which."""

from majokko_cards.deps import Cards
from majokko_cards.sessions.looking import Looking
from majokko_cards.sessions.service import Sessions
from majokko_cards.tables import EVENTS, IDEMPOTENCY, OUTBOX, SERVICE
from majokko_contracts.subscriptions import wanted
from majokko_kit import ids
from majokko_kit.bus.outside import Bus
from majokko_kit.cursors import Cursors
from majokko_kit.database import Commands, EventLog
from majokko_kit.database.outbox import Outbox
from majokko_kit.secret import Secret
from majokko_kit.service import Kit
from majokko_kit.settings import Settings


class Surroundings:
    """Ids and seeds of one installation."""

    def __init__(self, secret: Secret) -> None:
        self.seed_of = secret.seed_of

    new_id = staticmethod(ids.new_id)
    id_of = staticmethod(ids.id_of)


def outbox_of(settings: Settings) -> Outbox:
    """Return what others are told of; see `card_events`."""
    return Outbox(OUTBOX, EVENTS, wanted(SERVICE, settings.subscribers))


def cards_of(kit: Kit, outbox: Outbox, bus: Bus) -> Cards:
    """Put everything together that runs while the application does."""
    secret, database = kit.secret, kit.database
    commands = Commands(database, IDEMPOTENCY, secret)
    sessions = Sessions(database, commands, EventLog(EVENTS, outbox), bus)
    return Cards(
        sessions=sessions,
        looking=Looking(database, sessions, Cursors(secret)),
    )
