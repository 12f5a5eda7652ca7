"""No word is missing, left over, or written in the wrong language."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from string import Formatter
from typing import get_args, get_type_hints

import pytest

import majokko_rules
from majokko_rules import catalog, render
from majokko_rules.descriptions import command_prefixes
from majokko_rules.errors import refusals
from majokko_rules.results import Comparison, Outcome
from majokko_rules.systems import SYSTEMS
from majokko_rules.systems.fields import Form

ROOT = Path(majokko_rules.__file__).parent
REPOSITORY = Path(__file__).parents[3]
PACKAGES = sorted(
    ".".join((ROOT.name, *folder.relative_to(ROOT).parent.parts)) for folder in ROOT.rglob("words")
)
TRANSLATED = catalog.LOCALES[1:]

# Character sets of before Unicode, each without the other scripts' own characters.
SCRIPTS = {"ja": "shift_jis", "zh-Hans": "gb2312", "zh-Hant": "big5"}

every_package = pytest.mark.parametrize("package", PACKAGES)


def test_every_system_brings_its_words() -> None:
    assert set(render.PACKAGES.values()) <= set(PACKAGES)


every_system = pytest.mark.parametrize("system", render.PACKAGES)
every_translation = pytest.mark.parametrize("locale", TRANSLATED)


def placeholders(template: str) -> set[tuple[str, str]]:
    parts = Formatter().parse(template)
    return {(name, spec or "") for _, name, spec, _ in parts if name is not None}


@every_package
@every_translation
def test_every_language_has_the_same_words(package: str, locale: str) -> None:
    assert catalog.words(package, locale).keys() == catalog.words(package, "en").keys()


@every_package
@every_translation
def test_every_language_fills_in_the_same_things(package: str, locale: str) -> None:
    words, english = catalog.words(package, locale), catalog.words(package, "en")

    assert {key: placeholders(text) for key, text in words.items()} == {
        key: placeholders(text) for key, text in english.items()
    }


def test_every_refusal_has_a_title_and_a_sentence_for_each_rule() -> None:
    needed = {
        f"errors.{refusal.code}.{name}"
        for refusal in refusals()
        for name in ("title", *refusal.rules)
    }
    words = catalog.words(render.COMMON, "en")

    assert needed == {key for key in words if key.startswith("errors.")}


@pytest.mark.parametrize("refusal", refusals(), ids=lambda refusal: refusal.code)
def test_a_refusal_says_nothing_it_does_not_know(refusal: type) -> None:
    words = catalog.words(render.COMMON, "en")

    for rule, params in refusal.rules.items():  # type: ignore[attr-defined]
        known = {(name, "") for name in params}
        assert placeholders(words[f"errors.{refusal.code}.{rule}"]) <= known  # type: ignore[attr-defined]


def outcome_of(system: str) -> type[Outcome]:
    return SYSTEMS[system].outcome if system in SYSTEMS else Comparison


def of_form(form: Form) -> Iterator[str]:
    for kind in form.kinds:
        yield f"kinds.{kind}"
    for key, field in form.fields.items():
        yield f"fields.{key}.name"
        yield f"fields.{key}.help"
        for choice in field.choices:
            yield f"fields.{key}.choices.{choice}"


def of_outcome(kind: type, prefix: str = "details") -> Iterator[str]:
    """The keys of what a result's line tells: one a field, tables for lists of dataclasses."""
    base = {field.name for field in fields(Outcome)} if issubclass(kind, Outcome) else set()
    hints = get_type_hints(kind)
    for field in fields(kind):
        if field.name in base:
            continue
        entries = [arg for arg in get_args(hints[field.name]) if is_dataclass(arg)]
        key = f"{prefix}.{field.name}"
        yield f"{key}.line" if entries else key
        for entry in entries:
            assert isinstance(entry, type)
            yield from of_outcome(entry, key)


def needed_by(system: str) -> Iterator[str]:
    yield from ("system.name", "system.about")
    yield from of_outcome(outcome_of(system))
    yield from (f"commands.{prefixes[0][1:]}.help" for prefixes in command_prefixes(system))
    if system in SYSTEMS:
        yield from of_form(SYSTEMS[system].form)


FREE = ("outcomes.", "warnings.", "lines.total", "tables.", "settings.", "creation.")
"""Keys that no check lists; see the tests below, test_told.py, and those of rulesets."""


@every_system
def test_a_system_names_all_it_has_and_nothing_else(system: str) -> None:
    named = {key for key in render.own_words(system, "en") if not key.startswith(FREE)}

    assert named == set(needed_by(system))


def code_of(folder: Path) -> str:
    files = [*folder.rglob("*.py"), *folder.rglob("tables/*.toml")]
    return "\n".join(file.read_text("utf-8") for file in files)


@pytest.mark.parametrize("package", [render.COMMON, *render.PACKAGES.values()])
def test_every_level_and_warning_that_has_a_name_occurs_in_the_rules(package: str) -> None:
    code = code_of(ROOT.joinpath(*package.split(".")[1:]))
    for key in catalog.words(package, "en"):
        section, _, name = key.partition(".")
        if section in ("outcomes", "warnings"):
            assert f'"{name}"' in code or f"\n{name} =" in code, key


def test_every_rule_that_has_a_sentence_is_cited_somewhere() -> None:
    code = "\n".join(
        file.read_text("utf-8")
        for folder in ("shared", "services")
        for file in REPOSITORY.joinpath(folder).rglob("*.py")
        if file.name != "errors.py"
    )
    uncited = [rule for refusal in refusals() for rule in refusal.rules if f'"{rule}"' not in code]

    assert uncited == []


MAY_BE_BLANK = ("details.", "lines.entry")


@every_package
@pytest.mark.parametrize("locale", catalog.LOCALES)
def test_no_word_is_blank(package: str, locale: str) -> None:
    blank = {key for key, text in catalog.words(package, locale).items() if not text.strip()}

    assert {key for key in blank if not key.startswith(MAY_BE_BLANK)} == set()


def said(words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The words without what is filled in, and without code in backticks."""
    for key, text in words.items():
        literal = "".join(part for part, *_ in Formatter().parse(text))
        yield key, "".join(literal.split("`")[::2])


def letters(text: str) -> str:
    return "".join(character for character in text if character.isalpha())


def foreign(text: str, script: str) -> set[str]:
    """The letters of `text` that `script` cannot write."""
    return {letter for letter in letters(text) if letter.encode(script, "ignore") == b""}


@every_package
@every_translation
def test_words_are_written_in_the_script_of_their_language(package: str, locale: str) -> None:
    for key, text in said(catalog.words(package, locale)):
        assert foreign(text, SCRIPTS[locale]) == set(), key


SAME_EVERYWHERE = {"FP", "DP", "DC", "HP", "MP", "SP", "SAN", "QB", "ALL"}


@every_package
@every_translation
def test_sentences_are_translated(package: str, locale: str) -> None:
    english = dict(said(catalog.words(package, "en")))
    untranslated = {
        key: text
        for key, text in said(catalog.words(package, locale))
        if text == english[key] and text.strip(" :·()") not in SAME_EVERYWHERE
        if letters(text)
    }

    assert untranslated == {}
