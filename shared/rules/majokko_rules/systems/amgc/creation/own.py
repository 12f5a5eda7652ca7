"""What a player says of a girl in words: names, a story, the spells of an Oddball; and gender."""

from collections.abc import Iterator
from dataclasses import replace

from majokko_rules.chance import Chance
from majokko_rules.creation import Offer, OneOf, Picks, Words
from majokko_rules.systems.amgc.creation.acting import Action, Do, Sheet
from majokko_rules.systems.amgc.creation.girl import Girl, Spell
from majokko_rules.systems.amgc.creation.having import NO_LIMITS, Limits, grants
from majokko_rules.systems.amgc.creation.state import State

GENDER = "gender"
GIRL, BOY = "girl", "boy"
OWN_SPELLS = "own_spells"
WORDS = {"name": 80, "appearance": 1000, "background": 2000}
"""What may be told in words, and in how many letters."""

_STEP = "story"
_MOST_SPELLS = 12


def actions(sheet: Sheet, seen: Girl, limits: Limits = NO_LIMITS) -> Iterator[Action]:
    """`seen` is the girl with all that she shares."""
    granted = grants(sheet.book, seen, limits)
    for name, most in WORDS.items():
        yield _word(sheet, name, most)
    yield from _gender(sheet, BOY in granted)
    if OWN_SPELLS in granted:
        yield from _spells(sheet)


def _word(sheet: Sheet, name: str, most: int) -> Action:
    def write(picks: Picks) -> Girl:
        return replace(sheet.girl, words={**sheet.girl.words, name: str(picks["text"])})

    offer = Offer(
        sheet.prefix + name, sheet.at(_STEP), f"write_{name}", pick=(Words("text", most),)
    )
    return Action(offer, lambda picks, _: sheet.store(write(picks)))


def _gender(sheet: Sheet, allowed: bool) -> Iterator[Action]:  # noqa: FBT001
    """Offer to be a boy, with the perk; a boy who gave it away has to be a girl again."""
    wrong = sheet.girl.answers.get(GENDER) == BOY and not allowed
    if allowed or wrong:
        options = (GIRL, BOY) if allowed else (GIRL,)
        id_ = sheet.prefix + GENDER
        yield Action(
            Offer(id_, sheet.at(_STEP), f"choose_{GENDER}", pick=(OneOf(GENDER, options),)),
            lambda picks, _: sheet.store(sheet.girl.answering(GENDER, str(picks[GENDER]))),
            id_ if wrong else None,
        )


def _spells(sheet: Sheet) -> Iterator[Action]:
    """Offer to write one more spell, or any of hers anew; one there must be."""
    for place in range(min(len(sheet.girl.spells) + 1, _MOST_SPELLS)):
        offer = Offer(
            f"{sheet.prefix}specialisation.spell.{place + 1}",
            sheet.at("specialisation"),
            "write_spell",
            pick=(Words("name", 80), Words("text", 1000)),
        )
        needed = None if sheet.girl.spells else f"{sheet.prefix}specialisation.spells"
        yield Action(offer, _writing(sheet, place), needed)


def _writing(sheet: Sheet, place: int) -> Do:
    def write(picks: Picks, _: Chance) -> State:
        spell = Spell(str(picks["name"]), str(picks["text"]))
        spells = sheet.girl.spells
        return sheet.store(
            replace(sheet.girl, spells=(*spells[:place], spell, *spells[place + 1 :]))
        )

    return write
