"""One declaration for each thing a service can do; REST, OpenAPI and GraphQL follow from it."""

from majokko_kit.operations.operation import Asked, Done, Nothing, Operation, Page, Shape
from majokko_kit.operations.views import GraphQLAs

__all__ = ["Asked", "Done", "GraphQLAs", "Nothing", "Operation", "Page", "Shape"]
