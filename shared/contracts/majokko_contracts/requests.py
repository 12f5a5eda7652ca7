"""Every request there is, by its name on the wire; `asyncapi.py` publishes them."""

from collections.abc import Mapping

from majokko_contracts.characters import LookUp
from majokko_contracts.deals import BeginStream, DealCards
from majokko_contracts.dice import DiceDraw
from majokko_contracts.messages import Answer, Request
from majokko_contracts.throws import CloseStream, DiceThrow, FindSeat, TakeStream
from majokko_contracts.units import FindUnit

_KINDS: tuple[type[Request[Answer]], ...] = (
    DiceDraw,
    DiceThrow,
    FindSeat,
    TakeStream,
    CloseStream,
    BeginStream,
    DealCards,
    LookUp,
    FindUnit,
)
REQUESTS: Mapping[str, type[Request[Answer]]] = {kind.name: kind for kind in _KINDS}
