"""Reads GraphQL documents: parsed, measured and validated once, then remembered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    parse,
    specified_rules,
    validate,
)
from graphql.validation import recommended_rules
from strawberry.schema.validation_rules.maybe_null import MaybeNullValidationRule
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule

from majokko_kit.graphql.measure import LIMITS, TooMuch, costs

_RULES = (*specified_rules, *recommended_rules, MaybeNullValidationRule, OneOfInputValidationRule)
REMEMBERED = 500
LONGEST_REMEMBERED = 8192  # characters; longer ones are rare, and memory is not


class Unusable(Exception):
    """The document cannot be executed; `status` tells unparsable (400) from invalid (422)."""

    def __init__(self, status: int, errors: Sequence[GraphQLError]) -> None:
        super().__init__(status)
        self.status = status
        self.errors = errors


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of a document; `units` of quota are what it costs."""

    document: DocumentNode
    name: str | None
    kind: OperationType
    units: int


class Documents:
    """The documents of one schema, the most recently used ones remembered."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._known: dict[str, Mapping[str | None, Operation]] = {}

    def operation(self, text: str, name: str | None) -> Operation:
        """Return the operation called `name`, or the only one.

        Raises Unusable.
        """
        operations = self._known.pop(text, None)
        if operations is None:
            operations = self._read(text)
        if len(text) <= LONGEST_REMEMBERED:
            self._remember(text, operations)
        if name is None and len(operations) == 1:
            return next(iter(operations.values()))
        if name not in operations:
            raise Unusable(422, [GraphQLError("Which operation? Name it in operationName.")])
        return operations[name]

    def _remember(self, text: str, operations: Mapping[str | None, Operation]) -> None:
        self._known[text] = operations  # last in order, so the first is the longest unused
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]

    def _read(self, text: str) -> Mapping[str | None, Operation]:
        document = _parsed(text)
        try:
            units = costs(document)
        except TooMuch as error:
            raise Unusable(422, [GraphQLError(str(error))]) from None
        errors = validate(
            self._schema,
            document,
            _RULES,
            max_errors=LIMITS["errors"],
            hide_suggestions=True,  # finding them takes time that a caller chooses
        )
        if errors:
            raise Unusable(422, errors)
        return {
            name: Operation(document, name, node.operation, units[name])
            for node in document.definitions
            if isinstance(node, OperationDefinitionNode)
            for name in [node.name.value if node.name else None]
        }


def _parsed(text: str) -> DocumentNode:
    try:
        return parse(text, max_lexical_tokens=LIMITS["tokens"], max_comments=LIMITS["comments"])
    except GraphQLError as error:
        raise Unusable(400, [error]) from None
