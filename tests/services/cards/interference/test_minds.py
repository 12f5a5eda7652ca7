"""What a bot does, and what is done for somebody who is out of time, tells nothing, either.

A bot that saw its own cards would tell all others by what it plays.
"""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from majokko_cards.bots.minds import Minds
from majokko_cards.records import Session
from majokko_cards.wiring import Surroundings
from majokko_kit.secret import Secret
from majokko_rules.cards.bots import BOTS
from majokko_rules.cards.magion import State, begin, play
from tests.services.cards.interference.stories import Story, stories

MINDS = Minds(Surroundings(Secret(bytes(32))))
SESSION = Session(**{**dict.fromkeys(Session.__slots__), "id": "ses_1"})  # type: ignore[arg-type]


def _states(story: Story, world: int) -> list[State]:
    state = begin(story.rules, story.deals[world])
    states = [state]
    for action in story.actions:
        state = play(state, action)
        states.append(state)
    return states


@pytest.mark.parametrize("bot", BOTS)
@settings(max_examples=60)
@given(story=stories())
def test_a_bot_does_the_same_in_two_worlds_that_it_cannot_tell_apart(
    story: Story, bot: str
) -> None:
    for number, (one, other) in enumerate(zip(_states(story, 0), _states(story, 1), strict=True)):
        session = replace(SESSION, version=number)
        if one.over is None and one.turn == story.viewer:
            assert MINDS.choose(session, bot, one) == MINDS.choose(session, bot, other)
