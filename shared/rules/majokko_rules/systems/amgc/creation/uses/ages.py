"""Coins of the step age: any age of the table, or any at all."""

from collections.abc import Sequence

from majokko_rules.creation import Because, Number, Picks
from majokko_rules.rulesets import Row
from majokko_rules.systems.amgc.creation.girl import Age, Girl
from majokko_rules.systems.amgc.creation.uses.use import Buyer, Use


def of_the_table(buyer: Buyer, _: Row) -> Sequence[Use]:
    years = [row["age"] for row in buyer.book.rows("ages")]
    return (_age(buyer, min(years), max(years)),)


def bounded(buyer: Buyer, _: Row) -> Sequence[Use]:
    """Offer what the game master calls reasonable."""
    settings = buyer.book.settings
    return (_age(buyer, settings["age_least"], settings["age_most"]),)


def _age(buyer: Buyer, least: int, most: int) -> Use:
    def change(picks: Picks, coin: Because) -> Girl:
        before = buyer.girl.age.because if buyer.girl.age else ()
        return buyer.girl.aged(Age(int(picks["age"]), (*before, coin)))

    return Use("", (Number("age", least, most),), change)
