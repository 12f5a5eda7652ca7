"""The checker of the chaos sees whatever may go wrong: a true history is spoiled in every way."""

import time
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from tests.chaos.history import Answered, History
from tests.services.dice.rooms.table import Guest, House, open_house

ROLLS = 6


async def answered(gm: Guest, number: int) -> list[Answered]:
    """Roll, and ask a second time."""
    found = []
    body = {"notation": "2d6", "secret": number % 3 == 0}
    for _ in range(2):
        began = time.monotonic()
        answer = await gm.post("/rolls", body, idempotency_key=f"roll-{number}")
        ended = time.monotonic()
        found.append(Answered(f"roll-{number}", began, ended, answer.status_code, answer.content))
    return found


async def true_history(house: House) -> History:
    gm = await house.room()
    answers = [each for number in range(ROLLS) for each in await answered(gm, number)]
    spent = await gm.post("/rolls", {"notation": "1/(1d2*0)"}, idempotency_key="spent")
    answers.append(Answered("spent", time.monotonic(), time.monotonic(), 422, spent.content))
    feed = (await gm.get("/rolls?limit=100")).json()["items"][::-1]
    closed = await gm.told("/close")
    proofs = [await house.proof(closed[name]) for name in ("stream", "secret_stream")]
    heard = [(number, "roll.made", {"roll": roll}) for number, roll in enumerate(feed, 2)]
    return History(answers, feed, proofs, heard, {roll["id"]: 1 for roll in feed})


@pytest.fixture(scope="module")
async def true(tmp_path_factory: pytest.TempPathFactory) -> History:
    async with open_house(Path(tmp_path_factory.mktemp("house")), {}) as house:
        return await true_history(house)


def other_answer(history: History, at: int, **changes: object) -> History:
    """Change one answer."""
    answers = list(history.answers)
    body = orjson.dumps({**answers[at].roll, **changes})
    answers[at] = replace(answers[at], body=body)
    return replace(history, answers=answers)


def both_answers(history: History, **changes: object) -> History:
    """Change the first roll in both of its answers."""
    return other_answer(other_answer(history, 0, **changes), 1, **changes)


def other_feed(history: History, at: int, **changes: object) -> History:
    feed = deepcopy(list(history.feed))
    feed[at] = {**feed[at], **changes}
    return replace(history, feed=feed)


def other_draw(history: History, **changes: object) -> History:
    proofs = deepcopy(list(history.proofs))
    proofs[0]["draws"][1] |= changes
    return replace(history, proofs=proofs)


def second_first(history: History) -> History:
    """Let the second roll of a stream be asked for when the third was answered."""
    third = next(each for each in history.answers if each.key == "roll-2")
    late = [
        replace(each, began=third.ended + 1, ended=third.ended + 2)
        if each.key == "roll-1"
        else each
        for each in history.answers
    ]
    return replace(history, answers=late)


Spoil = Callable[[History], History]
SPOILED: Mapping[str, tuple[Spoil, str]] = {
    "a roll is lost": (
        lambda it: replace(it, feed=it.feed[1:], heard=it.heard[1:]),
        "missing or another",
    ),
    "the last roll is lost": (
        lambda it: replace(it, feed=it.feed[:-1], heard=it.heard[:-1]),
        "rolls, 0 void",
    ),
    "a roll was made twice": (
        lambda it: replace(it, feed=[*it.feed, {**it.feed[1], "id": "again"}]),
        "rolls, 1 void",
    ),
    "a roll is drawn again": (
        lambda it: both_answers(it, results=[]),
        "missing or another",
    ),
    "a retry is answered otherwise": (
        lambda it: other_answer(it, 1, number=9),
        "roll-0 was answered in two ways",
    ),
    "two keys share a roll": (
        lambda it: other_answer(other_answer(it, 2, id=it.feed[0]["id"]), 3, id=it.feed[0]["id"]),
        "answers 2 keys",
    ),
    "a nonce is left out": (lambda it: other_feed(it, 5, nonce=40), ", 40]"),
    "a nonce is given twice": (lambda it: other_feed(it, 2, nonce=0), "nonces [0, 0,"),
    "a value does not follow from the seed": (
        lambda it: other_draw(it, values=[1, 7]),
        "value",
    ),
    "a stream has given more": (
        lambda it: replace(it, proofs=it.proofs[:1]),
        "other draws are proved",
    ),
    "other dice are shown than were drawn": (
        lambda it: other_feed(it, 1, drawn={"values": [0, 0]}),
        "is not what its stream gave",
    ),
    "a later roll has the smaller nonce": (second_first, "was asked for when"),
    "an event is not heard": (
        lambda it: replace(it, heard=[*it.heard[:2], *it.heard[3:]]),
        "heard",
    ),
    "an event is heard twice": (lambda it: replace(it, heard=[*it.heard, it.heard[-1]]), "heard"),
    "events are heard in another order": (lambda it: replace(it, heard=it.heard[::-1]), "heard"),
    "an effect is lost": (lambda it: replace(it, noted={}), "was noted 0 times"),
    "an effect comes twice": (
        lambda it: replace(it, noted={**it.noted, it.feed[0]["id"]: 2}),
        "was noted 2 times",
    ),
    "an effect comes of nothing": (
        lambda it: replace(it, noted={**it.noted, "rol_0": 1}),
        "never made",
    ),
}


async def test_nothing_is_wrong_with_a_true_history(true: History) -> None:
    assert true.faults() == []
    assert len(true.feed) == ROLLS + 1


@pytest.mark.parametrize(("spoil", "told"), SPOILED.values(), ids=SPOILED)
async def test_a_spoiled_history_is_found_out(true: History, spoil: Spoil, told: str) -> None:
    faults = spoil(true).faults()

    assert any(told in fault for fault in faults), faults
