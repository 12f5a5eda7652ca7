"""Who acts, and what she may do: the questions that every move begins with."""

from dataclasses import dataclass

from majokko_rules.errors import IllegalAction, NotYours, NotYourTurn
from majokko_rules.systems.aaws.procedure.state import Offer, Party, Side, State, Step
from majokko_rules.systems.aaws.procedure.units import Cast, Unit, unknown


@dataclass(frozen=True, slots=True)
class Actor:
    """A member of the table; the GM also plays the units that have no player."""

    member: str
    gm: bool = False

    def plays(self, unit: Unit) -> bool:
        return unit.player == self.member or (unit.player is None and self.gm)


@dataclass(frozen=True, slots=True)
class Turn:
    """A check as it is when somebody wants to move."""

    state: State
    by: Actor
    cast: Cast

    @property
    def side(self) -> Side:
        return "gm" if self.by.gm else "player"

    def only_gm(self) -> None:
        if not self.by.gm:
            raise NotYours("only_gm")

    def only_player(self, unit: str, pointer: str = "/unit") -> None:
        if not self.by.plays(self.cast.unit(unit, pointer)):
            raise NotYours("only_player", pointer=pointer)

    def at(self, *steps: Step) -> None:
        if self.state.step not in steps:
            raise IllegalAction("not_in_this_step", step=self.state.step)

    def undisturbed(self) -> None:
        """Refuse while a change of premise waits for the GM's answer."""
        if self.state.wish:
            raise IllegalAction("premise_open")

    def party(self, unit: str, pointer: str = "/unit") -> Party:
        party = self.state.party(unit)
        if party is None:
            raise unknown([party.unit for party in self.state.parties], pointer)
        return party

    def acting(self, unit: str, pointer: str = "/unit") -> Party:
        """Return the unit if it is the one to declare: one after another, each once."""
        party = self.party(unit, pointer)
        if party.finished:
            raise IllegalAction("finished_declaring", pointer=pointer)
        acting = self.state.acting
        assert acting, "while somebody has not finished, somebody acts"
        if acting != party:
            raise NotYourTurn("other_unit", pointer=pointer, unit=acting.unit)
        return party

    def offer(self, number: int, pointer: str = "/factor") -> Offer:
        offer = next((one for one in self.state.offers if one.id == number), None)
        if offer is None:
            raise unknown([one.id for one in self.state.offers], pointer)
        return offer
