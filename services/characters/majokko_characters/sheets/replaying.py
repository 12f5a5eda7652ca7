"""Makes a character again from a list of moves that somebody sent, and believes none of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from majokko_characters.creations import Creation
from majokko_characters.sheets.shapes import MoveIn
from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft, begin
from majokko_rules.errors import InvalidValue, RuleError


def replayed(creation: Creation, options: Mapping[str, Any], moves: Sequence[MoveIn]) -> Draft[Any]:
    """Return the draft that moves lead to, each with exactly the dice that it throws.

    Raises what the moves are refused with, pointing into `/moves`.
    """
    first, *rest = moves
    if first.offer is not None:
        raise InvalidValue("said_otherwise", pointer="/moves/0/offer", name="offer")
    draft = _made(creation, options, first, "/moves/0")
    for number, move in enumerate(rest, 1):
        draft = _moved(draft, move, f"/moves/{number}")
    return draft


def _made(creation: Creation, options: Mapping[str, Any], first: MoveIn, at: str) -> Draft[Any]:
    dice = Scripted(first.faces)
    try:
        draft = begin(creation.maker, options, dice)
        dice.finish()
    except RuleError as error:
        raise error.under("" if error.pointer.startswith("/options") else at) from None
    return draft


def _moved(draft: Draft[Any], move: MoveIn, at: str) -> Draft[Any]:
    if move.offer is None:
        raise InvalidValue("required", pointer=f"{at}/offer")
    dice = Scripted(move.faces)
    try:
        after = draft.choose(move.offer, move.picks, dice)
        dice.finish()
    except RuleError as error:
        beside = not error.pointer or error.pointer.startswith(("/offer", "/faces"))
        raise error.under(at if beside else f"{at}/picks") from None
    return after
