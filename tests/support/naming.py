"""Whether all that a sheet says has a name in a language."""

from majokko_rules.creation import Sheet
from majokko_rules.rulesets import Ruleset

_PLACES = ("values", "rules", "tables", "steps", "does", "picks", "unknown")


def nameless(ruleset: Ruleset, sheet: Sheet, locale: str) -> set[str]:
    """Return the parts of dotted names, of values and of their reasons, that nobody can read.

    What a player has named herself is among them.
    """
    whats = [reason.what for value in sheet.values.values() for reason in value.because]
    parts = {part for name in (*sheet.values, *whats) for part in name.split(".")}
    words = ruleset.names.words[locale]
    rows = {key.split(".")[2] for key in words if key.startswith("tables.")}
    return {
        part
        for part in parts - rows
        if not any(f"creation.{place}.{part}" in words for place in _PLACES)
    }
