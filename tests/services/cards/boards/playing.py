"""Boards as their hosts and players meet them."""

from dataclasses import dataclass
from typing import Any

import httpx

from tests.services.cards.parlour import Game, Guest, Parlour

Json = dict[str, Any]


@dataclass(frozen=True)
class Board:
    """A board, for whoever has its token."""

    parlour: Parlour
    made: Json

    @property
    def path(self) -> str:
        return f"/v1/boards/{self.made['id']}"

    @property
    def id(self) -> str:
        board: str = self.made["id"]
        return board

    @property
    def bearer(self) -> str:
        return f"Bearer {self.made['token']}"

    async def ask_session(self, **body: object) -> httpx.Response:
        asked = {"game": "magion", "players": 2, "board": self.id, **body}
        return await self.parlour.post("/v1/sessions", asked, authorization=self.bearer)

    async def session(self, **body: object) -> Guest:
        answer = await self.ask_session(**body)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return Guest(self.parlour.client, f"/v1/sessions/{made['id']}", made["token"], made)

    async def table(self, **body: object) -> Game:
        """Make a session on the board, and begin its game."""
        host = await self.session(**body)
        game = Game(host, [await host.sit(f"Girl {number}") for number in range(2)])
        await game.start()
        return game

    async def post(self, step: str, body: Json | None = None, **headers: str) -> httpx.Response:
        headers = {"authorization": self.bearer, **headers}
        return await self.parlour.post(self.path + step, body or {}, **headers)

    async def seen(self, query: str = "") -> Json:
        answer = await self.parlour.get(self.path + query)
        assert answer.status_code == 200, answer.text
        seen: Json = answer.json()
        return seen


async def board(parlour: Parlour, **body: object) -> Board:
    answer = await parlour.post("/v1/boards", {"game": "magion", "players": 2, **body})
    assert answer.status_code == 201, answer.text
    return Board(parlour, answer.json())


async def lose(game: Game) -> None:
    for _ in range(3):
        await game.hint()
