"""What a proof claims, once its form is right."""

from dataclasses import dataclass
from typing import NotRequired, TypedDict


class ClaimedSeed(TypedDict):
    label: str
    seed: str


class ClaimedDeck(TypedDict):
    id: str
    cards: list[str]


class ClaimedDraw(TypedDict):
    nonce: int
    purpose: str
    request: str
    bounds: list[int]
    values: list[int]
    salt: NotRequired[str]
    deck: NotRequired[ClaimedDeck]
    head: str


class Claim(TypedDict):
    tenant: str
    stream: str
    index: int
    commitment: str
    server_seed: str
    client_seeds: list[ClaimedSeed]
    beacon: str
    genesis: str
    draws: list[ClaimedDraw]
    closing: str


@dataclass(frozen=True, slots=True)
class Keys:
    """What the inputs of a stream come to."""

    seed: bytes
    stream: bytes
