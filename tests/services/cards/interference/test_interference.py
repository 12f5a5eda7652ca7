"""No byte that a seat or a spectator receives depends on cards that it may not see.

Stories are told in two worlds that somebody cannot tell apart: other cards lie in her hand (for
those who watch: in every hand) and in the deck, other witches lie face down, other seats have other
notes. All that she hears has to be equal, in whatever she asks and however it is answered.
"""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.rules.magion.wandering import RULES
from tests.services.cards.interference.stories import SOURCES, Source, Story, stories, told
from tests.services.cards.interference.worlds import Worlds

MOMENTS = 500
"""So many states are compared at least, each with dozens of answers."""

_AS_DRAWN = (Phase.explicit, Phase.reuse, Phase.generate)
"""A story is a number: another one is not simpler because its number is smaller."""

_SLOW = (HealthCheck.too_slow,)


@pytest.mark.timeout(900)  # seconds, on a busy machine
def test_what_somebody_may_not_see_changes_no_byte_that_she_receives(worlds: Worlds) -> None:
    before = worlds.moments

    @settings(max_examples=54, phases=_AS_DRAWN, suppress_health_check=_SLOW)
    @given(story=stories())
    def compare(story: Story) -> None:
        worlds.compare(story)

    compare()
    assert worlds.moments - before >= MOMENTS


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("source", SOURCES)
def test_nothing_that_can_be_asked_tells_what_may_not_be_seen(
    worlds: Worlds, source: Source, number: int
) -> None:
    story = told(number, source, RULES[4 * number], number - 1)

    assert story.differs
    worlds.compare(story, whole=True)


@pytest.mark.long
@pytest.mark.timeout(7200)  # seconds, on a busy machine
def test_what_somebody_may_not_see_changes_nothing_in_very_many_stories(worlds: Worlds) -> None:
    before = worlds.moments

    @settings(max_examples=1000, phases=_AS_DRAWN, suppress_health_check=_SLOW)
    @given(story=stories(), whole=st.sampled_from([False] * 9 + [True]))
    def compare(story: Story, *, whole: bool) -> None:
        worlds.compare(story, whole=whole)

    compare()
    assert worlds.moments - before >= 16 * MOMENTS
