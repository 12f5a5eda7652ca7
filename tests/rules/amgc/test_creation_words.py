"""Whatever a draft offers, asks or tells can be said in words."""

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from majokko_rules import catalog
from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft, OneOf, begin
from majokko_rules.systems.amgc import SYSTEM
from majokko_rules.systems.amgc.creation import AmgcMaker
from tests.rules.amgc.ruleset import AMGC
from tests.support.creating import picks

EVERYBODY = (14, 13, 16, 16, 16)
"""Perks: an ally, may be a boy, a familiar, and a map that the last die shows again."""

STARTS: list[tuple[Mapping[str, object], tuple[int, ...]]] = [
    ({}, (1, 7, 1, 1, 1, 5, 1, *EVERYBODY)),
    ({"body_bronze": "stat", "ally_dice": "four_and_five"}, (1, 7, 1, 1, 1, 5, 1, *EVERYBODY)),
    ({"perk_columns": "choose", "twin_split": -20}, (1, 7, 20, 1, 1, 5, 1, *EVERYBODY)),
]
"""Options, and the first dice: an Oddball or a dark girl, with a twin and whoever else may come."""

LATER = (14, 16)
"""What companions throw: an ally gets both as perks, and may have neither."""

MOVES = 60
WISHES = 4


@cache
def seen() -> frozenset[str]:
    """The keys of words that some creations need."""
    return frozenset(
        key
        for wish in range(WISHES)
        for options, faces in STARTS
        for draft in _creation(options, faces, Random(wish))
        for key in _told(draft)
    )


def _creation(
    options: Mapping[str, object], faces: tuple[int, ...], wish: Random
) -> Iterator[Draft[Any]]:
    """Take offers at random: first those that something waits for; coins and names when none is."""
    draft = begin(AmgcMaker(AMGC), options, Scripted(faces))
    chance = Scripted(LATER * MOVES)
    for _ in range(MOVES):
        yield draft
        waiting = {each for pending in draft.pending for each in pending.offers}
        offers = [each for each in draft.offers if not waiting or each.id in waiting]
        offer = wish.choice(offers)
        draft = draft.choose(offer.id, picks(offer, wish), chance)


def _told(draft: Draft[Any]) -> Iterator[str]:
    for offer in draft.maker.offers(draft.state):
        yield f"steps.{offer.step}"
        yield f"does.{offer.does}"
        for pick in offer.pick:
            yield f"picks.{pick.name}"
            if isinstance(pick, OneOf):
                yield from (key for option in pick.options for key in _option(option))
    for name, value in draft.sheet.values.items():
        yield from (f"values.{part}" for part in name.split("."))
        for because in value.because:
            if because.kind in ("base", "rule"):
                yield from _reason(because.what)


def _option(option: str) -> Iterator[str]:
    """A row says its own name; two stats are each named."""
    if any(option in table.rows for table in AMGC.tables.values()):
        return
    stats = option.split("+")
    known = set(stats) <= set(AMGC.vocabulary.stats)
    yield from (f"values.{stat}" for stat in stats) if known else [f"choices.{option}"]


def _reason(what: str) -> Iterator[str]:
    """A rule has its sentence; a value that gives another is named as itself."""
    parts = what.split(".")
    yield from [f"rules.{what}"] if len(parts) == 1 else (f"values.{part}" for part in parts)


def words(locale: str) -> frozenset[str]:
    said = catalog.words(SYSTEM.package, locale)
    return frozenset(key.removeprefix("creation.") for key in said if key.startswith("creation."))


@pytest.mark.parametrize("locale", catalog.LOCALES)
def test_all_of_a_draft_has_words(locale: str) -> None:
    assert seen() - words(locale) == frozenset()


@pytest.mark.parametrize("section", ["steps", "does", "picks", "rules"])
def test_no_word_is_left_over(section: str) -> None:
    mine = {key for key in words("en") if key.startswith(f"{section}.")}

    assert mine - seen() == set()


@pytest.mark.parametrize("locale", catalog.LOCALES)
def test_a_setting_has_one_name_wherever_it_stands(locale: str) -> None:
    """As a setting, on the sheet, and as a field of a check."""
    said = catalog.words(SYSTEM.package, locale)
    for name in AMGC.settings:
        places = (f"settings.{name}.name", f"creation.values.{name}", f"fields.{name}.name")
        assert len({said[place] for place in places if place in said}) == 1, name


@pytest.mark.parametrize("locale", catalog.LOCALES)
def test_what_the_game_master_says_of_spells_has_words(locale: str) -> None:
    assert {"choices.waiting", "choices.approved", "choices.refused"} <= words(locale)
