"""The written rule cases, acted out at a table."""

from itertools import chain
from typing import Any

import pytest

from majokko_rules.cards.magion import (
    Choose,
    Cleanse,
    Discard,
    Hint,
    Play,
    State,
    legal,
    must_deal_again,
    play,
)
from majokko_rules.cards.magion.cards import GIRLS, NUMBERS
from majokko_rules.cards.magion.scoring import points_of, rank, total
from majokko_rules.errors import IllegalAction
from tests.rules.magion.table import WALPURGISNACHT, girl, hand_of, keys, rules, sign, table
from tests.support.vectors import Vector, vectors

UNNAMED = {"a": "gertrud", "b": "izabel"}
"""Some witches of the rows stand for any."""


@pytest.mark.parametrize("row", vectors("magion", "mg_play"))
def test_a_card_fits_or_does_not(row: Vector) -> None:
    laid, (name, part), markers = row.args
    card = "all" if name == "ALL" else f"{name}-{part}"
    placed = {girl: len(parts) for girl, parts in laid.items()}
    state = table(rules(), [card], placed=placed, markers=markers)

    assert _played(state, row.kw.get("target")).items() >= row.expect.items()


def _played(before: State, target: str | None) -> dict[str, Any]:
    after = play(before, Play(0))
    if target is not None:
        try:
            after = play(after, Choose(girl(target)))
        except IllegalAction:
            return {"result": "refused"}
    grown = [b - a for a, b in zip(before.placed, after.placed, strict=True)]
    said: dict[str, Any] = {"gem": after.markers, "over": after.over is not None}
    if any(grown):
        part = after.placed[grown.index(1)]
        return {"result": "success", "part": part, "complete": part == 4, **said}
    return {"result": "fail", **said}


@pytest.mark.parametrize("row", vectors("magion", "mg_hint"))
def test_a_hint_adds_a_marker(row: Vector) -> None:
    after = play(
        table(rules(), others={1: ["homura-1"]}, markers=row.args[0]), Hint(1, sign("homura"))
    )

    assert {"gem": after.markers, "over": after.over is not None} == row.expect


@pytest.mark.parametrize("row", vectors("magion", "mg_cleanse"))
def test_cleansing_takes_markers_and_witches(row: Vector) -> None:
    count, markers, down = row.args
    plain = ["gertrud", "charlotte", "oktavia", "gisela", WALPURGISNACHT]
    state = table(rules(), markers=markers, witches=plain[len(plain) - down :])
    is_legal = Cleanse(count) in legal(state)
    said: dict[str, Any] = {"legal": is_legal, "gem": markers}
    if is_legal:
        said["gem"] = play(state, Cleanse(count)).markers
    else:
        with pytest.raises(IllegalAction):
            play(state, Cleanse(count))

    assert said.items() >= row.expect.items()


@pytest.mark.parametrize("row", vectors("magion", "mg_discard"))
def test_a_discard_returns_the_top_witch_or_not(row: Vector) -> None:
    name, revealed = row.args
    state = table(rules(), [f"{name}-1"], revealed=[UNNAMED.get(each, each) for each in revealed])
    after = play(state, Discard(0))
    returned = keys(after, after.witch_deck[len(state.witch_deck) :])
    said = {
        "returned": returned[0] if returned else None,
        "revealed": keys(after, after.witches_revealed),
    }

    assert hand_of(state, 0)[0] == f"{name}-1"
    assert said.items() >= row.expect.items()


@pytest.mark.parametrize("row", vectors("magion", "mg_head"))
def test_a_head_returns_witches(row: Vector) -> None:
    name, revealed = row.args
    state = table(
        rules(),
        [f"{name}-4"],
        placed={name: 3},
        revealed=[UNNAMED.get(each, each) for each in revealed],
    )
    after = play(state, Play(0))
    returned = keys(after, after.witch_deck[len(state.witch_deck) :])

    assert {
        "returned": returned,
        "revealed": keys(after, after.witches_revealed),
    } == {
        "returned": [UNNAMED.get(each, each) for each in row.expect["returned"]],
        "revealed": row.expect["revealed"],
    }


@pytest.mark.parametrize("row", vectors("magion", "mg_score"))
def test_parts_heads_and_combos_give_points_and_a_rank(row: Vector) -> None:
    by = rules(qb=row.kw.get("qb", False))
    placed = tuple(row.args[0].get(girl, 0) for girl in GIRLS)
    score = total(points_of(by, placed, beaten=row.kw.get("walpurgis", False), revealed=()))

    assert {"score": score, "rank": rank(by, score)} == row.expect


@pytest.mark.parametrize("row", vectors("magion", "mg_redeal"))
def test_three_heads_in_one_hand_are_dealt_again(row: Vector) -> None:
    by = rules(2)
    hands = [[f"kyoko-{part}" for part in (*hand, 1, 1)] for hand in row.args[0]]
    girls = [NUMBERS[card] for card in chain.from_iterable(zip(*hands, strict=True))]

    assert must_deal_again(by, girls) is row.expect
