"""How what happened in a room is shown to those who follow it.

Each type of event may say what it tells to whom; one that does not is told as it was written, all
of it to its readers and the public part to the others. What snapshots hold is listed here likewise.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from majokko_dice.rooms.ports import Look
from majokko_kit.database import Event

Data = Mapping[str, Any]
"""What orjson can write: views, or whatever they are made of."""

ShowEvents = Callable[[Look, Sequence[Event], str], Awaitable[Sequence[Data]]]
"""Returns what some events of one type tell to the one who looks, in a locale; one for each.

They are shown as they were at their time: what came out later has an event of its own.
"""

ShowPart = Callable[[Look, str], Awaitable[object]]
"""Returns a member of the snapshot for the one who looks, in a locale."""


@dataclass(frozen=True, slots=True)
class Shown:
    """`events` by their types; `parts` by the names that they have in snapshots."""

    events: Mapping[str, ShowEvents] = field(default_factory=dict)
    parts: Mapping[str, ShowPart] = field(default_factory=dict)

    async def told(self, look: Look, events: Sequence[Event], locale: str) -> Sequence[Data]:
        """Return what each event tells, in their order; events of one type are shown together."""
        by_type: dict[str, list[Event]] = {}
        for event in events:
            by_type.setdefault(event.type, []).append(event)
        data: dict[int, Data] = {}
        for kind, among in by_type.items():
            shown = await self.events.get(kind, _as_written)(look, among, locale)
            data |= zip((event.seq for event in among), shown, strict=True)
        return [data[event.seq] for event in events]

    async def snapshot(self, look: Look, locale: str) -> Data:
        return {name: await show(look, locale) for name, show in self.parts.items()}


async def _as_written(look: Look, events: Sequence[Event], _: str) -> Sequence[Data]:
    return [event.seen_by(look.me.id) for event in events]
