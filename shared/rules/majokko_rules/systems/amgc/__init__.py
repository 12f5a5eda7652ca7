"""Accidental Magical Girl Core: half a stat in d10, half of it again in luck."""

from majokko_rules.systems.amgc import checks
from majokko_rules.systems.amgc.creation import AmgcMaker, from_sheet
from majokko_rules.systems.amgc.outcome import AmgcOutcome
from majokko_rules.systems.system import System

SYSTEM = System(
    "amgc", __name__, checks.build, (), AmgcOutcome, maker=AmgcMaker, from_sheet=from_sheet
)
