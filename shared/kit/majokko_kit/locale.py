"""Which of the languages we speak suits a caller: RFC 4647 lookup with quality values.

What is written for whom stands in `tables/locales.toml`; languages nobody listed never fail, they
get the default.
"""

from functools import lru_cache
from urllib.parse import parse_qs

from majokko_rules.catalog import LOCALES, table

_RANGES: dict[str, str] = table("majokko_kit", "locales")["ranges"]
_MAX_RANGES = 20  # browsers send fewer than ten


def chosen(tag: str | None) -> str | None:
    """Return the locale for one language tag, cut from its end until we know it.

    >>> chosen("zh-TW"), chosen("ja-JP-u-ca-japanese"), chosen("tlh")
    ('zh-Hant', 'ja', None)
    """
    subtags = (tag or "").lower().replace("_", "-").split("-")
    while subtags:
        if locale := _RANGES.get("-".join(subtags)):
            return locale
        subtags.pop()
        if subtags and len(subtags[-1]) == 1:  # a singleton introduces what was just cut off
            subtags.pop()
    return None


@lru_cache(maxsize=1024)
def accepted(header: str, default: str) -> str:
    """Return the locale that an Accept-Language header asks for.

    >>> accepted("fr, ja;q=0.8, zh;q=0.9", "en")
    'zh-Hans'
    """
    ranked, refused = _ranked(header)
    for asked in ranked:
        for locale in _first_choice(asked, default):
            if locale not in refused:
                return locale
    return default


@lru_cache(maxsize=1024)
def of_request(query: bytes, header: bytes, default: str) -> str:
    """Return the locale of a request: `?lang=`, then Accept-Language, then the default."""
    if b"lang=" in query:
        asked = parse_qs(query.decode("latin-1")).get("lang", [""])[-1]
        if locale := chosen(asked):
            return locale
    return accepted(header.decode("latin-1"), default) if header else default


def _first_choice(asked: str, default: str) -> tuple[str, ...]:
    if asked == "*":
        return (default, *LOCALES)
    locale = chosen(asked)
    return (locale,) if locale else ()


def _ranked(header: str) -> tuple[list[str], set[str]]:
    """Return the ranges, best first, and the locales refused by `q=0`."""
    wanted: list[tuple[float, str]] = []
    refused: set[str] = set()
    for part in header.split(",")[:_MAX_RANGES]:
        name, _, parameters = part.partition(";")
        name, quality = name.strip(), _quality(parameters)
        if quality:
            wanted.append((quality, name))
        elif quality == 0 and (locale := chosen(name)):
            refused.add(locale)
    wanted.sort(key=lambda one: -one[0])  # stable: equals keep the order of the header
    return [name for _, name in wanted if name], refused


def _quality(parameters: str) -> float | None:
    """Return q, 1 by default; None for what is no quality value."""
    name, _, value = parameters.strip().partition("=")
    if not name:
        return 1.0
    try:
        quality = float(value)
    except ValueError:
        return None
    return quality if name.strip().lower() == "q" and 0 <= quality <= 1 else None
