"""Reads the ruleset files of an installation: every `*.toml` in the folder MAJOKKO_RULESETS."""

from collections.abc import Sequence
from pathlib import Path

from majokko_rules.catalog import LOCALES
from majokko_rules.rulesets.refused import RulesetRefused
from majokko_rules.rulesets.shelf import Shelf, built_in
from majokko_rules.rulesets.telling import line


class Unreadable(ValueError):
    """A folder whose rulesets cannot all be taken; says the first reason."""


def shelf(folder: Path | None) -> Shelf:
    """Return every ruleset of an installation: the built-in ones, and those of its files.

    Raises Unreadable.
    """
    found, refused = look(folder)
    if refused:
        others = f" (and {len(refused) - 1} more)" if len(refused) > 1 else ""
        raise Unreadable(line(refused[0], LOCALES[0]) + others)
    return found


def look(folder: Path | None) -> tuple[Shelf, Sequence[RulesetRefused]]:
    """Return the rulesets that can be taken, and why others cannot.

    Raises Unreadable for what is no folder.
    """
    if folder is None:
        return built_in(), ()
    texts: list[tuple[str, str]] = []
    refused: list[RulesetRefused] = []
    for file in _files(folder):
        try:
            texts.append((str(file), _text(file)))
        except RulesetRefused as error:
            refused.append(error)
    found, more = built_in().with_files(texts)
    return found, [*refused, *more]


def _files(folder: Path) -> Sequence[Path]:
    try:
        return sorted(each for each in folder.iterdir() if each.suffix == ".toml")
    except OSError as error:
        raise Unreadable(f"{folder}: {error.strerror}") from None


def _text(file: Path) -> str:
    """Return a file in UTF-8, with or without a byte order mark."""
    try:
        written = file.read_bytes()
    except OSError as error:
        raise RulesetRefused(str(file), None, error.strerror or "cannot be read") from None
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = written.count(b"\n", 0, error.start) + 1
        raise RulesetRefused(str(file), place, "no UTF-8") from None
