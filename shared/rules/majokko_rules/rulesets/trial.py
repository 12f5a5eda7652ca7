"""Tries a changed ruleset out: whether characters can be made, or games be played by it at all.

Each row may make sense and their sum none: a price without its amount, a step without its table.
So some characters are made at random, always the same ones, before anybody asks for one; likewise
some games are played.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from majokko_rules.cards.rulebooks import Rulebook
from majokko_rules.chance import MAX_SIDES, Chance, Seeded
from majokko_rules.creation import Draft, Maker, Number, Offer, OneOf, Pick, begin
from majokko_rules.errors import IllegalAction, InvalidValue, RuleError
from majokko_rules.rulesets.files import MakerOf, RulesetFile
from majokko_rules.rulesets.refused import RulesetRefused
from majokko_rules.rulesets.ruleset import Ruleset
from majokko_rules.rulesets.shapes import Setting
from majokko_rules.values import escape

_ATTEMPTS = 8
_MOST_TRIES = 400
_FREE_TRIES = 30
"""Choices that are made before only what is pending is."""

_Any = TypeVar("_Any")
# What a maker may run into when it reads data that do not fit it.
_MISFIT = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


def of(file: RulesetFile, base: Ruleset, maker_of: MakerOf) -> Ruleset:
    """Return what a file makes of a ruleset, tried out.

    Raises RulesetRefused; where one change alone is enough to spoil the ruleset, for its line.
    """
    try:
        made = file.applied(base, maker_of)
    except RulesetRefused as refused:
        raise _blaming(refused, file, base, maker_of) from None
    if why := fault(made, maker_of(made)):
        raise RulesetRefused(file.name, _line(file, base, maker_of), why)
    return made


def _blaming(
    refused: RulesetRefused, file: RulesetFile, base: Ruleset, maker_of: MakerOf
) -> RulesetRefused:
    """Let what goes wrong in a row or number that the file does not change name the line of the
    change that alone leads to it.
    """
    if _stands(refused.place, file) or not _is_built(file, base):
        return refused
    for pointer, alone in _changes(file.said):
        try:
            replace(file, said=alone).applied(base, maker_of)
        except RulesetRefused as again:
            if str(again.why) == str(refused.why):
                refused.line = file.lines[pointer]
                return refused
    refused.line = file.lines["/extends"]
    return refused


def _stands(place: str, file: RulesetFile) -> bool:
    """Whether a file has the row or number that a place is in."""
    steps = [escape(step) for step in place.split(".")]
    depth = 3 if steps[0] == "tables" else 2
    return len(steps) >= depth and "/" + "/".join(steps[:depth]) in file.lines


def _is_built(file: RulesetFile, base: Ruleset) -> bool:
    try:
        file.applied(base, lambda _: None)
    except RulesetRefused:
        return False
    return True


def _line(file: RulesetFile, base: Ruleset, maker_of: MakerOf) -> int:
    for pointer, alone in _changes(file.said):
        try:
            made = replace(file, said=alone).applied(base, maker_of)
        except RulesetRefused:
            continue  # it needs the others
        if fault(made, maker_of(made)):
            return file.lines[pointer]
    return file.lines["/extends"]


def _changes(said: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Return each change of a file as if it stood there alone, with its pointer."""
    head = {name: said[name] for name in ("id", "version", "extends")}
    for part in ("settings", "numbers"):
        for name, value in said.get(part, {}).items():
            yield f"/{part}/{escape(name)}", {**head, part: {name: value}}
    for table, rows in said.get("tables", {}).items():
        for key, row in rows.items():
            yield f"/tables/{table}/{escape(key)}", {**head, "tables": {table: {key: row}}}


def fault(ruleset: Ruleset, maker: Maker[Any] | Rulebook | None) -> str | None:
    """Return why characters cannot be made or games not be played, None if they can, or if it is
    for neither.
    """
    if maker is None:
        return None
    for number in range(_ATTEMPTS):
        chance = Seeded(f"trial {number}".encode())
        options = _options(ruleset, chance) if number % 2 else {}
        if why := _why(ruleset, maker, options, chance):
            can = "game can be played" if isinstance(maker, Rulebook) else "character can be made"
            return f"no {can} by it ({why})"
    return None


def _why(
    ruleset: Ruleset, maker: Maker[Any] | Rulebook, options: Mapping[str, object], chance: Chance
) -> str | None:
    try:
        if isinstance(maker, Rulebook):
            maker.attempt(ruleset, options, chance)
        else:
            _create(maker, options, chance)
    except RuleError as error:
        return f"{error.code}.{error.rule}"
    except KeyError as error:
        return f"{error} is missing"
    except _MISFIT as error:
        return f"{type(error).__name__}: {error}"
    return None


def _create(maker: Maker[Any], options: Mapping[str, object], chance: Chance) -> None:
    draft = begin(maker, options, chance)
    for tries in range(_MOST_TRIES):
        offers = _offers(draft, is_free=tries < _FREE_TRIES)
        if not offers:
            break
        draft = _moved(draft, _one(offers, chance), chance)
        assert min(maker.purse(draft.state).values(), default=0) >= 0, "more is spent than there is"
    assert draft.finish().explained(), "numbers that nothing explains"


def _offers(draft: Draft[Any], *, is_free: bool) -> Sequence[Offer]:
    """Return what may be chosen next; at the end only what has to be."""
    offers = draft.offers
    if is_free:
        return offers
    needed = {each for pending in draft.pending for each in pending.offers}
    return [each for each in offers if each.id in needed]


def _moved(draft: Draft[Any], offer: Offer, chance: Chance) -> Draft[Any]:
    """Take an offer; picks that do not go together change nothing."""
    try:
        return draft.choose(
            offer.id, {each.name: _picked(each, chance) for each in offer.pick}, chance
        )
    except (InvalidValue, IllegalAction):
        return draft


def _picked(pick: Pick, chance: Chance) -> object:
    match pick:
        case OneOf(options=options):
            return _one(options, chance)
        case Number(least=least, most=most):
            return least - 1 + chance.throw(1, min(most - least + 1, MAX_SIDES))[0]
        case _:
            return "x"


def _options(ruleset: Ruleset, chance: Chance) -> Mapping[str, object]:
    """Choose whatever is a choice between a few words, or yes and no."""
    return {
        name: _one(choices, chance)
        for name, setting in ruleset.settings.items()
        if (choices := _choices(setting))
    }


def _choices(setting: Setting) -> Sequence[object]:
    match setting.shape.type:
        case "boolean":
            return False, True
        case "text":
            return setting.shape.choices
        case _:
            return ()


def _one(each: Sequence[_Any], chance: Chance) -> _Any:
    return each[chance.throw(1, len(each))[0] - 1]
