"""A sheet to read tells everything, in the reader's language, and what it came from."""

import re
from collections.abc import Sequence

import pytest

from majokko_rules import catalog, exports
from majokko_rules.creation import Because, Sheet, Value
from majokko_rules.exports import Portrait
from majokko_rules.exports.naming import Speaker
from tests.rules.exports.people import FIXED, SEEDS, SYSTEMS, portrait, ruleset, sheet

every_system = pytest.mark.parametrize("system", SYSTEMS)
every_locale = pytest.mark.parametrize("locale", catalog.LOCALES)

KEY = re.compile(r"[a-z]+(?:_[a-z0-9]+)+")
CELLS = re.compile(r"(?<!\\)\|")


def written(character: Portrait, locale: str = "en") -> str:
    return exports.write("markdown", character, locale).text


def rows(text: str) -> Sequence[Sequence[str]]:
    tables = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in CELLS.split(line)[1:-1]] for line in tables]


@every_system
@every_locale
def test_every_value_stands_in_a_table(system: str, locale: str) -> None:
    for seed in SEEDS:
        character = portrait(system, seed)
        told = [cell for row in rows(written(character, locale)) for cell in row]

        for name, value in character.sheet.values.items():
            if type(value.value) is int:
                assert str(value.value) in told, name


@every_system
@every_locale
def test_all_rows_of_a_table_have_as_many_cells(system: str, locale: str) -> None:
    for seed in SEEDS:
        width = 0
        for line in written(portrait(system, seed), locale).splitlines():
            width = (width or len(CELLS.split(line))) if line.startswith("|") else 0

            assert not width or len(CELLS.split(line)) == width


@every_system
@pytest.mark.parametrize("locale", catalog.LOCALES[1:])
def test_no_key_of_a_program_is_shown(system: str, locale: str) -> None:
    for seed in SEEDS:
        text = written(portrait(system, seed), locale)

        assert KEY.findall(text.replace("\\", "")) == []


@every_system
def test_rows_are_called_by_their_names(system: str) -> None:
    """A value that is a key of some table is never shown as it is kept."""
    tables = ruleset(system).tables.values()
    keys = {key for table in tables for key in table.rows if key.isascii() and len(key) > 1}
    for seed in SEEDS:
        speaker = Speaker(portrait(system, seed), "ja")
        for name, value in sheet(system, seed).values.items():
            for each in value.value if isinstance(value.value, tuple) else (value.value,):
                if isinstance(each, str) and each in keys:
                    assert speaker.value(name, each) != each, name


def test_a_number_says_what_it_came_from() -> None:
    value = Value(
        9,
        (
            Because("base", "base", plus=4),
            Because("row", "specialisations.fire", plus=3),
            Because("roll", "perks.gifted", plus=1, roll=5),
            Because("coin", "stats.silver.1", plus=2),
            Because("override", "Mami", plus=-1),
        ),
    )
    text = written(portrait("amgc", sheet=Sheet({"stats.STR": value})))
    reasons = "+4 base value; +3 Fire; +1 rolled 5: Gifted; +2 paid: silver; -1 decided by Mami"

    assert f"| strength (STR) | 9 | {reasons} |" in text.replace("| 9 |  |", "| 9 |")


def test_both_forms_stand_beside_each_other() -> None:
    text = written(FIXED["amgc"], "zh-Hans")

    assert "| 力量（STR） | 6 | 4 | +6 基础值 |" in text
    assert "## 未变身" not in text


def test_what_nobody_knows_is_said_to_be_unknown() -> None:
    assert "nobody knows" in written(FIXED["amgc"])


def test_marks_and_notes_follow() -> None:
    text = written(FIXED["amgc"])

    assert "| HP | 5 | 14 |" in text
    assert "| bullets | 12 |" in text
    assert "### diary\n\n> Again.\n> Again.\n" in text
