"""A story told in a room, and everything that two bystanders receive while it happens."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from redis.asyncio import Redis

from tests.services.dice.interference.outsiders import SAYAKA, Street, told_outside
from tests.services.dice.rooms.table import Guest
from tests.support.following import following

Json = dict[str, Any]

SECRET_ROLLS: Sequence[Json] = (
    {"notation": "2d6"},
    {"notation": "1d20+3>=11", "reason": "does the door hold, and for how long"},
    {"notation": "10/(1d2-1)"},  # half of the time it comes to nothing
    {"notation": "30d6!", "times": 3},
    {"check": {"system": "collapse", "value": 60, "bonus": 1}},
    {"check": {"system": "infinite", "dp": 9}, "foretold": "the bridge breaks"},
)
SECRET_TEXTS = ("no", "It is a trap, and everybody in the hall knows it.", "罠だ")
SECRET_ROWS: Sequence[Sequence[Json]] = (
    [{"from": 1, "to": 6, "text": "rain"}],
    [{"from": 1, "to": 5, "text": "a witch"}, {"from": 6, "to": 6, "text": "two"}],
)
TARGETS = (1, 17)


@dataclass(frozen=True)
class Step:
    """`kind` happens in both worlds; what is secret of it is numbered for each."""

    kind: str
    secrets: tuple[int, int]


@dataclass
class Heard:
    """What bystanders have received, with the names of one telling taken out."""

    lines: list[str] = field(default_factory=list)

    def add(self, question: str, answer: httpx.Response) -> None:
        headers = sorted(f"{k}: {v}" for k, v in answer.headers.items() if k not in _OF_THE_CALL)
        told = _TRACE.sub("", answer.text)
        self.lines.append("\n".join((question, str(answer.status_code), *headers, told)))

    def told(self) -> str:
        return _Names().out_of("\n\n".join(self.lines))


_OF_THE_CALL = ("traceparent", "x-request-id", "date")
_TRACE = re.compile(r'"trace_?[iI]d":"[0-9a-f]{32}"')
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_COUNTED = re.compile(r"0{40}[0-9a-f]{24}|f{64}")
_NAME = re.compile(r"[A-Za-z0-9_.=-]{22,}")  # ids, tokens, cursors, signatures


class _Names:
    """Replaces each name by its number of appearance, and keeps its length."""

    def __init__(self) -> None:
        self._seen: dict[str, str] = {}

    def out_of(self, text: str) -> str:
        return _NAME.sub(self._number, _INSTANT.sub("then", text))

    def _number(self, found: re.Match[str]) -> str:
        name = found[0]
        if _COUNTED.fullmatch(name):
            return name
        return self._seen.setdefault(name, f"<{len(self._seen)}:{len(name)}>")


@dataclass
class World:
    """One telling. Ben plays and Eve watches; neither may know the secrets."""

    number: int
    gm: Guest
    ann: Guest
    ben: Guest
    eve: Guest
    unit: Json
    outside: Redis
    heard: Heard = field(default_factory=Heard)
    tables: list[str] = field(default_factory=list)

    @classmethod
    async def begin(cls, street: Street, number: int) -> "World":
        gm = await street.house.room()
        ann, ben = await gm.invite("Ann"), await gm.invite("Ben")
        eve = await gm.invite("Eve", "spectator")
        unit = await ann.told("/units", {"character": SAYAKA})
        return cls(number, gm, ann, ben, eve, unit, street.redis)

    async def tell(self, story: Sequence[Step]) -> str:
        for step in story:
            await _HAPPENS[step.kind](self, step.secrets[self.number])
            await self._listen()
        await self._listen_outside()
        return self.heard.told()

    async def _listen_outside(self) -> None:
        """Hear what other services are told, up to something that happens at the end."""
        await self.gm.ask("PATCH", f"/members/{self.gm.id}", {"name": "The end"})
        told = await told_outside(self.outside, self.gm.room, until="member.changed")
        self.heard.lines += [f"outside {each}" for each in told]

    async def _listen(self) -> None:
        for bystander in (self.ben, self.eve):
            found = await self._ask(bystander, "GET", "/rolls?limit=3")
            for roll in found["items"]:
                await self._about(bystander, roll)
            if found["next_cursor"]:
                await self._ask(bystander, "GET", f"/rolls?limit=3&cursor={found['next_cursor']}")
            for path in ("", "/members", "/foretellings", "/tables", "/checks", "/units"):
                await self._ask(bystander, "GET", path)
            await self._graphql(bystander)
            await self._follow(bystander)

    async def _about(self, bystander: Guest, roll: Json) -> None:
        """Read a roll, and try what may not be done with it."""
        at = f"/rolls/{roll['id']}"
        await self._ask(bystander, "GET", at)
        if roll["secret"]:
            await self._ask(bystander, "POST", at + "/reveal", {})
            await self._ask(bystander, "POST", at + "/push", {"reason": "again"})
            await self._ask(bystander, "POST", at + "/push/accept", {})

    async def _graphql(self, bystander: Guest) -> None:
        body = {"query": _QUERY, "variables": {"room": bystander.room}}
        answer = await bystander.client.post("/graphql", json=body, headers=bystander.headers)
        assert "errors" not in answer.json(), answer.text
        self.heard.add("graphql", answer)

    async def _follow(self, bystander: Guest) -> None:
        """Follow the room from now on, and from its first event to its last."""
        last = (await bystander.look())["seq"]
        for since, count in (({}, 1), ({"since": "0"}, last)):
            path = f"/v1/rooms/{bystander.room}/events"
            async with following(bystander.client, path, bystander.headers, **since) as followed:
                items = await followed.some(count)
            self.heard.lines += [f"events {since}", *map(json.dumps, items)]

    async def _ask(self, bystander: Guest, method: str, path: str, body: Json | None = None) -> Any:  # noqa: ANN401 - JSON
        answer = await bystander.ask(method, path, body)
        self.heard.add(f"{method} {path}", answer)
        again = await bystander.get(path, if_none_match=answer.headers.get("etag", '"x"'))
        if method == "GET":
            self.heard.add(f"{method} {path} again", again)
        return answer.json()

    async def rolls(self, secret: int) -> None:
        await self.ann.told("/rolls", {"notation": "3d6"})
        await self._whatever(self.ann, "/rolls", {**SECRET_ROLLS[secret % 6], "secret": True})

    async def masters(self, secret: int) -> None:
        await self._whatever(self.gm, "/rolls", {**SECRET_ROLLS[secret % 6], "secret": True})

    async def takes(self, secret: int) -> None:
        """Roll secretly under what a bystander has asked, who then tries the same."""
        made = await self.ben.told("/foretellings", {"aim": "see what lurks there"})
        await self.gm.told(f"/foretellings/{made['id']}/answer", {})
        under = {"foretelling": made["id"]}
        await self._whatever(
            self.gm, "/rolls", {**SECRET_ROLLS[secret % 5], **under, "secret": True}
        )
        await self._ask(self.ben, "POST", "/rolls", {"notation": "1d6", **under})

    async def foretells(self, secret: int) -> None:
        answer = {"verdict": "roll", "text": SECRET_TEXTS[secret % 3], "shown": False}
        made = await self.ann.told("/foretellings", {"aim": "listen at the door"})
        await self.gm.told(f"/foretellings/{made['id']}/answer", answer)

    async def writes(self, secret: int) -> None:
        rows = SECRET_ROWS[secret % 2]
        table = {"name": "weather", "dice": "1d6", "rows": rows, "hidden": True}
        made = await self.gm.told("/tables", table)
        await self._whatever(self.gm, f"/tables/{made['id']}/roll", {"secret": True})

    async def hides(self, secret: int) -> None:
        """Judge a check against a target that nobody else knows."""
        body = {"action": "listen", "units": [self.unit["id"]], "kind": "single"}
        check = f"/checks/{(await self.gm.told('/checks', body))['id']}"
        unit = self.unit["id"]
        await self.ann.told(check + "/accept", {"unit": unit})
        terms = {"condition": "ears", "hidden": "unknown", "target": TARGETS[secret % 2]}
        await self.gm.told(check + "/target", terms)
        own = self.unit["originals"][0]["factors"][0]["id"]
        factors = [{"temporary": "good ears"}, {"factor": own}]
        offers = {"unit": unit, "factors": factors, "finish": True}
        await self.ann.told(check + "/declarations", offers)
        verdicts = [{"factor": number, "ruling": "approve"} for number in (1, 2)]
        await self.gm.told(check + "/judgement", {"verdicts": verdicts})
        await self.ann.told(check + "/choices", {"unit": unit, "rolled": []})
        await self._whatever(self.ann, check + "/roll", {})

    async def _whatever(self, who: Guest, path: str, body: Json) -> None:
        """Do something of which only its doer may know how it ended."""
        answer = await who.post(path, body)
        assert answer.status_code in (200, 201, 422), answer.text


_HAPPENS: Mapping[str, Callable[[World, int], Any]] = {
    "rolls": World.rolls,
    "masters": World.masters,
    "takes": World.takes,
    "foretells": World.foretells,
    "writes": World.writes,
    "hides": World.hides,
}
KINDS = tuple(_HAPPENS)

_QUERY = """
query($room: ID!) {
  listRoomRolls(room: $room) { ... on RoomRollPage { items {
    id source reason number secret nonce head hidden at by { id name } receipt
    results { total text notation dice { face } outcome { level success } }
    void { code rule } stream { id index } rows { text } } } ... on Problem { code } }
  getRoom(room: $room) { __typename }
}
"""
