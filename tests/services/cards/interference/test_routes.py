"""Every operation, field and stream of the service is among those whose answers are compared.

A new one fails here until the tellings ask it.
"""

from functools import partial
from typing import Any

import pytest

from majokko_kit import app
from majokko_kit.settings import Settings
from tests.rules.magion.wandering import RULES
from tests.services.cards.interference.ears import OPERATIONS
from tests.services.cards.interference.stories import SOURCES, told
from tests.services.cards.interference.worlds import Worlds

ALWAYS_REFUSED = {
    "getSessionReplay",
    "forkSession",
    "dealBoard",
    "releaseBoard",
    "renewSessionToken",
    "endSession",
}
"""What a seat may not do while its cards are played; everything else it is seen to do."""

_METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def asked(worlds: Worlds) -> dict[str, set[int]]:
    """Ask everything at a table of every kind; return what was asked, with its answers.

    The last of these stories has a clock, so that time is given.
    """
    for number, source in enumerate(SOURCES, 2):
        worlds.compare(told(number, source, RULES[number], 0), whole=True)
    return worlds.statuses


def _operations(described: dict[str, Any]) -> set[str]:
    return {
        of[method]["operationId"]
        for of in described["paths"].values()
        for method in _METHODS
        if method in of
    }


def test_every_operation_of_the_service_is_asked(
    worlds: Worlds, asked: dict[str, set[int]]
) -> None:
    ask = partial(worlds.houses[0].wire.ask, "GET", "/openapi.json")
    own = app.build([], Settings()).api.openapi()
    described = _operations(worlds.portal.call(ask).json()) - _operations(own)

    assert described >= {*OPERATIONS}
    assert described == {name.removeprefix("rest ") for name in asked if name.startswith("rest ")}


def test_every_field_of_graphql_is_asked(worlds: Worlds, asked: dict[str, set[int]]) -> None:
    fields = worlds.houses[0].documents.fields

    assert fields >= {*OPERATIONS}
    assert fields - {"version"} == {
        name.removeprefix("graphql ") for name in asked if name.startswith("graphql ")
    }


def test_what_a_seat_may_do_was_done_and_what_it_may_not_was_refused(
    asked: dict[str, set[int]],
) -> None:
    """Otherwise it would be refusals alone that are compared."""
    done = {name for name in OPERATIONS if any(code < 300 for code in asked[f"rest {name}"])}

    assert {*OPERATIONS} - done == ALWAYS_REFUSED
    assert asked["rest act"] >= {200, 401, 403, 404, 409, 412, 422, 428}
    assert asked["rest getSessionView"] >= {200, 304, 401, 403, 404}
