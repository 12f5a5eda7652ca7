"""Odds of one term of dice with its modifiers, by the cheapest way that is exact.

Without keeping, dice do not know of each other: what one is worth is added up. Keeping looks at
ranks; what comes before it changes the dice that are ranked, what comes after it changes what
the kept ones are worth. Everything else is followed hand by hand.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from majokko_rules.dice.conditions import Faces, exploding, meets
from majokko_rules.dice.pools import total, total_steps
from majokko_rules.dice.tree import Bound, Explode, Keep, Modifier, Reroll
from majokko_rules.dice.weighing.chains import Chain
from majokko_rules.dice.weighing.changes import Change, Explosion, alike, changed, die_of
from majokko_rules.dice.weighing.counting import pooled
from majokko_rules.dice.weighing.crowds import crowds, dice_of
from majokko_rules.dice.weighing.forecast import Forecast
from majokko_rules.dice.weighing.hands import followed
from majokko_rules.dice.weighing.keeping import Keeping
from majokko_rules.dice.weighing.mixture import Worth
from majokko_rules.odds import PREPAID, Distribution, Work
from majokko_rules.odds.convolution import Shape, repeated_steps

Simple = Reroll | Bound


def thrown(count: int, faces: Faces, modifiers: Sequence[Modifier], work: Work) -> Forecast:
    """Forecast the sum of `count` dice after all modifiers."""
    if not count:
        return Forecast(Shape(0, 0, 1, 1, 1), lambda: Distribution.certain(0))
    if not modifiers and isinstance(faces, int):
        work.spend(total_steps(count, faces))
        shape = Shape(1, faces, 1, faces, faces.bit_length()).times(count)
        return Forecast(shape, lambda: total(count, faces, PREPAID))
    return _Throw(count, faces, die_of(faces, len(modifiers), work), work).forecast(modifiers)


@dataclass(frozen=True, slots=True)
class _Changes:
    """Changes around the one explosion there may be."""

    before: Sequence[Simple]
    explode: Explode | None
    rest: Sequence[Simple]

    @classmethod
    def of(cls, changes: Sequence[Change]) -> "_Changes | None":
        """Return None for more than one explosion."""
        before: list[Simple] = []
        rest: list[Simple] = []
        explode: Explode | None = None
        for change in changes:
            if not isinstance(change, Explode):
                (rest if explode else before).append(change)
            elif explode:
                return None
            else:
                explode = change
        return cls(before, explode, rest)

    @property
    def nothing(self) -> bool:
        return not (self.before or self.explode or self.rest)


@dataclass(frozen=True, slots=True)
class _Stages:
    """Changes, then keeping, then changes again."""

    before: _Changes
    keeps: Sequence[Keep]
    after: _Changes

    @classmethod
    def of(cls, modifiers: Sequence[Modifier]) -> "_Stages | None":
        """Return None for any other order."""
        where = [index for index, each in enumerate(modifiers) if isinstance(each, Keep)]
        first, last = (where[0], where[-1] + 1) if where else (len(modifiers), len(modifiers))
        keeps = [each for each in modifiers[first:last] if isinstance(each, Keep)]
        before = _Changes.of([each for each in modifiers[:first] if not isinstance(each, Keep)])
        after = _Changes.of([each for each in modifiers[last:] if not isinstance(each, Keep)])
        if before is None or after is None or len(keeps) < last - first:
            return None
        return cls(before, keeps, after)


@dataclass(frozen=True, slots=True)
class _Throw:
    count: int
    faces: Faces
    die: Distribution
    work: Work

    def forecast(self, modifiers: Sequence[Modifier]) -> Forecast:
        stages = _Stages.of(modifiers)
        if stages is None:
            done = followed(self.count, self.faces, self.die, modifiers, self.work)
            return Forecast(Shape.of(done.weights), lambda: done)
        if not stages.keeps:
            return self._summed(stages.before)
        rule = stages.before.explode
        if rule and not rule.compound:
            return self._kept_of_crowds(stages, rule)
        return self._kept(stages)

    def _summed(self, changes: _Changes) -> Forecast:
        """All dice count."""
        chain = self._endless(changes)
        if chain:
            return pooled(chain, self.count, self.work)
        one = self._one(self.die, changes)
        shape = Shape.of(one.weights)
        self.work.spend(repeated_steps(shape, self.count))
        return Forecast(shape.times(self.count), lambda: one.times(self.count, PREPAID))

    def _endless(self, changes: _Changes) -> Chain | None:
        rule = changes.explode
        if rule is None or (rule.compound and changes.rest):
            return None
        return self._exploded(rule, changes).endless(self.work)

    def _exploded(self, rule: Explode, changes: _Changes) -> Explosion:
        """A die and those that it brings, all of them after all changes."""
        die = self._changed(self.die, changes.before)
        explosion = Explosion.of(die, rule, self.die, self.faces, self.work)
        return explosion.then(changes.rest, self.die, self.work)

    def _changed(self, die: Distribution, rules: Sequence[Simple]) -> Distribution:
        return changed(die, rules, self.die, self.work)

    def _one(self, die: Distribution, changes: _Changes) -> Distribution:
        """What `die` is worth after all changes, with the dice it brings."""
        die, rule = self._changed(die, changes.before), changes.explode
        if rule is None or not self._may_explode(die, rule):
            return self._changed(die, changes.rest)
        explosion = Explosion.of(die, rule, self.die, self.faces, self.work)
        if rule.compound:
            return self._changed(explosion.one(self.count, self.work), changes.rest)
        explosion = explosion.then(changes.rest, self.die, self.work)
        return explosion.one(self.count, self.work)

    def _may_explode(self, die: Distribution, rule: Explode) -> bool:
        tests = exploding(rule, self.faces)
        return any(meets(value, tests) for value in die.weights)

    def _kept(self, stages: _Stages) -> Forecast:
        """The number of dice that are ranked is known."""
        die = self._one(self.die, stages.before)
        return self._keeping([die], stages).forecast({(self.count,): 1}, 1)

    def _kept_of_crowds(self, stages: _Stages, rule: Explode) -> Forecast:
        """Explosions have laid more dice on the table before some are kept."""
        explosion = self._exploded(rule, stages.before)
        keeping = self._keeping(dice_of(explosion), stages)
        return keeping.forecast(*crowds(explosion, self.count, self.work))

    def _keeping(self, dice: Sequence[Distribution], stages: _Stages) -> Keeping:
        values = {value for die in dice for value in die.weights}
        worth = None if stages.after.nothing else self._worth(values, stages.after)
        return Keeping(dice, stages.keeps, worth, self.work)

    def _worth(self, values: Iterable[int], after: _Changes) -> Worth:
        """What a kept die is worth, by what it shows."""
        worth = {value: self._one(Distribution.certain(value), after) for value in values}
        return dict(zip(worth, alike(worth.values()), strict=True))
