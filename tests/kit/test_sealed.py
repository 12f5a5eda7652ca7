"""Sealed deals: only the installation opens one, only for its game, and nothing of it is shown."""

import base64
import copy
import io
import json
import logging
import pickle
import traceback
from collections.abc import Callable

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import PydanticSerializationError, to_json

from majokko_kit.sealed import BadSeal, DealSeals, HiddenDeal, HiddenDeck, Place
from majokko_kit.secret import Secret

SECRET = Secret(bytes(range(32)))
SEALS = DealSeals(SECRET)
PLACE = Place("default", "str_1", "ses_1")
GIRLS = ("sayaka-1", "madoka-2", "all")
SALTS = tuple(bytes([n]) * 32 for n in (0xA1, 0xB2, 0xC3))
ORDERS = (("gertrud", "kirsten"), ("kirsten", "gertrud"))
SECRETS = (*GIRLS[:2], "gertrud", SALTS[0].hex(), str(SALTS[0])[2:8])


def deal() -> HiddenDeal:
    return HiddenDeal([HiddenDeck("girls", GIRLS, SALTS), HiddenDeck("witches", "ab")], ORDERS)


def test_what_was_sealed_comes_out_again() -> None:
    opened = SEALS.open(SEALS.seal(deal(), PLACE), PLACE)

    girls, witches = opened.decks
    assert opened.orders == ORDERS
    assert (girls.id, girls.order, girls.salts) == ("girls", GIRLS, SALTS)
    assert (witches.id, witches.order, witches.salts) == ("witches", ("a", "b"), ())
    assert opened.deck("witches") is witches
    with pytest.raises(KeyError):
        opened.deck("girls-1")


def test_a_seal_is_never_the_same_twice() -> None:
    assert SEALS.seal(deal(), PLACE) != SEALS.seal(deal(), PLACE)


@given(st.permutations(GIRLS * 4), st.permutations(GIRLS * 4), st.permutations("abcdefgh"))
def test_its_length_tells_nothing_of_the_order(
    first: list[str], second: list[str], spare: list[str]
) -> None:
    def length(order: list[str], of: list[str]) -> int:
        salts = [bytes(32)] * len(order)
        return len(SEALS.seal(HiddenDeal([HiddenDeck("girls", order, salts)], [of]), PLACE))

    assert length(first, spare) == length(second, sorted(spare))


@pytest.mark.parametrize(
    "place",
    [
        Place("other", "str_1", "ses_1"),
        Place("default", "str_2", "ses_1"),
        Place("default", "str_1", "ses_2"),
        Place("default", "str_1ses_1", ""),
    ],
)
def test_it_opens_for_its_own_game_only(place: Place) -> None:
    sealed = SEALS.seal(deal(), PLACE)
    with pytest.raises(BadSeal):
        SEALS.open(sealed, place)


def test_another_secret_opens_nothing() -> None:
    with pytest.raises(BadSeal):
        DealSeals(Secret(bytes(32))).open(SEALS.seal(deal(), PLACE), PLACE)


def test_whoever_changes_a_byte_breaks_the_seal() -> None:
    raw = base64.b64decode(SEALS.seal(deal(), PLACE))
    for at in range(len(raw)):
        changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        with pytest.raises(BadSeal) as refused:
            SEALS.open(base64.b64encode(changed).decode(), PLACE)

        assert refused.value.__suppress_context__


@pytest.mark.parametrize("text", ["", "A", "AAAA", "A" * 16, "A" * 40])
def test_what_is_no_seal_is_refused(text: str) -> None:
    with pytest.raises(BadSeal):
        SEALS.open(text, PLACE)


def fail_with(thing: object) -> None:
    raise ValueError(thing)


def shown(thing: object) -> str:
    """Return all that a careless program could print of it."""
    written = io.StringIO()
    log = logging.getLogger("careless")
    log.propagate = False
    log.handlers = [logging.StreamHandler(written)]
    log.error("%s %r", thing, thing, extra={"thing": thing})
    with pytest.raises(ValueError, match="Hidden") as raised:
        fail_with(thing)
    frames = traceback.TracebackException.from_exception(raised.value, capture_locals=True)
    return f"{thing} {thing!r} {[thing]} {written.getvalue()}" + "".join(frames.format())


@pytest.mark.parametrize("thing", [deal(), deal().deck("girls")], ids=["deal", "deck"])
def test_nothing_of_it_is_shown(thing: object) -> None:
    told = shown(thing)

    assert "Hidden" in told
    assert not any(name in told for name in SECRETS)


WRITERS: dict[str, Callable[[object], object]] = {
    "pickle": pickle.dumps,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "json": json.dumps,
    "orjson": orjson.dumps,
    "pydantic": to_json,
    "vars": vars,
}


@pytest.mark.parametrize("thing", [deal(), deal().deck("girls")], ids=["deal", "deck"])
@pytest.mark.parametrize("name", WRITERS)
def test_it_refuses_to_be_written(name: str, thing: object) -> None:
    with pytest.raises((TypeError, PydanticSerializationError)) as refused:
        WRITERS[name](thing)

    assert not any(name in str(refused.value) for name in SECRETS)
