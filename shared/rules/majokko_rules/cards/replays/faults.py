"""Everything that is wrong with a replay is told at once, each with its place."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from majokko_rules.errors import RuleError

_MOST = 100
"""Nobody reads more, and a hostile document may have one in every byte."""


class Unreadable(Exception):
    """This is no replay; `faults` point into what was to be read."""

    def __init__(self, faults: Sequence[RuleError]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, faults)))


class Faults:
    """Collects refusals while reading goes on beside them.

    >>> from majokko_rules.errors import InvalidValue
    >>> faults = Faults()
    >>> with faults.under("/deal"):
    ...     raise InvalidValue("required", pointer="/first")
    >>> try:
    ...     faults.settle()
    ... except Unreadable as unreadable:
    ...     [(fault.rule, fault.pointer) for fault in unreadable.faults]
    [('required', '/deal/first')]
    """

    def __init__(self) -> None:
        self._found: list[RuleError] = []

    def under(self, pointer: str) -> "_Under":
        """Keep what is refused in a `with` of this, which lies under `pointer`.

        Raises Unreadable if that makes too many of them.
        """
        return _Under(self, pointer)

    def add(self, error: RuleError) -> None:
        self._found.append(error)
        if len(self._found) == _MOST:
            self.settle()

    def settle(self) -> None:
        """Raises Unreadable where anything was refused."""
        if self._found:
            raise Unreadable(self._found)


class _Under:
    def __init__(self, faults: Faults, pointer: str) -> None:
        self._faults = faults
        self._pointer = pointer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        del kind, trace
        if not isinstance(error, RuleError):
            return False
        self._faults.add(error.under(self._pointer))
        return True
