"""Remembers what was reported, so that the log says it once; the oldest is forgotten at last."""

from collections import OrderedDict
from collections.abc import Hashable

MOST = 1000


class Reported:
    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, None] = OrderedDict()

    def is_new(self, fault: Hashable) -> bool:
        """Tell whether something was not reported yet, and remember that it is now."""
        is_new = fault not in self._known
        self._known[fault] = None
        self._known.move_to_end(fault)
        if len(self._known) > MOST:
            self._known.popitem(last=False)
        return is_new

    def __len__(self) -> int:
        return len(self._known)
