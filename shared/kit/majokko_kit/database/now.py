"""The clock of the database, in milliseconds since 1970: the one clock that all processes share."""

from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


class DatabaseNow(FunctionElement[int]):
    type = BigInteger()
    inherit_cache = True


@compiles(DatabaseNow, "postgresql")
def _postgres(*_: Any, **__: Any) -> str:  # noqa: ANN401 - SQLAlchemy's own
    return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"


@compiles(DatabaseNow, "sqlite")
def _sqlite(*_: Any, **__: Any) -> str:  # noqa: ANN401 - SQLAlchemy's own
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS integer)"
