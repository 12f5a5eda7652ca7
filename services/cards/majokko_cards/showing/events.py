"""What happened, as one viewer may hear it: the only place that puts faces into events.

The log says positions. A face is added where the viewer saw the card at that moment; so an event is
told the same however often, and however late, somebody reads it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from majokko_cards.table.deals import Table
from majokko_kit.clock import rfc3339
from majokko_kit.database import Event
from majokko_rules.cards.magion import Rules
from majokko_rules.cards.magion.cards import GIRLS, NAMES, SIGN_ALL, SIGNS
from majokko_rules.cards.magion.happened import (
    NAMES as TYPES,
)
from majokko_rules.cards.magion.happened import (
    CardDiscarded,
    CardDrawn,
    CardMisplayed,
    CardPlayed,
    CardRevealed,
    CardTurned,
    GameEnded,
    GemChanged,
    GirlCompleted,
    Happening,
    HintAsked,
    HintGiven,
    WitchDiscarded,
    WitchesShuffled,
    WitchReturned,
    WitchRevealed,
)
from majokko_rules.cards.magion.view import PUBLIC, Viewer, sees

Json = Mapping[str, Any]

CHAT = "chat.said"
"""Its text is for those who play. Others find it in the list of what was said, after the end."""


def written(rules: Rules, what: Happening) -> tuple[str, dict[str, Any]]:
    """Return the type and the data of what a move did, as the log keeps it: without any face."""
    return TYPES[type(what)], _DATA[type(what)](rules, what)


def shown(event: Event, viewer: Viewer, table: Table | None) -> Json:
    """Return the data of an event for one viewer; `table` is None before the game has begun."""
    data = event.data
    if event.type == CHAT:
        return {**data, "text": None if viewer == PUBLIC else (event.private or {})["text"]}
    if table is None:
        return data
    if event.type == "session.started":
        return {**data, "hands": [_hand(table, viewer, *each) for each in enumerate(data["hands"])]}
    if event.type not in _WITH_CARD:
        return data
    hidden = event.type == "card.drawn" and not sees(viewer, data["seat"])
    return {**data, "card": None if hidden else _face(table, data["position"])}


def item(event: Event, data: Json) -> dict[str, Any]:
    """Return an event as answers list it, with data as somebody may know them."""
    return {
        "id": event.id,
        "type": event.type,
        "v": event.v,
        "at": rfc3339(event.at),
        "subject": event.subject,
        "seq": event.seq,
        "data": data,
    }


def listed(events: Sequence[Event], viewer: Viewer, table: Table | None) -> list[dict[str, Any]]:
    """Return events as answers list them, for one viewer."""
    return [item(each, shown(each, viewer, table)) for each in events]


_WITH_CARD = frozenset(
    TYPES[each]
    for each in (CardRevealed, CardPlayed, CardMisplayed, CardDiscarded, CardDrawn, CardTurned)
)


def _hand(table: Table, viewer: Viewer, seat: int, positions: Sequence[int]) -> Json:
    seen = sees(viewer, seat)
    cards = [{"position": each, "card": _face(table, each) if seen else None} for each in positions]
    return {"seat": seat, "cards": cards}


def _face(table: Table, position: int) -> str:
    return NAMES[table.deal.girls[position]]


def _sign(sign: int) -> dict[str, Any]:
    if sign == SIGN_ALL:
        return {"all": True}
    return {"girl": GIRLS[sign]} if sign < len(GIRLS) else {"part": int(SIGNS[sign])}


def _hint(_: Rules, what: HintGiven) -> dict[str, Any]:
    return {
        "seat": what.seat,
        "to": what.to,
        **_sign(what.sign),
        "slots": list(what.slots),
        "positions": list(what.positions),
    }


def _asked(_: Rules, what: HintAsked) -> dict[str, Any]:
    return {
        "seat": what.seat,
        **_sign(what.sign),
        "slots": list(what.slots),
        "positions": list(what.positions),
    }


def _revealed(_: Rules, what: CardRevealed) -> dict[str, Any]:
    girls = [GIRLS[girl] for girl in what.girls]
    return {"seat": what.seat, "position": what.position, "slot": what.slot, "girls": girls}


def _played(_: Rules, what: CardPlayed) -> dict[str, Any]:
    return {
        "seat": what.seat,
        "position": what.position,
        "slot": what.slot,
        "girl": GIRLS[what.girl],
        "part": what.part,
        "wild": what.wild,
    }


def _misplayed(_: Rules, what: CardMisplayed) -> dict[str, Any]:
    return {"seat": what.seat, "position": what.position, "slot": what.slot}


def _discarded(rules: Rules, what: CardDiscarded) -> dict[str, Any]:
    witch = None if what.witch is None else rules.witch_keys[what.witch - 1]
    return {"seat": what.seat, "position": what.position, "slot": what.slot, "witch": witch}


def _returned(rules: Rules, what: WitchReturned) -> dict[str, Any]:
    girl = None if what.girl is None else GIRLS[what.girl]
    return {"witch": rules.witch_keys[what.witch - 1], "girl": girl}


def _of_witch(rules: Rules, what: WitchRevealed | WitchDiscarded) -> dict[str, Any]:
    return {"witch": rules.witch_keys[what.witch - 1]}


_DATA: Mapping[type[Happening], Callable[[Rules, Any], dict[str, Any]]] = {
    HintGiven: _hint,
    HintAsked: _asked,
    CardRevealed: _revealed,
    CardPlayed: _played,
    CardMisplayed: _misplayed,
    CardDiscarded: _discarded,
    CardDrawn: lambda _, what: {"seat": what.seat, "position": what.position},
    CardTurned: lambda rules, what: {
        "position": what.position,
        "witch": rules.witch_keys[what.witch - 1],
    },
    GemChanged: lambda _, what: {"markers": what.markers},
    WitchRevealed: _of_witch,
    WitchReturned: _returned,
    WitchDiscarded: _of_witch,
    WitchesShuffled: lambda _, what: {"count": what.witches},
    GirlCompleted: lambda _, what: {"girl": GIRLS[what.girl]},
    GameEnded: lambda _, what: {"status": what.status, "reason": what.reason},
}
