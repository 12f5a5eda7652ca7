"""Names of values and reasons in one language, from the words of a ruleset and its system."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from majokko_rules import catalog
from majokko_rules.creation import Because, Value
from majokko_rules.exports import plan
from majokko_rules.exports.plan import Plan
from majokko_rules.exports.portrait import Portrait
from majokko_rules.rulesets import Names, Ruleset
from majokko_rules.rulesets.names import LAST_RESORT

_ABBREVIATED = re.compile(r"\s*[(\uff08][A-Z]+[)\uff09]$")
"""How a name ends that says its abbreviation, too."""

_REMARKED = re.compile(r"\s*[(\uff08][^()\uff08\uff09]*[)\uff09]$")
_OWN = "exports."


def words(locale: str) -> Mapping[str, str]:
    known = locale if locale in catalog.LOCALES else LAST_RESORT
    return catalog.words("majokko_rules.exports", known)


def short(name: str) -> str:
    """Return a name without the abbreviation behind it.

    >>> short("strength (STR)"), short("resistance (body)")
    ('strength', 'resistance (body)')
    """
    return _ABBREVIATED.sub("", name)


def mark(ruleset: Ruleset, name: str, locale: str) -> str:
    """Return what is called what a mark keeps, without any remark behind it.

    >>> from majokko_rules.rulesets import shelf
    >>> mark(shelf.find("amgc"), "gold", "en"), mark(shelf.find("collapse"), "DP", "en")
    ('gold', 'DP')
    """
    return _REMARKED.sub("", ruleset.names.of(f"creation.values.{name}", locale, name))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the parts of dotted names are called by one ruleset."""

    ruleset: Ruleset
    locale: str

    @property
    def names(self) -> Names:
        return self.ruleset.names

    def part(self, part: str, section: str) -> str | None:
        """Return what one step of a name is called: a row of the section's table comes first."""
        if part in getattr(self.ruleset.tables.get(section), "rows", {}):
            return self.names.row(section, part, self.locale)
        for place in ("values", "unknown", "tables", "rules", "does", "picks", "steps"):
            if found := self.names.get(f"creation.{place}.{part}", self.locale):
                return found
        return self._row(part) or self._numbered(part, section)

    def name(self, path: str) -> str:
        """Return what the last steps of a dotted name are called, without its section.

        >>> from majokko_rules.rulesets import shelf
        >>> Vocabulary(shelf.find("collapse"), "en").name("skills.fast_talk")
        'fast talk'
        """
        section, *rest = path.split(".")
        steps = rest or [section]
        return " · ".join(self.part(each, section) or each for each in steps)

    def section(self, path: str) -> str:
        steps = path.split(".")
        return " · ".join(self.part(each, each) or each for each in steps)

    def _numbered(self, part: str, section: str) -> str | None:
        """Name one of several, `item_2`, by what they all are."""
        stem, _, number = part.rpartition("_")
        named = self.part(stem, section) if stem and number.isdecimal() else None
        return f"{named} {number}" if named else None

    def _row(self, key: str) -> str | None:
        tables = (name for name, table in self.ruleset.tables.items() if key in table.rows)
        return next((self.names.row(table, key, self.locale) for table in tables), None)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Tells one character in one language."""

    portrait: Portrait
    locale: str

    @property
    def plan(self) -> Plan:
        return plan.of(self.portrait.ruleset.system)

    @property
    def says(self) -> Mapping[str, str]:
        return words(self.locale)

    @property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(self.portrait.ruleset, self.locale)

    @property
    def title(self) -> str:
        """What the rulebook of the character is called."""
        return self.portrait.ruleset.names.title(self.locale, self.portrait.ruleset.name)

    def name(self, path: str) -> str:
        """Return what a value is called; what the player has called it comes first."""
        own = self.portrait.sheet.values.get(f"names.{path.rpartition('.')[2]}")
        return str(own.value) if own else self.vocabulary.name(path)

    def label(self, path: str, *, sectioned: bool = False) -> str:
        """Return a short name that is different for all values shown together."""
        name = short(self.name(path))
        if not sectioned:
            return name
        return self.says["said.labelled"].format(name=name, of=self.section(path))

    def section(self, path: str) -> str:
        return self.vocabulary.section(path.rpartition(".")[0])

    def fact(self, path: str) -> str:
        """Return what a value is called where its section does not stand above it."""
        if path.rpartition(".")[0] not in self.plan.card.sectioned:
            return self.name(path)
        return self.says["said.section"].join((self.section(path), self.name(path)))

    def mark(self, name: str) -> str:
        return mark(self.portrait.ruleset, name, self.locale)

    def value(self, path: str, value: object) -> str:
        """Tell a value as people read it."""
        match value:
            case None:
                return self.says["said.unknown"]
            case bool():
                return self.says["said.yes" if value else "said.no"]
            case str():
                return self._key(path, value)
            case Mapping():
                return self._members(path, value)
            case list() | tuple():
                return self._list(path, value)
            case _:
                return str(value)

    def because(self, path: str, value: Value) -> str:
        """Tell what a value came from."""
        told = [self._reason(path, each) for each in value.because]
        return self.says["reasons.because"].join(each for each in dict.fromkeys(told) if each)

    def _key(self, path: str, key: str) -> str:
        """Return the name of a row or choice; any other text is the player's own."""
        template = self._template(path)
        if template is None:
            return key
        wanted = template.format(key)
        if wanted.startswith(_OWN):
            return self.says.get(wanted.removeprefix(_OWN), key)
        return self.portrait.ruleset.names.of(wanted, self.locale, key)

    def _template(self, path: str) -> str | None:
        says, steps = self.plan.says, path.split(".")
        return next((says[key] for key in (path, steps[-1], f"{steps[0]}.*") if key in says), None)

    def _list(self, path: str, value: Sequence[object]) -> str:
        if not value:
            return self.says["said.nothing"]
        return self.says["said.list"].join(self._entry(path, each) for each in value)

    def _entry(self, path: str, entry: object) -> str:
        return self._dotted(entry) if path.endswith("unknown") else self.value(path, entry)

    def _dotted(self, key: object) -> str:
        """Tell what of a row nobody knows: `perks.wings.effect`."""
        table, row, *parts = str(key).split(".")
        name = self.portrait.ruleset.names.row(table, row, self.locale)
        rest = [self._unknown(part) for part in parts]
        return self.says["said.section"].join((name, *rest))

    def _unknown(self, part: str) -> str:
        return self.portrait.ruleset.names.of(f"creation.unknown.{part}", self.locale, part)

    def _members(self, path: str, value: Mapping[str, Any]) -> str:
        """Tell something with a name and parts, or numbers by name."""
        if "name" in value:
            parts = [str(each["name"]) for each in value.get("factors", ())]
            inside = self.says["said.list"].join(dict.fromkeys(parts))
            labelled = self.says["said.labelled"]
            return labelled.format(name=value["name"], of=inside) if inside else str(value["name"])
        if not value:
            return self.says["said.nothing"]
        told = (f"{self._key(path, name)} {self.value(path, each)}" for name, each in value.items())
        return self.says["said.list"].join(told)

    def _reason(self, path: str, because: Because) -> str:
        says, amount = self.says, "" if because.plus is None else f"{because.plus:+} "
        if because.what == "st":
            return amount + says["reasons.st"]
        if because.kind == "choice" and because.plus is None and self._template(path) is None:
            return says["reasons.free"]
        name = because.what if because.kind == "override" else self._cause(because.what)
        template = says[f"reasons.{because.kind}"]
        if because.kind == "roll" and because.roll is None:
            template = says["reasons.rule"]
        return amount + template.format(name=name, roll=because.roll)

    def _cause(self, what: str) -> str:
        """Tell a row, a rule or an offer: the steps of its name that have words."""
        section, *rest = what.split(".")
        known = [self._part(each, section) for each in rest]
        named = list(dict.fromkeys(each for each in known if each))
        return self.says["said.section"].join(named or [self._part(section, section) or section])

    def _part(self, part: str, section: str) -> str | None:
        found = self.vocabulary.part(part, section)
        return short(found).rstrip("\u3002.") if found else None


def sections(values: Mapping[str, Value]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the sections of a sheet, `stats` or `twin.stats`, with the names of their values.

    What stands below a value belongs to it: `items.1.weight` is in the section of `items.1`.
    """
    found: dict[str, list[str]] = {}
    for name in values:
        section = name.rpartition(".")[0]
        while section in values:
            section = section.rpartition(".")[0]
        found.setdefault(section, []).append(name)
    yield from found.items()
