"""Lets those who may do something to a session, and writes down what came of it.

One commit is one version: whatever everybody may see of it bumps `version`, tells facts and is
written with the session's row, in one transaction, in which nobody waits for another service.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.records import ANYBODY, Me, Seat, Session
from majokko_cards.sessions import store
from majokko_cards.tokens import stranger
from majokko_kit import auth
from majokko_kit.bus.outside import Bus, Outside
from majokko_kit.database import Commands, Database, Event, EventLog, Fact, Spent, Work
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import Forbidden, NotFound

Out = TypeVar("Out")
Who = Literal["anybody", "host", "seat", "either"]


@dataclass(slots=True)
class Held:
    """A session that nobody else changes meanwhile, and who came to do something.

    `now` is what it becomes; `facts` are told in the version that `now` has then.
    """

    work: Work
    before: Session
    me: Me
    outside: Outside
    now: Session = field(init=False)
    facts: list[Fact] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.now = self.before

    def become(self, **values: Any) -> None:  # noqa: ANN401 - members of a session
        self.now = replace(self.now, **values)

    def tell(self, type_: str, **data: Any) -> None:  # noqa: ANN401 - any JSON
        """Tell a fact that everybody may see, in the next version."""
        self.facts.append(Fact(type_, {"version": self.before.version + 1, **data}))


@dataclass(frozen=True, slots=True)
class Look:
    """A session as it stands at one moment, and who looks at it.

    `locked` says that others may still play its cards, because its board is not released.
    """

    sql: AsyncConnection
    session: Session
    me: Me
    locked: bool


Effect = Callable[[Held], Awaitable[Out | Spent]]


class Sessions:
    """What everything that happens in sessions is built on."""

    def __init__(self, database: Database, commands: Commands, events: EventLog, bus: Bus) -> None:
        self._database = database
        self._commands = commands
        self._events = events
        self._bus = bus
        self.watchers: list[Callable[[Session], None]] = []
        """Told what a session has become, once that is committed; they never wait."""
        self.listeners: list[Callable[[Session, Sequence[Event]], None]] = []
        """Told what happened in a session, once that is known to be committed, before the bell."""

    async def held(
        self,
        asked: Asked[Any],
        kind: type[Out],
        effect: Effect[Out],
        who: Who = "either",
        *,
        renews: bool = False,
    ) -> Done[Out]:
        """Run a command in a session. One that `renews` the very token that asks is told again also
        to the old one, or whoever missed the answer would be shut out.

        What is refused has no effect. Raises NotFound, TokenMissing, Forbidden, DependencyAway, and
        what the effect raises.
        """
        outside = Outside(self._bus)

        async def do(work: Work) -> Out | Spent:
            held = await self._taken(work, asked, outside, who)
            answer = await effect(held)
            self.settle(held)
            return answer

        done = await outside.run(partial(self._commands.run, asked, kind, do))
        if done.replayed and not renews:  # told again only to a token that is still good
            async with self.looking(asked):
                pass
        return done

    async def alone(
        self, session: str, tenant: str, version: int, effect: Callable[[Held], Awaitable[None]]
    ) -> bool:
        """Do something in a session that nobody asked for, unless it has moved on since `version`;
        return whether it was done.

        Raises DependencyAway, and what the effect raises.
        """
        async with self._database.work() as work:
            before = await store.locked(work.sql, session, tenant)
            if before is None or before.version != version:
                return False
            held = Held(work, before, ANYBODY, Outside(self._bus))
            await effect(held)
            self.settle(held)
        return True

    def settle(self, held: Held) -> Sequence[Event]:
        """Write what became of a session, and return what is told of it.

        An effect that answers with what it told settles by itself; nothing is then left to write.
        """
        work, before, now = held.work, held.before, held.now
        told = self._events.write(work, before.id, before.seq, held.facts)
        if told:
            now = replace(
                now, version=before.version + 1, seq=before.seq + len(told), changed_at=work.at
            )
        if now is not before:
            store.change(work.sql, now)
            for watcher in self.watchers:
                work.afterwards(partial(watcher, now))
        if told:
            for listener in self.listeners:
                work.once_true(partial(listener, now, told))
        held.before = held.now = now
        held.facts = []
        return told

    @asynccontextmanager
    async def looking(self, asked: Asked[Any]) -> AsyncIterator[Look]:
        """Look at a session and change nothing; whoever shows no token is anybody.

        Raises NotFound, and TokenMissing for a token that is good for nothing here: nobody gets
        another view than the one that was asked for.
        """
        async with self._database.reading() as sql:
            session, me = await self._seen(sql, asked)
            yield Look(sql, session, me, await store.is_locked(sql, session))

    async def told(self, sql: AsyncConnection, session: Session, after: int) -> Sequence[Event]:
        """Return what was told of a session after an event, in order."""
        return await self._events.after(sql, session.id, after)

    async def _seen(self, sql: AsyncConnection, asked: Asked[Any]) -> tuple[Session, Me]:
        name, token = asked.path["session"], asked.token
        if token is None:
            session = await store.one(sql, name, asked.tenant)
            if session is None:
                raise NotFound("thing")
            return session, ANYBODY
        found = await store.seen(sql, name, asked.tenant, token)
        if found is None or found[1] == ANYBODY:
            raise await stranger(sql, token)
        return found

    async def _taken(self, work: Work, asked: Asked[Any], outside: Outside, who: Who) -> Held:
        sql, name, tenant = work.sql, asked.path["session"], asked.tenant
        if who == "anybody" and asked.token is None:
            session = await store.locked(sql, name, tenant)
            if session is None:
                raise NotFound("thing")
            return Held(work, session, ANYBODY, outside)
        token = auth.required(asked.token)
        seated = await store.locked_seat(sql, name, tenant, token) if who != "host" else None
        if seated is not None:
            return Held(work, seated[0], Me(seated[1]), outside)
        session = await store.locked_host(sql, name, tenant, token)
        if session is None:
            raise await self._unfit(sql, asked, token)
        if who == "seat":
            raise Forbidden("role")
        return Held(work, session, Me(host=True), outside)

    async def _unfit(self, sql: AsyncConnection, asked: Asked[Any], token: bytes) -> Exception:
        """Say why a token does not do here: a seat's for what is the host's, or a stranger's."""
        found = await store.seen(sql, asked.path["session"], asked.tenant, token)
        if found is not None and found[1] != ANYBODY:
            return Forbidden("role")
        return await stranger(sql, token)


def mine(held: Held) -> Seat:
    """Return the seat of whoever came from one."""
    assert held.me.seat is not None, "asked of seats only"
    return held.me.seat
