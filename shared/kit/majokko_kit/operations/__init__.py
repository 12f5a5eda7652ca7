"""One declaration for each thing that a service can do; REST, OpenAPI and GraphQL follow from it."""

from majokko_kit.operations.operation import Asked, Done, Operation, Page

__all__ = ["Asked", "Done", "Operation", "Page"]
