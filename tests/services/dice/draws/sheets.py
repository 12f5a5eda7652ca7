"""Plays the characters service: it has two sheets, and knows whose they are."""

from dataclasses import dataclass, field
from typing import Any

from redis.asyncio import Redis

from majokko_contracts.characters import LookedUp, LookUp
from majokko_kit.bus import Served, Worker
from majokko_kit.refusals import NotFound
from majokko_rules.errors import InvalidValue

HOMURA = "chr_01KB9Q1V5S3V9D0QH3S3YB8N4E"
SAYAKA = "chr_01KB9Q1V5S3V9D0QH3S3YB8N4F"

Json = dict[str, Any]
_ENTRIES: dict[tuple[str, str], tuple[str, Json]] = {
    (HOMURA, "Firearms"): ("Homura", {"system": "collapse", "value": 65}),
    (SAYAKA, "STR"): ("Sayaka", {"system": "amgc", "stat": 9, "dice": 2}),
}


@dataclass
class Sheets:
    """`owners` are the hashes of the tokens of those who may use the sheets; None: all."""

    owners: set[str] | None = None
    asked: list[LookUp] = field(default_factory=list)

    async def look_up(self, asked: LookUp, _: str) -> LookedUp:
        self.asked.append(asked)
        if self.owners is not None and asked.token not in self.owners:
            raise NotFound("thing", pointer="/character/id")
        kind = "skill" if asked.skill else "stat"
        found = _ENTRIES.get((asked.character, asked.skill or asked.stat or ""))
        if found is None:
            raise InvalidValue("unknown_id", pointer=f"/character/{kind}")
        name, check = found
        return LookedUp(id=asked.character, name=name, check=check)

    def serving(self, redis: Redis) -> Worker:
        return Worker(redis, LookUp.service, [Served(LookUp, self.look_up)])
