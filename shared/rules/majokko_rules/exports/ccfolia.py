"""A piece for the board of CCFOLIA: text that is pasted there from the clipboard.

Its public description gives names and types: numbers for status values, text for parameters, and
commands line by line, in which `{label}` stands for a status or a parameter.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from majokko_rules.exports.figures import Param, params, statuses
from majokko_rules.exports.lettering import readable
from majokko_rules.exports.naming import Speaker
from majokko_rules.exports.plan import CommandPlan, chosen
from majokko_rules.exports.portrait import Portrait

_NO_BOUND = 0
"""The most of a status that has none: no gauge is drawn."""

_MEANT = str.maketrans("{}\u3010\u3011", "()()")
"""Brackets that have a meaning in commands, in names that players give."""


def written(portrait: Portrait, locale: str) -> str:
    piece = {"kind": "character", "data": _data(Speaker(portrait, locale))}
    return json.dumps(piece, ensure_ascii=False, separators=(",", ":"))


def _data(speaker: Speaker) -> Mapping[str, Any]:
    portrait = speaker.portrait
    listed = list(params(speaker))
    data: dict[str, Any] = {
        "name": readable(portrait.name),
        "memo": "\n".join(_memo(speaker)),
        "initiative": _number(portrait, speaker.plan.initiative),
        "status": [
            {
                "label": _plain(each.label),
                "value": each.now,
                "max": _NO_BOUND if each.most is None else each.most,
            }
            for each in statuses(speaker)
        ],
        "params": [{"label": _plain(each.label), "value": each.value} for each in listed],
        "commands": "\n".join(_commands(speaker, {each.path: each for each in listed})),
    }
    if portrait.url:
        data["externalUrl"] = portrait.url
    return data


def _memo(speaker: Speaker) -> Iterator[str]:
    says, portrait = speaker.says, speaker.portrait
    yield readable(speaker.title)
    for path in chosen(portrait.sheet.values, speaker.plan.card.facts):
        value = speaker.value(path, portrait.sheet[path].value)
        yield says["said.fact"].format(name=speaker.fact(path), value=readable(value))
    for name, text in portrait.notes.items():
        yield ""
        yield readable(name)
        yield from map(readable, text.splitlines())


def _commands(speaker: Speaker, listed: Mapping[str, Param]) -> Iterator[str]:
    for plan in speaker.plan.commands:
        for path in chosen(speaker.portrait.sheet.values, plan.values):
            yield from _lines(speaker, plan, path, listed.get(path))


def _lines(speaker: Speaker, plan: CommandPlan, path: str, param: Param | None) -> Iterator[str]:
    value = speaker.portrait.sheet[path].value
    if not value:
        return
    label = _plain(param.label if param else speaker.label(path))
    count = str(len(value)) if isinstance(value, list | tuple) else ""
    filled = {
        "<ref>": f"{{{label}}}" if param else str(value),
        "<value>": str(value),
        "<count>": count,
        "<label>": label,
    }
    for line in plan.lines:
        yield _filled(line, filled)


def _filled(line: str, filled: Mapping[str, str]) -> str:
    for name, text in filled.items():
        line = line.replace(name, text)
    return line


def _plain(label: str) -> str:
    return readable(label).translate(_MEANT)


def _number(portrait: Portrait, path: str) -> int:
    value = portrait.sheet.values.get(path)
    return value.value if value is not None and type(value.value) is int else 0
