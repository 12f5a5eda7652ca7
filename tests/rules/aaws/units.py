"""Units that tests are about."""

from collections.abc import Mapping, Sequence
from typing import Any

from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft, Sheet, begin
from majokko_rules.rulesets import shelf
from majokko_rules.systems.aaws.creation import UnitMaker

RULESET = shelf.find("aaws")
MAKER = UnitMaker(RULESET)

Choices = Sequence[tuple[str, Mapping[str, object]]]

SWORDSWOMAN: Choices = (
    ("name", {"name": "Sayaka"}),
    ("originals.weapon", {}),
    ("originals.weapon.+1", {}),
    ("originals.weapon.+1", {}),
    ("originals.OWN", {"name": "music"}),
    ("factors.weapon", {"name": "swords"}),
    ("factors.weapon", {"name": "anything sharp"}),
    ("factors.OWN_1", {"name": "violin"}),
)


def draft(**options: object) -> Draft[Any]:
    return begin(MAKER, options, Scripted([]))


def taking(draft: Draft[Any], choices: Choices) -> Draft[Any]:
    for offer, picks in choices:
        draft = draft.choose(offer, picks, Scripted([]))
    return draft


def swordswoman() -> Sheet:
    """A unit of level 4: a weapon at 3 with two factors, music of her own at 1 with one."""
    return taking(draft(level=4), SWORDSWOMAN).finish()
