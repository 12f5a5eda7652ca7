"""Measures a GraphQL document before anything else looks at it, in time linear to its length.

Validation is quadratic in fields that repeat each other, and the usual limiters are exponential in
fragments. Here each fragment is measured once, and a document that is too much is not validated.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
    TokenKind,
    VariableNode,
)

from majokko_rules.catalog import table

_TABLE = table("majokko_kit", "graphql")
LIMITS: Mapping[str, int] = _TABLE["limits"]
_PAGES: frozenset[str] = frozenset(_TABLE["pages"]["names"])
_LENGTHS: Mapping[str, int] = _TABLE["introspection"]
_ABOUT_SCHEMA = frozenset({"__schema", "__type"})


Place = tuple[str, ...]
"""Where in the answer a field stands: response names from the root."""


class TooMuch(Exception):
    """The document goes beyond a limit, named as in `tables/graphql.toml`."""

    def __init__(self, limit: str) -> None:
        super().__init__(f"Too much for one document: {limit} may be at most {LIMITS[limit]}.")
        self.limit = limit


class Size(NamedTuple):
    """What a selection set amounts to with its fragments written out.

    `width` counts its own fields, `fields` all, `answers` all as often as lists may repeat them;
    the last two are depth and answers of questions about the schema.
    """

    depth: int = 0
    width: int = 0
    fields: int = 0
    aliases: int = 0
    answers: int = 0
    introspection_depth: int = 0
    introspection_answers: int = 0

    def beside(self, other: "Size") -> "Size":
        return Size(
            max(self.depth, other.depth),
            self.width + other.width,
            self.fields + other.fields,
            self.aliases + other.aliases,
            self.answers + other.answers,
            max(self.introspection_depth, other.introspection_depth),
            self.introspection_answers + other.introspection_answers,
        )


def costs(document: DocumentNode) -> Mapping[str | None, int]:
    """Return the units of quota that each operation costs, by its name.

    Raises TooMuch when the document goes beyond a limit.
    """
    operations = [d for d in document.definitions if isinstance(d, OperationDefinitionNode)]
    fragments = {
        definition.name.value: definition.selection_set
        for definition in document.definitions
        if isinstance(definition, FragmentDefinitionNode)
    }
    _keep("digits", max(_digits(document), default=0))
    _keep("operations", len(operations))
    _keep("fragments", len(fragments))
    ruler = _Ruler(fragments)
    for name in fragments:  # also those that no operation uses: validation reads them all
        ruler.fragment(name, 0)
    return {
        (operation.name.value if operation.name else None): ruler.cost(operation.selection_set)
        for operation in operations
    }


def _digits(document: DocumentNode) -> Iterator[int]:
    """Yield the lengths of the numbers written in a document; reading one takes square time."""
    token = document.loc and document.loc.start_token
    while token:
        if token.kind in (TokenKind.INT, TokenKind.FLOAT):
            yield len(token.value or "")
        token = token.next


def _keep(limit: str, amount: int) -> None:
    if amount > LIMITS[limit]:
        raise TooMuch(limit)


class _Ruler:
    def __init__(self, fragments: Mapping[str, SelectionSetNode]) -> None:
        self._fragments = fragments
        self._measured: dict[str, Size | None] = {}  # None while being measured

    def cost(self, operation: SelectionSetNode) -> int:
        size = self.selection(operation, 0)
        for limit in ("depth", "fields", "aliases", "answers"):
            _keep(limit, getattr(size, limit))
        _keep("introspection_depth", size.introspection_depth)
        _keep("introspection_answers", size.introspection_answers)
        for repeats in Counter(self._places(operation, ())).values():
            _keep("repeats", repeats)
        return max(size.width, _units(size, ""), _units(size, "introspection_"), 1)

    def fragment(self, name: str, nesting: int) -> Size:
        if name not in self._measured:
            self._measured[name] = None
            self._measured[name] = size = self.selection(self._fragments[name], nesting)
            _keep("fields", size.fields)
            return size
        if (known := self._measured[name]) is None:
            raise TooMuch("nesting")  # it contains itself
        return known

    def selection(self, selected: SelectionSetNode | None, nesting: int) -> Size:
        _keep("nesting", nesting)
        total = Size()
        for node in selected.selections if selected else ():
            total = total.beside(self._node(node, nesting + 1))
        return total

    def _node(self, node: SelectionNode, nesting: int) -> Size:
        if isinstance(node, FieldNode):
            return _field(node, self.selection(node.selection_set, nesting))
        if isinstance(node, FragmentSpreadNode):
            name = node.name.value
            return self.fragment(name, nesting) if name in self._fragments else Size()
        assert isinstance(node, InlineFragmentNode)
        return self.selection(node.selection_set, nesting)

    def _places(self, selected: SelectionSetNode | None, at: Place) -> Iterator[Place]:
        """Yield the place in the answer of every field; as many as `fields` were counted."""
        for node in selected.selections if selected else ():
            if isinstance(node, FieldNode):
                place = (*at, (node.alias or node.name).value)
                yield place
                yield from self._places(node.selection_set, place)
            elif isinstance(node, InlineFragmentNode):
                yield from self._places(node.selection_set, at)
            elif isinstance(node, FragmentSpreadNode):
                yield from self._places(self._fragments.get(node.name.value), at)


def _units(size: Size, kind: str) -> int:
    answers: int = getattr(size, f"{kind}answers")
    return math.ceil(answers / LIMITS[f"{kind}answers_per_unit"])


def _field(node: FieldNode, inner: Size) -> Size:
    answers = 1 + _repeated(node) * inner.answers
    if node.name.value in _ABOUT_SCHEMA:
        return Size(
            1, 1, inner.fields + 1, inner.aliases + bool(node.alias), 1, inner.depth, answers
        )
    return Size(
        inner.depth + 1,
        1,
        inner.fields + 1,
        inner.aliases + bool(node.alias),
        answers,
        inner.introspection_depth,
        inner.introspection_answers,
    )


def _repeated(node: FieldNode) -> int:
    """Return how often what stands below a field may be answered."""
    for argument in node.arguments or ():
        if argument.name.value in _PAGES:
            if isinstance(argument.value, IntValueNode):
                _keep("page", int(argument.value.value[:10]))
                return max(1, int(argument.value.value))
            if isinstance(argument.value, VariableNode):
                return LIMITS["page"]
    return _LENGTHS.get(node.name.value, 1)
