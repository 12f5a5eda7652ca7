"""Refusals as members of a result: `union CreateRollResult = Roll | Problem`."""

from collections.abc import Sequence
from typing import Any, Self

import strawberry
from strawberry.scalars import JSON

from majokko_kit import problems
from majokko_kit.call import Call


@strawberry.type(description="One thing that is wrong, and where.")
class ProblemError:
    pointer: str
    code: str
    rule: str
    detail: str
    position: int | None = None
    length: int | None = None


@strawberry.type(description="Why there is no result; the same document that REST answers with.")
class Problem:
    type: str
    title: str
    status: int
    code: str
    detail: str
    instance: str
    errors: list[ProblemError]
    trace_id: str
    position: int | None = None
    length: int | None = None
    missed: JSON | None = None
    current_version: int | None = None

    @classmethod
    def of(cls, call: Call, *refused: problems.AnyRefusal, locale: str | None = None) -> Self:
        told = problems.document(refused, call, locale)
        told.pop("violated-policies", None)
        told["errors"] = [ProblemError(**error) for error in told["errors"]]
        return cls(**told)


def errors_of(call: Call, refused: Sequence[problems.AnyRefusal]) -> dict[str, Any]:
    """Return what a GraphQL error says in `extensions` about a refusal nobody turned into data."""
    document = problems.document(refused, call)
    return {name: document[name] for name in ("code", "status", "errors", "trace_id")}
