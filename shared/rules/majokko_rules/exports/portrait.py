"""What a file of a character is made of: all that whoever asks for it may see."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from majokko_rules.creation import Sheet
from majokko_rules.rulesets import Ruleset

Mark = int | str


@dataclass(frozen=True, slots=True)
class Portrait:
    """`sheet` holds what a game master decided, too; `marks` what changed in play, by its name.

    `url` is where the character can be looked up, if anywhere.
    """

    name: str
    ruleset: Ruleset
    sheet: Sheet
    marks: Mapping[str, Mark] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A file: its media type, how its name ends, and what it says."""

    media: str
    ending: str
    text: str
