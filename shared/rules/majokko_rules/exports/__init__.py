"""Characters as files that people and other programs read, and the line of a dice bot read back.

What of a sheet is a status, a parameter, a command is data of each system: `tables/export.toml`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from majokko_rules.errors import InvalidValue
from majokko_rules.exports import card, ccfolia, markdown, st
from majokko_rules.exports.portrait import Portrait, Written
from majokko_rules.exports.st import Told
from majokko_rules.rulesets import Ruleset

__all__ = ["FORMS", "Form", "Portrait", "Told", "Written", "read_st", "write"]


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a file: its media type, how its name ends, and what writes it."""

    media: str
    ending: str
    write: Callable[[Portrait, str], str]


FORMS: Mapping[str, Form] = {
    "markdown": Form("text/markdown; charset=utf-8", "md", markdown.written),
    "svg": Form("image/svg+xml", "svg", card.written),
    "ccfolia": Form("application/json", "ccfolia.json", ccfolia.written),
    "sealdice": Form("text/plain; charset=utf-8", "st.txt", st.written),
}
"""All forms by what a request calls them."""


def write(form: str, portrait: Portrait, locale: str = "en") -> Written:
    """Write a character as a file.

    Raises InvalidValue for a form that there is not.
    """
    if form not in FORMS:
        raise InvalidValue("not_a_choice", pointer="/format", choices=", ".join(FORMS))
    chosen = FORMS[form]
    return Written(chosen.media, chosen.ending, chosen.write(portrait, locale))


def read_st(text: str, ruleset: Ruleset, locale: str = "en", at: str = "/st") -> Told:
    """Read a line of a dice bot, `.st STR60 DEX:50`, by the numbers that a ruleset has.

    Raises InvalidValue, which points to `at` and into the text.
    """
    return st.read(text, ruleset, locale, at)
