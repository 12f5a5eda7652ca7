"""Programs that take our files, written from what their makers tell the public about them.

CCFOLIA: the page of its clipboard API and that of its chat palette. BCDice, which rolls its
commands: the pages of its commands for all systems. SealDice: the chapter of its manual on `.st`.
None of it is code of theirs, or of ours.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MEMBERS: Mapping[str, type] = {
    "name": str,
    "memo": str,
    "initiative": int,
    "externalUrl": str,
    "status": list,
    "params": list,
    "commands": str,
}
_STATUS = {"label": str, "value": int, "max": int}
_PARAM = {"label": str, "value": str}
_REFERENCE = re.compile(r"\{([^{}]*)\}")

_TOKEN = re.compile(r"\d+|[DBR()\[\]+*/-]|<=|>=|<|>|=", re.IGNORECASE)
_COMPARED = ("<=", ">=", "<", ">", "=")
_ST = re.compile(r"'?(?P<key>[^\W\d](?:[^\W\d])*)'?[:=]?(?P<value>-?\d+)")


@dataclass(frozen=True, slots=True)
class Piece:
    """A character on the board: numbers by label, and lines that may be said."""

    name: str
    status: Mapping[str, tuple[int, int]]
    params: Mapping[str, str]
    commands: Sequence[str]

    def filled(self, command: str) -> str:
        """Say a line: each `{label}` becomes what stands there now."""
        known = {**self.params, **{name: str(now) for name, (now, _) in self.status.items()}}
        return _REFERENCE.sub(lambda found: known[found[1]], command)


def paste(text: str) -> Piece:
    """Put what lies on the clipboard onto the board; anything unexpected fails."""
    pasted = json.loads(text)
    assert set(pasted) == {"kind", "data"}
    assert pasted["kind"] == "character"
    data = pasted["data"]
    _typed(data, MEMBERS)
    for each in data["status"]:
        _typed(each, _STATUS, whole=True)
    for each in data["params"]:
        _typed(each, _PARAM, whole=True)
    status = {each["label"]: (each["value"], each["max"]) for each in data["status"]}
    params = {each["label"]: each["value"] for each in data["params"]}
    labels = [each["label"] for each in (*data["status"], *data["params"])]
    assert len(labels) == len(set(labels))
    return Piece(data["name"], status, params, data["commands"].split("\n"))


def _typed(data: Mapping[str, Any], members: Mapping[str, type], *, whole: bool = False) -> None:
    assert set(data) <= set(members)
    assert not whole or set(data) == set(members)
    for name, value in data.items():
        assert type(value) is members[name], name


def kept(line: str) -> Mapping[str, int]:
    """Return the numbers that a bot keeps after `.st 力量60 敏捷:50`."""
    assert "\n" not in line
    assert line.startswith(".st ")
    rest, numbers = line.removeprefix(".st "), {}
    while rest := rest.lstrip():
        found = _ST.match(rest)
        assert found, rest
        assert found["key"] not in numbers
        numbers[found["key"]] = int(found["value"])
        rest = rest[found.end() :]
    return numbers


class Roller:
    """Reads a command for dice that all systems of BCDice share; what follows a blank is a remark.

    `2D6+1>=7`, `(2D6+2)*6`, `(1+3)B10>=7`, `2R6[>=6]>=5`; there are no dice in numbers of dice.
    """

    def __init__(self, command: str) -> None:
        said = command.split(" ", 1)[0].upper()
        self._tokens: list[str] = _TOKEN.findall(said)
        assert "".join(self._tokens) == said, command

    def read(self) -> None:
        self._pool() if set("BR") & set(self._tokens) else self._sum(dice=True)
        if self._tokens:
            assert self._next() in _COMPARED
            self._sum(dice=False)
        assert not self._tokens, self._tokens

    def _pool(self) -> None:
        self._factor(dice=False)
        again = self._next() == "R"
        self._factor(dice=False)
        if again:
            assert self._next() == "["
            assert self._next() in _COMPARED
            assert self._next().isdecimal()
            assert self._next() == "]"
        assert not again or self._tokens

    def _sum(self, *, dice: bool) -> None:
        self._factor(dice=dice)
        while self._tokens and self._tokens[0] in "+-*/":
            self._next()
            self._factor(dice=dice)

    def _factor(self, *, dice: bool) -> None:
        if self._next() == "(":
            self._sum(dice=dice)
            assert self._next() == ")"
        if self._tokens[:1] == ["D"]:
            assert dice
            self._next()
            assert self._next().isdecimal()

    def _next(self) -> str:
        return self._tokens.pop(0)
