"""Games in memory: what was dealt and done, folded; caught up from the log whenever it has grown.

Any process may serve any session. One that has not seen the last moves reads them; one that knows
the session best wins nothing but time. What is remembered was committed, or was read as such.
"""

from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass, field

from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.records import Move, Session
from majokko_cards.table import store
from majokko_cards.table.deals import Deals, Table
from majokko_rules.cards import magion

_REMEMBERED = 512
_STATES = 12
"""So many of a game's last states are kept, for those who watch it with a delay."""


@dataclass(slots=True)
class Fold:
    """A game up to its last known move; `versions` are those of its moves, in order."""

    table: Table
    states: list[magion.State]
    versions: list[int] = field(default_factory=list)

    @property
    def moves(self) -> int:
        """The number of the last move of its own."""
        return len(self.versions)

    def add(self, version: int, state: magion.State) -> None:
        self.versions.append(version)
        self.states.append(state)
        if len(self.states) > _STATES:
            del self.states[0]

    def state(self, number: int) -> magion.State | None:
        """Return the game after so many moves, where that is still remembered."""
        place = number - self.moves - 1
        return self.states[place] if -len(self.states) <= place < 0 else None


class Folds:
    def __init__(self, deals: Deals) -> None:
        self._deals = deals
        self._known: OrderedDict[str, Fold] = OrderedDict()

    async def now(self, sql: AsyncConnection, session: Session) -> magion.State:
        """Return the game as it stands in a session that has begun."""
        return await self.after(sql, session, session.moves)

    async def table(self, sql: AsyncConnection, session: Session) -> Table:
        """Return the cards of a session that has begun."""
        return await self._deals.of(sql, session)

    async def after(self, sql: AsyncConnection, session: Session, number: int) -> magion.State:
        """Return the game after its first so many moves."""
        fold = await self._caught_up(sql, session)
        state = fold.state(number)
        if state is None:
            state = await self._again(sql, session, fold.table, number)
        return state

    async def at_version(
        self, sql: AsyncConnection, session: Session, version: int
    ) -> magion.State:
        """Return the game as it stood in an earlier version."""
        fold = await self._caught_up(sql, session)
        return await self.after(sql, session, bisect_right(fold.versions, version))

    def begun(self, session: str, table: Table, state: magion.State) -> None:
        """Remember a game that has begun."""
        self._deals.remember(session, table)
        self._remember(session, Fold(table, [state]))

    def moved(self, session: str, move: Move, state: magion.State) -> None:
        """Remember where a move has led that was committed."""
        fold = self._known.get(session)
        if fold is not None and fold.moves == move.number - 1:
            fold.add(move.version, state)

    async def _caught_up(self, sql: AsyncConnection, session: Session) -> Fold:
        fold = self._known.get(session.id)
        if fold is None:
            table = await self._deals.of(sql, session)
            fold = Fold(table, [table.begin()])
        else:
            self._known.move_to_end(session.id)
        if fold.moves < session.moves:
            for move in await store.moves(sql, session.id, fold.moves, session.moves):
                if move.number == fold.moves + 1:  # another task may have been faster
                    action = magion.read(move.action)
                    fold.add(move.version, magion.play(fold.states[-1], action))
        self._remember(session.id, fold)
        return fold

    async def _again(
        self, sql: AsyncConnection, session: Session, table: Table, number: int
    ) -> magion.State:
        state = table.begin()
        for move in await store.moves(sql, session.id, 0, number):
            state = magion.play(state, magion.read(move.action))
        return state

    def _remember(self, session: str, fold: Fold) -> None:
        self._known[session] = fold
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
