"""无限恐怖 (Infinite): pools of d10 against a DC, each other, or an effect."""

from majokko_rules.systems.infinite import building, commands
from majokko_rules.systems.infinite.creation import InfiniteMaker, from_sheet
from majokko_rules.systems.infinite.outcome import InfiniteOutcome
from majokko_rules.systems.system import System

SYSTEM = System(
    "infinite",
    __name__,
    building.build,
    commands.COMMANDS,
    InfiniteOutcome,
    maker=InfiniteMaker,
    from_sheet=from_sheet,
)
