"""Writes that nobody waits for: held back, and sent together where the database can take them so.

What a command writes is mostly a handful of rows whose answers it does not need. PostgreSQL takes
them as parts of one statement, for a question to it costs more than a row. They are sent before the
transaction asks anything else, so nobody can tell that they were held back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import (
    CTE,
    BindParameter,
    ColumnElement,
    Insert,
    Select,
    Table,
    Update,
    bindparam,
    func,
    literal,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.sql import visitors

Row = Mapping[str, Any]

_TOGETHER = 8  # so that there are few kinds of combined statements, each of which is planned once
_COMBINATIONS = 256


@dataclass(frozen=True, eq=False, slots=True)
class Write:
    """A statement that is built once and often run; one that is `exact` must change one row."""

    statement: Insert | Update
    exact: bool = False

    @property
    def table(self) -> Table:
        return cast("Table", self.statement.table)

    @classmethod
    def insert(cls, table: Table) -> "Write":
        """Insert a row that has a value for each column of `table`."""
        values = {each.name: bindparam(each.name, type_=each.type) for each in table.c}
        return cls(table.insert().values(values))


@dataclass(slots=True)
class Held:
    """What is held back, in the order in which it was written."""

    writes: list[tuple[Write, Row]] = field(default_factory=list)

    def taken(self) -> Sequence[Sequence[tuple[Write, Row]]]:
        """Return it in groups that can be sent together, and hold it no more.

        All parts of one statement see the rows as they were before it, so that what is changed in a
        table stands with nothing else that is written to it.
        """
        groups: list[list[tuple[Write, Row]]] = [[]]
        for write in self.writes:
            if not _fits(write[0], groups[-1]):
                groups.append([])
            groups[-1].append(write)
        self.writes = []
        return groups


class Connection(AsyncConnection):
    """A connection that holds back what nobody waits for.

    `later` writes before anything else is asked of the database; whoever commits asks for `flush`.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__(engine)
        self._held = Held()

    def later(self, write: Write, row: Row) -> None:
        """Write this some time before the COMMIT, and before anything that is asked from now on."""
        self._held.writes.append((write, row))

    async def flush(self) -> None:
        """Write what was held back."""
        if not self._held.writes:
            return
        for group in self._held.taken():
            if len(group) == 1 or self.dialect.name == "sqlite":
                await self._one_by_one(group)
            else:
                await self._together(group)

    if not TYPE_CHECKING:  # the signatures of its base stay

        async def execute(self, *asked: object, **options: object) -> object:
            await self.flush()
            return await super().execute(*asked, **options)

    async def _one_by_one(self, group: Sequence[tuple[Write, Row]]) -> None:
        for write, row in group:
            done = await super().execute(write.statement, row)
            assert not write.exact or done.rowcount == 1, f"no such row of {write.table.name}"

    async def _together(self, group: Sequence[tuple[Write, Row]]) -> None:
        statement = _combined(tuple(write for write, _ in group))
        row = {
            f"w{n}_{name}": value for n, (_, row) in enumerate(group) for name, value in row.items()
        }
        done = await super().execute(statement, row)
        assert all(count == 1 for count in done.one()), "no such row"


def _fits(write: Write, group: Sequence[tuple[Write, Row]]) -> bool:
    changes = isinstance(write.statement, Update)
    return len(group) < _TOGETHER and not any(
        other.table is write.table and (changes or isinstance(other.statement, Update))
        for other, _ in group
    )


@lru_cache(maxsize=_COMBINATIONS)
def _combined(writes: tuple[Write, ...]) -> Select[Any]:
    """Return one statement that makes all of these writes, and counts those that are exact."""
    parts = [_part(write, n) for n, write in enumerate(writes)]
    counts: list[ColumnElement[int]] = [
        select(func.count()).select_from(part).scalar_subquery()
        for write, part in zip(writes, parts, strict=True)
        if write.exact
    ]
    return cast("Select[Any]", select(*counts or [literal(1)]).add_cte(*parts))


def _part(write: Write, number: int) -> CTE:
    def renamed(element: Any, **_: Any) -> Any:  # noqa: ANN401 - any part of a statement
        if isinstance(element, BindParameter) and not element.unique:
            return bindparam(f"w{number}_{element.key}", type_=element.type)
        return None

    statement = cast("Insert", visitors.replacement_traverse(write.statement, {}, renamed))
    return statement.returning(literal(1).label("done")).cte(f"w{number}")
