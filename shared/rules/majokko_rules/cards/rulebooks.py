"""The card games whose rulesets lie on the shelf, beside those that characters are made by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from majokko_rules.cards.magion import checking as magion
from majokko_rules.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A card game; its `rulesets` are tables of its `package`, the oldest version first.

    `check` raises RuleErrors that point into a ruleset file (`/tables/ranks/mami/to`) where a
    ruleset does not say what the game needs.
    """

    id: str
    package: str
    check: Callable[[Ruleset], None]
    rulesets: tuple[str, ...] = ("ruleset",)


RULEBOOKS: Mapping[str, Rulebook] = {
    each.id: each for each in (Rulebook("magion", "majokko_rules.cards.magion", magion.check),)
}
