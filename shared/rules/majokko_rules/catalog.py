"""Reads the tables and words shipped beside the rules; the only module here that opens files.

A folder with rules may hold `tables/<name>.toml` (numbers, defaults, keys) and
`words/<locale>.toml` (everything a person reads). Packages are named as Python names them.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

LOCALES = ("en", "ja", "zh-Hans", "zh-Hant")
"""The languages that every word exists in; the first is the last resort."""


@cache
def table(package: str, name: str) -> Mapping[str, Any]:
    """Return `tables/<name>.toml` of `package`; its shape is the business of whoever reads it."""
    return _read(package, f"tables/{name}.toml")


@cache
def words(package: str, locale: str) -> Mapping[str, str]:
    """Return the words of `package` in `locale`, flattened to dotted keys.

    >>> words("majokko_rules", "en")["outcomes.success"]
    'success'
    """
    return dict(_flatten(_read(package, f"words/{locale}.toml")))


@cache
def text(package: str, name: str) -> str:
    """Return a text file of `package`, such as the published grammar."""
    return (resources.files(package) / name).read_text("utf-8")


def _read(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads(text(package, name))


def _flatten(tree: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in tree.items():
        if isinstance(value, dict):
            pairs += _flatten(value, f"{prefix}{key}.")
        else:
            pairs.append((f"{prefix}{key}", value))
    return pairs
