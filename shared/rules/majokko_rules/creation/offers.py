"""What a creation offers: what it does, what it costs, and what is to be picked with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from majokko_rules.errors import InvalidValue, UnknownField
from majokko_rules.values import escape, integer, plain, printable

Picks = Mapping[str, str | int]
"""What was picked with an offer, by the names that it asks for."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the named rows, stats or other keys."""

    name: str
    options: tuple[str, ...]

    @property
    def possible(self) -> bool:
        return bool(self.options)

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise InvalidValue("not_text", pointer=f"/{self.name}")
        if value not in self.options:
            listed = ", ".join(self.options)
            raise InvalidValue("not_a_choice", pointer=f"/{self.name}", choices=listed)
        return value


@dataclass(frozen=True, slots=True)
class Words:
    """Words of the player's own."""

    name: str
    most: int

    @property
    def possible(self) -> bool:
        return self.most > 0

    def read(self, value: object) -> str:
        text = plain(value, f"/{self.name}", self.most).strip()
        if not text:
            raise InvalidValue("too_short", pointer=f"/{self.name}", limit=1)
        return text


@dataclass(frozen=True, slots=True)
class Number:
    name: str
    least: int
    most: int

    @property
    def possible(self) -> bool:
        return self.least <= self.most

    def read(self, value: object) -> int:
        return integer(value, f"/{self.name}", self.least, self.most)


Pick = OneOf | Words | Number


@dataclass(frozen=True, slots=True)
class Offer:
    """`id` is the same whenever the same is offered; `cost` names coins or points, none if free.

    `does` is a key of the system's words. An offer that `holds` picks (or none of them) holds to
    its dice: once they were seen, it can be taken back only to be taken again, with those picks.
    """

    id: str
    step: str
    does: str
    cost: Mapping[str, int] = field(default_factory=dict)
    pick: tuple[Pick, ...] = ()
    holds: tuple[str, ...] | None = None

    @property
    def possible(self) -> bool:
        """Whether everything can be picked that has to be."""
        return all(each.possible for each in self.pick)

    def read(self, picks: Mapping[str, object]) -> Picks:
        """Return what was picked.

        Raises InvalidValue or UnknownField, with a pointer to the name.
        """
        known = {each.name for each in self.pick}
        for name in picks:
            if name not in known:
                raise UnknownField("unknown", pointer=f"/{escape(name)}", name=printable(name))
        return {each.name: each.read(_given(picks, each.name)) for each in self.pick}


@dataclass(frozen=True, slots=True)
class Pending:
    """A choice that has to be made before the end, by one of `offers`."""

    id: str
    step: str
    offers: tuple[str, ...]


def _given(picks: Mapping[str, object], name: str) -> object:
    if name not in picks:
        raise InvalidValue("required", pointer=f"/{name}")
    return picks[name]
