"""Rolls that only their dice could refuse: the draw is spent, and everybody sees it."""

import pytest

from tests.services.dice.rolls.story import OFTEN_VOID, VOID, feed, refusal, rolled, seen, void
from tests.services.dice.rooms.table import CLOSE, Guest, House

BY_ZERO = (422, "invalid_value", "division_by_zero", "/notation")
REFUSED = {
    OFTEN_VOID[0]: BY_ZERO,
    OFTEN_VOID[1]: (422, "budget_exceeded", "too_many_draws", "/notation"),
}


@pytest.mark.parametrize("notation", OFTEN_VOID)
async def test_the_one_who_rolled_is_refused_and_the_table_sees_why(
    gm: Guest, player: Guest, notation: str
) -> None:
    answer = await void(player, notation, reason="to divide")
    newest, *earlier = await feed(gm)

    assert refusal(answer) == REFUSED[notation]
    assert (newest["results"], newest["by"]["id"], newest["nonce"]) == ([], player.id, len(earlier))
    assert (newest["void"]["code"], newest["void"]["rule"]) == REFUSED[notation][1:3]
    assert newest["void"]["detail"] == answer.json()["detail"]
    assert newest["reason"] == "to divide"
    assert newest["receipt"]["nonce"] == newest["nonce"]


@pytest.mark.parametrize("notation", OFTEN_VOID)
async def test_the_next_roll_takes_other_words(gm: Guest, notation: str) -> None:
    await void(gm, notation)
    newest = (await feed(gm))[0]
    following = await rolled(gm, notation="1d20+1d2" if "20" in notation else "999d2")

    assert following["nonce"] == newest["nonce"] + 1
    assert following["number"] == newest["number"] + 1
    assert following["head"] != newest["head"]


async def test_whoever_is_refused_does_not_know_what_comes_next(gm: Guest) -> None:
    await gm.post("/rolls", {"notation": "40d1000/(1d6*0)"})
    following = await rolled(gm, notation="40d1000")

    (spent,) = (await feed(gm))[1:]
    assert spent["drawn"]["values"][:40] != following["drawn"]["values"]


async def test_a_void_draw_stands_in_the_proof(gm: Guest, house: House) -> None:
    await gm.post("/rolls", {"notation": VOID})
    (spent,) = await feed(gm)
    await gm.told(CLOSE)
    (draw,) = (await house.proof(gm.made["stream"]))["draws"]

    assert draw["request"] == VOID
    assert draw["values"] == spent["drawn"]["values"]
    assert draw["head"] == spent["head"]


async def test_a_retry_is_refused_alike_and_spends_nothing(gm: Guest) -> None:
    body = {"notation": VOID}
    answers = [await gm.post("/rolls", body, idempotency_key="tea") for _ in range(3)]

    told = [refusal(answer) for answer in answers]
    assert told == [BY_ZERO] * 3
    assert [roll["number"] for roll in await feed(gm)] == [1]


async def test_what_is_refused_before_a_die_is_thrown_spends_nothing(gm: Guest) -> None:
    refused = [await gm.post("/rolls", {"notation": text}) for text in ("1/0", "1d6/0", "2^99999")]
    following = await rolled(gm, notation="1d6")

    assert {answer.status_code for answer in refused} == {422}
    assert (following["nonce"], following["number"]) == (0, 1)


async def test_dice_thrown_by_hand_are_simply_refused(gm: Guest) -> None:
    answer = await gm.post("/rolls", {"notation": VOID, "faces": [1, 2]})

    assert refusal(answer) == BY_ZERO
    assert await feed(gm) == []


async def test_others_do_not_learn_that_a_secret_roll_is_void(
    gm: Guest, player: Guest, other: Guest
) -> None:
    await player.post("/rolls", {"notation": VOID, "secret": True})
    good = await rolled(player, notation="1d6", secret=True)
    spent = (await feed(gm))[1]

    covered = await seen(other, spent)
    assert spent["void"]["rule"] == "division_by_zero"
    assert covered["void"] is None
    assert covered["results"] is None
    assert {name for name, value in covered.items() if value is None} == {
        name for name, value in (await seen(other, good)).items() if value is None
    }
