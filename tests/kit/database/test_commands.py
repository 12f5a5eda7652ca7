"""A command happens once, however often it is asked, and always gives the same answer."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from itertools import count
from pathlib import Path

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import LargeBinary, cast, func, select

from majokko_contracts.messages import Refused
from majokko_kit.bus.refused import refused
from majokko_kit.database import Commands, Database, Spent, Work
from majokko_kit.database.forgetting import KEPT_MS, forgotten
from majokko_kit.operations import Asked, Done
from majokko_kit.operations.operation import NOTHING, Nothing
from majokko_kit.refusals import Forbidden, IdempotencyKeyReused
from majokko_kit.secret import Secret
from majokko_rules.errors import InvalidValue
from tests.kit.database.teahouse import ANSWERS, CUPS, cups, open_teahouse
from tests.support.databases import Changes

SECRET = Secret(bytes(32))


class Leaves(StrEnum):
    SENCHA = "sencha"
    OOLONG = "oolong"


@dataclass(frozen=True, slots=True)
class Lump:
    grams: float


@dataclass(frozen=True, slots=True)
class Cup:
    """Everything that a view may consist of."""

    id: int
    token: str
    leaves: Leaves = Leaves.OOLONG
    sugar: tuple[Lump, ...] = (Lump(4.5),)
    milk: bool | None = None


Then = Callable[[], Awaitable[None]]


async def fail() -> None:
    raise Forbidden("role")


def asked(key: str | None, text: str = "a cup") -> Asked[Nothing]:
    """What the guest with the token asks for."""
    return Asked(
        operation="pour",
        body=NOTHING,
        path={"table": "tab_1"},
        token=b"t" * 32,
        key=key,
        fingerprint=sha256(text.encode()).digest(),
    )


class Kettle:
    """Commands that pour a new cup each; nobody else knows which will be next."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._commands = Commands(database, ANSWERS, SECRET)
        self._numbers = count(1)

    async def pour(self, what: Asked[Nothing], *, then: Then | None = None) -> Done[Cup]:
        async def effect(work: Work) -> Cup:
            number = (await work.sql.execute(select(func.count()).select_from(CUPS))).scalar_one()
            await work.sql.execute(CUPS.insert(), {"id": number + 1})
            if then:
                await then()
            return Cup(number + 1, token=f"mjk_tea_{next(self._numbers)}")

        return await self._commands.run(what, Cup, effect)

    async def spend(self, what: Asked[Nothing], refusal: Forbidden | InvalidValue) -> Done[Cup]:
        async def effect(work: Work) -> Spent:
            await work.sql.execute(CUPS.insert(), {"id": 1})
            return Spent(refusal)

        return await self._commands.run(what, Cup, effect)


@pytest.fixture
def kettle(tea: Database) -> Kettle:
    return Kettle(tea)


async def test_a_command_without_a_key_happens_each_time(kettle: Kettle) -> None:
    first, second = await kettle.pour(asked(None)), await kettle.pour(asked(None))

    assert (first.answer.id, second.answer.id) == (1, 2)
    assert not first.replayed
    assert not second.replayed


async def test_a_command_that_is_asked_again_is_answered_by_the_same_bytes(kettle: Kettle) -> None:
    first, second = await kettle.pour(asked("k")), await kettle.pour(asked("k"))

    assert orjson.dumps(first.answer) == orjson.dumps(second.answer)
    assert second == Done(first.answer, replayed=True)
    assert await cups(kettle.database) == [1]


async def test_an_answer_outlives_the_process(tmp_path: Path, database: Changes) -> None:
    async with open_teahouse(tmp_path, database) as tea:
        first = await Kettle(tea).pour(asked("k"))
    async with open_teahouse(tmp_path, database) as tea:
        second = await Kettle(tea).pour(asked("k"))

    assert second == Done(first.answer, replayed=True)


async def test_a_key_belongs_to_one_request(kettle: Kettle) -> None:
    await kettle.pour(asked("k"))
    with pytest.raises(IdempotencyKeyReused):
        await kettle.pour(asked("k", "another cup"))

    assert await cups(kettle.database) == [1]


ELSEWHERE = (
    {"operation": "spill"},
    {"path": {"table": "tab_2"}},
    {"path": {"chair": "tab_1"}},
    {"token": b"u" * 32},
    {"token": None},
    {"tenant": "another"},
    {"key": "k2"},
)


@pytest.mark.parametrize("changes", ELSEWHERE, ids=str)
async def test_nobody_meets_an_answer_of_another(
    kettle: Kettle, changes: dict[str, object]
) -> None:
    await kettle.pour(asked("k"))
    second = await kettle.pour(replace(asked("k"), **changes))  # type: ignore[arg-type]

    assert (second.answer.id, second.replayed) == (2, False)


async def test_a_command_that_failed_is_tried_again(kettle: Kettle) -> None:
    with pytest.raises(Forbidden):
        await kettle.pour(asked("k"), then=fail)
    before = await cups(kettle.database)
    second = await kettle.pour(asked("k"))

    assert before == []
    assert (second.answer.id, second.replayed) == (1, False)


REFUSALS = (Forbidden("role"), InvalidValue("too_long", pointer="/notation", limit=256))


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
async def test_a_refusal_that_has_an_effect_has_it_once(
    kettle: Kettle, refusal: Forbidden | InvalidValue
) -> None:
    async def told() -> Refused | None:
        try:
            await kettle.spend(asked("k"), refusal)
        except (Forbidden, InvalidValue) as error:
            return refused(error)
        return None

    assert [await told(), await told()] == [refused(refusal)] * 2
    assert await cups(kettle.database) == [1]


async def test_fifty_at_once_on_two_processes_are_one(tmp_path: Path, postgres_url: str) -> None:
    async with AsyncExitStack() as stack:
        change = {"database_url": postgres_url}
        teas = [await stack.enter_async_context(open_teahouse(tmp_path, change)) for _ in range(2)]
        kettles = [Kettle(tea) for tea in teas]
        answers = await asyncio.gather(*(kettles[n % 2].pour(asked("k")) for n in range(50)))
        poured = await cups(teas[0])

    assert poured == [1]
    assert len({orjson.dumps(done.answer) for done in answers}) == 1
    assert [done.replayed for done in answers].count(False) == 1


async def test_a_duplicate_takes_the_place_of_a_first_that_fails(kettle: Kettle) -> None:
    begun, hold = asyncio.Event(), asyncio.Event()

    async def hesitate() -> None:
        begun.set()
        await hold.wait()
        raise Forbidden("role")

    first = asyncio.create_task(kettle.pour(asked("k"), then=hesitate))
    await begun.wait()
    second = asyncio.create_task(kettle.pour(asked("k")))
    await asyncio.sleep(0.1)  # by now it waits
    waited = not second.done()
    hold.set()
    with pytest.raises(Forbidden):
        await first

    assert waited
    assert await second == Done(Cup(1, "mjk_tea_1"))
    assert await cups(kettle.database) == [1]


async def test_no_answer_can_be_read_from_the_database(kettle: Kettle) -> None:
    done = await kettle.pour(asked("k"))
    async with kettle.database.reading() as sql:
        kept = (await sql.execute(select(cast(ANSWERS.c.answer, LargeBinary)))).scalar_one()

    assert done.answer.token.encode() not in kept
    assert b"oolong" not in kept


async def test_answers_are_forgotten_after_a_day_and_not_before(kettle: Kettle) -> None:
    tea = kettle.database
    await kettle.pour(asked("old"))
    async with tea.work() as work:
        await work.sql.execute(ANSWERS.update().values(at=work.at - KEPT_MS - 1))
    await kettle.pour(asked("young"))
    gone = await forgotten(tea, ANSWERS)

    assert gone == 1
    assert (await kettle.pour(asked("young"))).replayed
    assert not (await kettle.pour(asked("old"))).replayed


async def test_many_answers_are_forgotten_in_portions(kettle: Kettle) -> None:
    async with kettle.database.work() as work:
        old = [{"scope": f"{n:064}", "fingerprint": b"", "at": 0} for n in range(1201)]
        await work.sql.execute(ANSWERS.insert(), old)

    assert await forgotten(kettle.database, ANSWERS) == 1201


@pytest.fixture(scope="module")
def rounds() -> "count[int]":
    """Numbers the examples of one property, which share a database."""
    return count()


ASKING = st.lists(
    st.tuples(
        st.sampled_from(["a", "b"]),  # key
        st.sampled_from(["tea", "milk"]),  # what is asked
        st.booleans(),  # whether it fails
    ),
    max_size=12,
)


@given(asking=ASKING)
@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
async def test_whatever_is_asked_in_whatever_order_happens_once(
    kettle: Kettle, rounds: "count[int]", asking: list[tuple[str, str, bool]]
) -> None:
    """A model in three lines: a key is bound by the first success; until then nothing is."""
    bound: dict[str, tuple[str, Cup]] = {}
    example = next(rounds)
    before = len(await cups(kettle.database))
    for key, what, fails in asking:
        request = asked(f"{example} {key}", what)
        try:
            done = await kettle.pour(request, then=fail if fails else None)
        except IdempotencyKeyReused:
            assert bound[key][0] != what
        except Forbidden:
            assert fails
            assert key not in bound
        else:
            assert done.replayed == (key in bound)
            assert bound.setdefault(key, (what, done.answer)) == (what, done.answer)

    assert len(await cups(kettle.database)) == before + len(bound)
