"""Both worlds, ready to be told stories, and what differs in what was heard of them."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from tests.services.cards.interference.ears import Ears
from tests.services.cards.interference.fate import Fate
from tests.services.cards.interference.houses import House, house
from tests.services.cards.interference.stories import Story
from tests.services.cards.interference.tellings import tell
from tests.services.cards.interference.wire import Heard
from tests.support.redis_servers import redis_of_its_own

_AROUND = 120
"""Bytes that are shown on either side of the first one that differs."""


@dataclass
class Worlds:
    """Two houses in one thread of their own; stories are told in one after the other."""

    portal: BlockingPortal
    houses: Sequence[House]
    moments: int = 0
    statuses: dict[str, set[int]] = field(default_factory=dict)
    """What was asked, in both ways, with the answers that there were."""

    def __post_init__(self) -> None:
        self._numbers = count(1)

    def told(self, story: Story, *, whole: bool = False) -> Sequence[str]:
        """Tell a story in both worlds; return what differs in what those hear who must not."""
        number = next(self._numbers)
        one, other = [
            self.portal.call(lambda: tell(story, house, number, whole=whole))  # noqa: B023 - called at once
            for house in self.houses
        ]
        self._count(one)
        return list(differences(one, other))

    def compare(self, story: Story, *, whole: bool = False) -> None:
        """Fail if anything differs."""
        if differing := self.told(story, whole=whole):
            pytest.fail("\n\n".join((f"story {story.number}", *differing)), pytrace=False)

    def _count(self, ears: Ears) -> None:
        self.moments += ears.moments
        for name, statuses in ears.statuses.items():
            self.statuses.setdefault(name, set()).update(statuses)


def differences(one: Ears, other: Ears) -> Iterator[str]:
    if len(one.heard) != len(other.heard):
        yield f"{len(one.heard)} answers, {len(other.heard)} in the other world"
    for heard, again in zip(one.heard, other.heard, strict=False):
        if heard != again:
            yield "\n".join((heard.question, *_shown(heard, again)))


def _shown(one: Heard, other: Heard) -> Iterator[str]:
    if one.status != other.status:
        yield f"status {one.status}, {other.status}"
    for headers in {*one.headers} ^ {*other.headers}:
        yield f"header {headers}"
    pairs = zip(one.body, other.body, strict=False)
    at = next((place for place, (a, b) in enumerate(pairs) if a != b), None)
    if at is not None:
        yield from (f"{each.body[max(at - _AROUND, 0) : at + _AROUND]!r}" for each in (one, other))


@contextmanager
def two_worlds(var: Path) -> Iterator[Worlds]:
    """Let this process have the fate of stories, and open both houses."""

    @asynccontextmanager
    async def both(urls: Sequence[str]) -> AsyncIterator[Sequence[House]]:
        async with (
            house(0, fate, var / "0", urls[0]) as one,
            house(1, fate, var / "1", urls[1]) as two,
        ):
            yield one, two

    fate = Fate()
    with (
        pytest.MonkeyPatch.context() as patch,
        redis_of_its_own() as one,
        redis_of_its_own() as other,
        start_blocking_portal() as portal,
    ):
        fate.rule(patch)
        with portal.wrap_async_context_manager(both([one.url, other.url])) as houses:
            yield Worlds(portal, houses)
