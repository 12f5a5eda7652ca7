"""Reads the settings for a command; what is wrong with them is said in a line each."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from pydantic import ValidationError

from majokko_kit import rulesets
from majokko_kit.settings import Settings

_USAGE = 2


def settings() -> Settings:
    """Return the settings; the program ends here when one of them means nothing.

    The values are not shown, for one of them may be a secret.
    """
    known = _read()
    try:
        rulesets.shelf(known.rulesets)
    except rulesets.Unreadable as error:
        _give_up({"rulesets": str(error)})
    elsewhere = (known.secret, known.redis_url, known.database_url)
    if None in elsewhere and (fault := _unusable(known.var)):
        _give_up({"var": fault})
    return known


def rulesets_folder() -> Path | None:
    """Return where ruleset files lie, whatever is in them; ends as `settings` does."""
    return _read().rulesets


def _read() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        _give_up(dict(_faults(error)))


def _faults(error: ValidationError) -> Iterator[tuple[str, str]]:
    for one in error.errors(include_url=False, include_input=False):
        yield str(one["loc"][0]), one["msg"].removeprefix("Value error, ")


def _unusable(folder: Path) -> str | None:
    """Return why nothing can be kept in a folder, which is made if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return error.strerror
    return None if os.access(folder, os.W_OK | os.X_OK) else "nothing can be written there"


def _give_up(faults: dict[str, str]) -> NoReturn:
    for name, why in faults.items():
        print(f"MAJOKKO_{name.upper()}: {why}", file=sys.stderr)
    sys.exit(_USAGE)
