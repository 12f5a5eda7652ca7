"""The tree of a notation: what was said, before anything is thrown.

Positions are kept on the nodes where something can go wrong only when the value is known
(division by a rolled zero, a rolled number of dice); they are left out of comparisons so that two
texts that mean the same are equal trees.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Operator = Literal["*", "/", "%", "^"]
Relation = Literal[">=", "<=", ">", "<", "=", "<>"]


@dataclass(frozen=True, slots=True)
class Span:
    """Where something stands in the caller's text: code points, 0-based."""

    position: int
    length: int


NOWHERE = Span(0, 0)
"""Where a tree stands that was not read from a text."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A test of one face or one total, such as `>=8`."""

    relation: Relation
    number: int


@dataclass(frozen=True, slots=True)
class Keep:
    """`kh2 kl1 dh1 dl1`: which of the dice count; ties go to the dice thrown earlier."""

    keep: bool
    highest: bool
    count: int
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Explode:
    """`!`, `!!`, `!>=5`, `!cap2`: throw again on `condition` (None: the highest face).

    `compound` adds the new face to the die it came from, instead of lying beside it. `cap` is the
    most extra dice one die may cause in a row (None: only the budget ends it).
    """

    compound: bool
    condition: Condition | None
    cap: int | None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Reroll:
    """`ro<3` once, `r<3` until no longer; several conditions are one union."""

    once: bool
    conditions: tuple[Condition, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Bound:
    """`min2`, `max5`: a face counts at least, or at most, so much."""

    least: bool
    number: int
    span: Span = field(default=NOWHERE, compare=False)


Modifier = Keep | Explode | Reroll | Bound


@dataclass(frozen=True, slots=True)
class Number:
    value: int

    @property
    def children(self) -> "tuple[Node, ...]":
        return ()


@dataclass(frozen=True, slots=True)
class Dice:
    """`NdS` with modifiers in the order they act.

    `sides` is a node, or the faces of a die of its own (`dF` is `FATE`). Advantage is already
    spelled out: `d20 adv` is `2d20kh1`.
    """

    count: "Node"
    sides: "Node | tuple[int, ...]"
    modifiers: tuple[Modifier, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def children(self) -> "tuple[Node, ...]":
        return (self.count,) if isinstance(self.sides, tuple) else (self.count, self.sides)


FATE = (-1, 0, 1)
"""The faces of `dF`."""


@dataclass(frozen=True, slots=True)
class CountingPool:
    """`3b6+2b8>=4`: how many of the dice satisfy `condition`; without one the dice are listed
    and none is counted.
    """

    groups: tuple[tuple["Node", "Node"], ...]
    condition: Condition | None
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def children(self) -> "tuple[Node, ...]":
        return tuple(part for group in self.groups for part in group)


@dataclass(frozen=True, slots=True)
class SuccessPool:
    """`XaYkKmM`: X dice of M sides, successes from `line` on, thrown again from `again` on (0:
    never).
    """

    count: "Node"
    again: int
    line: int
    sides: int
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def children(self) -> "tuple[Node, ...]":
        return (self.count,)


@dataclass(frozen=True, slots=True)
class Group:
    """`{4d6kh3, 2d8+1}kh1`: the sum of the members kept."""

    members: tuple["Node", ...]
    modifiers: tuple[Keep, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def children(self) -> "tuple[Node, ...]":
        return self.members


@dataclass(frozen=True, slots=True)
class Negative:
    operand: "Node"

    @property
    def children(self) -> "tuple[Node, ...]":
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class Sum:
    """`a + b - c …`, kept flat so that a long sum is not a deep tree."""

    terms: tuple[tuple[bool, "Node"], ...]
    """(negative, term) in reading order."""
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def children(self) -> "tuple[Node, ...]":
        return tuple(term for _, term in self.terms)


@dataclass(frozen=True, slots=True)
class Binary:
    """`* / % ^`; division and remainder floor."""

    operator: Operator
    left: "Node"
    right: "Node"
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def children(self) -> "tuple[Node, ...]":
        return (self.left, self.right)


@dataclass(frozen=True, slots=True)
class Labelled:
    operand: "Node"
    label: str

    @property
    def children(self) -> "tuple[Node, ...]":
        return (self.operand,)


# `children` are the parts of a node in the order in which they are thrown.
Node = Number | Dice | CountingPool | SuccessPool | Group | Negative | Sum | Binary | Labelled


@dataclass(frozen=True, slots=True)
class Notation:
    """A whole text: `3#2d6+3>=10 # why`."""

    expression: Node
    compared: tuple[Relation, Node] | None = None
    times: int = 1
    comment: str = ""


def postorder(root: Node) -> Iterator[Node]:
    """Yield every node after its children, without recursion: deep trees are callers' to write."""
    waiting = [(root, False)]
    while waiting:
        node, entered = waiting.pop()
        parts = () if entered else node.children
        if parts:
            waiting.append((node, True))
            waiting += [(part, False) for part in reversed(parts)]
        else:
            yield node
