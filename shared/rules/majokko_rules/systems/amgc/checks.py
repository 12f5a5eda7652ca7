"""The checks: a pool against a target, and an attack against a defence."""

from dataclasses import dataclass
from typing import ClassVar

from majokko_rules import catalog
from majokko_rules.chance import Chance
from majokko_rules.errors import IllegalAction, InvalidValue, RuleError
from majokko_rules.odds import Odds
from majokko_rules.results import Die, Result
from majokko_rules.systems.amgc import odds
from majokko_rules.systems.amgc.outcome import AmgcOutcome, AmgcSide
from majokko_rules.systems.amgc.pool import SIDES, Pool, Spending, Thrown, size
from majokko_rules.systems.fields import Form, Given
from majokko_rules.systems.system import Check, written

FORM = Form.of(catalog.table(__package__, "checks"))


@dataclass(frozen=True, slots=True)
class Single:
    """A pool, measured by its successes or against a target."""

    notation: str
    pool: Pool
    target: int | None
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        thrown = self.pool.throw(chance)
        return Result(self.notation, thrown.successes, _dice(thrown), self._outcome(thrown))

    def odds(self) -> Odds:
        return odds.of_single(self.pool, self.target)

    def _outcome(self, thrown: Thrown) -> AmgcOutcome:
        margin = None if self.target is None else thrown.successes - self.target
        success = None if margin is None else margin >= 0
        return AmgcOutcome(
            success=success,
            level=None if success is None else "success" if success else "failure",
            successes=thrown.successes,
            margin=margin,
            pool=self.pool.dice,
            fp=self.pool.fp,
            raised=thrown.raised,
        )


@dataclass(frozen=True, slots=True)
class Contest:
    """An attack against a defence check; what is left over are the net successes."""

    notation: str
    attack: Pool
    defence: Pool
    tie_hits: bool
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        attack, defence = self.attack.throw(chance), self.defence.throw(chance)
        outcome = self._outcome(attack, defence)
        return Result(self.notation, outcome.successes, _dice(attack, defence), outcome)

    def odds(self) -> Odds:
        return odds.of_contest(self.attack, self.defence, tie_hits=self.tie_hits)

    def _outcome(self, attack: Thrown, defence: Thrown) -> AmgcOutcome:
        margin = attack.successes - defence.successes
        hit = margin > 0 or (margin == 0 and self.tie_hits)
        return AmgcOutcome(
            success=hit,
            level="winner_0" if hit else "winner_1",
            successes=max(0, margin),
            margin=margin,
            pool=self.attack.dice,
            fp=self.attack.fp,
            raised=attack.raised,
            sides=(_side(self.attack, attack), _side(self.defence, defence)),
            winner=0 if hit else 1,
        )


def build(kind: str, given: Given) -> Check:
    """Make the check; refuses FP that the rule or the game does not allow."""
    notation = written("amgc", FORM, kind, given)
    spending = _spending(given)
    if kind == "single":
        pool = _pool(given, given, spending, defence=given["defence"])
        return Single(notation, pool, given["target"])
    pools = [_side_pool(given, spending, place) for place in range(2)]
    return Contest(notation, pools[0], pools[1], given["tie_hits"])


def _spending(given: Given) -> Spending:
    if given["fp_after"] and given["fp_extra"]:
        raise InvalidValue("not_together", names="fp_after, fp_extra")
    return "after" if given["fp_after"] else "extra" if given["fp_extra"] else "before"


def _side_pool(given: Given, spending: Spending, place: int) -> Pool:
    try:
        return _pool(given["sides"][place], given, spending, defence=place == 1)
    except RuleError as error:
        raise error.under(f"/sides/{place}") from None


def _pool(side: Given, options: Given, spending: Spending, *, defence: bool) -> Pool:
    dice = size(side["stat"], side["dice"] + options["base_dice"], defence=defence)
    fp, limit = side["fp"], options["fp_limit"]
    if limit is not None and fp > limit:
        raise InvalidValue("too_large", pointer="/fp", limit=limit)
    if fp > dice and spending != "extra":
        raise IllegalAction("more_fp_than_dice", pointer="/fp", fp=fp, dice=dice)
    return Pool(dice, side["successes"], fp, spending)


def _dice(*pools: Thrown) -> tuple[Die, ...]:
    return tuple(Die(SIDES, face) for thrown in pools for face in thrown.faces)


def _side(pool: Pool, thrown: Thrown) -> AmgcSide:
    return AmgcSide(pool=pool.dice, successes=thrown.successes, fp=pool.fp, raised=thrown.raised)
