"""The card games whose rulesets lie on the shelf, beside those that characters are made by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from majokko_rules.cards.magion import checking, trying
from majokko_rules.chance import Chance
from majokko_rules.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A card game; its `rulesets` are tables of its `package`, the oldest version first.

    `check` raises RuleErrors that point into a ruleset file (`/tables/ranks/mami/to`) where a
    ruleset does not say what the game needs; `attempt` plays by it at random, with some options.
    """

    id: str
    package: str
    check: Callable[[Ruleset], None]
    attempt: Callable[[Ruleset, Mapping[str, object], Chance], object]
    rulesets: tuple[str, ...] = ("ruleset",)


_MAGION = Rulebook("magion", "majokko_rules.cards.magion", checking.check, trying.attempt)

RULEBOOKS: Mapping[str, Rulebook] = {each.id: each for each in (_MAGION,)}
