"""GraphQL for every service: one schema class, one endpoint, one socket, the same limits."""

from majokko_kit.graphql.context import Context, Info
from majokko_kit.graphql.problem import Problem, ProblemError
from majokko_kit.graphql.schema import Schema

__all__ = ["Context", "Info", "Problem", "ProblemError", "Schema"]
