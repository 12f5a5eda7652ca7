"""What the service of card games asks of dice: a stream for one game, and cards dealt from it."""

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from majokko_contracts.dice import Json
from majokko_contracts.messages import Answer, Request
from majokko_contracts.throws import HEX, Id, Tenant

MAX_DECKS = 8
MAX_CARDS = 500
MAX_ORDERS = 1000
MAX_KEYS = 50
MAX_PLAYERS = 100
MAX_CONTRIBUTIONS = 100

ORDERS, SEATS = "orders", "seats"
"""Purposes of draws, beside `deck`."""

Seed = Annotated[str, Field(pattern=r"^[A-Za-z0-9._~-]{1,64}$")]
Label = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
DeckId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
Name = Annotated[str, Field(pattern=r"^[!-~]{1,64}$", description="ASCII without blanks.")]
Hex = Annotated[str, Field(pattern=HEX)]

_STREAM = "str_01KB9Q1V5S3V9D0QH3S3YB8N4G"
_SESSION = "ses_01KB9Q1V5S3V9D0QH3S3YB8N4J"
_EXAMPLE: Json = {
    "tenant": "default",
    "stream": _STREAM,
    "reference": _SESSION,
    "contributions": [{"label": "seat-0", "seed": "my-cat.7"}],
    "decks": [{"id": "girls", "cards": ["homura-1", "homura-1", "homura-2", "all"]}],
    "orders": {"count": 2, "of": ["gertrud", "charlotte", "kirsten"]},
    "first": 4,
}
_DEALT: Json = {
    "stream": _STREAM,
    "index": 0,
    "client_seed_source": "client",
    "client_seeds": [{"label": "seat-0", "seed": "my-cat.7"}],
    "genesis": "6e" * 32,
    "draws": [
        {
            "nonce": 0,
            "purpose": "deck",
            "request": f"{'1a' * 32}:{'2b' * 32}",
            "values": [],
            "head": "3c" * 32,
            "deck": "girls",
            "root": "2b" * 32,
        },
        {
            "nonce": 1,
            "purpose": ORDERS,
            "request": f"secret:{'4d' * 32}",
            "values": [],
            "head": "5e" * 32,
            "deck": None,
            "root": None,
        },
        {
            "nonce": 2,
            "purpose": SEATS,
            "request": f'{{"first_of":4,"reference":"{_SESSION}"}}',
            "values": [3],
            "head": "6f" * 32,
            "deck": None,
            "root": None,
        },
    ],
    "first": 2,
    "sealed": "c2VhbGVkIGJ5IHRoZSBpbnN0YWxsYXRpb24ncyBzZWNyZXQ=",
    "receipt": None,
}


class StreamBegun(Answer):
    """A stream that nobody has drawn from, and that gives cards only to its reference."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"stream": _STREAM, "index": 0, "commitment": "5a" * 32, "receipt": {"id": _STREAM}}
            ]
        }
    )

    stream: str
    index: int
    commitment: str
    receipt: Json = Field(description="Our signature over the commitment, for whoever plays.")


class BeginStream(Request[StreamBegun]):
    """Commit to the stream of one game. A reference has one: asked again, it is answered the same.

    It has no token. Only `dice.close_stream` for the same reference closes it once something was
    dealt: until then its game may still run, however long ago anybody drew.
    """

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"tenant": "default", "reference": _SESSION}]}
    )

    service: ClassVar = "dice"
    name: ClassVar = "dice.begin_stream"

    tenant: Tenant
    reference: Id = Field(description="The session or the board.")

    @classmethod
    def answer(cls) -> type[StreamBegun]:
        return StreamBegun


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Contributing(_Part):
    """What a player adds before the first draw, under the label of her seat."""

    label: Label
    seed: Seed


class DeckAsked(_Part):
    """A deck to shuffle and hide: `cards` in the order in which the ruleset prints them.

    A stream has an id only once; who deals again takes another one, such as `girls-1`.
    """

    id: DeckId
    cards: tuple[Name, ...] = Field(min_length=1, max_length=MAX_CARDS)


class OrdersAsked(_Part):
    """Hidden orders of the same things, for later: what is shuffled then is sorted by them."""

    count: int = Field(ge=1, le=MAX_ORDERS)
    of: tuple[Name, ...] = Field(min_length=2, max_length=MAX_KEYS)


class SeedGiven(Answer):
    label: str
    seed: str


class DrawMade(Answer):
    """A draw as everybody may know it: `request` and `values` are what the chain links.

    What is hidden is linked by a hash: a deck as `<definition>:<root>`, orders as `secret:<hash>`.
    """

    nonce: int
    purpose: str
    request: str
    values: tuple[int, ...]
    head: Hex
    deck: str | None = None
    root: Hex | None = None


class CardsDealt(Answer):
    """What was dealt. All but `sealed` may be told to everybody.

    `sealed` holds the orders and salts of the decks, and the hidden orders; who has the secret of
    the installation opens it by `majokko_kit.sealed`. `first` counts seats from 0.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [_DEALT]})

    stream: str
    index: int
    client_seed_source: Literal["client", "server"]
    client_seeds: tuple[SeedGiven, ...]
    genesis: Hex
    draws: tuple[DrawMade, ...]
    first: int | None
    sealed: str
    receipt: Json | None = Field(description="Our signature over the draws and the last head.")


class DealCards(Request[CardsDealt]):
    """Shuffle decks that stay hidden, draw hidden orders, choose who begins: in this order.

    The first of them freezes what was contributed; later ones send nothing. Where nobody does, the
    server adds a seed and says so. The request's id is an idempotency key for ever.
    """

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})

    service: ClassVar = "dice"
    name: ClassVar = "dice.deal"

    tenant: Tenant
    stream: Id
    reference: Id
    contributions: tuple[Contributing, ...] = Field((), max_length=MAX_CONTRIBUTIONS)
    decks: tuple[DeckAsked, ...] = Field(min_length=1, max_length=MAX_DECKS)
    orders: OrdersAsked | None = None
    first: int | None = Field(
        None, ge=1, le=MAX_PLAYERS, description="How many seats there are to choose one of."
    )

    @classmethod
    def answer(cls) -> type[CardsDealt]:
        return CardsDealt
