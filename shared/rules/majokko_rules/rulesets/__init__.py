"""Rulesets as data: the tables, settings and numbers that a creation reads.

`shelf` finds one by name; this package itself knows no system, so that their makers can use it.
"""

from majokko_rules.rulesets.building import build
from majokko_rules.rulesets.deeds import Deed
from majokko_rules.rulesets.effects import (
    Confidence,
    Effect,
    Grant,
    MaximumBonus,
    StatBonus,
    Told,
    Vocabulary,
)
from majokko_rules.rulesets.names import Names
from majokko_rules.rulesets.ruleset import Row, Ruleset, Table
from majokko_rules.rulesets.shapes import Field, Plain, Setting, Shape

__all__ = [
    "Confidence",
    "Deed",
    "Effect",
    "Field",
    "Grant",
    "MaximumBonus",
    "Names",
    "Plain",
    "Row",
    "Ruleset",
    "Setting",
    "Shape",
    "StatBonus",
    "Table",
    "Told",
    "Vocabulary",
    "build",
]
