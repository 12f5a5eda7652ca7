"""Writes that nobody waits for: held back, and sent together where the database can take them so.

What a command writes is mostly a handful of rows whose answers it does not need. PostgreSQL takes
them as parts of one statement, for a question to it costs more than a row. They are sent before the
transaction asks anything else, so nobody can tell that they were held back.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import TracebackType
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import (
    CTE,
    BindParameter,
    ColumnElement,
    Dialect,
    Insert,
    Table,
    Update,
    bindparam,
    func,
    literal_column,
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

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:  # committed, so closing asks nobody, and needs no task that outlives us
            await self.close()
        else:
            await super().__aexit__(kind, error, trace)

    async def _one_by_one(self, group: Sequence[tuple[Write, Row]]) -> None:
        for write, row in group:
            done = await super().execute(write.statement, row)
            assert not write.exact or done.rowcount == 1, f"no such row of {write.table.name}"

    async def _together(self, group: Sequence[tuple[Write, Row]]) -> None:
        combined = _combined(tuple(write for write, _ in group), self.dialect)
        done = await self.exec_driver_sql(combined.text, combined.values([row for _, row in group]))
        assert all(count == 1 for count in done.one()), "no such row"


def _fits(write: Write, group: Sequence[tuple[Write, Row]]) -> bool:
    changes = isinstance(write.statement, Update)
    return len(group) < _TOGETHER and not any(
        other.table is write.table and (changes or isinstance(other.statement, Update))
        for other, _ in group
    )


@dataclass(frozen=True, slots=True)
class _Combined:
    """One statement that makes several writes, ready to be sent.

    It is compiled once and for all: to look it up would cost more than to send it. Each parameter
    is taken from the rows by its own function.
    """

    text: str
    parameters: Sequence[Callable[[Sequence[Row]], object]]

    def values(self, rows: Sequence[Row]) -> tuple[object, ...]:
        return tuple(taken(rows) for taken in self.parameters)


@lru_cache(maxsize=_COMBINATIONS)
def _combined(writes: tuple[Write, ...], dialect: Dialect) -> _Combined:
    """Return one statement that makes all of these writes, and counts those that are exact."""
    parts = [_part(write, n) for n, write in enumerate(writes)]
    counts: list[ColumnElement[int]] = [
        select(func.count()).select_from(part).scalar_subquery()
        for write, part in zip(writes, parts, strict=True)
        if write.exact
    ]
    asked = select(*counts or [literal_column("1")]).add_cte(*parts)
    compiled = asked.compile(dialect=dialect)
    binds = [compiled.binds[name] for name in compiled.positiontup or ()]
    return _Combined(compiled.string, [_parameter(bind, dialect) for bind in binds])


def _part(write: Write, number: int) -> CTE:
    def renamed(element: Any, **_: Any) -> Any:  # noqa: ANN401 - any part of a statement
        if isinstance(element, BindParameter) and not element.unique:
            return bindparam(f"{number} {element.key}", type_=element.type)
        return None

    statement = cast("Insert", visitors.replacement_traverse(write.statement, {}, renamed))
    return statement.returning(literal_column("1").label("done")).cte(f"w{number}")


def _parameter(bind: BindParameter[Any], dialect: Dialect) -> Callable[[Sequence[Row]], object]:
    """Return what takes a parameter from the rows, the way the driver wants it."""
    convert = bind.type.dialect_impl(dialect).bind_processor(dialect) or _as_it_is
    if bind.unique:  # it stands in the statement itself
        constant = convert(bind.effective_value)
        return lambda _: constant
    part, _, name = bind.key.partition(" ")
    number = int(part)
    return lambda rows: convert(rows[number][name])


def _as_it_is(value: object) -> object:
    return value
