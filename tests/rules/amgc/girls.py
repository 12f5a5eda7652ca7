"""Girls that tests begin with, and the moves that they make."""

from collections.abc import Mapping
from typing import Any

from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft, begin
from majokko_rules.systems.amgc.creation import AmgcMaker
from majokko_rules.systems.amgc.creation.state import State
from tests.rules.amgc.ruleset import AMGC

MAKER = AmgcMaker(AMGC)
FACES = (19, 6, 8, 16, 13, 7, 14, 2, 16, 17, 1, 12)
"""The faces of the example: age 16, underdeveloped, lightning, fists, uniform, focused assault, and
the perks ally, martial training, familiar, soul jar, fix-it band-aids, mana channel.
"""
PLACES = (
    "age", "body", "specialisation", "weapon", "outfit", "power",
    "perk_1", "perk_2", "perk_3", "perk_4", "perk_5", "perk_6",
)  # fmt: skip
_DULL = (10, 8, 16, 16, 4, 15, 2, 6, 2, 3, 1, 6)
"""A girl who has but one stat, a mastery and a boost to choose, and no companion."""


def begun(options: Mapping[str, object] | None = None, /, **faces: int) -> Draft[State]:
    """Begin with a dull girl, but for these faces: `begun(power=5)`."""
    assert set(faces) <= set(PLACES)
    thrown = [faces.get(place, face) for place, face in zip(PLACES, _DULL, strict=True)]
    return thrown_as(thrown, options)


def thrown_as(faces: Any, options: Mapping[str, object] | None = None) -> Draft[State]:  # noqa: ANN401
    """Begin with these faces, which must be as many as are thrown."""
    dice = Scripted(faces)
    draft = begin(MAKER, options or {}, dice)
    dice.finish()
    return draft


def take(draft: Draft[State], offer: str, *faces: int, **picks: object) -> Draft[State]:
    """Take an offer, with the dice that it throws."""
    dice = Scripted(faces)
    after = draft.choose(offer, picks, dice)
    dice.finish()
    return after


def value(draft: Draft[State], name: str) -> Any:  # noqa: ANN401 - values differ
    return draft.sheet[name].value


def offered(draft: Draft[State]) -> set[str]:
    return {offer.id for offer in draft.offers}


def options(draft: Draft[State], offer: str, pick: int = 0) -> tuple[str, ...]:
    """Return what an offer lets one pick."""
    found: tuple[str, ...] = next(o for o in draft.offers if o.id == offer).pick[pick].options  # type: ignore[union-attr]
    return found


def open_choices(draft: Draft[State]) -> list[str]:
    return [each.id for each in draft.pending]


def completed(draft: Draft[State]) -> Draft[State]:
    """Answer all that is open with the first that fits."""
    while draft.pending:
        first = draft.pending[0].offers[0]
        offer = next(each for each in draft.offers if each.id == first)
        draft = draft.choose(first, {pick.name: _first(pick) for pick in offer.pick}, _MIDDLE)
    return draft


def _first(pick: Any) -> object:  # noqa: ANN401 - any of the three kinds of picks
    return pick.options[0] if hasattr(pick, "options") else getattr(pick, "least", "words")


class _Middle:
    """Dice that never repeat themselves nine times."""

    def __init__(self) -> None:
        self._next = 0

    def throw(self, count: int, sides: int) -> list[int]:
        self._next += count
        return [(self._next + place) % sides + 1 for place in range(count)]

    def pick(self, count: int, faces: tuple[int, ...]) -> list[int]:
        return [faces[place - 1] for place in self.throw(count, len(faces))]


_MIDDLE = _Middle()
