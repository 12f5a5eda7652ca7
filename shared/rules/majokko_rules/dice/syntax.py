"""Text → tree: one pass from left to right with a stack of brackets, never by recursion.

`grammar.ebnf` beside this file is the published grammar; a test derives texts from it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from majokko_rules import catalog
from majokko_rules.dice.budget import MAX_DEPTH
from majokko_rules.dice.parsing.brackets import (
    Bracket,
    Purpose,
    Waiting,
    counted,
    too_deep,
    uncounted,
    with_condition,
)
from majokko_rules.dice.parsing.lexer import RELATIONS, Scanner, Token
from majokko_rules.dice.parsing.modifiers import (
    is_modifier,
    read_keeps,
    read_modifiers,
    refuse_misplaced,
)
from majokko_rules.dice.parsing.terms import read_faces, read_success_pool
from majokko_rules.dice.reading import BLANKS, comment, fold, lowered, repeat, without_command
from majokko_rules.dice.tree import (
    FATE,
    CountingPool,
    Dice,
    Group,
    Labelled,
    Node,
    Notation,
    Number,
    Operator,
    Relation,
    Span,
)
from majokko_rules.errors import SyntaxRefused

COMMANDS: tuple[str, ...] = tuple(catalog.table("majokko_rules.dice", "notation")["commands"])
_ONE = Number(1)
_HUNDRED = Number(100)
_CLOSING = {"(": ")", "{": "}"}
_DICE = ("d", "b", "a")
_FACTORS: Mapping[str, Operator] = {"*": "*", "/": "/", "%": "%"}


def parse_tree(text: str) -> Notation:
    """Read a notation: what was said, and that it is well-formed.

    Raises SyntaxRefused, BudgetExceeded or InvalidValue with a position in `text`.
    """
    times, body = repeat(fold(text), COMMANDS)
    scan = Scanner(text, without_command(lowered(body), COMMANDS))
    if scan.token.kind in ("end", "hash"):
        raise SyntaxRefused("empty", position=scan.token.start, length=0)
    return _Parser(scan).notation(times)


class _Operand(NamedTuple):
    """A value just read, and where it starts; only plain numbers and parentheses count dice."""

    node: Node
    start: int
    counts: bool = False


class _Parser:
    """Alternates between operands and what follows them."""

    def __init__(self, scan: Scanner) -> None:
        self._scan = scan
        self._brackets = [Bracket("roll", scan.token.start)]
        self._left: tuple[Node, Relation] | None = None

    def notation(self, times: int) -> Notation:
        """Read to the end of the text."""
        operand = self._operand()
        while operand is None or self._scan.token.kind not in ("end", "hash"):
            operand = self._operand() if operand is None else self._follow(operand)
        expression = self._finished(operand)
        remark = self._comment(expression, operand)
        if self._left is None:
            return Notation(expression, None, times, remark)
        left, relation = self._left
        return Notation(left, (relation, counted(expression)), times, remark)

    def _operand(self) -> _Operand | None:
        """Pass a number; a sign or an opening bracket puts the operand off (None)."""
        token = self._scan.token
        if token.kind == "number":
            return _Operand(Number(self._scan.number()), token.start, counts=True)
        if token.text in _DICE:
            return _Operand(_ONE, token.start, counts=True)
        if token.text == "-":
            self._brackets[-1].wait(Waiting(self._scan.advance().span))
        elif token.text in _CLOSING:
            self._open("group" if token.text == "{" else "value")
        elif is_modifier(token):
            refuse_misplaced(self._scan)
        else:
            self._scan.refuse("expected_operand")
        return None

    def _open(self, purpose: Purpose, head: tuple[Node, int] | None = None) -> None:
        opened = self._scan.advance()
        if len(self._brackets) > MAX_DEPTH:
            raise too_deep(opened.span)
        self._brackets.append(Bracket(purpose, self._scan.token.start, opened, head))

    def _follow(self, operand: _Operand) -> _Operand | None:
        """Pass what belongs to `operand`; None when an operator now waits for another one."""
        kind = self._scan.token.kind
        if kind in ("sign", "factor", "power"):
            self._calculate(operand.node)
            return None
        if kind == "bracket":
            return self._bracket(operand)
        if kind == "relation":
            return self._relation(operand)
        return self._label(operand) if kind == "label" else self._word(operand)

    def _label(self, operand: _Operand) -> _Operand:
        span = self._scan.advance().span
        start, end = span.position + 1, span.position + span.length - 1
        label = self._scan.text[start:end].strip(BLANKS)
        return _Operand(Labelled(operand.node, label), operand.start)

    def _word(self, operand: _Operand) -> _Operand | None:
        """Pass `d`, `b` or `a` and their sides; None when these stand in parentheses.

        Nothing else may stand here: two values side by side, or a `!` that does not follow dice.
        """
        token = self._scan.token
        if is_modifier(token):
            refuse_misplaced(self._scan)
        if token.text not in _DICE or not operand.counts:
            self._scan.refuse("unexpected")
        self._scan.advance()
        count, start = counted(operand.node), operand.start
        if token.text == "a":
            return _Operand(read_success_pool(self._scan, count, start), start)
        if self._scan.token.text == "(":
            self._open("sides" if token.text == "d" else "pool_sides", (count, start))
            return None
        if token.text == "b":
            return self._pool(count, self._plain_sides(start), start)
        return self._thrown(count, self._sides(start), start)

    def _sides(self, start: int) -> Node | tuple[int, ...]:
        if self._scan.token.text == "f":
            self._scan.advance()
            return FATE
        if self._scan.token.text == "{":
            self._scan.advance()
            return read_faces(self._scan)
        return self._plain_sides(start)

    def _plain_sides(self, start: int) -> Node:
        if self._scan.token.kind == "number":
            return Number(self._scan.number())
        if self._scan.token.text == "%":
            self._scan.advance()
            return _HUNDRED
        length = self._scan.end - start
        raise SyntaxRefused("sides_missing", position=start, length=length)

    def _thrown(self, count: Node, sides: Node | tuple[int, ...], start: int) -> _Operand:
        span = Span(start, self._scan.end - start)
        count, modifiers = read_modifiers(self._scan, count)
        return _Operand(Dice(count, sides, modifiers, span), start)

    def _pool(self, count: Node, sides: Node, start: int) -> _Operand:
        span = Span(start, self._scan.end - start)
        return _Operand(CountingPool(((count, sides),), None, span), start)

    def _bracket(self, operand: _Operand) -> _Operand | None:
        """Close the innermost bracket, or go on to the next member of a group."""
        token, bracket = self._scan.token, self._brackets[-1]
        if token.text == "," and bracket.purpose == "group":
            bracket.members.append(counted(bracket.finish(operand.node, self._scan.end)))
            self._scan.advance()
            bracket.start, bracket.complete = self._scan.token.start, False
            return None
        if bracket.opened is None or token.text != _CLOSING[bracket.opened.text]:
            self._scan.refuse("unexpected")
        node = bracket.finish(operand.node, self._scan.end)
        self._scan.advance()
        return self._closed(self._brackets.pop(), node, bracket.opened)

    def _closed(self, bracket: Bracket, node: Node, opened: Token) -> _Operand:
        if bracket.purpose == "value":
            return _Operand(node, opened.start, counts=True)
        if bracket.purpose == "group":
            return self._group((*bracket.members, counted(node)), opened.start)
        assert bracket.head is not None
        build = self._thrown if bracket.purpose == "sides" else self._pool
        count, start = bracket.head
        return build(count, counted(node), start)

    def _group(self, members: tuple[Node, ...], start: int) -> _Operand:
        """Refuses to keep some of a single member: it could be mistaken for keeping dice in it."""
        if len(members) == 1 and is_modifier(self._scan.token):
            refuse_misplaced(self._scan)
        keeps = read_keeps(self._scan)
        return _Operand(Group(members, keeps, Span(start, self._scan.end - start)), start)

    def _relation(self, operand: _Operand) -> _Operand | None:
        """Count a pool; otherwise compare the total, once, outside of all brackets."""
        bracket, relation = self._calculating(), RELATIONS[self._scan.token.text]
        left = bracket.finish(operand.node, self._scan.end)
        if uncounted(left):
            bracket.complete = True
            return _Operand(with_condition(left, self._scan.condition(relation)), operand.start)
        if bracket.opened is not None or self._left is not None:
            self._scan.refuse("unexpected")
        self._scan.advance()
        self._left, bracket.start = (left, relation), self._scan.token.start
        return None

    def _calculate(self, node: Node) -> None:
        bracket, token = self._calculating(), self._scan.advance()
        if token.kind == "sign":
            bracket.add(node, negative_next=token.text == "-")
        elif token.kind == "power":
            bracket.wait(Waiting(token.span, (counted(node), "^")))
        else:
            left = counted(bracket.settle(node))
            bracket.wait(Waiting(token.span, (left, _FACTORS[token.text])))

    def _calculating(self) -> Bracket:
        """Return the innermost bracket, unless it holds a counted pool: that one comes alone."""
        bracket = self._brackets[-1]
        if bracket.complete:
            self._scan.refuse("unexpected")
        return bracket

    def _finished(self, operand: _Operand) -> Node:
        bracket = self._brackets[-1]
        if bracket.opened is not None:
            self._scan.refuse_open(bracket.opened.start)
        return bracket.finish(operand.node, self._scan.end)

    def _comment(self, expression: Node, operand: _Operand) -> str:
        """Read the comment; behind a bare number `#` can only be a second repeat."""
        mark = self._scan.token
        if mark.kind != "hash":
            return ""
        bare = isinstance(expression, Number) and self._scan.folded[operand.start] != "("
        if bare and self._left is None:
            raise SyntaxRefused("repeat_misplaced", position=mark.start, length=1)
        return comment(self._scan.text, self._scan.folded, mark.start)
