"""The front door: everything that happens to a request before a handler sees it, and after."""

from majokko_kit.front.door import Doors, Front
from majokko_kit.front.wire import Wire

__all__ = ["Doors", "Front", "Wire"]
