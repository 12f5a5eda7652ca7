"""What a server cannot do with the cards of a game, without the proof showing it."""

import json
from collections.abc import Mapping

import pytest

from majokko_rules.fairness.drawing import Deck
from majokko_rules.fairness.verifying import Saved, Wrong, decks_of
from tests.rules.fairness.games import FALSE, GIRLS, TRUE, UNSAVED, Proof, begun
from tests.rules.fairness.samples import faults_of

SAVED = Saved(
    TRUE["commitment"],
    heads={draw["nonce"]: draw["head"] for draw in TRUE["draws"]},
    closing=TRUE["closing"],
)
WRONG: Mapping[str, Wrong] = {
    "other order": Wrong.DECK,
    "other salt": Wrong.DECK,
    "other deck": Wrong.DECK,
    "orders of another salt": Wrong.SALT,
    "orders never opened": Wrong.SEALED,
}


def test_an_honest_game_is_true() -> None:
    _, dealt = begun().deal(Deck("girls-0", GIRLS))

    assert faults_of(TRUE, SAVED) == ()
    assert decks_of(TRUE)["girls-0"] == list(dealt.order)
    assert sorted(decks_of(TRUE)["girls-1"]) == sorted(GIRLS)


@pytest.mark.parametrize("name", FALSE)
def test_a_server_that_cheats_is_found_out(name: str) -> None:
    assert {fault.wrong for fault in faults_of(FALSE[name])} == {WRONG[name]}


@pytest.mark.parametrize("name", UNSAVED)
def test_another_past_is_found_by_whoever_saved_the_heads(name: str) -> None:
    other: Proof = UNSAVED[name]
    last = TRUE["draws"][-1]

    assert faults_of(other) == ()
    for saved in (
        SAVED,
        Saved(closing=TRUE["closing"]),
        Saved(heads={last["nonce"]: last["head"]}) if name != "redealt once more" else SAVED,
    ):
        assert {fault.wrong for fault in faults_of(other, saved)} == {Wrong.NOT_SAVED}


@pytest.mark.parametrize("draw", range(len(TRUE["draws"])))
def test_no_draw_of_a_game_can_be_left_out_or_changed(draw: int) -> None:
    for name, other in (("values", [5]), ("bounds", [7]), ("request", "x"), ("purpose", "roll")):
        changed = json.loads(json.dumps(TRUE))
        changed["draws"][draw][name] = other
        assert faults_of(changed) != (), name
    without = json.loads(json.dumps(TRUE))
    del without["draws"][draw]

    assert faults_of(without) != ()
