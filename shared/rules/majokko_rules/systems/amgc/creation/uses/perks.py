"""Coins of the perks: to another column of the row, to any other perk, or more of them."""

from collections.abc import Sequence
from dataclasses import replace

from majokko_rules.creation import Because, OneOf, Picks
from majokko_rules.rulesets import Row
from majokko_rules.systems.amgc.creation.dealing import of_face
from majokko_rules.systems.amgc.creation.girl import Girl, Held
from majokko_rules.systems.amgc.creation.uses.use import Buyer, Use

PERK = "perk"


def move(buyer: Buyer, _: Row) -> Sequence[Use]:
    """Offer the other columns of each perk's row, one use for each perk."""
    lacked = _lacked(buyer)
    found = ((key, _beside(buyer, key, lacked)) for key in buyer.girl.keys(PERK))
    return tuple(_move(buyer, key, options) for key, options in found if options)


def swap(buyer: Buyer, _: Row) -> Sequence[Use]:
    """Offer any perk for any of hers."""
    having, lacked = buyer.girl.keys(PERK), _lacked(buyer)
    if not having or not lacked:
        return ()

    def change(picks: Picks, coin: Because) -> Girl:
        return _replaced(buyer, str(picks[PERK]), str(picks["new"]), coin)

    return (Use("", (OneOf(PERK, having), OneOf("new", lacked)), change),)


def add(buyer: Buyer, price: Row) -> Sequence[Use]:
    """Offer more perks, each hers to choose."""
    count = price["count"]
    if len(buyer.girl.of(PERK)) + count > len(buyer.book.keys(PERK, buyer.limits.refused)):
        return ()

    def change(_: Picks, coin: Because) -> Girl:
        girl = buyer.girl
        for _each in range(count):
            place = girl.next_place(PERK)
            girl = girl.holding(Held(place, None, because=(coin,), free=True))
        return girl

    return (Use("", (), change),)


def _move(buyer: Buyer, key: str, options: tuple[str, ...]) -> Use:
    return Use(
        key,
        (OneOf("new", options),),
        lambda picks, coin: _replaced(buyer, key, str(picks["new"]), coin),
    )


def _replaced(buyer: Buyer, key: str, new: str, coin: Because) -> Girl:
    held = next(each for each in buyer.girl.of(PERK) if each.key == key)
    face = min(buyer.book.row(PERK, new).roll, default=None)
    because = (*held.because, coin)
    return buyer.girl.changed(
        held.place, lambda each: replace(each, key=new, face=face, because=because, free=False)
    )


def _beside(buyer: Buyer, key: str, lacked: Sequence[str]) -> tuple[str, ...]:
    table = buyer.book.table(PERK)
    same_row = (row.key for face in table[key].roll for row in of_face(table, face))
    return tuple(dict.fromkeys(each for each in same_row if each in lacked))


def _lacked(buyer: Buyer) -> tuple[str, ...]:
    return buyer.book.keys(PERK, (*buyer.limits.refused, *buyer.girl.keys(PERK)))
