"""What can be read of rulesets, declared once for REST and GraphQL."""

from typing import Any

from majokko_characters.rulesets import views
from majokko_kit.operations import Operation

every = Operation(
    name="listRulesets",
    method="GET",
    path="/v1/rulesets",
    summary="List the rulesets of characters and card games",
    answer=views.Rulesets,
    secured=False,
    run=lambda characters: characters.rulesets.every,
)
get = Operation(
    name="getRuleset",
    method="GET",
    path="/v1/rulesets/{ruleset}",
    summary="Show a ruleset",
    about="`amgc@1`, or `amgc` for the newest version: tables with stable keys, names in the asked "
    "language, effects as data, where they come from, and how sure that is.",
    answer=views.Ruleset,
    secured=False,
    run=lambda characters: characters.rulesets.get,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (every, get)
