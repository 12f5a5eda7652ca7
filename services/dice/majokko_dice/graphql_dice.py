"""What results are made of in GraphQL, whoever tells them."""

import strawberry

from majokko_kit.graphql.numbers import BigInt


@strawberry.type(description="One die as it lay on the table.")
class Die:
    sides: int
    face: int
    kept: bool
    cause: str


@strawberry.type(description="What one labelled term contributed.")
class Part:
    label: str
    total: BigInt


@strawberry.type(description="Something legal that may surprise.")
class Warned:
    code: str
    detail: str


@strawberry.type(description="What happens from one value of a table's dice to another.")
class TableRow:
    first: BigInt = strawberry.field(name="from")
    last: BigInt = strawberry.field(name="to")
    text: str | None
    table: str | None


@strawberry.input(description="A text, a further table of the room, or both.")
class TableRowInput:
    first: BigInt = strawberry.field(name="from")
    last: BigInt | None = strawberry.field(name="to", default=strawberry.UNSET)
    text: str | None = strawberry.UNSET
    table: strawberry.ID | None = strawberry.UNSET
