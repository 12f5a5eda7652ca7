"""Making a girl of Accidental Magical Girl Core: twelve d20, eight coins, and many choices."""

from majokko_rules.systems.amgc.creation.lookup import from_sheet
from majokko_rules.systems.amgc.creation.maker import AmgcMaker

__all__ = ["AmgcMaker", "from_sheet"]
