"""Where in a TOML text each key and entry stands.

The parser of the standard library tells where a text is no TOML, but not where a value stood that
was read well and makes no sense. So the text is read here once more, for its lines only.
"""

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from majokko_rules.values import escape

MOST_DEPTH = 16
"""Brackets within brackets; rulesets have four."""

_TOKEN = re.compile(
    r"(?P<skip>[ \t\r]+|#[^\n]*)"
    r'|(?P<text>"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\')'
    r"|(?P<sign>[\[\]{}=,.\n])"
    r"|(?P<bare>[^\s\[\]{}=,.#\"']+|.)",
    re.DOTALL,
)
_OPEN, _CLOSE = frozenset("[{"), frozenset("]}")
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    kind: str
    at: int


class Places:
    """The lines of a text, from 1, by JSON pointer."""

    def __init__(self, text: str) -> None:
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._tokens = list(_tokens(text))

    def too_deep(self) -> int | None:
        """Return the line where brackets open that are in too many others."""
        depth = 0
        for token in self._tokens:
            if token.kind == "sign":
                depth += (token.text in _OPEN) - (token.text in _CLOSE)
                if depth > MOST_DEPTH:
                    return self._line(token)
        return None

    def lines(self) -> Mapping[str, int]:
        """Return the line of everything in a text that is TOML; of a table, where it is first."""
        return {
            "".join(f"/{escape(step)}" for step in path): self._line(token)
            for path, token in _Walk(self._tokens).places().items()
        }

    def _line(self, token: _Token) -> int:
        return self.line(token.at)

    def line(self, offset: int) -> int:
        return bisect_right(self._ends, offset - 1) + 1


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup
        if kind and kind != "skip":
            yield _Token(found.group(), kind, found.start())


class _Walk:
    """Goes through a text that is known to be TOML, and notes where each key is first said."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = [*tokens, _Token("\n", "sign", tokens[-1].at if tokens else 0)]
        self._next = 0
        self._found: dict[Path, _Token] = {}
        self._entries: dict[Path, int] = {}

    def places(self) -> Mapping[Path, _Token]:
        folder: Path = ()
        while self._next < len(self._tokens):
            if self._takes("\n"):
                continue
            if self._takes("["):
                folder = self._header()
            else:
                self._pair(folder)
        return self._found

    def _header(self) -> Path:
        several = self._takes("[")
        path = self._key(())
        self._takes("]")
        if several:
            self._takes("]")
            self._entries[path] = entry = self._entries.get(path, -1) + 1
            path = (*path, str(entry))
            self._note(path, self._tokens[self._next - 1])
        return path

    def _pair(self, folder: Path) -> None:
        path = self._key(folder)
        self._takes("=")
        self._value(path)

    def _key(self, folder: Path) -> Path:
        """Read a dotted key; the first word of it that is new stands here."""
        path = folder
        while True:
            token = self._take()
            path = (*path, _name(token))
            self._note(path, token)
            if not self._takes("."):
                return path

    def _value(self, path: Path) -> None:
        if self._takes("["):
            self._array(path)
        elif self._takes("{"):
            self._inline(path)
        else:
            while not self._is_sign("\n", ",", "]", "}"):
                self._next += 1

    def _array(self, path: Path) -> None:
        entry = 0
        while not self._ends("]"):
            place = (*path, str(entry))
            self._note(place, self._tokens[self._next])
            self._value(place)
            entry += 1

    def _inline(self, path: Path) -> None:
        while not self._ends("}"):
            self._pair(path)

    def _ends(self, bracket: str) -> bool:
        """Pass commas and line ends, and the closing bracket if it comes next."""
        while self._takes("\n") or self._takes(","):
            pass
        return self._takes(bracket)

    def _note(self, path: Path, token: _Token) -> None:
        self._found.setdefault(path, token)

    def _take(self) -> _Token:
        self._next += 1
        return self._tokens[self._next - 1]

    def _is_sign(self, *signs: str) -> bool:
        token = self._tokens[self._next]
        return token.kind == "sign" and token.text in signs

    def _takes(self, sign: str) -> bool:
        found = self._is_sign(sign)
        self._next += found
        return found


def _name(token: _Token) -> str:
    """Return what a bare or quoted key says."""
    if token.kind == "bare":
        return token.text
    name: str = tomllib.loads(f"key = {token.text}")["key"]
    return name
