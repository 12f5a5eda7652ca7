"""A proof of a closed stream, as docs/fairness.md describes it."""

from typing import Annotated, Literal

from pydantic import Field

from majokko_dice.fairness.views import ClientSeed
from majokko_dice.models.closed import Closed

_Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class FairnessDeck(Closed):
    id: str
    cards: list[str]


class FairnessDraw(Closed):
    """Each bound n has its value 1…n at the same place."""

    nonce: int
    purpose: str
    request: str
    bounds: list[int]
    values: list[int]
    salt: Annotated[_Hash, Field(description="Only of a draw that was secret.")] | None = None
    deck: Annotated[FairnessDeck, Field(description="Only of a hidden deck.")] | None = None
    head: _Hash


class FairnessProof(Closed):
    scheme: Literal["pf1"]
    tenant: str
    stream: str
    index: int
    commitment: _Hash
    server_seed: _Hash
    client_seeds: list[ClientSeed]
    beacon: Annotated[str, Field(description="Empty, or 32 bytes that nobody could foresee.")]
    genesis: _Hash
    draws: list[FairnessDraw]
    closing: _Hash
