"""The words of a ruleset file, which stand in the rows that they belong to.

    name = {en = "Wings", ja = "翼"}
    effect = "She flies."                       # in one language, taken for English
    effect_steel_and_guns = {en = "…"}

They count for no hash.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from majokko_rules.catalog import LOCALES
from majokko_rules.rulesets.effects import Vocabulary
from majokko_rules.rulesets.names import LAST_RESORT, Words
from majokko_rules.rulesets.ruleset import Ruleset, Table
from majokko_rules.rulesets.shapes import members, only
from majokko_rules.values import escape, plain

Document = Mapping[str, Any]

_LONGEST_NAME = 100
_LONGEST_TEXT = 1000


def words(said: Document, base: Ruleset) -> Words:
    """Return the texts of a file by language and key; the document has been read before.

    Raises InvalidValue and UnknownField, which point into the file.
    """
    texts: dict[str, dict[str, str]] = {}
    for key, at, value in _all(said, base):
        longest = _LONGEST_NAME if at.endswith("/name") else _LONGEST_TEXT
        for locale, text in _translations(value, at, longest).items():
            texts.setdefault(locale, {})[key] = text
    return texts


def wordless(row: Document, table: Table, vocabulary: Vocabulary) -> Document:
    """Return what a row says to the rules."""
    names = _names(table, vocabulary)
    return {name: value for name, value in row.items() if name not in names}


def spoken(
    row: Document, table: Table, vocabulary: Vocabulary
) -> Iterator[tuple[str | None, object]]:
    """Return the effects that a row tells, by mode."""
    for name, mode in _names(table, vocabulary).items():
        if name in row and name != "name":
            yield mode, row[name]


def _all(said: Document, base: Ruleset) -> Iterator[tuple[str, str, object]]:
    """Return the key of each text, its pointer, and what stands there."""
    if "name" in said:
        yield "ruleset.name", "/name", said["name"]
    for table, rows in said.get("tables", {}).items():
        names = _names(base[table], base.vocabulary)
        for key, row in rows.items():
            at = f"/tables/{table}/{escape(key)}"
            for name in names:
                if name in row:
                    yield f"tables.{table}.{key}.{name}", f"{at}/{name}", row[name]


def _names(table: Table, vocabulary: Vocabulary) -> Mapping[str, str | None]:
    """Return what words of a row are called, with the mode that they are for."""
    modes = {f"effect_{mode}": mode for mode in vocabulary.modes}
    names: dict[str, str | None] = {"name": None, "effect": None, **modes}
    return {name: mode for name, mode in names.items() if name not in table.fields}


def _translations(value: object, at: str, longest: int) -> Mapping[str, str]:
    if isinstance(value, str):
        return {LAST_RESORT: plain(value, at, longest)}
    texts = members(value, at)
    only(texts, LOCALES, at)
    return {locale: plain(text, f"{at}/{locale}", longest) for locale, text in texts.items()}
