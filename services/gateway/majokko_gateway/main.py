"""All services in one process on one port: what `majokko serve` starts."""

from collections.abc import Mapping, Sequence

from majokko_cards import main as cards
from majokko_characters import main as characters
from majokko_dice import main as dice
from majokko_kit import app
from majokko_kit.service import Service
from majokko_kit.settings import Settings

SERVICES: Mapping[str, Service] = {
    "dice": dice.service(),
    "characters": characters.service(),
    "cards": cards.service(),
}
"""Every service by its noun; a new one is a line here."""


def create_app(names: Sequence[str] = (), settings: Settings | None = None) -> app.Application:
    """Build the application of the named services, all by default.

    Raises KeyError for a name that no service has.
    """
    chosen = [SERVICES[name] for name in names or SERVICES]
    return app.build(chosen, settings or Settings())
