"""Ruleset files of others: what they say, and the rulesets that they make of one that is known.

    id = "amgc_at_home"
    version = 1
    extends = "amgc@1"
    name = {en = "AMGC at home", ja = "…"}

    [settings]
    base = 3                                   # another default

    [numbers]
    points = 5                                 # another number

    [tables.perks.wings]                       # a row in place of the one that was, or a new one
    name = {en = "Wings", ja = "翼"}
    effect = {en = "She flies."}
    column = 1
    roll = [17]
    effects = [{stat = "AGI", plus = 1}]

    [tables.perks.closure]
    remove = true

Text in, rulesets out: whoever calls opens the files.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from majokko_rules.cards.rulebooks import Rulebook
from majokko_rules.creation import Maker
from majokko_rules.errors import RuleError
from majokko_rules.rulesets import changing, refused, saying
from majokko_rules.rulesets.building import build
from majokko_rules.rulesets.places import Places
from majokko_rules.rulesets.refused import RulesetRefused
from majokko_rules.rulesets.ruleset import Ruleset
from majokko_rules.rulesets.shapes import required, word

MakerOf = Callable[[Ruleset], Maker[Any] | Rulebook | None]
"""Returns what makes characters by a ruleset or plays games, None if nobody does; raises
RuleErrors, which point into a ruleset file, where a ruleset does not say what that needs.
"""

MOST_LETTERS = 2**20
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)\Z")
_AT_END = " (at end of document)"
_LONG_NUMBER = re.compile(r"\d[\d_]{4000}")
"""Python reads no longer ones."""


@dataclass(frozen=True, slots=True)
class RulesetFile:
    """A file that makes the ruleset `makes` of the one that it `extends`, both as `amgc@1`.

    `lines` are those of its keys, by pointer.
    """

    name: str
    said: Mapping[str, Any]
    lines: Mapping[str, int]
    makes: str
    extends: str

    def applied(self, base: Ruleset, maker_of: MakerOf) -> Ruleset:
        """Return what the file makes of the ruleset that it extends.

        Raises RulesetRefused.
        """
        try:
            return _changed(self.said, base, maker_of)
        except RuleError as error:
            raise self.refused(error) from None

    def refused(self, error: RuleError) -> RulesetRefused:
        """Return a refusal that names the line which an error points to."""
        return refused.of(error, self.name, self.lines)


def read(text: str, name: str) -> RulesetFile:
    """Return what a file says.

    Raises RulesetRefused for what is no TOML, or does not say what it makes of what.
    """
    if len(text) > MOST_LETTERS:
        end = text.count("\n", 0, MOST_LETTERS) + 1
        raise RulesetRefused(name, end, f"more than {MOST_LETTERS} characters")
    places = Places(text)
    said = _toml(text, name, places)
    lines = places.lines()
    try:
        required(said, ("extends",), "")
        makes, extends = changing.name(said), word(said["extends"], "/extends")
    except RuleError as error:
        raise refused.of(error, name, lines) from None
    return RulesetFile(name, said, lines, makes, extends)


def _toml(text: str, name: str, places: Places) -> Mapping[str, Any]:
    if deep := places.too_deep():
        raise RulesetRefused(name, deep, "too many brackets within brackets")
    if found := _LONG_NUMBER.search(text):
        raise RulesetRefused(name, places.line(found.start()), "a number that is too long")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(name, text, str(error)) from None


def _no_toml(name: str, text: str, why: str) -> RulesetRefused:
    if found := _AT_LINE.search(why):
        return RulesetRefused(name, int(found[1]), why[: found.start()])
    return RulesetRefused(name, text.count("\n") + 1, why.removesuffix(_AT_END))


def _changed(said: Mapping[str, Any], base: Ruleset, maker_of: MakerOf) -> Ruleset:
    """Raises RuleErrors that point into the file."""
    document = changing.document(said, base)
    names = base.names.overlaid(saying.words(said, base))
    try:
        made = build(document, names)
        maker_of(made)
    except RuleError as error:
        raise changing.pointing(error, said, base) from None
    return made
