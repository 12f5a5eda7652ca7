"""Lets happen what a check does to units beyond itself."""

from collections.abc import Sequence
from dataclasses import replace

from majokko_dice.checks import facts, store
from majokko_dice.checks.ports import Gathered, KeptCheck, KeptShared, KeptUnit
from majokko_dice.rooms.ports import Seat
from majokko_rules.systems.aaws.procedure import Effect, applied
from majokko_rules.systems.aaws.procedure.effects import Hindered, shared_by_all


async def happened(
    seat: Seat, gathered: Gathered, kept: KeptCheck, effects: Sequence[Effect]
) -> Gathered:
    """Write and tell the effects of a move; return the units and shared factors after them."""
    for effect in effects:
        if isinstance(effect, Hindered) and effect.unit is None:
            gathered = await _on_all(seat, gathered, kept, effect)
        else:
            gathered = await _on_one(seat, gathered, kept, effect)
    return gathered


async def _on_one(seat: Seat, gathered: Gathered, kept: KeptCheck, effect: Effect) -> Gathered:
    before = gathered.unit(effect.unit or "")
    assert before, "a unit in a check is not taken away"
    after = replace(before, unit=applied(before.unit, effect), version=before.version + 1)
    await store.change_unit(seat.work.sql, after.unit, after.version)
    seat.tell(facts.unit_changed(after, kept.id, effect))
    return replace(gathered, units=[_newer(unit, after) for unit in gathered.units])


def _newer(unit: KeptUnit, after: KeptUnit) -> KeptUnit:
    return after if unit.unit.id == after.unit.id else unit


async def _on_all(seat: Seat, gathered: Gathered, kept: KeptCheck, effect: Hindered) -> Gathered:
    """The anti factor of a fumble that everybody shares who is there."""
    units = [unit.unit.id for unit in gathered.units]
    shared = shared_by_all(effect, units, kept.state.action)
    await store.add_shared(seat.work.sql, seat.room.id, shared, seat.work.at)
    seat.tell(facts.shared_changed("created", shared.id, check=kept.id, name=shared.name))
    added = KeptShared(shared, seat.work.at)
    return replace(gathered, shared=[*gathered.shared, added])
