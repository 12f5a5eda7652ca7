"""Coins that lead to another row: of a body, a specialisation, a weapon, an outfit, a power."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from majokko_rules.creation import Because, OneOf, Picks
from majokko_rules.creation.offers import Pick
from majokko_rules.rulesets import Row
from majokko_rules.systems.amgc.creation.book import COLUMN, Book
from majokko_rules.systems.amgc.creation.girl import Girl, Held
from majokko_rules.systems.amgc.creation.having import is_corrupted
from majokko_rules.systems.amgc.creation.uses.use import Buyer, Change, Use

PLAIN, CORRUPTED = "plain", "corrupted"


def other(buyer: Buyer, price: Row) -> Sequence[Use]:
    """Offer every row that she has not; corrupted too, where the price says so."""
    return _choice(buyer, price, _lacked(buyer, price["step"]))


def column(buyer: Buyer, price: Row) -> Sequence[Use]:
    """Offer the other rows of the same column."""
    table = buyer.book.table(price["step"])
    held = buyer.girl.at(price["step"])
    if held is None or held.key is None:
        return ()
    same = table[held.key][COLUMN]
    lacked = _lacked(buyer, price["step"])
    return _choice(buyer, price, [key for key in lacked if table[key][COLUMN] == same])


def corrupt(buyer: Buyer, price: Row) -> Sequence[Use]:
    """Offer the corrupted version of what she has."""
    if buyer.girl.at(price["step"]) is None or is_corrupted(buyer.book, buyer.girl, buyer.limits):
        return ()
    return (Use("", (), lambda _, coin: replace(buyer.girl, corrupted=(coin,))),)


def shift(buyer: Buyer, price: Row) -> Sequence[Use]:
    """Offer the rows so many faces away from the one that lies there."""
    held = buyer.girl.at(price["step"])
    if held is None or held.face is None:
        return ()
    return tuple(_shifts(buyer, price, held, held.face))


def second(buyer: Buyer, price: Row) -> Sequence[Use]:
    """Offer one more row beside the first."""
    kind = price["step"]
    options = tuple(_lacked(buyer, kind))
    if not options:
        return ()

    def change(picks: Picks, coin: Because) -> Girl:
        place = buyer.girl.next_place(kind)
        return buyer.girl.holding(Held(place, str(picks[kind]), because=(coin,)))

    return (Use("", (OneOf(kind, options),), change),)


def _choice(buyer: Buyer, price: Row, options: Sequence[str]) -> Sequence[Use]:
    kind = price["step"]
    if not options or buyer.girl.at(kind) is None:
        return ()
    pick: tuple[Pick, ...] = (OneOf(kind, tuple(options)),)
    if price.get("corrupted"):
        pick = (*pick, OneOf("magic", (PLAIN, CORRUPTED)))

    def change(picks: Picks, coin: Because) -> Girl:
        girl = _led_to(buyer, kind, str(picks[kind]), None, coin)
        return replace(girl, corrupted=(coin,)) if picks.get("magic") == CORRUPTED else girl

    return (Use("", pick, change),)


def _shifts(buyer: Buyer, price: Row, held: Held, face: int) -> Iterator[Use]:
    table = buyer.book.table(held.kind)
    lacked = _lacked(buyer, held.kind)
    for by in sorted((*price["by"], *(-each for each in price["by"]))):
        moved = _moved(buyer.book, held.kind, face + by)
        if moved is not None and (row := table.rolled(moved)).key in lacked:
            yield Use(f"{by:+}", (), _shifted(buyer, held.kind, row.key, moved))


def _shifted(buyer: Buyer, kind: str, key: str, face: int) -> Change:
    return lambda _, coin: _led_to(buyer, kind, key, face, coin)


def _moved(book: Book, kind: str, face: int) -> int | None:
    """Return where a shifted roll lies; None off the die, unless it wraps."""
    sides = book.sides(kind)
    if 1 <= face <= sides:
        return face
    return (face - 1) % sides + 1 if book.settings["shift_wraps"] else None


def _led_to(buyer: Buyer, kind: str, key: str, face: int | None, coin: Because) -> Girl:
    """Put another row in place of the first; magic that a coin corrupted is left behind."""
    faces = buyer.book.row(kind, key).roll
    stands = face if face is not None else min(faces, default=None)
    girl = buyer.girl.changed(
        kind,
        lambda held: replace(held, key=key, face=stands, because=(*held.because, coin), free=False),
    )
    return replace(girl, corrupted=()) if kind == "specialisation" else girl


def _lacked(buyer: Buyer, kind: str) -> tuple[str, ...]:
    return buyer.book.keys(kind, buyer.girl.keys(kind))
