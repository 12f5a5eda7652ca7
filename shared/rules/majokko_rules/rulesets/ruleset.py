"""A rulebook's creation as data: tables, settings and numbers of one version.

A ruleset never changes; another version, or the changes of a file, are another ruleset. What a
person reads lies apart, in `names`, and does not count for the hash.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from majokko_rules.errors import UnknownField
from majokko_rules.rulesets.effects import Confidence, Effect, Vocabulary
from majokko_rules.rulesets.names import Names
from majokko_rules.rulesets.shapes import Field, Plain, Setting
from majokko_rules.values import escape, printable


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table.

    `roll` are the faces that choose it, none where it is only chosen; `fields` whatever its table
    says beside. What no source tells is in `unknown` and absent elsewhere; `house` are parts that
    we made up, so that a creation is always complete.
    """

    key: str
    roll: tuple[int, ...]
    effects: tuple[Effect, ...]
    fields: Mapping[str, Plain]
    unknown: tuple[str, ...]
    house: tuple[str, ...]
    source: str
    confidence: Confidence

    def __getitem__(self, field: str) -> Any:  # noqa: ANN401 - its type is data
        """Return a field; KeyError where the row does not say it."""
        return self.fields[field]

    def get(self, field: str, otherwise: Any = None) -> Any:  # noqa: ANN401 - its type is data
        return self.fields.get(field, otherwise)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows by key, in their order.

    `die` is the number of sides that rows are rolled with, None where they are chosen. `per` names
    a field whose values split the table into several, each rolled on by itself. The rules know the
    rows of a `fixed` table by key: a file changes them, and neither adds nor removes any.
    """

    name: str
    rows: Mapping[str, Row]
    die: int | None = None
    per: str | None = None
    fixed: bool = False
    fields: Mapping[str, Field] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Row:
        return self.rows[key]

    def rolled(self, face: int, part: Plain | None = None) -> Row:
        """Return the row that a face chooses, in one part of a table that is split by `per`."""
        return next(
            row
            for row in self.rows.values()
            if face in row.roll and (self.per is None or row[self.per] == part)
        )


@dataclass(frozen=True)
class Ruleset:
    """`system` is the rulebook whose maker reads it; `document` is all of it but names, as TOML
    would say it.
    """

    id: str
    version: int
    system: str
    tables: Mapping[str, Table]
    settings: Mapping[str, Setting]
    numbers: Mapping[str, int | tuple[int, ...]]
    vocabulary: Vocabulary
    names: Names
    hash: str
    document: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What a request calls it, `amgc@1`."""
        return f"{self.id}@{self.version}"

    def __getitem__(self, table: str) -> Table:
        return self.tables[table]

    def options(self, asked: Mapping[str, object]) -> dict[str, Any]:
        """Return every setting, as asked or as it is by default; null is as good as absent.

        Raises UnknownField and InvalidValue, which point to `/options/<name>`.
        """
        for name in asked:
            if name not in self.settings:
                pointer = f"/options/{escape(name)}"
                raise UnknownField("unknown", pointer=pointer, name=printable(name))
        return {name: _chosen(setting, asked.get(name)) for name, setting in self.settings.items()}


def _chosen(setting: Setting, asked: object) -> Plain:
    if asked is None:
        return setting.default
    return setting.shape.read(asked, f"/options/{setting.name}")
