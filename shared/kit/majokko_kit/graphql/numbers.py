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


def _read(value: object) -> int:
    if type(value) is not int or abs(value) > MAX_SAFE:
        raise GraphQLError("BigInt cannot represent this value")
    return value


BIG_INT: ScalarDefinition = strawberry.scalar(
    name="BigInt",
    description="A whole number from -2^53 to 2^53, written as in JSON.",
    serialize=_read,
    parse_value=_read,
)
