"""Makes random characters by any system's maker, and looks at what has to hold at each step."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from majokko_rules.chance import Seeded
from majokko_rules.creation import Draft, Maker, Number, Offer, OneOf, Words, begin, replay
from majokko_rules.creation.draft import Finder
from majokko_rules.errors import IllegalAction, InvalidValue

MOST_STEPS = 400
"""A creation that is open after so many choices never ends."""

_LETTERS = "abc äß 魔法少女 まどか 🌸"


def random_creation(
    maker: Maker[Any], options: Mapping[str, object], seed: int, *, takes_back: float = 0.1
) -> Draft[Any]:
    """Take random offers until nothing is pending, and some more; the draft can be finished.

    Some choices are taken back on the way. At each step the purse is not negative, what is pending
    can be done, and offers have different ids, by which they are found.
    """
    wish = Random(seed)
    chance = Seeded(f"creation {seed}".encode())
    draft = begin(maker, options, chance)
    for step in range(wish.randrange(5, 60), -MOST_STEPS, -1):
        look_at(draft)
        offers = _wished(draft, step, wish)
        if not offers:
            return draft
        draft = _step(draft, offers, wish, chance)
        if len(draft.moves) > 1 and not draft.bound and wish.random() < takes_back:
            draft = draft.undo()
    raise AssertionError(f"still open: {draft.pending}")


def look_at(draft: Draft[Any]) -> None:
    """Check what holds at each step of any creation."""
    purse = draft.maker.purse(draft.state)
    ids = [offer.id for offer in draft.maker.offers(draft.state)]
    offered = {offer.id for offer in draft.offers}

    assert min(purse.values(), default=0) >= 0
    assert len(ids) == len(set(ids))
    for pending in draft.pending:
        assert offered & set(pending.offers), f"{pending.id} cannot be done"
    if isinstance(draft.maker, Finder):
        _look_up(draft, draft.maker)


def _look_up(draft: Draft[Any], finder: Finder[Any]) -> None:
    """Check that offers are found as they are listed; the first and the last may do."""
    offers = draft.maker.offers(draft.state)
    for offer in (*offers[:1], *offers[-1:]):
        assert finder.find(draft.state, offer.id) == offer
    for none in ("", "age.", f"{offers[0].id}." if offers else "x"):
        assert finder.find(draft.state, none) is None


def look_back(draft: Draft[Any]) -> None:
    """Check what holds of a creation at its end: explained, and the same when made again."""
    sheet = draft.finish()

    assert sheet.explained()
    assert replay(draft.maker, draft.options, draft.moves).finish() == sheet


def picks(offer: Offer, wish: Random) -> Mapping[str, object]:
    """Pick anything that an offer allows."""
    return {each.name: _picked(each, wish) for each in offer.pick}


def _picked(pick: OneOf | Words | Number, wish: Random) -> object:
    match pick:
        case OneOf(options=options):
            return wish.choice(options)
        case Words(most=most):
            return "x" + "".join(wish.choices(_LETTERS, k=wish.randrange(min(most, 20))))
        case Number(least=least, most=most):
            return wish.randint(least, most)


def _wished(draft: Draft[Any], patience: int, wish: Random) -> Sequence[Offer]:
    """Return what may be taken next: anything for a while, then only what is pending."""
    open_ones = {each for pending in draft.pending for each in pending.offers}
    if open_ones and (patience <= 0 or wish.random() < 0.5):
        return [offer for offer in draft.offers if offer.id in open_ones]
    return draft.offers if patience > 0 else ()


def _step(draft: Draft[Any], offers: Sequence[Offer], wish: Random, chance: Seeded) -> Draft[Any]:
    """Take one of the offers; picks that do not go together are refused and change nothing."""
    offer = wish.choice(offers)
    try:
        return draft.choose(offer.id, picks(offer, wish), chance)
    except (InvalidValue, IllegalAction):
        return draft
