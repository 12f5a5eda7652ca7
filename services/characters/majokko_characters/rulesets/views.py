"""Rulesets as people and programs read them: stable keys, and names in one language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from majokko_rules import rulesets as rules
from majokko_rules.rulesets import Deed, Names, shelf

Json = Mapping[str, Any]
Use = Literal["characters", "games"]
_WORDS = {"values": "creation.values.", "points": "points.", "endings": "endings."}


@dataclass(frozen=True, slots=True)
class RulesetListed:
    """`id` is what a request names, `amgc@1`; `hash` is that of everything but names."""

    id: str
    system: str
    version: int
    name: str
    hash: str
    newest: Annotated[bool, Field(description="Whether `amgc` alone means this one.")]
    use: Annotated[
        Use,
        Field(
            description="`characters` are made by it, or card `games` are played: "
            "a draft takes only the former."
        ),
    ]


@dataclass(frozen=True, slots=True)
class Rulesets:
    items: Sequence[RulesetListed]
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class RulesetChoice:
    """One of the words that a setting may be."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class RulesetSetting:
    """What a table of players may decide, in the `options` of a draft or of a game."""

    key: str
    name: str
    help: str
    type: str
    default: Any
    min: int | None
    max: int | None
    choices: Sequence[RulesetChoice]
    basis: Annotated[
        str,
        Field(
            description="`text`: the rulebook says it; `sheets`: finished sheets do; `reading`, "
            "`house`: we decided."
        ),
    ]


@dataclass(frozen=True, slots=True)
class RulesetRow:
    """One row of a table.

    `roll` are the faces that choose it. What no source tells is named in `unknown`, and absent.
    """

    key: str
    name: str
    roll: Sequence[int]
    fields: Annotated[Json, Field(description="What else the row says, by name.")]
    effects: Annotated[Sequence[Json], Field(description="What it does, as the engine reads it.")]
    effect: Annotated[str | None, Field(description="What it does, for people.")]
    effect_by_mode: Annotated[
        Json, Field(description="What it does in one mode of play only, for people.")
    ]
    unknown: Sequence[str]
    house: Annotated[Sequence[str], Field(description="What of it we made up.")]
    source: str
    confidence: str


@dataclass(frozen=True, slots=True)
class RulesetTable:
    """`die` is the number of sides that rows are rolled with; null where they are chosen. `per`
    names a field whose values split the table into several.
    """

    key: str
    name: str
    die: int | None
    per: str | None
    rows: Sequence[RulesetRow]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All that a creation or a card game reads."""

    id: str
    system: str
    version: int
    name: str
    hash: str
    newest: bool
    use: Use
    settings: Sequence[RulesetSetting]
    numbers: Json
    tables: Sequence[RulesetTable]
    words: Annotated[
        Json,
        Field(
            description="What else is called: `values` of fields, and of a game its `endings` "
            "and `points`, where `{girl}` stands for her name."
        ),
    ]


def listed(ruleset: rules.Ruleset, locale: str, *, newest: bool) -> RulesetListed:
    return RulesetListed(
        id=ruleset.name,
        system=ruleset.system,
        version=ruleset.version,
        name=ruleset.names.title(locale, ruleset.id),
        hash=ruleset.hash,
        newest=newest,
        use=_use(ruleset),
    )


def whole(ruleset: rules.Ruleset, locale: str, *, newest: bool) -> Ruleset:
    names = ruleset.names
    return Ruleset(
        id=ruleset.name,
        system=ruleset.system,
        version=ruleset.version,
        name=names.title(locale, ruleset.id),
        hash=ruleset.hash,
        newest=newest,
        use=_use(ruleset),
        settings=[_setting(each, names, locale) for each in ruleset.settings.values()],
        numbers=ruleset.numbers,
        tables=[_table(ruleset, each, locale) for each in ruleset.tables.values()],
        words={name: names.section(start, locale) for name, start in _WORDS.items()},
    )


def _use(ruleset: rules.Ruleset) -> Use:
    return "characters" if shelf.makes_characters(ruleset) else "games"


def _setting(setting: rules.Setting, names: Names, locale: str) -> RulesetSetting:
    shape, key = setting.shape, setting.name
    return RulesetSetting(
        key=key,
        name=names.setting(key, locale),
        help=names.of(f"settings.{key}.help", locale, ""),
        type=shape.type,
        default=setting.default,
        min=shape.min,
        max=shape.max,
        choices=[RulesetChoice(each, names.choice(key, each, locale)) for each in shape.choices],
        basis=setting.basis,
    )


def _table(ruleset: rules.Ruleset, table: rules.Table, locale: str) -> RulesetTable:
    name = ruleset.names.table(table.name, locale)
    rows = [_row(ruleset, table.name, row, locale) for row in table.rows.values()]
    return RulesetTable(table.name, name, table.die, table.per, rows)


def _row(ruleset: rules.Ruleset, table: str, row: rules.Row, locale: str) -> RulesetRow:
    names, written = ruleset.names, ruleset.document["tables"][table]["rows"][row.key]
    told = names.effects(table, row.key, locale, ruleset.vocabulary.modes)
    return RulesetRow(
        key=row.key,
        name=names.row(table, row.key, locale),
        roll=row.roll,
        fields=row.fields,
        effects=written.get("effects", ()),
        effect=told.get(None, _done(row, names, locale)),
        effect_by_mode={mode: text for mode, text in told.items() if mode},
        unknown=row.unknown,
        house=row.house,
        source=row.source,
        confidence=row.confidence,
    )


def _done(row: rules.Row, names: Names, locale: str) -> str | None:
    """Return in words what the engine of a card game carries out."""
    deeds = [names.deed(each, locale) for each in row.effects if isinstance(each, Deed)]
    return " ".join(deeds) or None
