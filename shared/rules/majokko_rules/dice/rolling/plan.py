"""Tree → plan: everything that can be known, or refused, before a die is thrown."""

from dataclasses import dataclass, field

from majokko_rules.chance import Scripted
from majokko_rules.dice.arithmetic import check_right
from majokko_rules.dice.conditions import Faces
from majokko_rules.dice.limits import (
    check_count,
    check_dice,
    check_draws,
    check_ends,
    check_faces,
    check_keeps,
    check_sides,
    has_idle,
    within,
)
from majokko_rules.dice.rolling.steps import (
    Add,
    Apply,
    Cast,
    Choose,
    Count,
    Label,
    Mark,
    Negate,
    Push,
    Step,
    Succeed,
    Throw,
    ThrowPlain,
)
from majokko_rules.dice.rolling.table import Table
from majokko_rules.dice.tree import (
    NOWHERE,
    Binary,
    Condition,
    CountingPool,
    Dice,
    Explode,
    Group,
    Labelled,
    Modifier,
    Negative,
    Node,
    Number,
    Span,
    SuccessPool,
    Sum,
    postorder,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """The steps of one node; `value` is what they come to, where no die decides it."""

    steps: tuple[Step, ...]
    value: int | None = None


@dataclass(slots=True)
class Planner:
    """Collects what is known about a notation while its trees are planned."""

    times: int
    asked: int = 0
    """Dice whose number is known."""

    warnings: list[str] = field(default_factory=list)
    _pieces: dict[int, Piece] = field(default_factory=dict)

    def plan(self, root: Node) -> tuple[Step, ...]:
        """Return the steps that leave the value of `root` on the table."""
        for node in postorder(root):
            self._pieces[id(node)] = self._piece(node)
        return self._pieces[id(root)].steps

    def _piece(self, node: Node) -> Piece:
        parts = [self._pieces[id(part)] for part in node.children]
        match node:
            case Number():
                piece = _constant(within(node.value, NOWHERE))
            case Dice():
                piece = self._dice(node)
            case CountingPool():
                piece = self._counting_pool(node)
            case SuccessPool():
                piece = self._success_pool(node)
            case Group():
                piece = self._group(node, parts)
            case Labelled():
                piece = Piece((*parts[0].steps, Label(node.label)))
            case Negative() | Sum() | Binary():
                piece = _calculated(_calculation(node, parts), parts)
        return piece

    def _dice(self, node: Dice) -> Piece:
        count, steps = self._count(node.count, node.span)
        faces: Faces | None
        if isinstance(node.sides, tuple):
            faces = check_faces(node.sides, node.span)
            check_ends(faces, node.modifiers)
        else:
            faces, more = self._sides(node.sides, node.span, node.modifiers)
            steps += more
        self._foresee(node, count, faces)
        cast = Cast(count, faces, node.span)
        step = Throw(cast, node.modifiers) if node.modifiers else ThrowPlain(cast)
        return Piece((*steps, step))

    def _foresee(self, node: Dice, count: int | None, faces: Faces | None) -> None:
        """Refuse, or warn of, what the modifiers will do to dice that are known."""
        if count is not None:
            check_keeps(count, node.modifiers)
        if faces is not None:
            check_draws(_at_least(count), faces, node.modifiers, self.times)
            if has_idle(faces, node.modifiers):
                self._warn("no_effect")

    def _counting_pool(self, node: CountingPool) -> Piece:
        if node.condition is None:
            self._warn("nothing_counted")
        steps: tuple[Step, ...] = ()
        for count_node, sides_node in node.groups:
            count, before = self._count(count_node, node.span)
            sides, more = self._sides(sides_node, node.span)
            cast = Cast(count, sides, node.span)
            steps += (*before, *more, Count(cast, node.condition))
        return Piece((*steps, Add((False,) * len(node.groups), node.span)))

    def _success_pool(self, node: SuccessPool) -> Piece:
        count, steps = self._count(node.count, node.span)
        again = Condition(">=", node.again) if node.again else None
        if again:
            explosion = Explode(compound=False, condition=again, cap=None, span=node.span)
            check_ends(node.sides, (explosion,))
            check_draws(_at_least(count), node.sides, (explosion,), self.times)
        cast = Cast(count, node.sides, node.span)
        return Piece((*steps, Succeed(cast, again, Condition(">=", node.line))))

    def _group(self, node: Group, members: list[Piece]) -> Piece:
        check_keeps(len(members), node.modifiers)
        marked: list[Step] = []
        for member in members:
            marked += (Mark(), *member.steps)
        return Piece((*marked, Choose(len(members), node.modifiers, node.span)))

    def _count(self, node: Node, span: Span) -> tuple[int | None, tuple[Step, ...]]:
        """Return a known number of dice, or the steps that roll it."""
        piece = self._pieces[id(node)]
        if piece.value is None:
            return None, piece.steps
        self.asked += check_count(piece.value, span)
        check_dice(self.asked * self.times, span)
        return piece.value, ()

    def _sides(
        self, node: Node, span: Span, modifiers: tuple[Modifier, ...] = ()
    ) -> tuple[int | None, tuple[Step, ...]]:
        """Return a known number of sides, or the steps that roll it.

        Of `1d1!` it says more that it would never end than that a side is missing.
        """
        piece = self._pieces[id(node)]
        if piece.value is None:
            return None, piece.steps
        if piece.value >= 1:
            check_ends(piece.value, modifiers)
        return check_sides(piece.value, span), ()

    def _warn(self, warning: str) -> None:
        if warning not in self.warnings:
            self.warnings.append(warning)


def _at_least(count: int | None) -> int:
    """How many dice there are, or one where that is rolled."""
    return 1 if count is None else count


def _constant(value: int) -> Piece:
    return Piece((Push(value),), value)


def _calculation(node: Negative | Sum | Binary, parts: list[Piece]) -> Step:
    """Return the step of `node`; refuse a right side that is known to allow no answer."""
    match node:
        case Negative():
            return Negate()
        case Sum():
            return Add(tuple(negative for negative, _ in node.terms), node.span)
        case Binary():
            if (right := parts[1].value) is not None:
                check_right(node.operator, right, node.span)
            return Apply(node.operator, node.span)


def _calculated(step: Step, parts: list[Piece]) -> Piece:
    """Take `step` behind its parts; where these are known, take it now and keep its number."""
    known = [part.value for part in parts if part.value is not None]
    if len(known) < len(parts):
        return Piece((*(each for part in parts for each in part.steps), step))
    table = Table(Scripted(()), times=1, asked=0)
    table.numbers = known
    step(table)
    return _constant(table.numbers.pop())
