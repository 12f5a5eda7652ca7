"""What a comparison says about a total."""

from dataclasses import dataclass

from majokko_rules.dice.conditions import HOLDS
from majokko_rules.dice.tree import Relation
from majokko_rules.results import Comparison


def compare(total: int, relation: Relation, number: int) -> Comparison:
    return Comparison(success=HOLDS[relation](total, number), margin=total - number)


@dataclass(frozen=True, slots=True)
class Against:
    """A comparison with a number that is known before."""

    relation: Relation
    number: int

    def outcome(self, total: int) -> Comparison:
        return compare(total, self.relation, self.number)
