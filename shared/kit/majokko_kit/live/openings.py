"""Counts the streams that are open in this process: each of them looks for news by itself."""

from collections import Counter
from collections.abc import Callable

from majokko_kit.call import Call
from majokko_kit.refusals import QuotaExceeded

_AGAIN = ((b"retry-after", b"5"),)


class Openings:
    """At most `limit` streams of one viewer from one caller; who is not limited has no number."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[tuple[str, str]] = Counter()

    def enter(self, viewer: str, call: Call) -> Callable[[], None]:
        """Count one more; call what is returned when it is over.

        Raises QuotaExceeded.
        """
        if call.caller is None:
            return _nothing
        key = (viewer, call.caller)
        if self._open[key] >= self._limit:
            raise QuotaExceeded("streams", limit=self._limit, headers=_AGAIN)
        self._open[key] += 1
        return lambda: self._leave(key)

    def _leave(self, key: tuple[str, str]) -> None:
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


def _nothing() -> None:
    """Nobody counts."""
