"""What chance and time decide besides the cards: alike in every telling of one story.

Ids, tokens and instants are counted, so two worlds give the same ones, and with them the same
ETags, cursors and lengths. What is left to differ is what follows from the cards.
"""

from itertools import count
from typing import final

import pytest

from majokko_kit import clock

_STORY = clock.SECOND
_MOMENT = 20  # milliseconds; a story has less than fifty
_FOR_EVER = 2**62
"""Time leaps from story to story; nobody was away meanwhile."""

_STORIES = 32  # bits of a name that tell in which story it was given


@final
class Fate:
    """Stands in for the time and the entropy of this process."""

    def __init__(self) -> None:
        self._begin = clock.now_ms()
        self._asked = count()
        self.enter(0)

    def enter(self, story: int) -> None:
        """Begin to tell a story, in whichever world."""
        self._names = count(story << _STORIES)
        self._now = self._begin + story * _STORY

    def pass_on(self) -> None:
        """Let some time pass; nothing else does."""
        self._now += _MOMENT

    def time_ns(self) -> int:
        return self._now * 1_000_000

    def take(self, length: int) -> bytes:
        return next(self._names).to_bytes(length)

    def token(self, kind: str) -> str:
        return f"mjk_{kind}_{next(self._names):043d}"

    def question(self, prefix: str) -> str:
        """Name what one service asks another, in the background as well: nobody else hears it."""
        return f"{prefix}_{next(self._asked)}"

    def rule(self, patch: pytest.MonkeyPatch) -> None:
        """Let this process have no other time, names and tokens."""
        patch.setattr("majokko_kit.clock.time", self)
        patch.setattr("majokko_kit.ids._pool", self)
        patch.setattr("majokko_kit.auth.new_token", self.token)
        patch.setattr("majokko_kit.bus.asking.new_id", self.question)
        patch.setattr("majokko_cards.timers.timers.LOST", _FOR_EVER)
