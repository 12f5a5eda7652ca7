"""The proof of a closed stream as plain data; bytes are lower-case hexadecimal."""

from typing import NotRequired, TypedDict

from majokko_rules.fairness.drawing.transcript import Drawn


class ClientSeed(TypedDict):
    label: str
    seed: str


class DeckData(TypedDict):
    id: str
    cards: list[str]


class DrawData(TypedDict):
    nonce: int
    purpose: str
    request: str
    bounds: list[int]
    values: list[int]
    salt: NotRequired[str]
    deck: NotRequired[DeckData]
    head: str


class Preface(TypedDict):
    """What comes before the draws: the inputs that decide them."""

    scheme: str
    tenant: str
    stream: str
    index: int
    commitment: str
    server_seed: str
    client_seeds: list[ClientSeed]
    beacon: str
    genesis: str


class Proof(Preface):
    draws: list[DrawData]
    closing: str


def drawn_as_data(drawn: Drawn) -> DrawData:
    data: DrawData = {
        "nonce": drawn.nonce,
        "purpose": drawn.purpose,
        "request": drawn.request,
        "bounds": list(drawn.bounds),
        "values": list(drawn.values),
        "head": drawn.head.hex(),
    }
    if drawn.salt is not None:
        data["salt"] = drawn.salt.hex()
    if drawn.deck is not None:
        data["deck"] = {"id": drawn.deck.id, "cards": list(drawn.deck.cards)}
    return data
