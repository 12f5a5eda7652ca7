"""The cards service as its clients meet it: people at tables, who know what they are shown."""

from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from majokko_cards import main as cards
from majokko_dice import main as dice
from majokko_rules.cards.magion import Rules
from majokko_rules.rulesets.shelf import built_in
from tests.support.databases import Changes
from tests.support.serving import running, settings_in

Json = dict[str, Any]

HANDS = {2: 6, 3: 5, 4: 4}


@asynccontextmanager
async def open_parlour(
    var: Path, database: Changes, *, with_dice: bool = True, **changes: object
) -> AsyncIterator["Parlour"]:
    """Serve sessions, as often as a test likes, over the same data."""
    settings = settings_in(var, limit_quota=1_000_000, **{**database, **changes})
    services = [cards.service(), *([dice.service()] if with_dice else [])]
    async with running(services, settings) as client:
        yield Parlour(client)


def deck(players: int = 2, **options: bool) -> Sequence[str]:
    """Return the cards of a game's deck, in the printed order."""
    return Rules.of(built_in().find("magion"), players, options).deck


def stacked(first: Sequence[str], size: int | None = None, **options: bool) -> list[str]:
    """Return a deck that begins with these cards; the others follow as they are printed."""
    left = Counter(deck(**options))
    left.subtract(first)
    assert min(left.values()) >= 0, "no deck has these cards"
    return [*first, *left.elements()][:size]


@dataclass(frozen=True)
class Parlour:
    client: httpx.AsyncClient

    async def post(self, path: str, body: Json, **headers: str) -> httpx.Response:
        return await self.client.post(path, json=body, headers=_named(headers))

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.client.get(path, headers=_named(headers))

    async def session(self, players: int = 2, **body: object) -> "Guest":
        """Make a session; return its host."""
        answer = await self.post("/v1/sessions", {"game": "magion", "players": players, **body})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return Guest(self.client, f"/v1/sessions/{made['id']}", made["token"], made)

    async def seated(self, players: int = 2, **body: object) -> "Game":
        """Make a session whose seats are taken."""
        host = await self.session(players, **body)
        seats = [await host.sit(f"Girl {n}") for n in range(players)]
        return Game(host, seats)

    async def practice(
        self,
        girls: Sequence[str],
        witches: Iterable[str] | None = None,
        players: int = 2,
        **body: object,
    ) -> "Game":
        """Begin a practice game, in which the first cards are dealt round, seat by seat."""
        deal: Json = {"girls": list(girls), "first": 0}
        if witches is not None:
            deal["witches"] = _all_witches(list(witches))
        game = await self.seated(players, deal=deal, **body)
        await game.start()
        return game


@dataclass(frozen=True)
class Guest:
    """Somebody with a token for a session: its host, or one who sits there."""

    client: httpx.AsyncClient
    path: str
    token: str
    made: Json

    @property
    def id(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def seat(self) -> int:
        number: int = self.made["seat"]
        return number

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    async def ask(
        self, method: str, path: str = "", body: Json | None = None, **headers: str
    ) -> httpx.Response:
        both = {**self.headers, **_named(headers)}
        return await self.client.request(method, self.path + path, json=body, headers=both)

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

    async def seen(self, path: str = "/view") -> Json:
        answer = await self.get(path)
        assert answer.status_code == 200, answer.text
        seen: Json = answer.json()
        return seen

    async def sit(self, name: str, **body: object) -> "Guest":
        """Let somebody sit down."""
        answer = await self.client.post(f"{self.path}/seats", json={"name": name, **body})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return Guest(self.client, self.path, made["token"], made)

    async def act(self, version: int | None, **action: object) -> httpx.Response:
        body = action if version is None else {"expected_version": version, **action}
        return await self.post("/actions", body)


@dataclass
class Game:
    """A game in which everybody does what a test says; `version` is the one that all know."""

    host: Guest
    seats: Sequence[Guest]
    version: int = 0
    turn: int | None = None
    events: list[Json] = field(default_factory=list)
    view: Json = field(default_factory=dict)

    async def start(self) -> None:
        made = await self.host.told("/start")
        self.version = made["version"]
        self.view = await self.seats[0].seen()
        self.turn = self.view["turn"]

    @property
    def mover(self) -> Guest:
        assert self.turn is not None, "the game is over"
        return self.seats[self.turn]

    @property
    def types(self) -> list[str]:
        """What the last action did."""
        return [event["type"] for event in self.events]

    async def do(self, **action: object) -> Json:
        """Let whoever is on turn do something, and return her view."""
        answer = await self.mover.act(self.version, **action)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        self.version, self.events, self.view = told["version"], told["events"], told["view"]
        self.turn = self.view["turn"]
        return self.view

    async def hint(self) -> Json:
        """Let whoever is on turn give some hint."""
        legal = (await self.mover.seen("/legal"))["actions"]
        hint = next(each for each in legal if each["type"] in {"hint", "ask"})
        return await self.do(**{name: hint[name] for name in hint if name != "fatal"})

    async def cleanse(self, count: int = 1) -> Json:
        return await self.do(type="cleanse", count=count)

    async def play(self, card: str, girl: str | None = None) -> Json:
        """Let whoever is on turn play a card that others see in her hand."""
        await self.do(type="play", card=await self.slot(card))
        return self.view if girl is None else await self.do(type="choose", girl=girl)

    async def discard(self, card: str) -> Json:
        return await self.do(type="discard", card=await self.slot(card))

    async def slot(self, card: str) -> int:
        """Return where a card lies in the hand of whoever is on turn, as her neighbour sees it."""
        assert self.turn is not None, "the game is over"
        neighbour = self.seats[(self.turn + 1) % len(self.seats)]
        hand = (await neighbour.seen())["hands"][self.turn]["cards"]
        return [each["card"] for each in hand].index(card)


WITCHES = (
    "gertrud", "charlotte", "kirsten", "gisela", "elsa_maria", "oktavia", "izabel", "patricia",
)  # fmt: skip


def _all_witches(first: list[str]) -> list[str]:
    return [*first, *(each for each in WITCHES if each not in first)]


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
