"""Characters that nobody has made step by step: a line of a dice bot tells their numbers.

In place of the moves of a creation stands one move, which holds the line; so files of ours take
these characters along, too.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from majokko_characters.creations import Creation
from majokko_characters.sheets.shapes import ImportIn, MoveIn
from majokko_rules import exports
from majokko_rules.chance import Scripted
from majokko_rules.creation import Sheet, begin
from majokko_rules.errors import FacesTooFew, InvalidValue
from majokko_rules.exports import Told

OFFER = "st"
_NOTE = "st"
_MOST_OF_NOTE = 4000


def moves(body: ImportIn, locale: str) -> Sequence[MoveIn]:
    """Return the moves of a file, or one that holds its line.

    Raises InvalidValue.
    """
    match body.moves, body.st:
        case None, str(line):
            return (MoveIn(offer=OFFER, picks={"line": line, "locale": locale}),)
        case tuple(made), None:
            return made
        case _:
            raise InvalidValue("exactly_one_of", names="moves, st")


def told(creation: Creation, moves: Sequence[MoveIn], at: str) -> Told | None:
    """Return what a line tells; None where there are moves of a creation.

    Raises InvalidValue, which points to `at`.
    """
    first, *rest = moves
    if first.offer != OFFER:
        return None
    line, locale = first.picks.get("line"), first.picks.get("locale", "en")
    if rest or first.faces or not isinstance(line, str) or not isinstance(locale, str):
        raise InvalidValue("malformed", pointer=at, form='{"offer": "st", "picks": {"line": …}}')
    return exports.read_st(line, creation.ruleset, locale, at)


def sheet(creation: Creation, options: Mapping[str, Any], told: Told) -> Sheet:
    """Return what a line tells, with the words that every sheet of a system begins with.

    Numbers are the line's alone, since others would not fit them.
    """
    dice = Scripted([])
    try:
        begun = begin(creation.maker, options, dice).sheet.values
        dice.finish()
    except FacesTooFew:
        begun = {}
    words = {name: value for name, value in begun.items() if type(value.value) is not int}
    return Sheet({**words, **told.sheet.values})


def notes(told: Told) -> Mapping[str, str]:
    """Keep the numbers that the rulebook does not know."""
    said = ", ".join(f"{name} {value}" for name, value in told.others.items())
    return {_NOTE: said[:_MOST_OF_NOTE]} if said else {}
