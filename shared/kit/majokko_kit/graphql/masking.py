"""What of an error a caller may read.

Whoever wrote the document sees what is wrong with it. What goes wrong in a resolver is ours: the
caller gets the trace id, the log gets type and path, and nobody gets the message, for it may quote
anything. Refusals are meant for callers, also when nobody turned them into a `Problem`.

Values are never sent back, for answers end up in logs; names are.
"""

import re
from collections.abc import Sequence
from typing import Any

import structlog
from graphql import GraphQLError

from majokko_kit import problems
from majokko_kit.call import Call
from majokko_kit.graphql.measure import LIMITS
from majokko_kit.graphql.problem import errors_of
from majokko_kit.refusals import Internal, Refusal
from majokko_rules.errors import RuleError

# The ways in which graphql-core ends a message with a value.
_VALUE = re.compile(r"( cannot represent [a-z0-9 -]*value): .*|[,;] found: .*", re.DOTALL)

_log = structlog.get_logger("majokko.graphql")


def tellable(errors: Sequence[GraphQLError], call: Call) -> list[GraphQLError]:
    """Return the errors as the caller may read them; log those that are our fault."""
    return [_tellable(error, call) for error in errors]


def _tellable(error: GraphQLError, call: Call) -> GraphQLError:
    cause = error.original_error
    if cause is None or isinstance(cause, GraphQLError):
        return _shortened(error)
    if not isinstance(cause, (RuleError, Refusal)):
        name = type(cause).__name__
        _log.error("unexpected", error=name, at=error.path, trace_id=call.trace_id)
        cause = Internal("unexpected")
    return _with(error, problems.told(cause, call.locale)[1], errors_of(call, (cause,)))


def _shortened(error: GraphQLError) -> GraphQLError:
    """Cut from a message what the caller sent: values, and names at length."""
    message = _VALUE.sub(r"\1", error.message)
    if len(message) > (longest := LIMITS["message"]):
        message = message[:longest] + "…"
    return error if message == error.message else _with(error, message, error.extensions)


def _with(error: GraphQLError, message: str, extensions: dict[str, Any] | None) -> GraphQLError:
    return GraphQLError(message, nodes=error.nodes, path=error.path, extensions=extensions)
