"""What modifiers make of one die that is not compared with others.

A part of a distribution is one over the same whole that lacks the other parts' weights.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, log

from majokko_rules.dice.conditions import Faces, exploding, meets
from majokko_rules.dice.tree import Bound, Condition, Explode, Reroll
from majokko_rules.dice.weighing.chains import Chain
from majokko_rules.odds import PREPAID, Distribution, Work
from majokko_rules.odds.convolution import Shape, added_steps
from majokko_rules.odds.polynomial import linear_steps
from majokko_rules.odds.series import multiplied

Change = Explode | Reroll | Bound
Conditions = Sequence[Condition]

_FACE = 50
"""Steps for what one modifier does to one face."""


_EACH = 4
"""Steps for what one change does to one value."""


def die_of(faces: Faces, modifiers: int, work: Work) -> Distribution:
    """Return a die as it is thrown, and reserve what modifiers do to it."""
    work.spend(_FACE * (1 + modifiers) * (len(faces) if isinstance(faces, tuple) else faces))
    return Distribution.of_faces(faces) if isinstance(faces, tuple) else Distribution.die(faces)


def joined(*parts: Distribution) -> Distribution:
    """Put parts together again."""
    return Distribution.mixture([(1, part) for part in parts], 1)


def alike(dice: Iterable[Distribution]) -> list[Distribution]:
    """Return dice with weights over one whole."""
    known = list(dice)
    whole = lcm(*(die.whole for die in known))
    return [
        Distribution({v: w * (whole // die.whole) for v, w in die.weights.items()}, whole)
        for die in known
    ]


def split(die: Distribution, conditions: Conditions) -> tuple[Distribution, Distribution]:
    """Return the part that meets a condition, and the rest."""
    yes = {value: weight for value, weight in die.weights.items() if meets(value, conditions)}
    no = {value: weight for value, weight in die.weights.items() if value not in yes}
    return Distribution(yes, die.whole), Distribution(no, die.whole)


def alone(part: Distribution) -> Distribution:
    """Return a part as if it were the whole."""
    return Distribution(part.weights, part.total)


def instead(part: Distribution, new: Distribution) -> Distribution:
    """Return `new` in all cases of `part`."""
    total = part.total
    weights = {value: weight * total for value, weight in new.weights.items()}
    return Distribution(weights, new.whole * part.whole)


def changed(
    die: Distribution, rules: Sequence[Reroll | Bound], thrown: Distribution, work: Work
) -> Distribution:
    """Apply changes that leave one die one die; rerolls show a face of `thrown`."""
    for rule in rules:
        work.spend(_EACH * len(die.weights))
        die = _bound(die, rule) if isinstance(rule, Bound) else _rerolled(die, rule, thrown, work)
    return die


def bound(value: int, rule: Bound) -> int:
    return max(value, rule.number) if rule.least else min(value, rule.number)


def _bound(die: Distribution, rule: Bound) -> Distribution:
    return die.map(lambda value: bound(value, rule))


def _rerolled(die: Distribution, rule: Reroll, thrown: Distribution, work: Work) -> Distribution:
    again, stay = split(die, rule.conditions)
    if not again.weights:
        return die
    work.spend(_EACH * len(thrown.weights))
    return joined(stay, instead(again, rethrown(rule, thrown)))


def rethrown(rule: Reroll, thrown: Distribution) -> Distribution:
    """What a die shows at last, once a rule has taken it up."""
    return thrown if rule.once else alone(split(thrown, rule.conditions)[1])


@dataclass(frozen=True, slots=True)
class Explosion:
    """A die and the dice it brings, as parts, each worth what later changes make of it.

    The two parts of the first die have one whole, and so have the two of an extra die.
    """

    stay: Distribution
    again: Distribution
    last: Distribution
    """An extra die that ends the explosion."""

    more: Distribution
    """An extra die that explodes, too."""

    cap: int | None

    @classmethod
    def of(
        cls, die: Distribution, rule: Explode, thrown: Distribution, faces: Faces, work: Work
    ) -> "Explosion":
        work.spend(_EACH * (len(die.weights) + len(thrown.weights)))
        tests = exploding(rule, faces)
        again, stay = split(die, tests)
        more, last = split(thrown, tests)
        return cls(stay, again, last, more, rule.cap)

    def then(
        self, rules: Sequence[Reroll | Bound], thrown: Distribution, work: Work
    ) -> "Explosion":
        """Apply later changes to all dice on the table."""
        parts = (self.stay, self.again, self.last, self.more)
        stay, again, last, more = (changed(part, rules, thrown, work) for part in parts)
        stay, again = alike((stay, again))
        last, more = alike((last, more))
        return Explosion(stay, again, last, more, self.cap)

    @property
    def uniform(self) -> bool:
        """Whether the first die is no different from the extra ones."""
        return self.stay == self.last and self.again == self.more

    def depth(self, dice: int, tail: Fraction) -> int:
        """How far to follow each of so many dice; beyond lies half of `tail`."""
        more, whole = self.more.total, self.more.whole
        if not more:
            return 1
        deep = -int(log(tail / (2 * max(1, dice))) / log(whole / more)) + 1 if more < whole else 0
        return min(deep, self.cap) if self.cap and deep else self.cap or deep

    def one(self, dice: int, work: Work) -> Distribution:
        """What a die is worth together with those it brings, followed for one of `dice`."""
        if not self.again.weights:
            return self.stay
        depth = self.depth(dice, work.tail)
        work.spend(100 * depth)
        work.spend(self._steps(depth))
        return joined(self.stay, self.again.plus(self._extra(depth), PREPAID))

    def _extra(self, depth: int) -> Distribution:
        """The sum of the dice that an exploding one brings."""
        parts, row = [], Distribution.certain(0)
        for _ in range(depth):
            parts.append(row.plus(self.last, PREPAID))
            row = row.plus(self.more, PREPAID)
        if depth == self.cap:
            parts.append(row)
        return joined(*parts)

    def _steps(self, depth: int) -> int:
        if not self.more.weights:
            return 0
        more = Shape.of(self.more.weights)
        last = Shape.of(self.last.weights or self.more.weights)
        rows = [more.times(k) for k in range(1, depth + 1)]
        sums = sum(added_steps(row, last) + added_steps(row, more) for row in rows)
        joined = sum(row.plus(last).values for row in rows) * linear_steps(depth * more.bits)
        return 2 * (sums + joined)

    def endless(self, work: Work) -> Chain | None:
        """Return the series of all the dice together, if it has one: without a cap, and where
        extra dice either only add or only take away.

        One die is (stay + again·C), where the dice it brings are C = last / (whole − more).
        """
        sign = _sign(self.more)
        if self.cap is not None or sign is None:
            return None
        stay, again, last, more = (
            part.weights if sign > 0 else (-part).weights
            for part in (self.stay, self.again, self.last, self.more)
        )
        below = {0: self.more.whole}
        for value, weight in more.items():
            below[value] = below.get(value, 0) - weight
        if self.uniform:
            return Chain.of(last, below, sign)
        work.spend(len(stay) * len(below) + len(again) * len(last))
        above = multiplied(stay, below)
        for value, weight in multiplied(again, last).items():
            above[value] = above.get(value, 0) + weight
        return Chain.of(above, multiplied(below, {0: self.stay.whole}), sign)


def _sign(part: Distribution) -> int | None:
    """Whether values only grow, or only fall; None where both happen."""
    if min(part.weights, default=0) >= 0:
        return 1
    return -1 if max(part.weights) <= 0 else None
