"""Girls to begin tests with, and moves told in short."""

from collections.abc import Mapping, Sequence
from typing import Any

from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft, begin
from majokko_rules.rulesets import Ruleset, shelf
from majokko_rules.systems.collapse.creation import Creation
from majokko_rules.systems.collapse.creation.girl import Girl

Making = Draft[Girl]
Step = tuple[str, Mapping[str, object], Sequence[int]]
Moves = Sequence[Step]
"""Offers with what is picked, and the dice they throw."""

NAMES = ("STR", "CON", "DEX", "INT", "POW", "EMO", "MEM", "LUCK", "SIZ", "APP")

PUBLISHED = {"STR": 70, "CON": 65, "DEX": 65, "INT": 60, "POW": 70, "EMO": 60, "MEM": 51, "SIZ": 56}
"""A girl printed with the first edition; her luck and appearance are not told."""

FIFTIES = dict.fromkeys(NAMES, 50)
SCHOOLGIRL: Step = ("age.late_teens", {"age": 16}, [1])
"""An age that changes nothing when its check fails."""


def ruleset() -> Ruleset:
    return shelf.find("collapse@1")


def faces(attributes: Mapping[str, int]) -> list[int]:
    """Return dice that give these attributes, all multiples of five: three dice or two and six."""
    thrown: list[int] = []
    for name in NAMES:
        count, plus = (2, 6) if name == "INT" else (3, 0)
        points = attributes[name] // 5 - plus
        thrown += [points // count + (place < points % count) for place in range(count)]
    return thrown


def made(
    moves: Moves = (), attributes: Mapping[str, int] = FIFTIES, **options: int | str
) -> Draft[Girl]:
    """Roll a girl with these attributes and make some moves."""
    draft = begin(Creation(ruleset()), options, Scripted(faces({**FIFTIES, **attributes})))
    return then(draft, moves)


def then(draft: Making, moves: Moves) -> Making:
    for offer, picks, thrown in moves:
        chance = Scripted(thrown)
        draft = draft.choose(offer, picks, chance)
        chance.finish()
    return draft


def pupil(attributes: Mapping[str, int] = FIFTIES, **options: int | str) -> Making:
    """Return a girl whose attributes are final, and who has nothing else yet."""
    return made([SCHOOLGIRL], attributes, **options)


def shown(draft: Making, *names: str) -> list[Any]:
    return [draft.sheet[name].value for name in names]


def numbers(draft: Making) -> dict[str, int]:
    return {name: draft.sheet[f"attributes.{name}"].value for name in NAMES}


def offered(draft: Making, start: str = "") -> list[str]:
    return [offer.id for offer in draft.offers if offer.id.startswith(start)]
