"""Making and advancing characters of Infinite, and what their sheets give to checks."""

from majokko_rules.systems.infinite.creation.composing import from_sheet
from majokko_rules.systems.infinite.creation.making import InfiniteMaker

__all__ = ["InfiniteMaker", "from_sheet"]
