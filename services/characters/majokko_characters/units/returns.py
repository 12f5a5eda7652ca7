"""Writes back to sheets what checks of a room did to the units that were made from them."""

import logging
from dataclasses import asdict

from majokko_characters.creations import Creations
from majokko_characters.sheets import acting, store
from majokko_characters.sheets.ledger import Ledger
from majokko_characters.sheets.records import Deed, Kept
from majokko_contracts.dice_events import UnitChanged
from majokko_contracts.events import Event
from majokko_kit.clock import from_rfc3339
from majokko_kit.database import Work
from majokko_rules.errors import InvalidValue
from majokko_rules.systems.aaws.creation import returning

log = logging.getLogger(__name__)


class Returns:
    def __init__(self, creations: Creations, ledger: Ledger) -> None:
        self._creations = creations
        self._ledger = ledger

    async def hear(self, work: Work, event: Event, told: UnitChanged) -> None:
        """Write an effect back, in the transaction in which the event is noted as had.

        What a member changed by hand in the room stays there.
        """
        if told.character is None or told.effect is None:
            return
        kept = await store.anywhere(work.sql, told.character)
        if kept is None or kept.deleted_at is not None or not await _was_there(work, kept, event):
            return
        self._creations.kept(kept.ruleset, kept.digest)  # one that is missing loses no effect
        try:
            effect = asdict(returning.read(told.effect, told.ids))
            act = {"act": "checked", "check": told.check, "effect": effect}
            after, changes = acting.after(self._creations, kept, act)
        except InvalidValue as refusal:
            log.warning("%s did nothing to %s: %s", told.check, kept.id, refusal)
            return
        if changes:
            await self._ledger.change(work, kept, after, Deed(None, "changed", changes, told.check))


async def _was_there(work: Work, kept: Kept, event: Event) -> bool:
    """Whether she was in the room when it happened, and so consented to what happens there.

    Rooms have one tenant, and nobody sits in a room of another.
    """
    there = await store.room_at(work.sql, kept, from_rfc3339(event.at))
    return there == event.subject
