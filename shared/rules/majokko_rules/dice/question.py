"""A notation as a question: read and prepared once, rolled and weighed as often as one likes."""

from dataclasses import dataclass

from majokko_rules.chance import Chance
from majokko_rules.dice.evaluate import Plan, prepare
from majokko_rules.dice.odds import odds_of
from majokko_rules.dice.printing import printed
from majokko_rules.dice.syntax import parse_tree
from majokko_rules.dice.tree import Notation
from majokko_rules.odds import Odds
from majokko_rules.results import Result


@dataclass(frozen=True, slots=True)
class DiceQuestion:
    """`notation` is the normal form of the whole text, repeat and comment included; each result
    has that of one repeat.
    """

    notation: str
    tree: Notation
    plan: Plan

    @property
    def times(self) -> int:
        return self.tree.times

    @property
    def comment(self) -> str:
        """What the caller wrote behind `#`."""
        return self.tree.comment

    def roll(self, chance: Chance) -> Result:
        """Throw the dice of one repeat."""
        return self.plan.roll(chance)

    def odds(self) -> Odds:
        return odds_of(self.tree)


def parse(text: str) -> DiceQuestion:
    """Read a notation, and refuse all that can be refused before a die is thrown.

    >>> from majokko_rules.chance import Scripted
    >>> parse("４ｄ６ｋｈ３ ＋２").roll(Scripted([1, 5, 5, 2])).total
    14

    Raises SyntaxRefused, BudgetExceeded or InvalidValue with a position in `text`.
    """
    tree = parse_tree(text)
    return DiceQuestion(printed(tree), tree, prepare(tree))
