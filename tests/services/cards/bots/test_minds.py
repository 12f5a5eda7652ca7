"""What a bot decides: by its view and a seed, so the same in every process, and after any crash."""

import pytest

from majokko_cards.bots.minds import Minds
from majokko_cards.records import Session
from majokko_cards.wiring import Surroundings
from majokko_kit.secret import Secret
from majokko_rules.cards.magion import Rules, State, begin, practice
from majokko_rules.rulesets.shelf import built_in
from tests.services.cards.parlour import stacked

RULES = Rules.of(built_in().find("magion"), 2, {})
STATE: State = begin(RULES, practice(RULES, {"girls": stacked([]), "first": 0}))
SECRET = Secret(bytes(32))
DECISIONS = 24


def session(name: str, version: int) -> Session:
    """Return what a mind looks at of a session, and nothing else."""
    values = dict.fromkeys(Session.__slots__)
    return Session(**{**values, "id": name, "version": version})  # type: ignore[arg-type]


def decisions(secret: Secret, name: str) -> list[object]:
    minds = Minds(Surroundings(secret))
    return [minds.choose(session(name, n), "random", STATE) for n in range(DECISIONS)]


def test_the_same_version_is_decided_the_same_everywhere() -> None:
    assert decisions(SECRET, "ses_1") == decisions(SECRET, "ses_1")


@pytest.mark.parametrize(
    ("secret", "name"), [(SECRET, "ses_2"), (Secret(bytes([1] * 32)), "ses_1")]
)
def test_other_games_and_other_installations_are_decided_otherwise(
    secret: Secret, name: str
) -> None:
    assert decisions(secret, name) != decisions(SECRET, "ses_1")


def test_a_bot_that_is_known_no_more_is_played_for() -> None:
    gone = Minds(Surroundings(SECRET)).choose(session("ses_1", 3), "hat", STATE)

    assert gone == decisions(SECRET, "ses_1")[3]
