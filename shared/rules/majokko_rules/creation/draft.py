"""A character that is being made: moves so far, and the state that they lead to.

Every change returns a new draft. Dice that an offer threw are thrown once: whoever takes the offer
back and takes it again finds them as they lay, so that taking back is no second chance. An offer
that holds to its dice leaves nothing else to take once they were seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar, runtime_checkable

from majokko_rules.chance import Chance, Scripted
from majokko_rules.creation import holding
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
        """Everything that can be done in this state, affordable or not.

        An offer with nothing to pick from is left out by the draft.
        """
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
    """`thrown` has the dice of moves that were taken back, by offer and sides, with the picks that
    they hold: `ally d20`, `contact.1 d100 tested=charm`.
    """

    maker: Maker[State]
    options: Options
    state: State
    moves: tuple[Move, ...]
    thrown: Mapping[str, tuple[int, ...]]

    @property
    def offers(self) -> Sequence[Offer]:
        """What can be done and paid for now."""
        if bound := self.bound:
            return [bound]
        purse, offers = self.maker.purse(self.state), self.maker.offers(self.state)
        return [each for each in offers if each.possible and _affordable(each, purse)]

    @property
    def pending(self) -> Sequence[Pending]:
        if bound := self.bound:
            return [Pending(bound.id, bound.step, (bound.id,))]
        return self.maker.pending(self.state)

    @property
    def bound(self) -> Offer | None:
        """The offer that has to be taken again, as its dice were seen; with the picks they hold."""
        for dice in self.thrown:
            found = _find(self.maker, self.state, holding.offer_of(dice))
            if found is not None and found.holds is not None:
                return holding.narrowed(found, dice)
        return None

    @property
    def sheet(self) -> Sheet:
        return self.maker.sheet(self.state)

    def choose(self, offer: str, picks: Mapping[str, object], chance: Chance) -> "Draft[State]":
        """Take an offer.

        Raises NotOnOffer, or InvalidValue and UnknownField with a pointer to a pick.
        """
        taken = self._allowed(offer)
        read = taken.read(picks)
        dice = _Remembered(taken, read, self.thrown, chance)
        state = self.maker.take(self.state, taken, read, dice)
        moved = (*self.moves, Move(offer, read, dice.faces))
        return replace(self, state=state, moves=moved, thrown=dice.left)

    def undo(self) -> "Draft[State]":
        """Take the last choice back; the first dice stay.

        Raises PendingChoices when there is none, or one has to be taken again before.
        """
        *before, last = self.moves
        if last.offer is None:
            raise PendingChoices("nothing_to_undo")
        if bound := self.bound:
            raise PendingChoices("bound", offer=bound.id)
        earlier = replay(self.maker, self.options, before)
        offer = _offered(self.maker, earlier.state, last.offer)
        dice = _Remembered(offer, last.picks, {}, Scripted(last.faces))
        self.maker.take(earlier.state, offer, last.picks, dice)
        return replace(earlier, thrown=dice.laid_back(self.thrown))

    def finish(self) -> Sheet:
        """Return the sheet of a creation in which nothing is open.

        Raises PendingChoices.
        """
        if self.pending:
            raise PendingChoices("open", names=", ".join(each.id for each in self.pending))
        return self.sheet

    def _allowed(self, offer: str) -> Offer:
        """Raises NotOnOffer."""
        bound = self.bound
        if bound is None:
            return _offered(self.maker, self.state, offer)
        if offer != bound.id:
            raise NotOnOffer("bound", pointer="/offer", offer=bound.id)
        return bound


_BEGINNING = Offer("", "", "")


def begin(maker: Maker[State], options: Options, chance: Chance) -> Draft[State]:
    """Throw the first dice of a creation."""
    dice = _Remembered(_BEGINNING, {}, {}, chance)
    state = maker.begin(options, dice)
    return Draft(maker, options, state, (Move(None, {}, dice.faces),), {})


def replay(maker: Maker[State], options: Options, moves: Sequence[Move]) -> Draft[State]:
    """Make the same character again from its moves."""
    draft = begin(maker, options, Scripted(moves[0].faces))
    for move in moves[1:]:
        assert move.offer is not None
        draft = draft.choose(move.offer, move.picks, Scripted(move.faces))
    return draft


def _offered(maker: Maker[State], state: State, offer: str) -> Offer:
    """Raises NotOnOffer."""
    found = _find(maker, state, offer)
    if found is None or not found.possible:
        raise NotOnOffer("unknown", pointer="/offer")
    if not _affordable(found, maker.purse(state)):
        raise NotOnOffer("unaffordable", pointer="/offer")
    return found


def _find(maker: Maker[State], state: State, offer: str) -> Offer | None:
    if isinstance(maker, Finder):
        return maker.find(state, offer)
    return next((each for each in maker.offers(state) if each.id == offer), None)


def _affordable(offer: Offer, purse: Mapping[str, int]) -> bool:
    return all(purse.get(name, 0) >= amount for name, amount in offer.cost.items())


class _Remembered:
    """Throws the dice that lay there for an offer before, then new ones; keeps the faces of all.

    A die that lay there is used for one of its own size only. What is not used this time lies there
    still, so that taking another way and coming back throws nothing anew.
    """

    def __init__(
        self, offer: Offer, picks: Picks, lying: Mapping[str, tuple[int, ...]], chance: Chance
    ) -> None:
        self._offer = offer
        self._picks = picks
        self._lying = dict(lying)
        self._chance = chance
        self._thrown: list[tuple[str, int]] = []

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(face for _, face in self._thrown)

    @property
    def left(self) -> Mapping[str, tuple[int, ...]]:
        """Return what lies there afterwards, for this and all other offers."""
        return {dice: faces for dice, faces in self._lying.items() if faces}

    def laid_back(self, lying: Mapping[str, tuple[int, ...]]) -> Mapping[str, tuple[int, ...]]:
        """Return what lies there when these dice are taken back: they come first again."""
        before = dict(lying)
        for dice, face in reversed(self._thrown):
            before[dice] = (face, *before.get(dice, ()))
        return before

    def throw(self, count: int, sides: int) -> Sequence[int]:
        dice = holding.written(self._offer, self._picks, sides)
        lying = self._lying.get(dice, ())
        faces = list(lying[:count])
        if count > len(faces):
            faces += self._chance.throw(count - len(faces), sides)
        self._lying[dice] = lying[count:]
        self._thrown += [(dice, face) for face in faces]
        return faces

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
        return [faces[place - 1] for place in self.throw(count, len(faces))]
