"""Witches come, do what their cards say, and are sent back."""

from collections.abc import Callable, Mapping

from majokko_rules.cards.magion import hands
from majokko_rules.cards.magion.cards import WALPURGISNACHT
from majokko_rules.cards.magion.happened import (
    CardDiscarded,
    CardTurned,
    WitchDiscarded,
    WitchesShuffled,
    WitchReturned,
    WitchRevealed,
)
from majokko_rules.cards.magion.soul import darken
from majokko_rules.cards.magion.state import Making
from majokko_rules.rulesets import Deed


def reveal(made: Making) -> None:
    """Turn up the top witch and do what her card says; there must be one."""
    *left, witch = made.witch_deck
    made.witch_deck = tuple(left)
    made.witches_known &= (1 << len(left)) - 1
    made.witches_revealed += (witch,)
    made.happened += (WitchRevealed(witch),)
    for deed in made.rules.deeds[witch]:
        if made.over is None:
            _DEEDS[deed.does](made, witch, deed)
    if made.over is None and made.rules.leaving >> witch & 1:
        _leave(made, witch)


def _leave(made: Making, witch: int) -> None:
    made.witches_revealed = tuple(each for each in made.witches_revealed if each != witch)
    made.witches_discarded += (witch,)
    made.happened += (WitchDiscarded(witch),)


def return_top(made: Making, girl: int) -> None:
    """Send the topmost witch back for a discarded card of a girl (or of none).

    Nobody returns while Walpurgisnacht lies face up, nor if the girl cannot return this one: the
    card is lost then.
    """
    revealed = made.witches_revealed
    if not revealed or WALPURGISNACHT in revealed:
        return
    if not made.rules.refused[girl] >> revealed[-1] & 1:
        _return(made, len(revealed) - 1, None)


def return_by_head(made: Making, girl: int) -> None:
    """Send back as many witches as the head of a girl says, the topmost first, and let those lie
    that she cannot return.
    """
    rules, revealed = made.rules, made.witches_revealed
    refused, left = rules.refused[girl], rules.returns[girl]
    if rules.walpurgis_locks_all and WALPURGISNACHT in revealed and refused >> WALPURGISNACHT & 1:
        return
    for place in reversed(range(len(revealed))):
        if left and not refused >> revealed[place] & 1:
            _return(made, place, girl)
            left -= 1


def _return(made: Making, place: int, girl: int | None) -> None:
    revealed = made.witches_revealed
    witch = revealed[place]
    made.witches_revealed = revealed[:place] + revealed[place + 1 :]
    made.witches_known |= 1 << len(made.witch_deck)
    made.witch_deck += (witch,)
    made.happened += (WitchReturned(witch, girl),)
    if witch == WALPURGISNACHT:
        made.beaten = True


def _turns_up(made: Making, witch: int, deed: Deed) -> None:
    for position in range(made.drawn, min(made.drawn + deed.count, len(made.deal.girls))):
        made.drawn += 1
        made.discard += (position,)
        made.happened += (CardTurned(position, witch),)


def _discards_oldest(made: Making, witch: int, _: Deed) -> None:
    if made.hands[made.turn]:
        position = hands.take(made, 0)
        made.discard += (position,)
        made.happened += (CardDiscarded(made.turn, position, 0, witch),)
        hands.draw(made)


def _markers(made: Making, _: int, deed: Deed) -> None:
    room = made.rules.markers - made.markers - deed.unless_last
    if count := min(deed.count, room):
        darken(made, count)


def _reveals(made: Making, _: int, deed: Deed) -> None:
    for _again in range(deed.count):
        if made.over is None and made.witch_deck and made.witch_deck[-1] != WALPURGISNACHT:
            reveal(made)


def _shuffles(made: Making, _: int, _deed: Deed) -> None:
    """Put the face-down witches into the order that the deal has for it; no. 9 keeps her place."""
    deck, orders = made.witch_deck, made.deal.orders
    loose = [witch for witch in reversed(deck) if witch != WALPURGISNACHT]
    if made.shuffles < len(orders):
        loose.sort(key=orders[made.shuffles].index)
    if len(loose) > 1:
        made.witches_known = _known(deck)
    made.witch_deck = tuple(w if w == WALPURGISNACHT else loose.pop() for w in deck)
    made.shuffles += 1
    made.happened += (WitchesShuffled(sum(w != WALPURGISNACHT for w in deck)),)


def _known(deck: tuple[int, ...]) -> int:
    return 1 << deck.index(WALPURGISNACHT) if WALPURGISNACHT in deck else 0


_DEEDS: Mapping[str, Callable[[Making, int, Deed], None]] = {
    "turns_up": _turns_up,
    "discards_oldest": _discards_oldest,
    "markers": _markers,
    "reveals": _reveals,
    "shuffles": _shuffles,
}
