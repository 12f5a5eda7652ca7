"""The checks: a pool, a save, two pools against each other, natural dice."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from majokko_rules.chance import Chance
from majokko_rules.odds import Odds
from majokko_rules.results import Die, Result
from majokko_rules.systems.infinite import odds
from majokko_rules.systems.infinite.damage import left_after
from majokko_rules.systems.infinite.outcome import InfiniteOutcome
from majokko_rules.systems.infinite.pool import FLOOR, Pool, Thrown
from majokko_rules.systems.infinite.rerolls import Rerolls, Settled, least_needed

Tie = Literal["attacker", "defender", "nobody"]
_TIE_WINNERS: dict[Tie, int | None] = {"attacker": 0, "defender": 1, "nobody": None}
_CALLED: dict[int | None, str] = {0: "winner_0", 1: "winner_1", None: "tie"}
_ONCE = Rerolls()
_IDLE = ("no_effect",)


@dataclass(frozen=True, slots=True)
class Single:
    """A pool measured by its successes, or against a DC."""

    notation: str
    pool: Pool
    dc: int | None = None
    rerolls: Rerolls = _ONCE
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        settled = self.rerolls.settle(self.pool, least_needed(self.dc), chance)
        outcome, total = _measured(settled, self.dc), settled.stands.side.successes
        return Result(self.notation, total, settled.dice, outcome, warnings=self.warnings)

    def odds(self) -> Odds:
        return odds.of_single(self.pool, self.dc, self.rerolls)

    @property
    def warnings(self) -> tuple[str, ...]:
        return _IDLE if self.pool.out_of_reach else ()


@dataclass(frozen=True, slots=True)
class Save:
    """A save: each success takes a point off the effect; it succeeds when nothing is left."""

    notation: str
    pool: Pool
    effect: int
    rerolls: Rerolls = _ONCE
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        settled = self.rerolls.settle(self.pool, self.effect, chance)
        left = left_after(self.effect, settled.stands.side.successes)
        outcome = _measured(settled, self.effect, left)
        return Result(self.notation, left, settled.dice, outcome)

    def odds(self) -> Odds:
        return odds.of_save(self.pool, self.effect, self.rerolls)


@dataclass(frozen=True, slots=True)
class Contest:
    """Attacker against defender; `tie` says who wins with equal successes.

    An attacker's botch never wins, not even then.
    """

    notation: str
    attack: Pool
    defence: Pool
    tie: Tie = "attacker"
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        attack, defence = self.attack.throw(chance), self.defence.throw(chance)
        margin = attack.side.successes - defence.side.successes
        outcome = self._outcome(attack, defence, margin)
        return Result(self.notation, margin, (*attack.dice, *defence.dice), outcome)

    def odds(self) -> Odds:
        return odds.of_contest(self.attack, self.defence, _CALLED[_TIE_WINNERS[self.tie]])

    def _outcome(self, attack: Thrown, defence: Thrown, margin: int) -> InfiniteOutcome:
        botched = attack.side.dramatic_failure
        equal = margin == 0 and not botched
        winner = _TIE_WINNERS[self.tie] if equal else int(margin <= 0)
        return InfiniteOutcome(
            success=winner == 0,
            level=_CALLED[winner],
            fumble=botched,
            dramatic_failure=botched,
            margin=margin,
            sides=(attack.side, defence.side),
            winner=winner,
        )


@dataclass(frozen=True, slots=True)
class Natural:
    """Dice read by their faces, which take only the modifier aimed at them."""

    notation: str
    sides: int
    count: int
    modifier: int
    dc: int | None
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        faces = chance.throw(self.count, self.sides)
        face = sum(faces)
        outcome = self._outcome(face, max(FLOOR, face + self.modifier))
        dice = tuple([Die(self.sides, shown) for shown in faces])
        return Result(self.notation, max(FLOOR, face + self.modifier), dice, outcome)

    def odds(self) -> Odds:
        return odds.of_natural(self.count, self.sides, self.modifier, self.dc)

    def _outcome(self, face: int, result: int) -> InfiniteOutcome:
        margin = None if self.dc is None else result - self.dc
        success = None if margin is None else margin >= 0
        return InfiniteOutcome(
            success=success, level=_level(success), margin=margin, face=face, result=result
        )


def _measured(settled: Settled, needed: int | None, left: int | None = None) -> InfiniteOutcome:
    side = settled.stands.side
    margin = None if needed is None else side.successes - needed
    success = None if margin is None else margin >= 0 and not side.dramatic_failure
    return InfiniteOutcome(
        success=success,
        level="dramatic_failure" if side.dramatic_failure else _level(success),
        fumble=side.dramatic_failure,
        natural=side.natural,
        successes=side.successes,
        chance_die=side.chance_die,
        dramatic_failure=side.dramatic_failure,
        margin=margin,
        rounds=side.rounds,
        rerolls=settled.used,
        left=left,
    )


def _level(success: bool | None) -> str | None:  # noqa: FBT001 (an outcome, not a switch)
    return None if success is None else "success" if success else "failure"
