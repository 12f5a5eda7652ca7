"""Live streams: what happens is told at once, in order, and never lost on the way.

The log in the database is the truth. A bell only wakes those who read it; whoever missed the bell
reads a little later.
"""

from majokko_kit.live.bell import Bell, hung
from majokko_kit.live.feed import Feed, Gone, Reading, Source, follow
from majokko_kit.live.following import Following, Since
from majokko_kit.live.items import Item

__all__ = [
    "Bell",
    "Feed",
    "Following",
    "Gone",
    "Item",
    "Reading",
    "Since",
    "Source",
    "follow",
    "hung",
]
