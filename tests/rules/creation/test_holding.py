"""Offers that hold to their dice: who has seen them has chosen."""

from collections.abc import Mapping, Sequence

import pytest

from majokko_rules.chance import Chance, Scripted
from majokko_rules.creation import Draft, Number, Offer, OneOf, Pending, Picks, Sheet, Words, begin
from majokko_rules.errors import InvalidValue, NotOnOffer, PendingChoices

Fished = tuple[tuple[str, int], ...]

FISH = Offer(
    "fish",
    "fish",
    "fish",
    {"bait": 1},
    (OneOf("pond", ("near", "far")), Number("depth", 1, 9), Words("wish", 10)),
    holds=("pond", "depth"),
)


class Fishing:
    """A d6 is thrown for a pond at a depth, or nothing for a net; a wish is only words."""

    def begin(self, options: Mapping[str, object], chance: Chance) -> Fished:
        del options, chance
        return ()

    def offers(self, state: Fished) -> Sequence[Offer]:
        return () if state else (FISH, Offer("net", "fish", "net", holds=()))

    def pending(self, state: Fished) -> Sequence[Pending]:
        return () if state else (Pending("fish", "fish", ("fish", "net")),)

    def take(self, state: Fished, offer: Offer, picks: Picks, chance: Chance) -> Fished:
        if offer.id == "net":
            return (*state, ("net", 1))
        (face,) = chance.throw(1, 6)
        return (*state, (f"{picks['pond']} {picks['depth']}", face))

    def purse(self, state: Fished) -> Mapping[str, int]:
        return {"bait": 1 - len(state)}

    def sheet(self, state: Fished) -> Sheet:
        del state
        return Sheet()


NEAR = {"pond": "near", "depth": 3, "wish": "a carp"}


def _seen() -> Draft[Fished]:
    return begin(Fishing(), {}, Scripted([])).choose("fish", NEAR, Scripted([2])).undo()


def test_only_what_threw_the_dice_is_on_offer_and_pending() -> None:
    draft = _seen()
    (offer,) = draft.offers

    assert offer.pick == (OneOf("pond", ("near",)), Number("depth", 3, 3), Words("wish", 10))
    assert draft.pending == [Pending("fish", "fish", ("fish",))]
    assert draft.bound == offer


def test_nothing_else_can_be_taken_taken_back_or_finished() -> None:
    draft = _seen()

    with pytest.raises(NotOnOffer) as other:
        draft.choose("net", {}, Scripted([]))
    with pytest.raises(PendingChoices) as back:
        begin(Fishing(), {}, Scripted([])).undo()
    with pytest.raises(PendingChoices) as end:
        draft.finish()
    assert (other.value.rule, other.value.params) == ("bound", {"offer": "fish"})
    assert back.value.rule == "nothing_to_undo"
    assert end.value.params == {"names": "fish"}


@pytest.mark.parametrize(
    ("picks", "pointer"), [({"pond": "far"}, "/pond"), ({"depth": 4}, "/depth")]
)
def test_dice_hold_what_was_picked_with_them(picks: dict[str, object], pointer: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        _seen().choose("fish", {**NEAR, **picks}, Scripted([]))

    assert refused.value.pointer == pointer


def test_what_is_taken_again_has_its_dice_and_sets_free() -> None:
    draft = _seen().choose("fish", {**NEAR, "wish": "a pike"}, Scripted([]))

    assert draft.state == (("near 3", 2),)
    assert draft.moves[-1].picks["wish"] == "a pike"
    assert (draft.bound, draft.pending) == (None, ())


def test_what_threw_nothing_holds_to_nothing() -> None:
    draft = begin(Fishing(), {}, Scripted([])).choose("net", {}, Scripted([])).undo()

    assert draft.bound is None
    assert [offer.id for offer in draft.offers] == ["fish", "net"]
