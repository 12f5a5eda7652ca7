"""Every event there is, by its type, and who wants to hear of which."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from majokko_contracts.dice_events import DICE_EVENTS
from majokko_contracts.events import Happened

EVENTS: Mapping[str, type[Happened]] = {kind.type: kind for kind in DICE_EVENTS}


@dataclass(frozen=True, slots=True)
class Subscription:
    """`subscriber` acknowledges each event of these types once its effect is committed."""

    subscriber: str
    types: frozenset[str]


SUBSCRIPTIONS: tuple[Subscription, ...] = ()
"""Those of our own services. An installation names further ones, `MAJOKKO_SUBSCRIBERS`."""


def wanted(service: str, further: Iterable[Subscription] = ()) -> Mapping[str, AbstractSet[str]]:
    """Return who wants which of the events that `service` tells."""
    told = {name for name, kind in EVENTS.items() if kind.service == service}
    found: dict[str, frozenset[str]] = {}
    for each in (*SUBSCRIPTIONS, *further):
        if types := each.types & told:
            found[each.subscriber] = found.get(each.subscriber, frozenset()) | types
    return found
