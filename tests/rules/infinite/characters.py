"""Characters of Infinite that tests are about."""

from collections.abc import Mapping, Sequence
from typing import Any

from majokko_rules.chance import Scripted
from majokko_rules.creation import Draft, begin
from majokko_rules.rulesets import shelf
from majokko_rules.systems.infinite.creation import InfiniteMaker

RULESET = shelf.find("infinite")
MAKER = InfiniteMaker(RULESET)
PLENTY = {"rank": "s", "earned": 10_000}
NAMED = (("name", {"name": "Zheng Zha"}), ("languages.new", {"name": "Chinese"}))

Choices = Sequence[tuple[str, Mapping[str, object]]]


def draft(**options: object) -> Draft[Any]:
    return begin(MAKER, options, Scripted([]))


def taking(draft: Draft[Any], choices: Choices) -> Draft[Any]:
    for offer, picks in choices:
        draft = draft.choose(offer, picks, Scripted([]))
    return draft


def raising(draft: Draft[Any], **values: int) -> Draft[Any]:
    """Raise attributes and skills to these values, with experience."""
    for key, value in values.items():
        what = "attributes" if key in RULESET["attributes"].rows else "skills"
        while draft.sheet[f"{what}.{key}"].value < value:
            draft = draft.choose(f"{what}.{key}.+1", {}, Scripted([]))
    return draft
