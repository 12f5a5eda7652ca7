"""A girl as she stands in a creation: the rows she has, what she chose, what coins added.

Her twin and her ally are girls of the same shape.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from majokko_rules.creation import Because


@dataclass(frozen=True, slots=True)
class Held:
    """A row that she has at a place: `weapon`, `weapon.2`, `perk.5`.

    `face` is where the row stands on the die, None where no die led to it. A row that is hers to
    choose is `free`; its `key` is None until she did.
    """

    place: str
    key: str | None
    face: int | None = None
    because: tuple[Because, ...] = ()
    free: bool = False
    kind: str = field(init=False, compare=False)
    """The place without its number."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", self.place.partition(".")[0])


@dataclass(frozen=True, slots=True)
class Age:
    """The apparent age in years."""

    years: int
    because: tuple[Because, ...]


@dataclass(frozen=True, slots=True)
class Points:
    """What a coin added to a stat; counts when she is transformed."""

    stat: str
    plus: int
    because: Because


@dataclass(frozen=True, slots=True)
class Spell:
    """Words of the player's own."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Girl:
    """`answers` are choices by the id of their question; `corrupted` why her magic is."""

    age: Age | None = None
    held: tuple[Held, ...] = ()
    corrupted: tuple[Because, ...] = ()
    points: tuple[Points, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    spells: tuple[Spell, ...] = ()

    def of(self, *kinds: str) -> tuple[Held, ...]:
        return tuple(each for each in self.held if each.kind in kinds)

    def keys(self, kind: str) -> tuple[str, ...]:
        """Return the rows that she has of a kind."""
        return tuple(each.key for each in self.of(kind) if each.key is not None)

    def at(self, place: str) -> Held | None:
        return next((each for each in self.held if each.place == place), None)

    def next_place(self, kind: str) -> str:
        """Name a further place: `weapon.2` beside `weapon`."""
        return f"{kind}.{len(self.of(kind)) + 1}"

    def aged(self, age: Age) -> "Girl":
        return replace(self, age=age)

    def holding(self, *more: Held) -> "Girl":
        return replace(self, held=(*self.held, *more))

    def changed(self, place: str, change: Callable[[Held], Held]) -> "Girl":
        """Change what she has at a place."""
        held = tuple(change(each) if each.place == place else each for each in self.held)
        return replace(self, held=held)

    def answering(self, question: str, answer: str) -> "Girl":
        return replace(self, answers={**self.answers, question: answer})
