"""Whatever is secret changes no byte that anybody receives who may not know it.

Two worlds are told the same story with different secrets: other dice, other requests, other texts,
other targets. Everything that a player, a spectator and other services receive in the meantime has
to be equal.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from majokko_dice import main
from majokko_dice.wiring import Surprises
from majokko_kit import redis_client
from tests.services.dice.interference.counted import CountedLedger, Fate
from tests.services.dice.interference.outsiders import OUTSIDERS, Street, sheets
from tests.services.dice.interference.worlds import KINDS, SECRET_ROLLS, Step, World
from tests.services.dice.rooms.table import House
from tests.support.listening import listening
from tests.support.redis_servers import redis_of_its_own
from tests.support.serving import settings_in

Tell = Callable[[list[Step], int], str]


@pytest.fixture(scope="module")
def tell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tell]:
    fate, var = Fate(), tmp_path_factory.mktemp("worlds")

    @asynccontextmanager
    async def street(url: str) -> AsyncIterator[Street]:
        served = main.service(Surprises(ledger=lambda _: CountedLedger(fate)))
        settings = settings_in(var, redis_url=url, subscribers=OUTSIDERS)
        async with (
            redis_client.client(url) as redis,
            sheets(redis),
            listening([served], settings) as server,
            httpx.AsyncClient(base_url=server.base) as client,
        ):
            yield Street(House(client), redis)

    async def telling(street: Street, story: list[Step], number: int) -> str:
        fate.enter(number)
        world = await World.begin(street, number)
        return await world.tell(story)

    portal: BlockingPortal
    with (
        redis_of_its_own() as redis,
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(street(redis.url)) as open_,
    ):
        yield lambda story, number: portal.call(telling, open_, story, number)


def steps() -> st.SearchStrategy[list[Step]]:
    secret = st.integers(0, len(SECRET_ROLLS) - 1)
    step = st.builds(Step, st.sampled_from(KINDS), st.tuples(secret, secret))
    return st.lists(step, min_size=1, max_size=4)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(story=steps())
def test_two_worlds_that_differ_in_a_secret_look_the_same(tell: Tell, story: list[Step]) -> None:
    one, other = tell(story, 0), tell(story, 1)

    assert one.split("\n\n") == other.split("\n\n")


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_secret_is_kept(tell: Tell, kind: str) -> None:
    for secrets in ((0, 1), (1, 2), (4, 5)):
        one, other = (tell([Step(kind, secrets)], number) for number in (0, 1))

        assert one.split("\n\n") == other.split("\n\n")


def test_what_a_secret_check_does_to_a_unit_is_told_outside(tell: Tell) -> None:
    """The comparison has something to compare: the one who keeps the sheet hears of her unit."""
    told = tell([Step("hides", (0, 1))], 0)

    assert '"type":"unit.changed"' in told
    assert '"sharp_1"' in told


def test_the_comparison_would_notice_a_die(tell: Tell) -> None:
    """What is not secret differs between rooms whose public dice differ: the test can fail."""
    quiet, loud = tell([Step("rolls", (0, 0))], 0), tell([Step("rolls", (0, 0))] * 2, 0)

    assert quiet != loud
