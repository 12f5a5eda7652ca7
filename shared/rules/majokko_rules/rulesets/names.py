"""What people call the rows of a ruleset, in several languages at once."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from majokko_rules.rulesets.deeds import Deed

LAST_RESORT = "en"
Words = Mapping[str, Mapping[str, str]]
"""Texts by language, and there by dotted key, such as `tables.weapons.fists.name`."""

Effects = Mapping[str | None, str]
"""What words tell of a row; None stands for every mode of play."""


@dataclass(frozen=True, slots=True)
class Names:
    """Texts of a ruleset; a language that lacks one shows the English one, else any."""

    words: Words = field(default_factory=dict)

    @property
    def hash(self) -> str:
        """Return SHA-256 of all texts, for those who keep what they were shown."""
        written = json.dumps(self.words, sort_keys=True, ensure_ascii=False)
        return sha256(written.encode()).hexdigest()

    def get(self, key: str, locale: str) -> str | None:
        for language in (locale, LAST_RESORT, *self.words):
            if key in (known := self.words.get(language, {})):
                return known[key]
        return None

    def of(self, key: str, locale: str, otherwise: str) -> str:
        found = self.get(key, locale)
        return otherwise if found is None else found

    def title(self, locale: str, otherwise: str) -> str:
        """Return what the whole ruleset is called: by its file, or as its system."""
        of_system = self.of("system.name", locale, otherwise)
        return self.of("ruleset.name", locale, of_system)

    def table(self, table: str, locale: str) -> str:
        return self.of(f"creation.tables.{table}", locale, table)

    def setting(self, setting: str, locale: str) -> str:
        return self.of(f"settings.{setting}.name", locale, setting)

    def choice(self, setting: str, choice: str, locale: str) -> str:
        """Return what one of the words is called that a setting may be."""
        return self.of(f"settings.{setting}.choices.{choice}", locale, choice)

    def row(self, table: str, key: str, locale: str) -> str:
        """Return what a row is called; its key, if nobody ever said."""
        return self.of(f"tables.{table}.{key}.name", locale, key)

    def effect(self, table: str, key: str, locale: str, mode: str | None = None) -> str | None:
        """Return what only words tell of a row."""
        end = f"effect_{mode}" if mode else "effect"
        return self.get(f"tables.{table}.{key}.{end}", locale)

    def effects(self, table: str, key: str, locale: str, modes: Iterable[str]) -> Effects:
        """Return all that words tell of a row, for every mode or for one of `modes`."""
        told = {mode: self.effect(table, key, locale, mode) for mode in (None, *modes)}
        return {mode: text for mode, text in told.items() if text is not None}

    def section(self, start: str, locale: str) -> Mapping[str, str]:
        """Return all texts whose keys begin so, by what follows."""
        keys = {key for known in self.words.values() for key in known if key.startswith(start)}
        return {key.removeprefix(start): self.of(key, locale, key) for key in sorted(keys)}

    def deed(self, deed: Deed, locale: str) -> str:
        """Return what a card of a game does, as a sentence with its count."""
        end = "unless_last" if deed.unless_last else "name"
        return self.of(f"effects.{deed.does}.{end}", locale, deed.does).format(count=deed.count)

    def overlaid(self, words: Words) -> "Names":
        """Put other texts in place of those with the same key, in all languages.

        A text that is replaced in one language only must not keep its old meaning in the others.
        """
        replaced = {key for texts in words.values() for key in texts}
        kept = {
            language: {key: text for key, text in texts.items() if key not in replaced}
            for language, texts in self.words.items()
        }
        languages = dict.fromkeys((*kept, *words))
        return Names({each: {**kept.get(each, {}), **words.get(each, {})} for each in languages})
