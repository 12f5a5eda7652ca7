"""Whole numbers beyond the 32 bits of GraphQL's Int."""

from typing import NewType

import strawberry
from graphql import GraphQLError
from strawberry.types.scalar import ScalarDefinition

BigInt = NewType("BigInt", int)
"""A member of a type whose value may be large: `total: BigInt`."""

MAX_INT = 2**31 - 1
MAX_SAFE = 2**53
"""Up to here every reader of JSON gives a number back as it is."""


def _told(value: object) -> int:
    if type(value) is not int or abs(value) > MAX_SAFE:
        raise GraphQLError("BigInt cannot represent this value")
    return value


def _given(value: object) -> int:
    """Read any integer: whoever asked for it refuses what is too large, as in REST."""
    if type(value) is not int:
        raise GraphQLError("BigInt cannot represent non-integer value")
    return value


BIG_INT: ScalarDefinition = strawberry.scalar(
    name="BigInt",
    description="A whole number of up to 53 bits, written as in JSON.",
    serialize=_told,
    parse_value=_given,
)
