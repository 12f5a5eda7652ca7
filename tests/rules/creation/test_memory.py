"""Dice of choices that were taken back lie where they fell, whatever is chosen in between."""

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.chance import Chance, Scripted, Seeded
from majokko_rules.creation import Draft, Offer, OneOf, Pending, Picks, Sheet, begin

Poured = tuple[tuple[int, ...], ...]

JUGS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "small": ((1, 6),),
    "big": ((1, 100), (2, 6)),
    "huge": ((2, 100), (3, 6), (1, 20)),
}


class Pouring:
    """Jugs are filled with dice: how many, and of which size, is picked with the offer."""

    def begin(self, options: Mapping[str, object], chance: Chance) -> Poured:
        del options, chance
        return ()

    def offers(self, state: Poured) -> Sequence[Offer]:
        return (Offer(f"pour-{len(state)}", "pour", "pour", pick=(OneOf("jug", tuple(JUGS)),)),)

    def pending(self, state: Poured) -> Sequence[Pending]:
        del state
        return ()

    def take(self, state: Poured, offer: Offer, picks: Picks, chance: Chance) -> Poured:
        del offer
        jug = JUGS[str(picks["jug"])]
        return (*state, tuple(face for dice in jug for face in chance.throw(*dice)))

    def purse(self, state: Poured) -> Mapping[str, int]:
        del state
        return {}

    def sheet(self, state: Poured) -> Sheet:
        del state
        return Sheet()


def poured(draft: Draft[Poured], jug: str, *faces: int) -> Draft[Poured]:
    chance = Scripted(faces)
    after = draft.choose(f"pour-{len(draft.state)}", {"jug": jug}, chance)
    chance.finish()
    return after


START = begin(Pouring(), {}, Scripted([]))


def test_a_die_is_used_again_for_one_of_its_size_only() -> None:
    big = poured(START, "big", 77, 4, 5)
    small = poured(big.undo(), "small")
    huge = poured(small.undo(), "huge", 88, 6, 19)

    assert (big.state, small.state, huge.state) == (
        ((77, 4, 5),),
        ((4,),),
        ((77, 88, 4, 5, 6, 19),),
    )


def test_less_dice_in_between_lose_none() -> None:
    huge = poured(START, "huge", 1, 2, 3, 4, 5, 6)
    there_and_back = poured(poured(huge.undo(), "small").undo(), "huge")

    assert there_and_back.state == huge.state


def test_dice_of_several_choices_lie_apart() -> None:
    two = poured(poured(START, "small", 2), "small", 3)
    none = two.undo().undo()

    assert poured(poured(none, "small"), "small").state == ((2,), (3,))


@given(
    seed=st.binary(max_size=4),
    wishes=st.lists(st.none() | st.sampled_from(tuple(JUGS)), max_size=15),
)
def test_nobody_gets_other_dice_by_taking_back(seed: bytes, wishes: list[str | None]) -> None:
    """For each offer and size of dice, the faces always begin with those that fell first."""
    draft, chance = START, Seeded(seed)
    fallen: dict[tuple[int, int], list[int]] = {}
    for wish in wishes:
        if wish is None:
            draft = draft.undo() if draft.state else draft
            continue
        at = len(draft.state)
        draft = draft.choose(f"pour-{at}", {"jug": wish}, chance)
        faces = iter(draft.state[at])
        for count, sides in JUGS[wish]:
            now = [next(faces) for _ in range(count)]
            first = fallen.setdefault((at, sides), [])
            assert now[: len(first)] == first[:count]
            first += now[len(first) :]
