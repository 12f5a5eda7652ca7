"""What dice and card games tell each other of hidden cards, sealed with the installation's secret.

`dice.deal` answers with such a text, and the card games keep it: neither Redis nor a database nor a
log ever holds the order of a deck that is still hidden. It is opened in memory only, as a type that
shows nothing of itself however it is printed, and refuses to be written.

>>> seals, place = DealSeals(Secret(bytes(32))), Place("default", "str_1", "ses_1")
>>> deal = HiddenDeal([HiddenDeck("girls", ["sayaka-1", "madoka-2"], [bytes(32), bytes(32)])])
>>> seals.open(seals.seal(deal, place), place)
HiddenDeal(…)
>>> seals.open(seals.seal(deal, place), place).deck("girls").order[0]
'sayaka-1'
"""

import base64
import os
from collections.abc import Sequence
from struct import iter_unpack, pack
from typing import NamedTuple, NoReturn, TypedDict, final

import orjson
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from majokko_kit.secret import Secret

_NONCE_BYTES = 12
_SALT_BYTES = 32
_FORM = b"majokko deal 1"


class BadSeal(ValueError):
    """Sealed by another secret, for another game, or changed since; the message tells no more."""


class Place(NamedTuple):
    """What a deal belongs to, and is sealed for. A deal that no stream gave has none (`""`)."""

    tenant: str
    stream: str
    reference: str


class Unspoken:
    """Shows only its name, wherever it is printed, logged or interpolated; it cannot be pickled,
    copied, or written as JSON.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        del protocol
        raise TypeError(f"a {type(self).__name__} is never written")


@final
class HiddenDeck(Unspoken):
    """`order` has the top first, `salts` are in the same places; practice has no salts."""

    __slots__ = ("id", "order", "salts")

    def __init__(self, name: str, order: Sequence[str], salts: Sequence[bytes] = ()) -> None:
        assert len(salts) in {0, len(order)}, "a salt for each card, or none"
        self.id = name
        self.order = tuple(order)
        self.salts = tuple(salts)


@final
class HiddenDeal(Unspoken):
    """What a game must not see yet; `orders` are permutations that later shuffles sort by."""

    __slots__ = ("decks", "orders")

    def __init__(self, decks: Sequence[HiddenDeck], orders: Sequence[Sequence[str]] = ()) -> None:
        self.decks = tuple(decks)
        self.orders = tuple(tuple(each) for each in orders)

    def deck(self, name: str) -> HiddenDeck:
        """Return the deck with this id.

        Raises KeyError.
        """
        for each in self.decks:
            if each.id == name:
                return each
        raise KeyError(name)


class DealSeals:
    """Seals and opens deals, each under a key of its own place."""

    __slots__ = ("_secret",)

    def __init__(self, secret: Secret) -> None:
        self._secret = secret

    def seal(self, deal: HiddenDeal, place: Place) -> str:
        """Return base64 whose length depends on nothing that is hidden."""
        nonce = os.urandom(_NONCE_BYTES)
        sealed = self._cipher(place).encrypt(nonce, _written(deal), _FORM)
        return _base64(nonce + sealed)

    def open(self, sealed: str, place: Place) -> HiddenDeal:
        """Open what was sealed for this place.

        Raises BadSeal.
        """
        try:
            raw = base64.b64decode(sealed, validate=True)
            nonce, rest = raw[:_NONCE_BYTES], raw[_NONCE_BYTES:]
            return _read(self._cipher(place).decrypt(nonce, rest, _FORM))
        except (InvalidTag, ValueError):
            raise BadSeal("not sealed for this") from None

    def _cipher(self, place: Place) -> AESGCM:
        return AESGCM(self._secret.seed_of("deal", *place))


class _Written(TypedDict):
    """`names` are sorted, and orders are places in it: what is written is as long for any order."""

    names: list[str]
    decks: list["_Deck"]
    orders: list[str]


class _Deck(TypedDict):
    id: str
    order: str
    salts: str


def _written(deal: HiddenDeal) -> bytes:
    rows = [*(each.order for each in deal.decks), *deal.orders]
    names = sorted({name for row in rows for name in row})
    places = {name: pack(">H", at) for at, name in enumerate(names)}

    def row(order: Sequence[str]) -> str:
        return _base64(b"".join(places[name] for name in order))

    decks: list[_Deck] = [
        {"id": each.id, "order": row(each.order), "salts": _base64(b"".join(each.salts))}
        for each in deal.decks
    ]
    whole: _Written = {"names": names, "decks": decks, "orders": list(map(row, deal.orders))}
    return orjson.dumps(whole)


def _read(raw: bytes) -> HiddenDeal:
    told: _Written = orjson.loads(raw)
    names = told["names"]

    def order(row: str) -> list[str]:
        return [names[at] for (at,) in iter_unpack(">H", base64.b64decode(row))]

    decks = [HiddenDeck(each["id"], order(each["order"]), _salts(each)) for each in told["decks"]]
    return HiddenDeal(decks, list(map(order, told["orders"])))


def _salts(deck: _Deck) -> list[bytes]:
    raw = base64.b64decode(deck["salts"])
    return [raw[at : at + _SALT_BYTES] for at in range(0, len(raw), _SALT_BYTES)]


def _base64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()
