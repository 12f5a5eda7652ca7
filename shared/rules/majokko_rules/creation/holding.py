"""How a draft notes dice that were taken back: by offer and sides, with the picks that they hold.

`contact.1 d100 tested=charm difficulty=hard`: neither ids of offers nor keys have blanks.
"""

from dataclasses import replace

from majokko_rules.creation.offers import Number, Offer, OneOf, Pick, Picks, Words


def written(offer: Offer, picks: Picks, sides: int) -> str:
    """Note dice of an offer.

    >>> written(Offer("ally", "ally", "roll"), {}, 20)
    'ally d20'
    """
    held = (f"{name}={picks[name]}" for name in offer.holds or ())
    return " ".join((offer.id, f"d{sides}", *held))


def offer_of(dice: str) -> str:
    """Return the id of the offer that threw them."""
    return dice.partition(" ")[0]


def narrowed(offer: Offer, dice: str) -> Offer:
    """Return the offer with nothing to pick where its dice hold what was picked.

    >>> offer = Offer("x", "x", "x", pick=(OneOf("stat", ("STR", "DEX")),), holds=("stat",))
    >>> narrowed(offer, "x d6 stat=DEX").pick
    (OneOf(name='stat', options=('DEX',)),)
    """
    held = dict(each.split("=", 1) for each in dice.split(" ")[2:])
    picks = (_narrowed(each, held[each.name]) if each.name in held else each for each in offer.pick)
    return replace(offer, pick=tuple(picks))


def _narrowed(pick: Pick, value: str) -> Pick:
    match pick:
        case OneOf(name=name):
            return OneOf(name, (value,))
        case Number(name=name):
            return Number(name, int(value), int(value))
        case Words():
            return pick
