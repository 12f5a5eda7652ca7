"""A game master and two players with units, and the checks they make of each other over HTTP."""

from dataclasses import dataclass
from typing import Any

import httpx

from tests.services.dice.rooms.table import Guest, House

Json = dict[str, Any]

BLADES = {
    "name": "blades",
    "level": 4,
    "factors": [{"name": "quick cut"}, {"name": "parry"}, {"name": "throw"}],
}


@dataclass(frozen=True)
class Table:
    """Units: `a` is Ann's, `b` is Ben's."""

    gm: Guest
    ann: Guest
    ben: Guest
    eve: Guest
    a: Json
    b: Json

    @property
    def everybody(self) -> tuple[Guest, ...]:
        return (self.gm, self.ann, self.ben, self.eve)

    @property
    def others(self) -> tuple[Guest, ...]:
        """All who may not know what is secret."""
        return (self.ann, self.ben, self.eve)

    async def check(self, by: Guest, *units: Json, **more: object) -> "Check":
        kind = "joint" if len(units) > 1 else "single"
        body = {"action": "cross the bridge", "units": [u["id"] for u in units], "kind": kind}
        made = await by.told("/checks", {**body, **more})
        return Check(self, made["id"])

    async def announced(self, **terms: object) -> "Check":
        """Ann's unit is about to declare."""
        check = await self.check(self.gm, self.a)
        await check.told(self.ann, "accept", unit=self.a["id"])
        await check.told(self.gm, "target", condition="balance", **terms)
        return check

    async def chosen(self, *rolled: int, **terms: object) -> "Check":
        """Ann's unit has declared and chosen; the dice are about to fall."""
        check = await self.announced(**terms)
        own = [{"factor": key} for key in factors(self.a)]
        await check.told(self.ann, "declarations", unit=self.a["id"], factors=own, finish=True)
        verdicts = [{"factor": n, "ruling": "approve"} for n in (1, 2, 3)]
        await check.told(self.gm, "judgement", verdicts=verdicts)
        await check.told(self.ann, "choices", unit=self.a["id"], rolled=list(rolled))
        return check


@dataclass(frozen=True)
class Check:
    table: Table
    id: str

    async def post(self, by: Guest, step: str, **body: object) -> httpx.Response:
        return await by.post(f"/checks/{self.id}/{step}", body)

    async def told(self, by: Guest, step: str, **body: object) -> Json:
        return await by.told(f"/checks/{self.id}/{step}", body)

    async def seen(self, by: Guest) -> Json:
        answer = await by.get(f"/checks/{self.id}")
        assert answer.status_code == 200, answer.text
        seen: Json = answer.json()
        return seen

    async def refused(self, by: Guest, step: str, **body: object) -> tuple[int, str, str]:
        """Return status, rule and pointer of what must be refused."""
        answer = await self.post(by, step, **body)
        error = answer.json()["errors"][0]
        return answer.status_code, error["rule"], error["pointer"]


def factors(unit: Json) -> list[str]:
    return [factor["id"] for original in unit["originals"] for factor in original["factors"]]


async def laid(house: House) -> Table:
    gm = await house.room()
    ann, ben = await gm.invite("Ann"), await gm.invite("Ben")
    eve = await gm.invite("Eve", "spectator")
    a = await ann.told("/units", {"name": "Sayaka", "originals": [BLADES]})
    b = await ben.told("/units", {"name": "Kyoko", "originals": [BLADES]})
    return Table(gm, ann, ben, eve, a, b)
