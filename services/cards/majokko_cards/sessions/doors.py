"""How sessions come to be."""

from typing import Any

from majokko_cards.fairness import Fairness
from majokko_cards.ports import Surroundings
from majokko_cards.records import Board, Session
from majokko_cards.sessions import store, views
from majokko_cards.sessions.beginnings import Beginnings, Begun, Wish
from majokko_cards.sessions.shapes import SessionIn
from majokko_cards.table import store as tables
from majokko_cards.tokens import stranger
from majokko_kit import auth
from majokko_kit.bus.outside import Bus, Outside
from majokko_kit.database import Commands, EventLog, Fact, Work
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import BoardReleased, NotRunning


class Doors:
    def __init__(  # noqa: PLR0913, PLR0917 - what it takes to begin
        self,
        commands: Commands,
        events: EventLog,
        beginnings: Beginnings,
        fairness: Fairness,
        bus: Bus,
        surroundings: Surroundings,
    ) -> None:
        self._commands = commands
        self._events = events
        self._beginnings = beginnings
        self._fairness = fairness
        self._bus = bus
        self._surroundings = surroundings

    async def create(self, asked: Asked[SessionIn]) -> Done[views.SessionCreated]:
        """Make a session; whoever does is its host, and sits nowhere yet.

        Raises InvalidValue, UnknownField, NotFound, TokenMissing, BoardReleased, NotRunning,
        DependencyAway.
        """
        outside = Outside(self._bus)
        fresh = self._surroundings.new_id("ses")

        async def create(work: Work) -> views.SessionCreated:
            name = await self._name(work, asked) if asked.key else fresh
            board = await _board(work, asked)
            wish = Wish(name, asked.tenant, asked.body, board, work.at)
            return await self.add(work, self._beginnings.begin(wish, outside))

        async def run() -> Done[views.SessionCreated]:
            return await self._commands.run(asked, views.SessionCreated, create)

        return await outside.run(run)

    async def add(self, work: Work, begun: Begun) -> views.SessionCreated:
        """Write a session down."""
        told = self._events.write(work, begun.session.id, 0, [created(begun.session)])
        session = begun.session.told(len(told))
        token = auth.new_token("host")
        await store.add(work.sql, session, auth.hashed(token))
        for seat in begun.seats:
            store.add_seat(work.sql, seat, None)
        if begun.dealt is not None:
            tables.add_deal(work.sql, begun.dealt)
        promise = self._fairness.promise(session)
        return views.created(session, begun.seats, promise, token)

    async def _name(self, work: Work, asked: Asked[Any]) -> str:
        """Name a session by its Idempotency-Key, so that a retry gets the same stream.

        Answers are remembered for a day, sessions for longer: then the next name is taken.
        """
        assert asked.key is not None
        whose = (asked.token or b"").hex()
        parts = ("session", asked.tenant, whose, asked.key, asked.fingerprint.hex())
        number = 0
        while True:
            seed = self._surroundings.seed_of(*parts, str(number))
            name = self._surroundings.id_of("ses", seed)
            if not await store.exists(work.sql, name):
                return name
            number += 1


def created(session: Session) -> Fact:
    return Fact(
        "session.created",
        {
            "version": 0,
            "session": session.id,
            "game": session.game,
            "ruleset": session.ruleset,
            "players": session.players,
            "source": session.source,
            "board": session.board,
        },
    )


async def _board(work: Work, asked: Asked[SessionIn]) -> Board | None:
    """Return the board that a session is made for, by the token that opens it."""
    if asked.body.board is None:
        return None
    token = auth.required(asked.token)
    found = await store.board(work.sql, asked.body.board, asked.tenant, token)
    if found is None:
        raise (await stranger(work.sql, token))
    if found.state == "released":
        raise BoardReleased("released", pointer="/board")
    if found.state == "committed":
        raise NotRunning("undealt", pointer="/board")
    return found
