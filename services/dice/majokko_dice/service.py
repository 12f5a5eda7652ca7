"""What the dice service can do, however it is asked: roll, roll many, tell odds, show systems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

import anyio
import anyio.lowlevel
import orjson

from majokko_dice.asking import OddsAsked, RollAsked, read_roll
from majokko_dice.ports import Keys, Receipt, Sealer, Statement, Surroundings
from majokko_rules import descriptions, render
from majokko_rules.chance import Chance, Scripted, Seeded
from majokko_rules.descriptions import Description
from majokko_rules.errors import BudgetExceeded, RuleError
from majokko_rules.odds import Odds
from majokko_rules.results import Result

Source = Literal["signed", "committed", "supplied"]

MAX_DRAWS = 10_000
"""Dice that one roll with all its repeats may show."""

BATCH_DRAWS = 50_000
"""Dice that one batch may show; later items are refused, not the whole."""

MAX_VALUES = 20_000
"""Values that one distribution may list."""

_TURN = 50  # items of a batch between two looks at the event loop
TENANT = "default"


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll that happened."""

    id: str
    source: Source
    asked: RollAsked
    results: Sequence[Result]

    @property
    def draws(self) -> int:
        return sum(len(result.dice) for result in self.results)

    @property
    def sworn(self) -> bool:
        """Whether a receipt is due: not for supplied dice, nor where none is wanted."""
        return self.source == "signed" and self.asked.receipt


@dataclass(frozen=True, slots=True)
class OddsTold:
    asked: OddsAsked
    odds: Odds


class DiceService:
    """Stateless: any number of processes with the same secret answer alike."""

    def __init__(
        self, chance: Chance, sealer: Sealer, keys: Keys, surroundings: Surroundings
    ) -> None:
        self._chance = chance
        self._sealer = sealer
        self._keys = keys
        self._surroundings = surroundings
        self._threads = anyio.CapacityLimiter(2)

    def roll(self, asked: RollAsked, key: str | None = None) -> Rolled:
        """Roll; an idempotency `key` gives the same dice to the same request again.

        Raises RuleError for what only the dice can bring up, with a pointer into the request.
        """
        if asked.faces is not None:
            return self._supplied(asked, asked.faces)
        if key is None:
            return self._signed(asked, self._chance, self._surroundings.new_id("rol"))
        seed = self._surroundings.seed_of("roll", TENANT, key, _fingerprint(asked.body))
        return self._signed(asked, Seeded(seed), self._surroundings.id_of("rol", seed))

    async def roll_batch(
        self, items: Sequence[object], key: str | None = None
    ) -> Sequence[Rolled | RuleError]:
        """Roll item by item; a refused item is answered by its refusal and sinks no other."""
        draws = 0
        rolled: list[Rolled | RuleError] = []
        for index, item in enumerate(items):
            answer = self._item(item, index, key, draws)
            draws += answer.draws if isinstance(answer, Rolled) else 0
            rolled.append(answer)
            if index % _TURN == _TURN - 1:
                await anyio.lowlevel.checkpoint()
        return rolled

    async def seal(self, rolled: Rolled) -> Receipt:
        """Return the receipt of a roll, or None where none is due."""
        return await self._sealer.seal(_statement(rolled)) if rolled.sworn else None

    def seal_all(self, rolled: Sequence[Rolled]) -> Sequence[Receipt]:
        """Return the receipts of many rolls, all under one signature."""
        sworn = [_statement(roll) for roll in rolled if roll.sworn]
        sealed = iter(self._sealer.seal_all(sworn))
        return [next(sealed) if roll.sworn else None for roll in rolled]

    def systems(self, locale: str) -> Sequence[Description]:
        """Describe every system in a language."""
        return descriptions.described(locale)

    def system(self, name: str, locale: str) -> Description | None:
        """Describe one system; None when there is none of that name."""
        return descriptions.describe(name, locale) if name in render.PACKAGES else None

    def public_keys(self) -> Sequence[Mapping[str, str]]:
        """List the keys that receipts are signed with, the youngest first."""
        return [key.document() for key in self._keys.public_keys()]

    async def odds(self, asked: OddsAsked) -> OddsTold:
        """Tell exact odds.

        Raises RuleError; `budget_exceeded.odds_too_heavy` rather than an estimate.
        """
        # Heavy odds take a good part of a second: others are answered meanwhile.
        try:
            odds = await anyio.to_thread.run_sync(asked.question.odds, limiter=self._threads)
        except RuleError as error:
            raise _pointing(error, asked.at) from None
        if len(odds.distribution.weights) > MAX_VALUES:
            raise BudgetExceeded("odds_too_heavy", pointer=asked.at, limit=MAX_VALUES)
        return OddsTold(asked, odds)

    def _item(self, item: object, index: int, key: str | None, draws: int) -> Rolled | RuleError:
        try:
            if draws >= BATCH_DRAWS:
                raise BudgetExceeded("too_many_dice", asked=draws, limit=BATCH_DRAWS)
            return self.roll(read_roll(item), key and f"{key}/{index}")
        except RuleError as error:
            return error.under(f"/items/{index}")

    def _supplied(self, asked: RollAsked, faces: tuple[int, ...]) -> Rolled:
        chance = Scripted(faces)
        results = results_of(asked, chance)
        chance.finish()
        return Rolled(self._surroundings.new_id("rol"), "supplied", asked, results)

    def _signed(self, asked: RollAsked, chance: Chance, roll_id: str) -> Rolled:
        return Rolled(roll_id, "signed", asked, results_of(asked, chance))


def _statement(rolled: Rolled) -> Statement:
    """Return what the receipt of a roll says; it is dated when it is sealed."""
    return {
        "id": rolled.id,
        "tenant": TENANT,
        "source": rolled.source,
        "request": _fingerprint(rolled.asked.body),
        "results": [
            {
                "notation": result.notation,
                "total": result.total,
                "dice": [[die.sides, die.face] for die in result.dice],
            }
            for result in rolled.results
        ],
    }


def results_of(asked: RollAsked, chance: Chance) -> tuple[Result, ...]:
    """Return all results that a request asks for.

    Raises RuleError for what only the dice can bring up, with a pointer into the request.
    """
    results: list[Result] = []
    draws = 0
    try:
        for _ in range(asked.times):
            results.append(asked.question.roll(chance))
            draws += len(results[-1].dice)
            if draws > MAX_DRAWS:
                raise BudgetExceeded("too_many_draws", pointer="/times", limit=MAX_DRAWS)
    except RuleError as error:
        raise _pointing(error, asked.at) from None
    return tuple(results)


def _pointing(error: RuleError, at: str) -> RuleError:
    """Say which member of the request a refusal is about that only the dice brought up."""
    return error if error.pointer else error.under(at)


def _fingerprint(body: Mapping[str, object]) -> str:
    """SHA-256 of the request in canonical JSON, without what does not change the dice."""
    asked = {name: value for name, value in body.items() if name not in ("locale", "receipt")}
    return sha256(orjson.dumps(asked, option=orjson.OPT_SORT_KEYS)).hexdigest()
