"""A character that is being made: moves so far, and the state that they lead to.

Every change returns a new draft. Dice that an offer threw are thrown once: whoever takes the offer
back and takes it again finds them as they lay, so that taking back is no second chance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar, runtime_checkable

from majokko_rules.chance import Chance, Scripted
from majokko_rules.creation.offers import Offer, Pending, Picks
from majokko_rules.creation.sheet import Sheet
from majokko_rules.errors import NotOnOffer, PendingChoices

State = TypeVar("State")
State_contra = TypeVar("State_contra", contravariant=True)
Options = Mapping[str, object]


class Maker(Protocol[State]):
    """One system's creation; pure, and free of memory: states hold everything."""

    def begin(self, options: Options, chance: Chance) -> State: ...

    def offers(self, state: State) -> Sequence[Offer]:
        """Everything that can be done in this state, affordable or not."""
        ...

    def pending(self, state: State) -> Sequence[Pending]: ...

    def take(self, state: State, offer: Offer, picks: Picks, chance: Chance) -> State:
        """Do what an offer of this state does; its cost has been found affordable."""
        ...

    def purse(self, state: State) -> Mapping[str, int]:
        """Return what is left of coins or points, by name."""
        ...

    def sheet(self, state: State) -> Sheet: ...


@runtime_checkable
class Finder(Protocol[State_contra]):
    """A maker that finds one offer faster than by listing all."""

    def find(self, state: State_contra, offer: str) -> Offer | None: ...


@dataclass(frozen=True, slots=True)
class Move:
    """An offer that was taken, with the faces it threw; the first move has no offer."""

    offer: str | None
    picks: Picks
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draft(Generic[State]):
    """`thrown` holds the dice of moves that were taken back, by offer."""

    maker: Maker[State]
    options: Options
    state: State
    moves: tuple[Move, ...]
    thrown: Mapping[str, tuple[int, ...]]

    @property
    def offers(self) -> Sequence[Offer]:
        """What can be done and paid for now."""
        purse = self.maker.purse(self.state)
        return [each for each in self.maker.offers(self.state) if _affordable(each, purse)]

    @property
    def pending(self) -> Sequence[Pending]:
        return self.maker.pending(self.state)

    @property
    def sheet(self) -> Sheet:
        return self.maker.sheet(self.state)

    def choose(self, offer: str, picks: Mapping[str, object], chance: Chance) -> "Draft[State]":
        """Take an offer.

        Raises NotOnOffer, or InvalidValue and UnknownField with a pointer to a pick.
        """
        taken = self._offered(offer)
        read = taken.read(picks)
        dice = _Remembered(self.thrown.get(offer, ()), chance)
        state = self.maker.take(self.state, taken, read, dice)
        moved = (*self.moves, Move(offer, read, dice.faces))
        thrown = {name: faces for name, faces in self.thrown.items() if name != offer}
        return replace(self, state=state, moves=moved, thrown=thrown)

    def undo(self) -> "Draft[State]":
        """Take the last choice back; the first dice stay.

        Raises PendingChoices when there is none.
        """
        *before, last = self.moves
        if last.offer is None:
            raise PendingChoices("nothing_to_undo")
        earlier = replay(self.maker, self.options, before)
        kept = {**self.thrown, last.offer: last.faces} if last.faces else self.thrown
        return replace(earlier, thrown=kept)

    def finish(self) -> Sheet:
        """Return the sheet of a creation in which nothing is open.

        Raises PendingChoices.
        """
        if self.pending:
            raise PendingChoices("open", names=", ".join(each.id for each in self.pending))
        return self.sheet

    def _offered(self, offer: str) -> Offer:
        found = self._find(offer)
        if found is None:
            raise NotOnOffer("unknown", pointer="/offer")
        if not _affordable(found, self.maker.purse(self.state)):
            raise NotOnOffer("unaffordable", pointer="/offer")
        return found

    def _find(self, offer: str) -> Offer | None:
        if isinstance(self.maker, Finder):
            return self.maker.find(self.state, offer)
        return next((each for each in self.maker.offers(self.state) if each.id == offer), None)


def begin(maker: Maker[State], options: Options, chance: Chance) -> Draft[State]:
    """Throw the first dice of a creation."""
    dice = _Remembered((), chance)
    state = maker.begin(options, dice)
    return Draft(maker, options, state, (Move(None, {}, dice.faces),), {})


def replay(maker: Maker[State], options: Options, moves: Sequence[Move]) -> Draft[State]:
    """Make the same character again from its moves."""
    draft = begin(maker, options, Scripted(moves[0].faces))
    for move in moves[1:]:
        assert move.offer is not None
        draft = draft.choose(move.offer, move.picks, Scripted(move.faces))
    return draft


def _affordable(offer: Offer, purse: Mapping[str, int]) -> bool:
    return all(purse.get(name, 0) >= amount for name, amount in offer.cost.items())


class _Remembered:
    """Throws the dice that lay there before, then new ones; keeps the faces of all."""

    def __init__(self, lying: Sequence[int], chance: Chance) -> None:
        self._lying = list(lying)
        self._chance = chance
        self._faces: list[int] = []

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(self._faces)

    def throw(self, count: int, sides: int) -> Sequence[int]:
        lying, self._lying = self._lying[:count], self._lying[count:]
        faces = [*lying, *self._chance.throw(count - len(lying), sides)]
        self._faces += faces
        return faces

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
        return [faces[place - 1] for place in self.throw(count, len(faces))]
