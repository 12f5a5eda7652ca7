"""Puts the characters service together: the one place that knows which part is made of which."""

from collections.abc import Callable

from majokko_characters.creations import Creations
from majokko_characters.deps import Characters
from majokko_characters.drafts.desk import Desk
from majokko_characters.drafts.service import Drafts
from majokko_characters.rulesets.service import Rulesets
from majokko_characters.sheets.births import Births
from majokko_characters.sheets.files import Files
from majokko_characters.sheets.guard import Guard
from majokko_characters.sheets.ledger import Ledger
from majokko_characters.sheets.lookups import LookUps
from majokko_characters.sheets.service import Sheets
from majokko_characters.sheets.tokens import Tokens
from majokko_characters.tables import EVENTS, IDEMPOTENCY, OUTBOX, SERVICE
from majokko_characters.units.lookups import UnitLookUps
from majokko_characters.units.returns import Returns
from majokko_characters.units.reviews import Reviews
from majokko_contracts.subscriptions import wanted
from majokko_kit import ids, rulesets
from majokko_kit.bus.outside import Bus
from majokko_kit.cursors import Cursors
from majokko_kit.database import Commands, EventLog
from majokko_kit.database.outbox import Outbox
from majokko_kit.secret import Secret
from majokko_kit.service import Kit
from majokko_kit.settings import Settings

MadeBy = Callable[[Settings], Creations]
"""Finds what characters are made by, when the service starts."""


class Surroundings:
    """Ids and seeds of one installation."""

    def __init__(self, secret: Secret) -> None:
        self.seed_of = secret.seed_of

    new_id = staticmethod(ids.new_id)
    id_of = staticmethod(ids.id_of)


def installed(settings: Settings) -> Creations:
    """Return the rulesets of an installation: the built-in ones, and those of its files.

    Raises rulesets.Unreadable.
    """
    return Creations(rulesets.shelf(settings.rulesets))


def outbox_of(settings: Settings) -> Outbox:
    """Return what others are told of; see `character_events`."""
    return Outbox(OUTBOX, EVENTS, wanted(SERVICE, settings.subscribers))


def characters_of(kit: Kit, outbox: Outbox, bus: Bus, creations: Creations) -> Characters:
    """Put everything together that runs while the application does."""
    secret, database = kit.secret, kit.database
    surroundings = Surroundings(secret)
    commands = Commands(database, IDEMPOTENCY, secret)
    ledger = Ledger(EventLog(EVENTS, outbox))
    births = Births(ledger, surroundings)
    guard = Guard(database, commands, bus)
    return Characters(
        rulesets=Rulesets(creations),
        drafts=Drafts(commands, Desk(database, creations), births, bus, surroundings),
        sheets=Sheets(database, guard, ledger, Cursors(secret)),
        tokens=Tokens(guard, ledger),
        files=Files(commands, creations, births, guard),
        lookups=LookUps(database, creations),
        units=UnitLookUps(database, creations),
        reviews=Reviews(guard, ledger, creations),
        returns=Returns(creations, ledger),
    )
