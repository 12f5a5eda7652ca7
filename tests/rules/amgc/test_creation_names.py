"""Everything of the tables of creation has its name in each language."""

from collections.abc import Iterator
from typing import Any

import pytest

from majokko_rules import catalog
from majokko_rules.rulesets import Told
from majokko_rules.systems.amgc import SYSTEM
from tests.rules.amgc.ruleset import AMGC, printed

every_locale = pytest.mark.parametrize("locale", catalog.LOCALES)


@printed
def test_a_row_is_called_as_it_is_printed(line: dict[str, Any]) -> None:
    assert AMGC.names.row(line["table"], line["key"], "en") == line["english"]
    assert AMGC.names.row(line["table"], line["key"], "zh-Hans") == line["chinese"]


def needed() -> Iterator[str]:
    """The keys of words that the tables need."""
    for table in AMGC.tables.values():
        yield f"creation.tables.{table.name}"
        for row in table.rows.values():
            yield f"tables.{table.name}.{row.key}.name"
            for effect in row.effects:
                if isinstance(effect, Told):
                    end = f"effect_{effect.mode}" if effect.mode else "effect"
                    yield f"tables.{table.name}.{row.key}.{end}"
            yield from (f"creation.unknown.{part}" for part in (*row.unknown, *row.house))
    for name, setting in AMGC.settings.items():
        yield f"settings.{name}.name"
        yield f"settings.{name}.help"
        yield from (f"settings.{name}.choices.{choice}" for choice in setting.shape.choices)
    yield from (f"creation.steps.{step}" for step in AMGC["steps"].rows)
    yield from (f"creation.values.{stat}" for stat in AMGC.vocabulary.stats)
    yield from (f"creation.grants.{grant}" for grant in AMGC.vocabulary.grants)


WALKED = ("tables.", "settings.", "creation.tables.", "creation.unknown.", "creation.grants.")


@every_locale
def test_everything_has_its_name_and_nothing_else_has(locale: str) -> None:
    words = catalog.words(SYSTEM.package, locale).keys()

    assert set(needed()) <= words
    assert {key for key in words if key.startswith(WALKED)} <= set(needed())


@every_locale
def test_rows_of_one_table_have_different_names(locale: str) -> None:
    for table in AMGC.tables.values():
        names = [AMGC.names.row(table.name, key, locale) for key in table.rows]

        assert sorted(set(names)) == sorted(names), table.name
