"""Tells a database that is away from a mistake of ours."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from majokko_kit.refusals import DependencyAway


@contextmanager
def told() -> Iterator[None]:
    """Raise DependencyAway for what waiting may mend; mistakes stay surprises."""
    try:
        yield
    except (OperationalError, InterfaceError, NoConnection, OSError) as error:
        raise DependencyAway("no_answer") from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise DependencyAway("no_answer") from error
        raise
