"""Magic Collapse: a d100 at or under a value, with levels, and what it does to a girl's mind."""

from majokko_rules.systems.collapse import checks
from majokko_rules.systems.collapse.commands import COMMANDS
from majokko_rules.systems.collapse.creation import Creation
from majokko_rules.systems.collapse.outcome import CollapseOutcome
from majokko_rules.systems.collapse.pushing import refuse_push
from majokko_rules.systems.system import System

SYSTEM = System(
    "collapse",
    __name__,
    checks.build,
    COMMANDS,
    CollapseOutcome,
    refuse_push,
    maker=Creation,
)
