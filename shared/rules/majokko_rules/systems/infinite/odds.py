"""Exact odds of pools, contests, saves and natural dice."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from majokko_rules.dice import pools
from majokko_rules.dice.weighing.chains import Chain
from majokko_rules.odds import Distribution, Odds, Work
from majokko_rules.odds.polynomial import product_steps
from majokko_rules.systems.infinite.pool import BOTCH, FLOOR, Pool
from majokko_rules.systems.infinite.rerolls import Rerolls, least_needed
from majokko_rules.systems.infinite.tails import Carried, with_tail


@dataclass(frozen=True, slots=True)
class Attempt:
    """How a check may turn out: its successes, and how many of the cases without any are botches.

    What `totals` lack to the whole is the tail of endless explosions, surely more successes than
    anything asks for.
    """

    totals: Distribution
    botched: int = 0

    @classmethod
    def of(cls, pool: Pool, work: Work) -> "Attempt":
        return _chance_die(pool, work) if pool.is_chance_die else cls(_counted(pool, work))

    @property
    def whole(self) -> int:
        return self.totals.whole

    def failing(self, needed: int) -> int:
        """Weigh what stays below `needed`; a botch always does."""
        below = sum(weight for value, weight in self.totals.weights.items() if value < needed)
        return max(below, self.botched)

    def succeeding(self, needed: int) -> Distribution:
        """Return the part that reaches `needed`."""
        return Distribution({v: w for v, w in self._clean() if v >= needed}, self.whole)

    def retried(self, needed: int, rerolls: Rerolls, work: Work) -> "Attempt":
        """Throw everything again as long as `needed` is not reached and rerolls are left."""
        most, whole, fails = rerolls.most, self.whole, self.failing(needed)
        if not most:
            return self
        bits = (most + 1) * whole.bit_length()
        work.spend((len(self.totals.weights) + most) * (most + 1) * product_steps(bits, bits))
        tries = sum(fails**used * whole ** (most - used) for used in range(most + 1))
        stays = _best_of(most + 1) if rerolls.better else _last_of(fails**most)
        botched, below = stays(0, self.botched), self.botched
        weights = {FLOOR: botched} if botched else {}
        for value, weight in self._clean():
            now = weight * tries if value >= needed else stays(below, weight)
            weights[value] = weights.get(value, 0) + now
            below += weight
        kept = Carried(share=Fraction(tries, whole**most))
        again = Distribution(weights, whole ** (most + 1))
        return Attempt(with_tail(again, self.totals, [kept]), botched)

    def _clean(self) -> Iterator[tuple[int, int]]:
        """All but botches, in ascending order."""
        for value, weight in sorted(self.totals.weights.items()):
            if clean := weight - self.botched if value == FLOOR else weight:
                yield value, clean


def _last_of(earlier: int) -> Callable[[int, int], int]:
    """Weigh a failure that stands because it is the last one, after `earlier` others."""
    return lambda _below, weight: earlier * weight


def _best_of(tries: int) -> Callable[[int, int], int]:
    """Weigh a failure that is the best of `tries`, all of them failures."""
    return lambda below, weight: (below + weight) ** tries - below**tries


def _counted(pool: Pool, work: Work) -> Distribution:
    natural = _rote(pool, work) if pool.rote else _natural(pool, pool.dice, work)
    if not pool.bonus:
        return natural
    counted = natural.map(pool.counted)
    if max(natural.weights) + pool.bonus < FLOOR:
        return counted
    return with_tail(counted, natural, [Carried(pool.bonus)])


def _natural(pool: Pool, dice: int, work: Work) -> Distribution:
    return pools.successes(dice, pool.again, pool.line, pool.sides, work)


def _rote(pool: Pool, work: Work) -> Distribution:
    """Give the misses of the first throw a second life: with G = A / B for one die that misses
    with m = a₀ / b₀ that is G·(1 + m) − m.
    """
    above, below = pools.succeeding(pool.again, pool.line, pool.sides).series
    missed, whole = above[0], below[0]
    twice = {i: above.get(i, 0) * (whole + missed) - missed * below.get(i, 0) for i in (0, 1)}
    return Chain.of(twice, {i: whole * x for i, x in below.items()}).sum_of(pool.dice, work)


def _chance_die(pool: Pool, work: Work) -> Attempt:
    """Mix what each face of the first die leads to; a face leads to at most one chain of dice."""
    extra = _natural(replace(pool, line=pool.chance_extra), 1, work)
    faces = Counter(
        (pool.chance_hits(face), pool.explodes(face))
        for face in range(1, pool.sides + 1)
        if face != BOTCH
    )
    parts = [
        (count, Distribution.certain(hit).plus(extra, work) if more else Distribution.certain(hit))
        for (hit, more), count in faces.items()
    ]
    botch = (1, Distribution.certain(FLOOR))
    mixed = Distribution.mixture([botch, *parts], pool.sides)
    return Attempt(mixed, mixed.whole // pool.sides)


def of_single(pool: Pool, dc: int | None, rerolls: Rerolls) -> Odds:
    """Return odds over the successes; without a DC only a botch has a level."""
    work = Work()
    needed = least_needed(dc)
    attempt = Attempt.of(pool, work).retried(needed, rerolls, work)
    if dc is None:
        return Odds(attempt.totals, levels=_botches(attempt))
    levels = _levels(attempt, dc)
    return Odds(attempt.totals, levels["success"], levels, attempt.succeeding(dc))


def of_save(pool: Pool, effect: int, rerolls: Rerolls) -> Odds:
    """Return odds over what is left of the effect; endless explosions leave nothing."""
    work = Work()
    attempt = Attempt.of(pool, work).retried(effect, rerolls, work)
    totals = attempt.totals.weights
    weights = {effect - value: weight for value, weight in totals.items() if value < effect}
    if nothing := attempt.whole - sum(weights.values()):
        weights[0] = nothing
    levels = _levels(attempt, effect)
    part = Distribution.of_list([attempt.whole - attempt.failing(effect)], attempt.whole)
    return Odds(Distribution(weights, attempt.whole), levels["success"], levels, part)


def _levels(attempt: Attempt, needed: int) -> dict[str, Fraction]:
    """Measure success as what does not fail, so that no tail is missing."""
    failing = Fraction(attempt.failing(needed), attempt.whole)
    botched = _botches(attempt)
    return {"success": 1 - failing, "failure": failing - sum(botched.values())} | botched


def _botches(attempt: Attempt) -> dict[str, Fraction]:
    if not attempt.botched:
        return {}
    return {"dramatic_failure": Fraction(attempt.botched, attempt.whole)}


def of_contest(attack: Pool, defence: Pool, equal: str) -> Odds:
    """Return odds over attacker − defender; `equal` is the level of equal successes.

    An attacker's botch is lost even then.
    """
    work = Work()
    ours, theirs = Attempt.of(attack, work), Attempt.of(defence, work)
    margin = ours.totals.plus(-theirs.totals, work)
    lost_ties = ours.botched * theirs.totals.weights.get(FLOOR, 0)
    ahead = {net: weight for net, weight in margin.weights.items() if net > 0}
    ties = margin.weights.get(0, 0) - lost_ties
    won = Distribution(ahead | {0: ties} if equal == "winner_0" and ties else ahead, margin.whole)
    levels = {
        "winner_0": margin.probability(lambda net: net > 0),
        "winner_1": margin.probability(lambda net: net < 0) + Fraction(lost_ties, margin.whole),
    }
    levels[equal] = levels.get(equal, 0) + Fraction(ties, margin.whole)
    return Odds(margin, levels["winner_0"], levels, won)


def of_natural(count: int, sides: int, modifier: int, dc: int | None) -> Odds:
    """Return odds over the result of natural dice."""
    work = Work()
    shown = pools.total(count, sides, work).plus(Distribution.certain(modifier), work)
    result = shown if count + modifier >= FLOOR else shown.map(lambda sum_: max(FLOOR, sum_))
    if dc is None:
        return Odds(result)
    success = result.probability(lambda reached: reached >= dc)
    levels = {"success": success, "failure": 1 - success}
    return Odds.judged(result, lambda reached: reached >= dc, levels)
