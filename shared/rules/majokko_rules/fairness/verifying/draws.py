"""One draw of a proof: whether the stream gives it, and what the chain should say of it."""

from collections.abc import Iterator
from struct import pack

from majokko_rules.fairness.verifying.claims import ClaimedDeck, ClaimedDraw, Keys
from majokko_rules.fairness.verifying.faces import draw_key, faces, order
from majokko_rules.fairness.verifying.faults import Fault, Wrong
from majokko_rules.fairness.verifying.hashing import hashed, keyed, listed, sized
from majokko_rules.fairness.verifying.openings import card_leaf, crown, hidden


def draw_faults(draw: ClaimedDraw, at: int, keys: Keys) -> Iterator[Fault]:
    """Yield what is wrong with a draw by itself; its pointers start at the draw."""
    if draw["nonce"] != at:
        yield Fault("/nonce", Wrong.GAP, str(at))
    if "salt" not in draw and draw["request"].startswith("secret:"):
        yield Fault("/request", Wrong.SEALED)
    if "salt" in draw and draw["salt"] != _salt(keys.seed, at):
        yield Fault("/salt", Wrong.SALT, _salt(keys.seed, at))
    yield from _deck_faults(draw, at, keys)
    yield from _value_faults(draw, draw_key(keys.stream, at, draw["purpose"]))


def head_after(head: bytes, at: int, draw: ClaimedDraw) -> bytes:
    """Follow the chain over one draw."""
    request, values = draw["request"], draw["values"]
    if "salt" in draw:
        request = "secret:" + hidden(request, values, bytes.fromhex(draw["salt"]))
        values = []
    named = pack(">Q", at) + sized(draw["purpose"], request)
    return hashed(sized("pf1/link", head), named, listed(values))


def _value_faults(draw: ClaimedDraw, key: bytes) -> Iterator[Fault]:
    right = faces(key, draw["bounds"])
    if len(right) != len(draw["values"]):
        yield Fault("/values", Wrong.COUNT, str(len(right)))
    for place, (value, face) in enumerate(zip(draw["values"], right, strict=False)):
        if value != face:
            yield Fault(f"/values/{place}", Wrong.VALUE, str(face))


def _deck_faults(draw: ClaimedDraw, at: int, keys: Keys) -> Iterator[Fault]:
    if "deck" in draw:
        yield from _opened_faults(draw, draw["deck"], at, keys)
    elif draw["purpose"] == "deck":
        yield Fault("/deck", Wrong.NOT_OPENED)


def _opened_faults(draw: ClaimedDraw, deck: ClaimedDeck, at: int, keys: Keys) -> Iterator[Fault]:
    if draw["purpose"] != "deck":
        yield Fault("/purpose", Wrong.DECK, "deck")
    if "salt" in draw:
        yield Fault("/salt", Wrong.UNKNOWN)
    if not deck["cards"]:
        yield Fault("/deck/cards", Wrong.MALFORMED)
    elif draw["request"] != (right := _deck_request(deck, at, draw["purpose"], keys)):
        yield Fault("/request", Wrong.DECK, right)
    if draw["bounds"]:
        yield Fault("/bounds", Wrong.DECK, "[]")


def _deck_request(deck: ClaimedDeck, at: int, purpose: str, keys: Keys) -> str:
    cards = deck["cards"]
    definition = hashed(sized("pf1/deck-definition"), pack(">I", len(cards)), sized(*cards))
    shuffled = order(draw_key(keys.stream, at, purpose), cards)
    leaves = [
        card_leaf(deck["id"], place, card, _card_salt(keys.seed, deck["id"], place))
        for place, card in enumerate(shuffled)
    ]
    return f"{definition.hex()}:{crown(leaves).hex()}"


def _card_salt(seed: bytes, deck_id: str, place: int) -> bytes:
    return keyed(seed, sized("pf1/card-salt", deck_id), pack(">I", place))


def _salt(seed: bytes, nonce: int) -> str:
    return keyed(seed, sized("pf1/roll-salt"), pack(">Q", nonce)).hex()
