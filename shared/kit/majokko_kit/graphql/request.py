"""What a GraphQL request holds, whatever carries it."""

from dataclasses import dataclass
from typing import Any

from majokko_kit.refusals import BadJson


@dataclass(frozen=True, slots=True)
class Asked:
    """The members of a GraphQL request; others are left to the future."""

    query: str
    variables: dict[str, Any] | None
    operation: str | None


def read(asked: object) -> Asked:
    """Read a decoded body.

    Raises BadJson when it is no GraphQL request.
    """
    if not isinstance(asked, dict) or not isinstance(asked.get("query"), str):
        raise BadJson("not_a_query", pointer="/query")
    for name, kind in (("variables", dict), ("operationName", str), ("extensions", dict)):
        if not isinstance(asked.get(name), kind | None):
            raise BadJson("not_a_query", pointer=f"/{name}")
    return Asked(asked["query"], asked.get("variables"), asked.get("operationName"))
