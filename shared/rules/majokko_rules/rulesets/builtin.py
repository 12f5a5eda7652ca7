"""Reads the rulesets that lie beside the rules.

`tables/<heading>.toml` says `id`, `version`, `[effects]`, `[settings.…]`, `[numbers]`, and which
`tables` there are; each is `tables/<table>.toml`, unless `[files]` names another for this version:

    tables = ["weapons", "perks"]

    [files]
    perks = "perks_2"

Names stand in the words of the package.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from majokko_rules import catalog
from majokko_rules.rulesets.building import build
from majokko_rules.rulesets.names import Names
from majokko_rules.rulesets.ruleset import Ruleset

_NAMED = ("tables.", "settings.", "creation.", "system.name", "effects.", "points.", "endings.")


@cache
def load(system: str, package: str, heading: str) -> Ruleset:
    """Return one version of a system's ruleset; a RuleError here is our own mistake."""
    said = catalog.table(package, heading)
    files = said.get("files", {})
    tables = {name: catalog.table(package, files.get(name, name)) for name in said["tables"]}
    rest = {name: value for name, value in said.items() if name != "files"}
    document: Mapping[str, Any] = {**rest, "system": system, "tables": tables}
    return build(document, names(package))


@cache
def names(package: str) -> Names:
    """Return what the rows, steps and settings of a system are called."""
    return Names({locale: _named(catalog.words(package, locale)) for locale in catalog.LOCALES})


def _named(words: Mapping[str, str]) -> Mapping[str, str]:
    return {key: text for key, text in words.items() if key.startswith(_NAMED)}
