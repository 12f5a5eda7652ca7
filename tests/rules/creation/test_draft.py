"""The engine of creation, with a small creation of its own: a cup of tea."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.chance import Chance, Scripted, Seeded
from majokko_rules.creation import (
    Because,
    Draft,
    Number,
    Offer,
    OneOf,
    Pending,
    Picks,
    Sheet,
    Value,
    Words,
    begin,
    replay,
)
from majokko_rules.errors import InvalidValue, NotOnOffer, PendingChoices, UnknownField
from tests.support.creating import look_back, random_creation


@dataclass(frozen=True, slots=True)
class Cup:
    heat: int
    coins: int = 3
    leaf: str | None = None
    name: str | None = None
    stirred: tuple[int, ...] = ()


class Tea:
    """Heat is rolled, leaves are chosen, names are written, stirring costs a coin and two dice."""

    def begin(self, options: Mapping[str, object], chance: Chance) -> Cup:
        del options
        return Cup(chance.throw(1, 20)[0])

    def offers(self, state: Cup) -> Sequence[Offer]:
        stir = Offer(f"stir-{len(state.stirred)}", "stir", "stir", {"coin": 1})
        sugar = Offer("sugar", "sugar", "sugar", {"coin": 2}, (Number("spoons", 1, 9),))
        if state.leaf is None:
            leaf = Offer("leaf", "leaf", "choose", pick=(OneOf("leaf", ("green", "black")),))
            return leaf, stir, sugar
        return Offer("name", "name", "write", pick=(Words("name", 10),)), stir, sugar

    def pending(self, state: Cup) -> Sequence[Pending]:
        return () if state.leaf else (Pending("leaf", "leaf", ("leaf",)),)

    def take(self, state: Cup, offer: Offer, picks: Picks, chance: Chance) -> Cup:
        left = replace(state, coins=state.coins - offer.cost.get("coin", 0))
        match offer.step:
            case "leaf":
                return replace(left, leaf=str(picks["leaf"]))
            case "name":
                return replace(left, name=str(picks["name"]))
            case "stir":
                return replace(left, stirred=(*left.stirred, sum(chance.throw(2, 6))))
            case _:
                return replace(left, heat=left.heat + int(picks["spoons"]))

    def purse(self, state: Cup) -> Mapping[str, int]:
        return {"coin": state.coins}

    def sheet(self, state: Cup) -> Sheet:
        reasons = (Because("roll", "heat", plus=state.heat),)
        return Sheet({"heat": Value(state.heat, reasons), "leaf": Value(state.leaf)})


def _tea(*faces: int) -> Draft[Cup]:
    return begin(Tea(), {}, Scripted(faces or [7]))


def test_a_creation_begins_with_its_dice() -> None:
    draft = _tea(7)

    assert draft.sheet["heat"].value == 7
    assert draft.moves[0].faces == (7,)


def test_a_choice_gives_a_new_draft_and_leaves_the_old_one_alone() -> None:
    before = _tea()
    after = before.choose("leaf", {"leaf": "green"}, Scripted([]))

    assert (before.state.leaf, after.state.leaf) == (None, "green")


def test_only_what_can_be_paid_for_is_on_offer() -> None:
    draft = _tea().choose("sugar", {"spoons": 2}, Scripted([]))

    assert [offer.id for offer in draft.offers] == ["leaf", "stir-0"]


@pytest.mark.parametrize(
    ("offer", "rule"), [("sugar", "unaffordable"), ("milk", "unknown"), ("name", "unknown")]
)
def test_what_is_not_on_offer_is_refused(offer: str, rule: str) -> None:
    draft = _tea().choose("sugar", {"spoons": 2}, Scripted([]))

    with pytest.raises(NotOnOffer) as refused:
        draft.choose(offer, {"spoons": 2}, Scripted([]))

    assert (refused.value.rule, refused.value.pointer) == (rule, "/offer")


@pytest.mark.parametrize(
    ("offer", "picks", "pointer"),
    [
        ("leaf", {"leaf": "oolong"}, "/leaf"),
        ("leaf", {"leaf": 1}, "/leaf"),
        ("leaf", {}, "/leaf"),
        ("leaf", {"leaf": "green", "cup": "big"}, "/cup"),
        ("sugar", {"spoons": 10}, "/spoons"),
        ("sugar", {"spoons": True}, "/spoons"),
        ("sugar", {"spoons": "two"}, "/spoons"),
    ],
)
def test_a_pick_that_means_nothing_is_pointed_at(
    offer: str, picks: dict[str, object], pointer: str
) -> None:
    with pytest.raises((InvalidValue, UnknownField)) as refused:
        _tea().choose(offer, picks, Scripted([]))

    assert refused.value.pointer == pointer


@pytest.mark.parametrize("name", ["", "   ", "a" * 11, "tea\u202ecup"])
def test_words_are_plain_and_short(name: str) -> None:
    draft = _tea().choose("leaf", {"leaf": "green"}, Scripted([]))

    with pytest.raises(InvalidValue) as refused:
        draft.choose("name", {"name": name}, Scripted([]))

    assert refused.value.pointer == "/name"


def test_nothing_is_finished_while_a_choice_is_open() -> None:
    draft = _tea()

    with pytest.raises(PendingChoices) as refused:
        draft.finish()

    assert refused.value.params == {"names": "leaf"}
    assert draft.choose("leaf", {"leaf": "black"}, Scripted([])).finish()["leaf"].value == "black"


def test_a_choice_can_be_taken_back_but_the_first_dice_stay() -> None:
    draft = _tea().choose("leaf", {"leaf": "black"}, Scripted([])).undo()

    assert draft.state == _tea().state
    with pytest.raises(PendingChoices) as refused:
        draft.undo()
    assert refused.value.rule == "nothing_to_undo"


def test_taking_back_is_no_second_throw() -> None:
    stirred = _tea().choose("stir-0", {}, Scripted([6, 5]))
    again = stirred.undo().choose("leaf", {"leaf": "green"}, Scripted([]))

    assert again.choose("stir-0", {}, Scripted([])).state.stirred == (11,)


_MOVES = st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=12)


@given(moves=_MOVES, seed=st.binary(max_size=8))
def test_the_same_rolls_and_choices_give_the_same_sheet(
    moves: list[tuple[int, bool]], seed: bytes
) -> None:
    chance = Seeded(seed)
    draft = begin(Tea(), {}, chance)
    for which, back in moves:
        if back and len(draft.moves) > 1:
            draft = draft.undo()
        else:
            offer = draft.offers[which % len(draft.offers)]
            draft = draft.choose(offer.id, {p.name: _any(p) for p in offer.pick}, chance)

    again = replay(Tea(), {}, draft.moves)

    assert again.state == draft.state
    assert again.sheet.explained()
    assert draft.state.coins >= 0


def _any(pick: OneOf | Words | Number) -> str | int:
    match pick:
        case OneOf():
            return pick.options[0]
        case Words():
            return "tea"
        case Number():
            return pick.most


@pytest.mark.parametrize("seed", range(100))
def test_a_creation_at_random_ends_in_what_its_moves_say(seed: int) -> None:
    look_back(random_creation(Tea(), {}, seed))


def test_creations_at_random_use_all_that_is_offered() -> None:
    drafts = [random_creation(Tea(), {}, seed) for seed in range(100)]
    taken = {move.offer for draft in drafts for move in draft.moves}

    assert taken == {None, "leaf", "name", "sugar", "stir-0", "stir-1", "stir-2"}


def test_a_creation_that_cannot_end_is_noticed() -> None:
    class Endless(Tea):
        def pending(self, state: Cup) -> Sequence[Pending]:
            return (Pending("stir", "stir", (f"stir-{len(state.stirred)}",)),)

        def purse(self, state: Cup) -> Mapping[str, int]:
            return {"coin": max(state.coins, 1)}

    with pytest.raises(AssertionError, match="still open"):
        random_creation(Endless(), {}, 1)


@pytest.mark.parametrize("pick", [OneOf("cup", ()), Number("cup", 3, 2), Words("cup", 0)])
def test_an_offer_with_nothing_to_pick_from_is_none(pick: OneOf | Number | Words) -> None:
    class Cupless(Tea):
        def offers(self, state: Cup) -> Sequence[Offer]:
            return (*super().offers(state), Offer("cup", "cup", "cup", pick=(pick,)))

    draft = begin(Cupless(), {}, Scripted([7]))

    assert "cup" not in [offer.id for offer in draft.offers]
    with pytest.raises(NotOnOffer):
        draft.choose("cup", {"cup": 3}, Scripted([]))
