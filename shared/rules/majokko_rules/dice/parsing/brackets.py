"""What the parser remembers of a bracket, or of the whole text, until it ends.

Operators wait here for their right side; a sum is collected flat. A counting pool without its
condition (`3b6`) may only be added to others: anything else would use a number nobody counted.
"""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from majokko_rules.dice.budget import MAX_DEPTH
from majokko_rules.dice.parsing.lexer import Token
from majokko_rules.dice.tree import (
    Binary,
    Condition,
    CountingPool,
    Labelled,
    Negative,
    Node,
    Operator,
    Span,
    Sum,
)
from majokko_rules.errors import BudgetExceeded, SyntaxRefused

Purpose = Literal["roll", "value", "sides", "pool_sides", "group"]


class Waiting(NamedTuple):
    """An operator, or a minus before a value, whose right side is still being read."""

    span: Span
    left: tuple[Node, Operator] | None = None


@dataclass(slots=True)
class Bracket:
    """`start` is where its contents, or its present member, start; `opened` is None for the text as
    a whole; `head` is what dice with bracketed sides wait for: their number, and where they start.
    """

    purpose: Purpose
    start: int
    opened: Token | None = None
    head: tuple[Node, int] | None = None
    members: list[Node] = field(default_factory=list)
    complete: bool = False
    """A counted pool may be labelled, but not be calculated with before its bracket closes."""

    _negative: bool = False
    _terms: list[tuple[bool, Node]] = field(default_factory=list)
    _waiting: list[Waiting] = field(default_factory=list)

    def wait(self, operator: Waiting) -> None:
        """Keep an operator until its right side is known."""
        if len(self._waiting) >= MAX_DEPTH:
            raise too_deep(operator.span)
        self._waiting.append(operator)

    def settle(self, node: Node) -> Node:
        """Give `node` to all that waits, the last first: powers, then signs, then products."""
        while self._waiting:
            waiting = self._waiting.pop()
            right = counted(node)
            if waiting.left is None:
                node = Negative(right)
            else:
                left, operator = waiting.left
                node = Binary(operator, left, right, waiting.span)
        return node

    def add(self, node: Node, *, negative_next: bool) -> None:
        """End a term of a sum and start the next."""
        self._terms.append((self._negative, self.settle(node)))
        self._negative = negative_next

    def finish(self, node: Node, end: int) -> Node:
        """Return all that was read from `start` to `end`, and be ready to read anew."""
        node = self.settle(node)
        if self._terms:
            terms = [*self._terms, (self._negative, node)]
            node = _summed(terms, Span(self.start, end - self.start))
        self._terms, self._negative = [], False
        return node


def too_deep(span: Span) -> BudgetExceeded:
    at, length = span.position, span.length
    return BudgetExceeded("too_deep", position=at, length=length, limit=MAX_DEPTH)


def _summed(terms: list[tuple[bool, Node]], span: Span) -> Node:
    pools = [term for negative, term in terms if not negative and _is_bare_pool(term)]
    if len(pools) == len(terms):
        groups = tuple(g for pool in pools if isinstance(pool, CountingPool) for g in pool.groups)
        return CountingPool(groups, None, span)
    negative, first = terms[0]
    if isinstance(first, Negative) and not negative:
        terms[0] = (True, first.operand)
    return Sum(tuple((negative, counted(term)) for negative, term in terms), span)


def _is_bare_pool(node: Node) -> bool:
    return isinstance(node, CountingPool) and node.condition is None


def uncounted(node: Node) -> CountingPool | None:
    """Return the pool in `node` that still lacks a condition."""
    inner = node
    while isinstance(inner, Labelled):
        inner = inner.operand
    return inner if isinstance(inner, CountingPool) and inner.condition is None else None


def counted(node: Node) -> Node:
    """Return `node`, or refuse: its dice have not been counted."""
    pool = uncounted(node)
    if pool is not None:
        span = pool.span
        raise SyntaxRefused("pool_uncounted", position=span.position, length=span.length)
    return node


def with_condition(node: Node, condition: Condition) -> Node:
    """Count the pool in `node`, which may be labelled."""
    labels = []
    while isinstance(node, Labelled):
        labels.append(node.label)
        node = node.operand
    assert isinstance(node, CountingPool)
    node = CountingPool(node.groups, condition, node.span)
    for label in reversed(labels):
        node = Labelled(node, label)
    return node
