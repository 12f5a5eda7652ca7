"""Writes a character as one line that a bot takes."""

from collections.abc import Iterator

from majokko_rules.exports.figures import Status, statuses
from majokko_rules.exports.naming import Speaker
from majokko_rules.exports.portrait import Portrait
from majokko_rules.exports.st.keys import Key, keys


def written(portrait: Portrait, locale: str) -> str:
    """Return the line; the name of the character is no part of it, as not every bot takes one."""
    return " ".join((".st", *_numbers(portrait, locale)))


def _numbers(portrait: Portrait, locale: str) -> Iterator[str]:
    rest = {each.mark: each for each in statuses(Speaker(portrait, locale))}
    for key in keys(portrait.ruleset, locale):
        number = _number(portrait, key, rest)
        if number is not None:
            yield f"{key.written}{':' if number < 0 else ''}{number}"


def _number(portrait: Portrait, key: Key, rest: dict[str, Status]) -> int | None:
    if key.status is None:
        value = portrait.sheet.values.get(key.path)
        return value.value if value is not None and type(value.value) is int else None
    status = rest.get(key.status.mark)
    if status is None:
        return None
    return status.now if key.kind == "now" else status.most
