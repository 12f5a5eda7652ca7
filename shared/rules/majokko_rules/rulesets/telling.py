"""Says why a ruleset file is not taken."""

from majokko_rules import render
from majokko_rules.errors import RuleError
from majokko_rules.rulesets.refused import RulesetRefused


def line(refused: RulesetRefused, locale: str) -> str:
    """Return one line: `home.toml:12: tables.perks.wings.roll: At most 20.`

    What the TOML parser says is English in every language.
    """
    why = refused.why
    said = render.refusal(why, locale)[1] if isinstance(why, RuleError) else f"{why}."
    where = refused.file if refused.line is None else f"{refused.file}:{refused.line}"
    place = f"{refused.place}: " if refused.place else ""
    return f"{where}: {place}{said}"
