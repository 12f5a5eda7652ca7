"""What nobody has touched for 30 days is given up, and nothing before."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from majokko_cards.idle.rounds import GivingUp
from majokko_cards.tables import DEALS
from majokko_rules.fairness.verifying import Saved, verify
from tests.services.cards.attic import JUST_AFTER, JUST_BEFORE, LIFE_MS, Attic, open_attic
from tests.services.cards.boards.playing import board, lose
from tests.services.cards.parlour import open_parlour
from tests.services.cards.replays.test_replays import proof_at
from tests.support.databases import Changes

STATES = ("waiting", "running", "paused")


@pytest.fixture
async def attic(tmp_path: Path, database: Changes) -> AsyncIterator[Attic]:
    async with open_attic(tmp_path, database) as attic:
        yield attic


async def test_sessions_in_which_nothing_happens_are_ended_after_30_days(attic: Attic) -> None:
    waiting, running, paused = [await attic.parlour.seated(2) for _ in STATES]
    await running.start()
    await paused.start()
    await paused.host.told("/pause")
    await attic.age(JUST_BEFORE)
    early = await attic.giving_up.give_up()
    await attic.age(JUST_AFTER - JUST_BEFORE)
    given_up = await attic.giving_up.give_up()
    again = await attic.giving_up.give_up()
    seen = [await game.host.seen("") for game in (waiting, running, paused)]
    listed = (await attic.parlour.get("/v1/sessions?open=true")).json()["items"]

    assert (early, given_up, again) == (0, 3, 0)
    assert {(each["status"], each["outcome"]["reason"]) for each in seen} == {
        ("ended", "abandoned")
    }
    assert listed == []


async def test_their_proofs_come_out(attic: Attic) -> None:
    game = await attic.parlour.seated(2)
    await game.start()
    await attic.age(JUST_AFTER)
    await attic.giving_up.give_up()
    made = game.host.made
    proof = await proof_at(game.host.client, f"/v1/fairness/streams/{made['stream']}/0/proof")

    assert verify(proof, Saved(commitment=made["commitment"])) == ()


async def test_whoever_does_something_keeps_her_game(attic: Attic) -> None:
    kept, left, over = [await attic.parlour.seated(2) for _ in range(3)]
    for game in (kept, left, over):
        await game.start()
    await over.host.told("/end")
    await attic.age(JUST_AFTER)
    await kept.hint()
    given_up = await attic.giving_up.give_up()

    assert given_up == 1
    assert (await left.host.seen(""))["status"] == "ended"
    assert (await kept.host.seen(""))["status"] == "running"


async def test_a_game_to_which_somebody_comes_back_at_that_moment_goes_on(attic: Attic) -> None:
    """It was found, and then there was a move; the version tells."""
    game = await attic.parlour.seated(2)
    await game.start()
    await attic.age(JUST_AFTER)
    acts = [game.hint(), attic.giving_up.give_up()]
    results = await asyncio.gather(*acts, return_exceptions=True)
    status = (await game.host.seen(""))["status"]

    assert (results[1], status) in {(0, "running"), (1, "ended")}


async def test_there_may_be_more_of_them_than_are_looked_for_at_once(attic: Attic) -> None:
    cards = attic.cards
    parts = (attic.database, cards.sessions, cards.abandoning, cards.closing.hurry)
    giving_up = GivingUp(*parts, LIFE_MS // 1000, portion=2)
    hosts = [await attic.parlour.session(2) for _ in range(5)]
    await attic.age(JUST_AFTER)
    given_up = await giving_up.give_up()

    assert given_up == 5
    assert {(await host.seen(""))["status"] for host in hosts} == {"ended"}


async def test_what_goes_wrong_with_one_holds_up_no_other(
    tmp_path: Path, database: Changes
) -> None:
    """A seal that cannot be opened, such as after half a database was restored."""
    async with open_attic(tmp_path, database) as attic:
        broken, whole = [await attic.parlour.seated(2) for _ in range(2)]
        await broken.start()
        await whole.start()
        async with attic.database.work() as work:
            spoilt = DEALS.update().where(DEALS.c.owner == broken.host.id)
            await work.sql.execute(spoilt.values(sealed="bm9uc2Vuc2U="))
        await attic.age(JUST_AFTER)
    async with open_attic(tmp_path, database) as attic:  # which remembers no game
        given_up = await attic.giving_up.give_up()
        listed = (await attic.parlour.get("/v1/sessions")).json()["items"]

    assert given_up == 1
    assert {each["id"]: each["status"] for each in listed} == {
        broken.host.id: "running",
        whole.host.id: "ended",
    }


async def test_a_board_that_nobody_releases_is_released(attic: Attic) -> None:
    shared, dealt_later = await board(attic.parlour), await board(attic.parlour, deal_later=True)
    await lose(await shared.table())
    await attic.age(JUST_BEFORE)
    early = await attic.giving_up.release()
    await attic.age(JUST_AFTER - JUST_BEFORE)
    released = await attic.giving_up.release()
    seen = [await each.seen() for each in (shared, dealt_later)]
    proof = await proof_at(
        attic.parlour.client, f"/v1/fairness/streams/{shared.made['stream']}/0/proof"
    )

    assert (early, released) == (0, 2)
    assert {each["state"] for each in seen} == {"released"}
    assert None not in {each["released_at"] for each in seen}
    assert verify(proof, Saved(commitment=shared.made["commitment"])) == ()


async def test_a_board_waits_for_its_games_and_then_as_long_again(attic: Attic) -> None:
    shared = await board(attic.parlour)
    game = await shared.table()
    await attic.age(JUST_AFTER)
    while_it_runs = await attic.giving_up.release()
    await attic.giving_up.give_up()
    just_ended = await attic.giving_up.release()
    seen = await game.host.seen("")
    await attic.age(JUST_AFTER)
    later = await attic.giving_up.release()

    assert (while_it_runs, just_ended, later) == (0, 0, 1)
    assert (seen["status"], seen["outcome"]["reason"]) == ("ended", "abandoned")


async def test_a_board_that_was_dealt_late_is_not_old(attic: Attic) -> None:
    shared = await board(attic.parlour, deal_later=True)
    await attic.age(JUST_AFTER)
    await shared.post("/deal")

    assert await attic.giving_up.release() == 0
    assert (await shared.seen())["state"] == "open"


async def test_it_happens_by_itself_and_after_as_long_as_is_said(tmp_path: Path) -> None:
    async with open_parlour(tmp_path, {}, session_life=1) as parlour:
        host = await parlour.session(2)
        for _ in range(600):
            if (await host.seen(""))["status"] == "ended":
                return
            await asyncio.sleep(0.1)
    pytest.fail("nobody gives it up")
