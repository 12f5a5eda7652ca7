"""Every event there is, by its type, and who wants to hear of which."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from majokko_contracts.card_events import CARD_EVENTS
from majokko_contracts.character_events import CHARACTER_EVENTS
from majokko_contracts.dice_events import DICE_EVENTS, UnitChanged
from majokko_contracts.events import Happened

EVENTS: Mapping[str, type[Happened]] = {
    kind.type: kind for kind in (*DICE_EVENTS, *CHARACTER_EVENTS, *CARD_EVENTS)
}


Wanted = Mapping[str, AbstractSet[str]]
"""The types of events that each subscriber wants. It acknowledges each once its effect is
committed.
"""

SUBSCRIPTIONS: Wanted = {"characters": frozenset({UnitChanged.type})}
"""Those of our own services. An installation names further ones, `MAJOKKO_SUBSCRIBERS`."""


def wanted(service: str, further: Wanted) -> Wanted:
    """Return who wants which of the events that `service` tells."""
    told = {name for name, kind in EVENTS.items() if kind.service == service}
    found: dict[str, AbstractSet[str]] = {}
    for subscriber, types in (*SUBSCRIPTIONS.items(), *further.items()):
        if types & told:
            found[subscriber] = found.get(subscriber, frozenset()) | (types & told)
    return found
