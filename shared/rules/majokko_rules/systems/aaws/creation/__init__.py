"""Making units of A-AWs, having them reviewed, and writing back what became of them in play."""

from majokko_rules.systems.aaws.creation.acts import acted
from majokko_rules.systems.aaws.creation.lookup import from_sheet
from majokko_rules.systems.aaws.creation.making import UnitMaker

__all__ = ["UnitMaker", "acted", "from_sheet"]
