"""What a table may do with dice, declared once for REST and GraphQL."""

from typing import Any

from majokko_dice.rolls.operations import characters, foretellings, pushes, random_tables, rolls
from majokko_kit.operations import Operation

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    *rolls.OPERATIONS,
    *pushes.OPERATIONS,
    *foretellings.OPERATIONS,
    *characters.OPERATIONS,
    *random_tables.OPERATIONS,
)
