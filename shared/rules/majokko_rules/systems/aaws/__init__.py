"""A-AWsベーシック: success factors, rolled or fixed, added up to a target."""

from majokko_rules.systems.aaws import checks
from majokko_rules.systems.aaws.creation import UnitMaker, acted, from_sheet
from majokko_rules.systems.aaws.outcome import AawsOutcome
from majokko_rules.systems.system import System

SYSTEM = System(
    "aaws",
    __name__,
    checks.build,
    (),
    AawsOutcome,
    maker=UnitMaker,
    from_sheet=from_sheet,
    acted=acted,
)
