"""A replay is played again: the first thing in it that cannot have been is told, with its place."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.cards.magion import Ask, Choose, Cleanse, Discard, Hint, Play
from majokko_rules.cards.magion.actions import Action
from majokko_rules.cards.magion.cards import NUMBERS
from majokko_rules.cards.replays import Replay, Result, verify
from tests.rules.magion.golden import reckless
from tests.rules.magion.replayed import Game, found, game

LONG: Game = next(each for each in found() if len(each.replay.deal.orders) > 1)
SHORT: Game = next(found(reckless))
DEALT_AGAIN: Game = next(each for each in found() if each.replay.redealt)
PROOF_FAULT = "proof_fault"


def faults(replay: Replay, *proof: object) -> list[tuple[str, str]]:
    return [(each.pointer, each.rule) for each in verify(replay, *proof).faults]


def acting(replay: Replay, *actions: Action) -> Replay:
    return replace(replay, actions=actions)


def ending(replay: Replay, **values: Any) -> Replay:  # noqa: ANN401 - members of a result
    return replace(replay, result=replace(told(replay), **values))


def told(replay: Replay) -> Result:
    assert replay.result is not None
    return replay.result


def dealing(replay: Replay, **values: Any) -> Replay:  # noqa: ANN401 - members of a deal
    return replace(replay, deal=replace(replay.deal, **values))


@pytest.mark.parametrize(
    ("action", "pointer", "rule"),
    [
        (Play(4), "/actions/0/card", "no_such_card"),
        (Discard(99), "/actions/0/card", "no_such_card"),
        (Hint(SHORT.replay.deal.first, 0), "/actions/0/to", "hint_to_oneself"),
        (Hint(4, 0), "/actions/0/to", "no_such_seat"),
        (Ask(0), "/actions/0/type", "hints_only"),
        (Cleanse(1), "/actions/0/count", "too_few_markers"),
        (Choose(0), "/actions/0/type", "nothing_to_choose"),
    ],
)
def test_the_first_illegal_move_is_told(action: Action, pointer: str, rule: str) -> None:
    replay = acting(SHORT.replay, action, Play(99))

    assert faults(replay) == [(pointer, rule)]
    assert verify(replay).result is None


def test_a_move_after_the_end_is_told() -> None:
    replay = acting(SHORT.replay, *SHORT.replay.actions, Play(0))

    assert faults(replay) == [("/actions/3", "ended")]


def test_a_choice_that_was_left_out_is_told() -> None:
    actions = LONG.replay.actions
    at = next(place for place, each in enumerate(actions) if isinstance(each, Choose))
    replay = acting(LONG.replay, *actions[:at], *actions[at + 1 :])

    assert faults(replay) == [(f"/actions/{at}", "girl")]


@pytest.mark.parametrize(
    ("replay", "pointer", "right"),
    [
        (ending(LONG.replay, score=99), "/result/score", told(LONG.replay).score),
        (ending(LONG.replay, score=None), "/result/score", told(LONG.replay).score),
        (ending(LONG.replay, rank="qb"), "/result/rank", told(LONG.replay).rank),
        (ending(LONG.replay, status="lost"), "/result/status", told(LONG.replay).status),
        (ending(LONG.replay, reason="vote"), "/result/reason", told(LONG.replay).reason),
        (ending(SHORT.replay, score=3), "/result/score", "null"),
        (ending(SHORT.replay, reason="deck_empty"), "/result/reason", "third_marker"),
    ],
)
def test_a_wrong_result_is_told_with_the_right_one(
    replay: Replay, pointer: str, right: object
) -> None:
    [fault] = verify(replay).faults

    assert (fault.pointer, fault.rule, fault.params["found"]) == (pointer, "other_result", right)


def test_a_result_of_a_game_that_goes_on_is_told() -> None:
    assert faults(acting(SHORT.replay, *SHORT.replay.actions[:-1])) == [("/result", "not_over")]


def test_a_game_that_is_over_has_a_result() -> None:
    assert faults(replace(SHORT.replay, result=None)) == [("/result", "over_anyway")]


def test_as_much_as_was_played_of_a_game_is_true_without_a_result() -> None:
    begun = replace(SHORT.replay, actions=SHORT.replay.actions[:-1], result=None)

    assert faults(begun) == []
    assert verify(begun).result is None


@pytest.mark.parametrize(
    ("status", "reason"), [("ended", "vote"), ("lost", "timeout"), ("ended", "abandoned")]
)
def test_players_may_stop_a_game_before_its_end(status: str, reason: str) -> None:
    stopped = replace(
        SHORT.replay, actions=SHORT.replay.actions[:-1], result=Result(status, reason)
    )

    assert faults(stopped) == []
    assert faults(ending(stopped, score=7)) == [("/result/score", "other_result")]
    assert faults(ending(stopped, status="won")) == [("/result/status", "other_result")]


def _other(kinds: tuple[int, ...], place: int, name: str) -> tuple[int, ...]:
    return (*kinds[:place], NUMBERS[name], *kinds[place + 1 :])


def test_cards_that_the_deck_has_not_are_told() -> None:
    girls = LONG.replay.deal.girls
    last = max(place for place, kind in enumerate(girls) if kind != NUMBERS["qb-1"])
    replay = dealing(LONG.replay, girls=_other(girls, last, "qb-1"))
    wrong = faults(replay)

    assert wrong[0] == (f"/deal/girls/{last}", "no_more")
    assert wrong[1] == ("/deal/girls", "card_missing")


def test_a_deck_with_too_few_cards_is_told() -> None:
    replay = dealing(SHORT.replay, girls=SHORT.replay.deal.girls[:15])
    wrong = faults(replay)

    assert ("/deal/girls", "too_short") in wrong
    assert ("/deal/girls", "card_missing") in wrong


def test_a_deck_that_had_to_be_dealt_again_is_told() -> None:
    first = DEALT_AGAIN.replay.redealt[0]
    replay = replace(dealing(DEALT_AGAIN.replay, girls=first), redealt=())

    assert faults(replay) == [("/deal/girls", "redeal_due")]


def test_a_redeal_that_was_not_due_is_told() -> None:
    fine = SHORT.replay.deal.girls
    replay = replace(SHORT.replay, redealt=(fine,))

    assert faults(replay) == [("/deal/redealt/0", "redeal_needless")]


def test_a_deck_of_other_cards_that_was_dealt_before_is_told() -> None:
    first = DEALT_AGAIN.replay.redealt[0]
    replay = replace(DEALT_AGAIN.replay, redealt=(first[:-1],))

    assert ("/deal/redealt/0", "card_missing") in faults(replay)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_orders_of_witches_that_were_not_used_or_are_not_there_are_told(count: int) -> None:
    orders = LONG.replay.deal.orders
    replay = dealing(LONG.replay, orders=(*orders, orders[0])[:count])

    assert len(orders) == 2
    assert ("/deal/orders", "orders_used") in faults(replay)


def test_practice_may_leave_cards_out_and_be_dealt_three_heads() -> None:
    practice = replace(SHORT.replay, source="practice")
    heads = DEALT_AGAIN.replay.redealt[0]
    begun = replace(practice, actions=(), result=None)

    assert faults(dealing(practice, girls=practice.deal.girls[:30])) == []
    assert faults(dealing(begun, girls=heads)) == []
    assert faults(replace(begun, redealt=(heads,))) == [("/deal/redealt", "practice_redealt")]


def test_practice_has_no_more_of_a_card_than_the_ruleset() -> None:
    practice = replace(SHORT.replay, source="practice", actions=(), result=None)
    girls = (NUMBERS["madoka-4"],) * 2 + practice.deal.girls[2:]

    assert ("/deal/girls/1", "no_more") in faults(dealing(practice, girls=girls))


@given(seed=st.integers(0, 10**6), place=st.integers(0), number=st.integers(0, 3))
def test_a_replay_with_another_move_is_never_the_same_game(
    seed: int, place: int, number: int
) -> None:
    replay = game(seed).replay
    place %= len(replay.actions)
    other = Play(number)
    if replay.actions[place] == other:
        other = Play((number + 1) % 4)
    changed = acting(replay, *replay.actions[:place], other, *replay.actions[place + 1 :])
    verdict = verify(changed)

    assert verdict.faults == () or verdict.faults[0].pointer.startswith(
        ("/actions/", "/result", "/deal/orders")
    )
    for fault in verdict.faults:
        if fault.pointer.startswith("/actions/"):
            assert int(fault.pointer.split("/")[2]) >= place


# beside a proof


@pytest.mark.parametrize("of", [LONG, SHORT, DEALT_AGAIN])
def test_the_proof_of_its_stream_dealt_these_cards(of: Game) -> None:
    assert faults(of.replay, of.proof) == []


@pytest.mark.parametrize("proof", [None, 1, [], {}, {"scheme": "pf2"}])
def test_what_is_no_proof_is_told(proof: object) -> None:
    wrong = faults(SHORT.replay, proof)

    assert {rule for _, rule in wrong} == {PROOF_FAULT}
    assert all(pointer.startswith("/proof") for pointer, _ in wrong)


def test_a_proof_that_was_changed_is_told_with_its_place() -> None:
    proof = deepcopy(SHORT.proof)
    proof["draws"][0]["head"] = "00" * 32

    assert ("/proof/draws/0/head", PROOF_FAULT) in faults(SHORT.replay, proof)


def test_two_cards_that_changed_places_are_told() -> None:
    girls = list(LONG.replay.deal.girls)
    one, two = 40, next(at for at in range(40) if girls[at] != girls[40])
    girls[one], girls[two] = girls[two], girls[one]
    replay = replace(dealing(LONG.replay, girls=tuple(girls)), actions=(), result=None)
    replay = dealing(replay, orders=())
    wrong = verify(replay, LONG.proof).faults

    assert [(each.pointer, each.rule) for each in wrong] == [
        (f"/deal/girls/{two}", "other_card"),
        (f"/deal/girls/{one}", "other_card"),
    ]


def test_witches_that_lay_otherwise_are_told() -> None:
    witches = LONG.replay.deal.witches
    turned = (witches[1], witches[0], *witches[2:])

    wrong = faults(dealing(LONG.replay, witches=turned), LONG.proof)

    assert ("/deal/witches/0", "other_card") in wrong
    assert ("/deal/witches/1", "other_card") in wrong


def test_witches_that_were_shuffled_otherwise_are_told() -> None:
    orders = LONG.replay.deal.orders
    turned = (orders[0], orders[1][::-1], *orders[2:])

    assert ("/deal/orders/1", "other_order") in faults(
        dealing(LONG.replay, orders=turned), LONG.proof
    )


def test_somebody_else_who_began_is_told() -> None:
    replay = dealing(SHORT.replay, first=(SHORT.replay.deal.first + 1) % 4)

    assert ("/deal/first", "other_first") in faults(replay, SHORT.proof)


def test_a_redeal_that_is_not_told_is_wrongin_the_proof() -> None:
    replay = replace(DEALT_AGAIN.replay, redealt=())
    wrong = faults(replay, DEALT_AGAIN.proof)

    assert ("/proof/draws", "other_decks") in wrong


def test_a_proof_without_the_decks_is_told() -> None:
    assert ("/proof/draws", "proof_lacks") in faults(DEALT_AGAIN.replay, SHORT.proof)


def test_no_proof_is_about_a_practice_game() -> None:
    practice = replace(SHORT.replay, source="practice")

    assert faults(practice, SHORT.proof) == [("/proof", "practice_unproven")]


def test_a_proof_that_takes_too_long_to_check_is_refused() -> None:
    proof = deepcopy(SHORT.proof)
    proof["draws"][0]["deck"]["cards"] = ["all"] * 20_000

    assert faults(SHORT.replay, proof) == [("/proof/draws", "too_many_draws")]
