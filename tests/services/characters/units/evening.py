"""An evening of A-AWs: a room, Sayaka who is played there, and checks of her unit over HTTP."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from majokko_characters import main as characters
from majokko_dice import main as dice
from majokko_rules.rulesets import shelf
from tests.rules.aaws.units import SWORDSWOMAN
from tests.services.characters.kitchen import Guest, Json, Kitchen
from tests.support.creating import random_creation
from tests.support.databases import Changes
from tests.support.serving import running, settings_in

BODY = {"ruleset": "aaws@1", "faces": [], "options": {"level": 4}}
SWORDS, GENERAL, VIOLIN = "weapon_1", "weapon_2", "OWN_1_1"
"""Ids of her factors on the sheet."""

_PATIENCE_SECONDS = 20


@asynccontextmanager
async def open_hall(var: Path, database: Changes, **changes: object) -> AsyncIterator[Kitchen]:
    """Serve both services with all their rulesets, as often as a test likes."""
    settings = settings_in(var, limit_quota=1_000_000, **{**database, **changes})
    async with running([characters.service(), dice.service()], settings) as client:
        yield Kitchen(client)


@dataclass(frozen=True)
class Evening:
    """`player` plays `sayaka`; `gm` leads the room, and so the review of her factors, too."""

    kitchen: Kitchen
    gm: Guest
    player: Guest
    sayaka: Guest

    @property
    def master(self) -> Guest:
        """The game master, before the character."""
        return Guest(self.gm.client, self.sayaka.path, self.gm.token, {})

    async def unit(self, **more: object) -> "Unit":
        made = await self.player.told("/units", {"character": self.sayaka.id, **more})
        return Unit(self, made)

    async def sheet(self) -> Json:
        sheet: Json = (await self.sayaka.look())["sheet"]
        return sheet

    async def factors(self) -> Mapping[str, str]:
        """Return the names of her success factors by id."""
        sheet = await self.sheet()
        lists = [original["value"] for original in sheet["factors"].values()]
        return {one["id"]: one["name"] for factors in lists for one in factors}

    async def history(self) -> Sequence[Json]:
        items: Sequence[Json] = (await self.sayaka.get("/history")).json()["items"]
        return items

    async def until(self, version: int) -> Json:
        """Wait for what was told to arrive; return the character as she is then."""
        found: Json = await eventually(self.sayaka.look, lambda seen: seen["version"] >= version)
        return found

    async def review(self, act: str, **more: object) -> Json:
        """Let the game master make a step of her review."""
        answer = await reviewed(self.master, act, **more)
        assert answer.status_code == 200, answer.text
        told: Json = answer.json()
        return told


@dataclass(frozen=True)
class Unit:
    """Sayaka's unit in the room."""

    evening: Evening
    made: Json

    @property
    def id(self) -> str:
        key: str = self.made["id"]
        return key

    def factor(self, name: str) -> str:
        """Return the id by which the room calls one of her factors."""
        return next(str(one["id"]) for one in self._factors() if one["name"] == name)

    def original(self, name: str) -> str:
        return next(str(one["id"]) for one in self.made["originals"] if one["name"] == name)

    def _factors(self) -> list[Json]:
        return [factor for original in self.made["originals"] for factor in original["factors"]]

    async def check(self, *factors: Json) -> "Check":
        """Declare factors for a check that the game master wants; they are about to be judged."""
        gm, player = self.evening.gm, self.evening.player
        made = await gm.told("/checks", {"action": "cross the bridge", "units": [self.id]})
        check = Check(self.evening, f"/checks/{made['id']}", made["id"])
        await check.told(player, "accept")
        await check.told(gm, "target", condition="balance", target=4)
        await check.told(player, "declarations", factors=list(factors), finish=True)
        return check

    async def rolled(self, *factors: Json, faces: Sequence[int] = (3,)) -> "Check":
        """Make a whole check: all factors are approved, those for which there are faces rolled."""
        check = await self.check(*factors)
        numbers = range(1, len(factors) + 1)
        verdicts = [{"factor": number, "ruling": "approve"} for number in numbers]
        await check.told(self.evening.gm, "judgement", verdicts=verdicts)
        rolled = list(numbers)[: len(faces)]
        await check.told(self.evening.player, "roll", rolled=rolled, faces=list(faces))
        return check


@dataclass(frozen=True)
class Check:
    evening: Evening
    path: str
    id: str

    async def told(self, by: Guest, step: str, **body: object) -> Json:
        return await by.told(f"{self.path}/{step}", body)


async def begun(kitchen: Kitchen) -> Evening:
    gm = await kitchen.room()
    player = await gm.joined("Madoka")
    sayaka = await swordswoman(kitchen)
    await sayaka.told("/seat", {"room": gm.id, "member_token": player.token})
    return Evening(kitchen, gm, player, sayaka)


async def swordswoman(kitchen: Kitchen) -> Guest:
    """Make Sayaka: a weapon at 3 with two factors, one of them over-general, and music at 1."""
    draft = await kitchen.begin(**BODY)
    for offer, picks in SWORDSWOMAN:
        await draft.choose(offer, **picks)
    return await draft.finished()


async def investigator(kitchen: Kitchen) -> Guest:
    """Make somebody of another rulebook."""
    ruleset = shelf.find("infinite")
    draft = random_creation(shelf.maker(ruleset), ruleset.options({}), seed=1)
    moves = [{"offer": m.offer, "picks": dict(m.picks), "faces": m.faces} for m in draft.moves]
    body = {"name": "Ren", "ruleset": ruleset.name, "moves": moves}
    answer = await kitchen.post("/v1/characters/import", body)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Guest(kitchen.client, f"/v1/characters/{made['id']}", made["token"], made)


async def reviewed(by: Guest, act: str, **more: object) -> httpx.Response:
    tag = (await by.get()).headers["etag"]
    return await by.post("/review", {"act": act, **more}, if_match=tag)


async def eventually(look: Callable[[], Any], is_there: Callable[[Any], bool]) -> Any:  # noqa: ANN401
    """Look again and again until something is there."""
    async with asyncio.timeout(_PATIENCE_SECONDS):
        while not is_there(seen := await look()):  # noqa: ASYNC110 - nothing tells us
            await asyncio.sleep(0.02)
        return seen
