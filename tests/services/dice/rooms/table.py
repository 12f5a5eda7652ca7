"""A table of people in a room, each with a token, and what they ask over HTTP."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import httpx
from pydantic import Field

from majokko_dice import main
from majokko_dice.deps import Dice
from majokko_dice.rooms.ports import Seat
from majokko_dice.rooms.streams import Rotation
from majokko_dice.wiring import Surprises
from majokko_kit.database import Spent
from majokko_kit.operations import Asked, Done, Operation
from majokko_kit.operations.operation import Shape
from majokko_kit.service import Service
from majokko_rules.errors import InvalidValue
from tests.support.databases import Changes
from tests.support.serving import running, settings_in

Json = dict[str, Any]
CLOSE = "/close"


class DrawIn(Shape):
    """One draw without anything around it: what rolls are made of."""

    hidden: bool = False
    sides: Annotated[int, Field(ge=2)] = 6
    count: int = 3
    purpose: str = "roll"
    refused: Annotated[
        Literal["rolled back", "spent"] | None,
        Field(description="What becomes of a draw that comes to nothing."),
    ] = None


@dataclass(frozen=True, slots=True)
class Drawn:
    stream: str
    index: int
    nonce: int
    head: str
    hidden: str | None
    committed: str | None
    values: list[int]


def drawing(dice: Dice) -> Any:  # noqa: ANN401 - what an operation runs
    async def draw(asked: Asked[DrawIn]) -> Done[Drawn]:
        async def effect(seat: Seat) -> Drawn | Spent:
            body = asked.body
            drawing = await dice.streams.current(seat, hidden=body.hidden)
            turn = drawing.turn(body.purpose)
            turn.chance.throw(body.count, body.sides)
            made = await drawing.record(turn, f"{body.count}d{body.sides}")
            refusal = InvalidValue("too_large", pointer="/sides", limit=made.nonce)
            if body.refused == "rolled back":
                raise refusal
            if body.refused == "spent":
                return Spent(refusal)
            following = made.committed.commitment if made.committed else None
            place = (made.stream, made.index, made.nonce, made.head, made.hidden, following)
            return Drawn(*place, list(turn.values))

        return await dice.rooms.seated(asked, Drawn, effect)

    return draw


DRAW: Operation[DrawIn, Drawn] = Operation(
    name="drawForTests",
    method="POST",
    path="/v1/rooms/{room}/draws",
    summary="Draw",
    body=DrawIn,
    answer=Drawn,
    run=drawing,
)


def drawing_service(rotation: Rotation | None = None) -> Service:
    """The dice service, and bare draws beside its rolls."""
    served = main.service(Surprises(rotation=rotation or Rotation()))
    return replace(served, operations=(*served.operations, DRAW))


@asynccontextmanager
async def open_house(
    var: Path, database: Changes, rotation: Rotation | None = None
) -> AsyncIterator["House"]:
    """Serve rooms, as often as a test likes, over the same data."""
    settings = settings_in(var, limit_quota=1_000_000, **database)
    async with running([drawing_service(rotation)], settings) as client:
        yield House(client)


@dataclass(frozen=True)
class House:
    client: httpx.AsyncClient

    async def room(self, **body: object) -> "Guest":
        """Make a room; return its game master."""
        answer = await self.client.post("/v1/rooms", json={"name": "Table", **body})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return Guest(self.client, made["id"], made["member"]["id"], made["token"], made)

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.client.get(path, headers=headers)

    async def proof(self, stream: Json) -> Json:
        answer = await self.get(f"/v1/fairness/streams/{stream['id']}/{stream['index']}/proof")
        assert answer.status_code == 200, answer.text
        proof: Json = answer.json()
        return proof


@dataclass(frozen=True)
class Guest:
    """Somebody in a room. `made` is what she was told when she came."""

    client: httpx.AsyncClient
    room: str
    id: str
    token: str
    made: Json

    @property
    def headers(self) -> Mapping[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    async def ask(
        self, method: str, path: str = "", body: Json | None = None, **headers: str
    ) -> httpx.Response:
        """Ask for something below her room."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.client.request(
            method, f"/v1/rooms/{self.room}{path}", json=body, headers={**self.headers, **named}
        )

    async def get(self, path: str = "", **headers: str) -> httpx.Response:
        return await self.ask("GET", path, None, **headers)

    async def post(self, path: str, body: Json | None = None, **headers: str) -> httpx.Response:
        return await self.ask("POST", path, body, **headers)

    async def told(self, path: str, body: Json | None = None, **headers: str) -> Json:
        """Post, and return what was answered to what must succeed."""
        answer = await self.post(path, body, **headers)
        assert answer.is_success, answer.text
        told: Json = answer.json()
        return told

    async def look(self) -> Json:
        answer = await self.get()
        assert answer.status_code == 200, answer.text
        room: Json = answer.json()
        return room

    async def draw(self, **body: object) -> Json:
        return await self.told("/draws", body)

    async def seed(self, seed: str, commitment: str) -> httpx.Response:
        return await self.post("/seed", {"seed": seed}, if_match=f'"{commitment}"')

    async def invite(self, name: str, role: str = "player") -> "Guest":
        """Let somebody in; only whoever made the room has its invitation."""
        body = {"name": name, "invite": self.made["invite"], "role": role}
        made = await self.told("/members", body)
        return Guest(self.client, self.room, made["id"], made["token"], made)


def codes(answers: list[httpx.Response]) -> list[tuple[int, str | None]]:
    """Return status and problem code of each, in a fixed order."""
    return sorted((one.status_code, one.json().get("code") or "") for one in answers)


async def together(*asked: Any) -> list[httpx.Response]:  # noqa: ANN401 - coroutines
    return list(await asyncio.gather(*asked))
