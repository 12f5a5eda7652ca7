"""The rulebooks; to add one is to add a folder and its line here."""

from collections.abc import Mapping

from majokko_rules.dice.reading import Reader, fold, leading
from majokko_rules.errors import InvalidValue, RuleError
from majokko_rules.results import Outcome
from majokko_rules.systems import aaws, amgc, collapse, infinite
from majokko_rules.systems.system import Check, Command, System, never_pushed

SYSTEMS: Mapping[str, System] = {
    system.id: system
    for system in (
        aaws.SYSTEM,
        amgc.SYSTEM,
        collapse.SYSTEM,
        infinite.SYSTEM,
    )
}

_COMMANDS: Mapping[str, Command] = {
    prefix: command
    for system in SYSTEMS.values()
    for command in system.commands
    for prefix in command.prefixes
}
PREFIXES = tuple(sorted(_COMMANDS, key=len, reverse=True))
"""What starts a bot command, longest first."""


def check(asked: Mapping[str, object], options: Mapping[str, object]) -> Check:
    """Read a check of any system; pointers of refusals start at the request."""
    system = asked.get("system")
    if not isinstance(system, str) or system not in SYSTEMS:
        raise InvalidValue("not_a_choice", pointer="/check/system", choices=", ".join(SYSTEMS))
    found = SYSTEMS[system]
    kind, given = found.form.read(asked, options)
    try:
        return found.build(kind, given)
    except RuleError as error:
        raise error.under("/check") from None


def command(text: str) -> Check | None:
    """Read a bot command, or return None when `text` is none of any system."""
    folded = fold(text)
    found, end = leading(folded, PREFIXES)
    return _COMMANDS[found].read(Reader(folded, end), found) if found else None


def refuse_push(system: str, said: str, outcome: Outcome) -> None:
    """Refuse to roll a check once more, unless its rulebook gives it a second chance.

    `said` is the normal form of the result; plain dice (`notation`) have none.

    Raises NotPushable.
    """
    refuse = SYSTEMS[system].refuse_push if system in SYSTEMS else never_pushed
    refuse(said, outcome)
