"""Every row of every built-in ruleset: where it comes from, and what it is called."""

from collections.abc import Iterator

import pytest

from majokko_rules import catalog
from majokko_rules.cards.rulebooks import RULEBOOKS
from majokko_rules.rulesets import Grant, Row, Ruleset, StatBonus, Table, Told
from majokko_rules.rulesets.shelf import built_in, find, known, maker, makes_characters
from majokko_rules.systems import SYSTEMS

every_ruleset = pytest.mark.parametrize("ruleset", built_in().rulesets, ids=lambda one: one.name)
every_language = pytest.mark.parametrize("locale", catalog.LOCALES)


def rows(ruleset: Ruleset) -> Iterator[tuple[Table, Row]]:
    for table in ruleset.tables.values():
        for row in table.rows.values():
            yield table, row


def words_of(row: Row, at: str) -> Iterator[str]:
    """The words that a row needs: its name, and what is told of its effects."""
    yield f"{at}.name"
    for effect in row.effects:
        if isinstance(effect, Told):
            yield f"{at}.effect_{effect.mode}" if effect.mode else f"{at}.effect"


def test_every_system_has_a_ruleset_and_a_maker_and_every_card_game_a_ruleset() -> None:
    assert {each.system for each in known().values()} == {*SYSTEMS, *RULEBOOKS}
    for ruleset in built_in().rulesets:
        assert makes_characters(ruleset) == (ruleset.system in SYSTEMS)
        assert not makes_characters(ruleset) or maker(ruleset) is not None
        assert find(ruleset.id).version >= ruleset.version


@every_ruleset
def test_every_table_has_rows_and_every_row_a_source(ruleset: Ruleset) -> None:
    assert all(table.rows for table in ruleset.tables.values())
    assert all(row.source.strip() for _, row in rows(ruleset))


@every_ruleset
def test_every_face_of_a_rolled_table_chooses_one_row_of_each_part(ruleset: Ruleset) -> None:
    for table in ruleset.tables.values():
        parts = {row[table.per] if table.per else None for row in table.rows.values() if row.roll}
        for part in parts:
            own = [row for row in table.rows.values() if not table.per or row[table.per] == part]
            faces = sorted(face for row in own for face in row.roll)
            assert faces == list(range(1, (table.die or 0) + 1)), (table.name, part)


@every_ruleset
def test_what_is_unknown_is_absent(ruleset: Ruleset) -> None:
    for table, row in rows(ruleset):
        at = f"{table.name}.{row.key}"
        told = any(isinstance(effect, Told) and not effect.mode for effect in row.effects)
        gives = any(isinstance(effect, StatBonus) for effect in row.effects)
        assert not (told and "effect" in row.unknown), at
        assert not (gives and "stat" in row.unknown and "stat" not in row.house), at
        assert not set(row.unknown) & set(row.fields), at


@every_ruleset
def test_every_row_that_we_made_up_says_so(ruleset: Ruleset) -> None:
    """Effects marked `house` stand in rows that are marked, too."""
    for table, row in rows(ruleset):
        if any(effect.confidence == "house" for effect in row.effects):
            assert row.house or row.confidence == "house", f"{table.name}.{row.key}"


@every_ruleset
@every_language
def test_rows_have_names_and_effects_words_in_every_language(ruleset: Ruleset, locale: str) -> None:
    texts = ruleset.names.words[locale]
    needed = {
        key
        for table, row in rows(ruleset)
        for key in words_of(row, f"tables.{table.name}.{row.key}")
    }

    assert needed - set(texts) == set()


@every_ruleset
@every_language
def test_settings_have_names_and_choices_have_words(ruleset: Ruleset, locale: str) -> None:
    needed = {f"settings.{name}.{part}" for name in ruleset.settings for part in ("name", "help")}
    needed |= {
        f"settings.{name}.choices.{choice}"
        for name, setting in ruleset.settings.items()
        for choice in setting.shape.choices
    }
    texts = {key for key in ruleset.names.words[locale] if key.startswith("settings.")}

    assert texts == needed


@every_ruleset
@every_language
def test_tables_and_parts_of_rows_have_names(ruleset: Ruleset, locale: str) -> None:
    needed = {f"tables.{name}" for name in ruleset.tables}
    for _, row in rows(ruleset):
        needed |= {f"unknown.{part}" for part in (*row.unknown, *row.house)}
        needed |= {f"grants.{each.grants}" for each in row.effects if isinstance(each, Grant)}
    named = {key.removeprefix("creation.") for key in ruleset.names.words[locale]}

    assert needed - named == set()


@every_ruleset
@every_language
def test_stats_and_maxima_have_names(ruleset: Ruleset, locale: str) -> None:
    """Of their own, or as a row of a table."""
    names = ruleset.names.words[locale]
    named = {key.removeprefix("creation.values.") for key in names}
    named |= {key.split(".")[2] for key in names if key.startswith("tables.")}

    assert {*ruleset.vocabulary.stats, *ruleset.vocabulary.maxima} - named == set()


@pytest.mark.parametrize("system", [*SYSTEMS, *RULEBOOKS])
def test_no_words_are_left_of_rows_that_are_gone(system: str) -> None:
    versions = [each for each in built_in().rulesets if each.system == system]
    needed = {
        key
        for ruleset in versions
        for table, row in rows(ruleset)
        for key in words_of(row, f"tables.{table.name}.{row.key}")
    }
    said = {key for key in versions[0].names.words["en"] if key.startswith("tables.")}

    assert said - needed == set()
