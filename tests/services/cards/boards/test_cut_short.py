"""Boards while dice are away, and after a power cut: nothing is half done, nor dealt twice."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import httpx
import pytest

from majokko_rules.fairness.verifying import Saved, verify
from tests.services.cards.boards.playing import Board, board, lose
from tests.services.cards.parlour import Parlour, open_parlour
from tests.services.cards.replays.test_replays import proof_at, replay_of
from tests.support.processes import Served, serving

ASKED = {"game": "magion", "players": 2}


async def test_without_dice_no_board_is_made_and_a_retry_makes_it(tmp_path: Path) -> None:
    async with open_parlour(tmp_path, {}, with_dice=False) as alone:
        away = await alone.post("/v1/boards", ASKED, idempotency_key="cup")
    async with open_parlour(tmp_path, {}) as parlour:
        made = await parlour.post("/v1/boards", ASKED, idempotency_key="cup")

    assert (away.status_code, away.json()["code"]) == (503, "dependency_away")
    assert (made.status_code, made.json()["state"]) == (201, "open")


async def test_without_dice_a_board_stays_as_it_was_committed(tmp_path: Path) -> None:
    async with open_parlour(tmp_path, {}) as parlour:
        made = (await board(parlour, deal_later=True)).made
    async with open_parlour(tmp_path, {}, with_dice=False) as alone:
        away = await Board(alone, made).post("/deal", {"contribution": "tea"})
        seen = await Board(alone, made).seen()
    async with open_parlour(tmp_path, {}) as parlour:
        dealt = await Board(parlour, made).post("/deal", {"contribution": "tea"})

    assert (away.status_code, away.json()["code"]) == (503, "dependency_away")
    assert (seen["state"], seen["deck_root"]) == ("committed", None)
    assert (dealt.status_code, dealt.json()["state"]) == (200, "open")
    assert dealt.json()["commitment"] == made["commitment"]


async def test_games_on_a_board_go_on_without_dice_and_its_proof_comes_later(
    tmp_path: Path,
) -> None:
    async with open_parlour(tmp_path, {}) as parlour:
        made = (await board(parlour)).made
    async with open_parlour(tmp_path, {}, with_dice=False) as alone:
        shared = Board(alone, made)
        game = await shared.table()
        await lose(game)
        released = await shared.post("/release")
        told = await replay_of(game.host)
    async with open_parlour(tmp_path, {}) as parlour:
        proof = await proof_at(parlour.client, told["proof"])

    assert released.status_code == 200
    assert verify(proof, Saved(commitment=made["commitment"])) == ()


async def cut(asked: Awaitable[httpx.Response], served: Served, after: float) -> bool:
    """Cut the power while something is under way; tell whether it was answered."""
    asking = asyncio.ensure_future(asked)
    await asyncio.sleep(after)
    served.kill()
    (answer,) = await asyncio.gather(asking, return_exceptions=True)
    return isinstance(answer, httpx.Response) and answer.is_success


@pytest.mark.parametrize("after", [0.03])
async def test_a_board_that_was_cut_short_is_dealt_once(tmp_path: Path, after: float) -> None:
    headers = {"idempotency-key": "cup"}
    with serving(tmp_path) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            await cut(client.post("/v1/boards", json=ASKED, headers=headers), served, after)
    with serving(tmp_path) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            first = await client.post("/v1/boards", json=ASKED, headers=headers)
            second = await client.post("/v1/boards", json=ASKED, headers=headers)
            shared = Board(Parlour(client), first.json())
            await shared.post("/release")
            path = f"/v1/fairness/streams/{shared.made['stream']}/0/proof"
            proof = await proof_at(client, path)

    assert (first.status_code, first.json()) == (201, second.json())
    assert verify(proof, Saved(commitment=shared.made["commitment"])) == ()
    decks = [draw["deck"]["id"] for draw in proof["draws"] if "deck" in draw]
    assert len(decks) == len(set(decks))
    assert decks[:2] == ["girls-0", "witches"]
    assert shared.made["deck_root"] in {draw["request"][-64:] for draw in proof["draws"]}


@pytest.mark.parametrize("after", [0.02])
async def test_a_release_that_was_cut_short_ends_all_its_games_or_none(
    tmp_path: Path, after: float
) -> None:
    with serving(tmp_path) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            shared = await board(Parlour(client))
            for _ in range(3):
                await shared.table()
            told = await cut(shared.post("/release", {"abandon": True}), served, after)
    with serving(tmp_path) as served:
        async with httpx.AsyncClient(base_url=served.base, timeout=20) as client:
            shared = Board(Parlour(client), shared.made)
            found = await shared.seen()
            again = await shared.post("/release", {"abandon": True})
            proof = await proof_at(client, f"/v1/fairness/streams/{shared.made['stream']}/0/proof")

    statuses = {each["status"] for each in found["sessions"]["items"]}
    assert statuses == ({"ended"} if found["state"] == "released" else {"running"})
    assert found["state"] == "released" or not told
    assert again.json()["state"] == "released"
    assert verify(proof) == ()
