"""Players at a table of cards: they know what they are told, and ask until they are answered."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.chaos.games.ways import Ways
from tests.chaos.history import Json

_PAUSE = 0.1
_TWICE = 0.15
"""How often somebody asks once more, as if the answer had been lost; half of them at once."""

_LOOKS = 0.25
"""How often somebody looks at what opens the cards that she sees, and at all she sees."""

_LIKELY: Mapping[str, float] = {"discard": 4, "hint": 2, "cleanse": 2, "play": 0.3, "choose": 1}


@dataclass(frozen=True)
class Said:
    """What an action was answered."""

    seat: int
    key: str
    body: Json
    answer: Json


@dataclass
class Journal:
    """Everything that somebody at one table was told."""

    acts: list[Said] = field(default_factory=list)
    contradictions: list[str] = field(default_factory=list)
    views: list[Json] = field(default_factory=list)
    openings: list[Json] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """Codes of actions that were not done."""


class Table:
    """A game whose seats with a token are played by one client after another."""

    def __init__(self, ways: Ways, path: str, seats: Mapping[int, str], seed: str) -> None:
        self.journal = Journal()
        self._ways = ways
        self._path = path
        self._seats = seats
        self._chance = random.Random(f"{seed} {path}")
        self._tries = 0

    async def play(self) -> None:
        """Play until the game is over."""
        view = await self._look()
        while view["turn"] is not None:
            if view["turn"] in self._seats:
                view = await self._act(view["turn"])
            else:
                await asyncio.sleep(_PAUSE)
                view = await self._look()

    async def _look(self) -> Json:
        seat = self._chance.choice(sorted(self._seats))
        return await self._seen(seat)

    async def _seen(self, seat: int) -> Json:
        view: Json = await self._ways.told("GET", f"{self._path}/view", self._seats[seat])
        self.journal.views.append(view)
        return view

    async def _act(self, seat: int) -> Json:
        """Do something on one's turn; return what is seen then."""
        token = self._seats[seat]
        told = await self._ways.told("GET", f"{self._path}/legal", token)
        view = await self._seen(seat)
        if not told["actions"] or told["version"] != view["version"]:
            return view  # a clock was faster
        if self._chance.random() < _LOOKS:
            cards = (await self._ways.told("GET", f"{self._path}/openings", token))["cards"]
            self.journal.openings += cards
        action = chosen(view, told["actions"], self._chance)
        return await self._do(seat, {"expected_version": view["version"], **action})

    async def _do(self, seat: int, body: Json) -> Json:
        self._tries += 1
        key = f"{self._path}-{self._tries}"
        answers = await self._asked(seat, key, body)
        first = answers[0]
        if any((each.status_code, each.content) != (first.status_code, first.content)
               for each in answers if each.is_success or first.is_success):  # fmt: skip
            self.journal.contradictions.append(f"{key} was answered in two ways")
        if first.is_success:
            told: Json = first.json()
            self.journal.acts.append(Said(seat, key, body, told))
            self.journal.views.append(told["view"])
            view: Json = told["view"]
            return view
        self.journal.refused.append(first.json()["code"])
        return await self._seen(seat)

    async def _asked(self, seat: int, key: str, body: Json) -> Sequence[Any]:
        """Ask for an action once, twice, or twice at once."""

        async def ask() -> Any:  # noqa: ANN401 - an answer
            return await self._ways.ask(
                "POST", f"{self._path}/actions", self._seats[seat], body, key
            )

        if self._chance.random() >= _TWICE:
            return [await ask()]
        if self._chance.random() < 0.5:
            return await asyncio.gather(ask(), ask())
        return [await ask(), await ask()]


def chosen(view: Json, legal: Sequence[Json], chance: random.Random) -> Json:
    """Choose what to do: what is sure to be good, else what is not sure to be bad."""
    said = [{name: each[name] for name in each if name != "fatal"} for each in legal]
    safe = [body for body, each in zip(said, legal, strict=True) if not each["fatal"]] or said
    sure = [each for each in safe if each["type"] == "play" and _fits(view, each["card"])]
    if sure:
        return sure[0]
    if view["gem"] >= 2 and (kept := [each for each in safe if each["type"] == "cleanse"]):
        return kept[0]
    kinds = sorted({each["type"] for each in safe})
    (kind,) = chance.choices(kinds, [_LIKELY.get(each, 1) for each in kinds])
    return chance.choice([each for each in safe if each["type"] == kind])


def _fits(view: Json, slot: int) -> bool:
    """Whether a card of one's own can only be one that some girl waits for."""
    wanted = {f"{girl}-{len(cards) + 1}" for girl, cards in view["girls"].items()}
    return set(view["hands"][view["seat"]]["cards"][slot]["possible"]) <= wanted
