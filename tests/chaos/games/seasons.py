"""Many games, played from the first request to the last proof while everything is killed."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.chaos.games.audience import Follower
from tests.chaos.games.ledger import Chronicle
from tests.chaos.games.players import Journal, Table
from tests.chaos.games.ways import Ways
from tests.chaos.history import Json

SEATS = 4
_PAUSE = 0.2

HUMANS: tuple[None, ...] = (None,) * SEATS
MIXED = (None, "bot:cautious", None, "bot:random")
BOTS = ("bot:cautious", "bot:random", "bot:cautious", "bot:cautious")
CLOCK: Mapping[str, Any] = {
    "bank_ms": 60_000, "increment_ms": 500, "on_timeout": "random_legal",
}  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """What kind of a game is played; several share a `board` when its name is the same."""

    name: str
    seats: Sequence[str | None] = HUMANS
    clock: Json | None = None
    options: Json = field(default_factory=dict)
    contributes: bool = True
    board: str | None = None


def plans(count: int) -> Sequence[Plan]:
    """Return so many games of all kinds."""
    kinds: Sequence[Mapping[str, Any]] = (
        {},
        {"clock": CLOCK},
        {"seats": MIXED, "options": {"qb": True}},
        {"seats": BOTS},
        {"board": "cup"},
        {"seats": MIXED, "board": "cup", "clock": CLOCK},
        {"options": {"walpurgis_locks_all": True, "empty_hint": True}, "contributes": False},
        {"seats": BOTS, "clock": CLOCK},
    )
    return [Plan(f"game-{number}", **kinds[number % len(kinds)]) for number in range(count)]


class Season:
    """Plays games, so many at a time, and returns what is to be known of each."""

    def __init__(self, ways: Ways, seed: str, at_once: int) -> None:
        self._ways = ways
        self._seed = seed
        self._places = asyncio.Semaphore(at_once)
        self._boards: dict[str, asyncio.Task[Json]] = {}

    async def play(self, wanted: Sequence[Plan]) -> Sequence[Chronicle]:
        """Play them all; decks that several share are shown when the last of them is over."""
        self._boards = {
            name: asyncio.create_task(self._board(name))
            for name in sorted({plan.board for plan in wanted if plan.board})
        }
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._play(plan)) for plan in wanted]
        games = [task.result() for task in tasks]
        for made in [await board for board in self._boards.values()]:
            await self._ways.told(
                "POST", f"/v1/boards/{made['id']}/release", made["token"], {}, key="release"
            )
        return await asyncio.gather(*map(self._checked, games))

    async def _board(self, name: str) -> Json:
        body = {"game": "magion", "players": SEATS, "contribution": name}
        made: Json = await self._ways.told("POST", "/v1/boards", body=body, key=name)
        return made

    async def _play(self, plan: Plan) -> "_Played":
        async with self._places:
            chance = random.Random(f"{self._seed} {plan.name}")
            board = await self._boards[plan.board] if plan.board else None
            made = await self._made(plan, board)
            path = f"/v1/sessions/{made['id']}"
            seats = await self._seated(path, plan)
            await self._ways.told("POST", f"{path}/start", made["token"], key="start")
            return await self._followed(_Played(plan, path, made, board, seats), chance)

    async def _made(self, plan: Plan, board: Json | None) -> Json:
        body = {
            "game": "magion",
            "players": SEATS,
            "seats": plan.seats,
            "options": plan.options,
            "clock": plan.clock,
            "board": board and board["id"],
        }
        token = board["token"] if board else None
        made: Json = await self._ways.told("POST", "/v1/sessions", token, body, key=plan.name)
        return made

    async def _seated(self, path: str, plan: Plan) -> Mapping[int, str]:
        """Let everybody sit down at once, each on her seat; a board's deck is mixed already."""
        contributes = plan.contributes and plan.board is None

        async def sit(seat: int) -> str:
            given = {"contribution": f"{plan.name}.{seat}"} if contributes else {}
            body = {"name": f"Girl {seat}", "seat": seat, **given}
            made = await self._ways.told("POST", f"{path}/seats", body=body, key=f"{path}-{seat}")
            token: str = made["token"]
            return token

        free = [number for number, kind in enumerate(plan.seats) if kind is None]
        tokens = await asyncio.gather(*(sit(seat) for seat in free))
        return dict(zip(free, tokens, strict=True))

    async def _followed(self, game: "_Played", chance: random.Random) -> "_Played":
        """Play it while somebody who plays, or else somebody who watches, follows it.

        Nobody watches a game on a board before its release.
        """
        watching = [] if game.board else [None]
        seat = chance.choice([*game.seats, *watching])
        follower = Follower(self._ways, game.path, game.token(seat))
        async with follower.following():
            if game.seats:
                table = Table(self._ways, game.path, game.seats, self._seed)
                await table.play()
                game.journal = table.journal
            await follower.over.wait()
        game.follower = (seat, follower)
        return game

    async def _checked(self, game: "_Played") -> Chronicle:
        """Ask for everything there is to be known of a game that is over."""
        async with self._places:
            return await self._asked(game)

    async def _asked(self, game: "_Played") -> Chronicle:
        path, host = game.path, game.made["token"]
        facts = await self._ways.told("GET", path)
        replay = await self._ways.told("GET", f"{path}/replay")
        proof = await self._proof(replay["proof"])
        body = {"replay": replay["replay"], "proof": proof}
        seat, follower = game.follower
        return Chronicle(
            made=game.made,
            board=game.board,
            seats=list(game.seats),
            journal=game.journal,
            heard_by=seat,
            heard=follower.heard,
            sent_away=follower.was_sent_away(),
            facts=facts,
            view=await self._ways.told("GET", f"{path}/view", host),
            logs={seat: await self._log(path, game.token(seat)) for seat in [*game.seats, None]},
            openings=(await self._ways.told("GET", f"{path}/openings"))["cards"],
            replay=replay["replay"],
            proof=proof,
            verdict=await self._ways.told("POST", "/v1/replays/verify", body=body),
        )

    async def _log(self, path: str, token: str | None) -> Sequence[Json]:
        follower = Follower(self._ways, path, token)
        async with follower.following():
            await follower.over.wait()
        return follower.heard

    async def _proof(self, path: str) -> dict[str, Any]:
        """Wait for it: it is there once dice have heard of the end."""
        while True:
            answer = await self._ways.ask("GET", path)
            if answer.is_success:
                proof: dict[str, Any] = answer.json()
                return proof
            await asyncio.sleep(_PAUSE)


@dataclass
class _Played:
    plan: Plan
    path: str
    made: Json
    board: Json | None
    seats: Mapping[int, str]
    journal: Journal = field(default_factory=Journal)
    follower: tuple[int | None, Follower] = field(init=False)

    def token(self, seat: int | None) -> str | None:
        return None if seat is None else self.seats[seat]
