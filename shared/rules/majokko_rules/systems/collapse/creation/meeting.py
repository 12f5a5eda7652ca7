"""Contacts: people outside her circle who may know her."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from majokko_rules.chance import Chance
from majokko_rules.creation import Because, Offer, OneOf, Pending, Picks, Value, Words
from majokko_rules.systems.collapse.creation.book import Book
from majokko_rules.systems.collapse.creation.girl import Contact, Girl
from majokko_rules.systems.collapse.creation.skills import Skills
from majokko_rules.systems.collapse.d100 import D100
from majokko_rules.systems.collapse.levels import DIFFICULTIES, Mark

PURSE = "contacts"


@dataclass(frozen=True, slots=True)
class Meeting:
    """The game master grants them, or a check of the best fitting life skill or attribute tells
    whether they have met or heard of her.
    """

    book: Book
    skills: Skills
    name: ClassVar[str] = "contacts"
    starts: ClassVar[tuple[str, ...]] = ("contact",)

    def offers(self, girl: Girl) -> Iterator[Offer]:
        if girl.age is None:
            return
        place = f"contact.{len(girl.contacts) + 1}"
        words = Words("contact", self.book.number("contact_letters"))
        if girl.settings["contacts_by"] == "grant":
            yield Offer(place, self.name, "grant", {PURSE: 1}, (words,))
            return
        tested = OneOf("tested", (*girl.attributes, *self._life_skills()))
        picks = (words, tested, OneOf("difficulty", DIFFICULTIES))
        yield Offer(place, self.name, "check", {PURSE: 1}, picks, ("tested", "difficulty"))

    def pending(self, girl: Girl) -> Iterator[Pending]:
        del girl
        yield from ()

    def purse(self, girl: Girl) -> Mapping[str, int]:
        if girl.age is None:
            return {}
        return {PURSE: girl.settings["contacts"] - len(girl.contacts)}

    def take(self, girl: Girl, offer: Offer, picks: Picks, chance: Chance) -> Girl:
        contact = Contact(str(picks["contact"]))
        if offer.does == "check":
            contact = self._tested(girl, contact, picks, chance)
        return replace(girl, contacts=(*girl.contacts, contact))

    def values(self, girl: Girl) -> Mapping[str, Value]:
        shown: dict[str, Value] = {}
        for number, contact in enumerate(girl.contacts, 1):
            name = f"contacts.{number}"
            shown[name] = Value(contact.name, (Because("choice", name),))
            if contact.tested:
                rolled = Because("roll", contact.tested, roll=contact.roll)
                shown[f"{name}.check"] = Value(contact.level, (rolled,))
        return shown

    def _life_skills(self) -> Iterator[str]:
        """Return all but battle skills; knowledge is a life skill that costs something else."""
        return (row.key for row in self.book.rows("skills") if row["points"] != "battle")

    def _tested(self, girl: Girl, contact: Contact, picks: Picks, chance: Chance) -> Contact:
        tested = str(picks["tested"])
        of_attribute = tested in girl.attributes
        value = girl.value(tested) if of_attribute else self.skills.number(girl, tested)
        roll, _ = D100().throw(chance)
        level = Mark.of(value, str(picks["difficulty"])).level(roll)
        what = f"attributes.{tested}" if of_attribute else f"skills.{tested}"
        points = 0 if of_attribute else girl.points.get(tested, 0)
        return replace(contact, tested=what, points=points, roll=roll, level=level)
