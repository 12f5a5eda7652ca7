"""Reads the published grammar and derives random texts from it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from hypothesis import strategies as st

from majokko_rules import catalog

FUEL = 40
"""How many rules a text may open before it only takes the shortest way out."""

NUMBERS = st.one_of(
    st.integers(2, 12), st.integers(5, 11), st.sampled_from([0, 1, 20, 53, 100, 1000, 10**9, 2**53])
)
WORDS = st.text("abc火 #'!", max_size=6)
BLANKS = st.sampled_from(["", "", "", " ", "  ", "\t", "\u3000"])
_TOKEN = re.compile(r'\s*("[^"]*"|\?[^?]*\?|[a-z]+(?: [a-z]+)*|[][(){}|,;=])')


@dataclass(frozen=True)
class Terminal:
    text: str


@dataclass(frozen=True)
class Special:
    """What the grammar says in words."""

    text: str


@dataclass(frozen=True)
class Rule:
    name: str


@dataclass(frozen=True)
class Sequence:
    parts: tuple["Expression", ...]


@dataclass(frozen=True)
class Choice:
    options: tuple["Expression", ...]


@dataclass(frozen=True)
class Optional:
    inner: "Expression"


@dataclass(frozen=True)
class Repeated:
    inner: "Expression"


Expression = Terminal | Special | Rule | Sequence | Choice | Optional | Repeated


@cache
def grammar() -> Mapping[str, Expression]:
    """Return the rules of grammar.ebnf by name."""
    text = catalog.text("majokko_rules.dice", "grammar.ebnf")
    text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
    return _Reader(_TOKEN.findall(text)).rules()


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens[::-1]

    def rules(self) -> dict[str, Expression]:
        rules = {}
        while self._tokens:
            name = self._tokens.pop()
            self._expect("=")
            rules[name] = self._choice()
            self._expect(";")
        return rules

    def _expect(self, token: str) -> None:
        found = self._tokens.pop()
        assert found == token, f"{token} expected, {found} found"

    def _choice(self) -> Expression:
        options = [self._sequence()]
        while self._tokens[-1] == "|":
            self._tokens.pop()
            options.append(self._sequence())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _sequence(self) -> Expression:
        parts = [self._part()]
        while self._tokens[-1] == ",":
            self._tokens.pop()
            parts.append(self._part())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _part(self) -> Expression:
        token = self._tokens.pop()
        if token in ("(", "[", "{"):
            inner = self._choice()
            self._expect({"(": ")", "[": "]", "{": "}"}[token])
            return {"(": inner, "[": Optional(inner), "{": Repeated(inner)}[token]
        if token.startswith('"'):
            return Terminal(token.strip('"'))
        return Special(token.strip("? ")) if token.startswith("?") else Rule(token)


@cache
def heights() -> Mapping[str, int]:
    """How deep the shallowest derivation of each rule is."""
    found: dict[str, int] = {}
    while len(found) < len(grammar()):
        for name, rule in grammar().items():
            height = _height(rule, found)
            if height is not None:
                found.setdefault(name, height + 1)
    return found


def _height(expression: Expression, known: Mapping[str, int]) -> int | None:
    match expression:
        case Rule(name):
            return known.get(name)
        case Sequence(parts):
            inner = [_height(part, known) for part in parts]
            return None if None in inner else max(each for each in inner if each is not None)
        case Choice(options):
            return min(
                (each for o in options if (each := _height(o, known)) is not None), default=None
            )
        case _:
            return 0


class _Derivation:
    """Takes random turns through the grammar, then the shortest ones."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw
        self._fuel = FUEL
        self.tokens: list[str] = []
        self.comparison_at: int | None = None

    def take(self, expression: Expression) -> None:
        match expression:
            case Terminal(text):
                self.tokens.append(text)
            case Special(text):
                self.tokens.append(self._special(text))
            case Rule(name):
                self._open(name)
            case _:
                for part in self._parts(expression):
                    self.take(part)

    def _open(self, name: str) -> None:
        self._fuel -= 1
        if name == "comparison":
            self.comparison_at = len(self.tokens)
        self.take(grammar()[name])

    def _parts(self, expression: Sequence | Choice | Optional | Repeated) -> Iterator[Expression]:
        """Decide as late as possible: what was taken before has burnt fuel."""
        match expression:
            case Sequence(parts):
                yield from parts
            case Choice(options):
                yield self._chosen(options)
            case Optional(inner):
                if self._may_go_on():
                    yield inner
            case Repeated(inner):
                while self._may_go_on():
                    yield inner

    def _may_go_on(self) -> bool:
        return self._fuel > 0 and self._draw(st.integers(0, 2)) == 2

    def _chosen(self, options: tuple[Expression, ...]) -> Expression:
        shortest_first = sorted(options, key=lambda option: _height(option, heights()) or 0)
        return self._draw(st.sampled_from(shortest_first)) if self._fuel > 0 else shortest_first[0]

    def _special(self, text: str) -> str:
        return str(self._draw(NUMBERS)) if text == "digits" else self._draw(WORDS)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Texts of the language: what the grammar derives, less what its notes take away."""
    derivation = _Derivation(draw)
    derivation.take(grammar()["notation"])
    tokens = derivation.tokens
    _apply_notes(tokens, derivation.comparison_at)
    return "".join(token + _gap(tokens, index, draw) for index, token in enumerate(tokens))


def _gap(tokens: list[str], index: int, draw: st.DrawFn) -> str:
    """Return what stands behind a token: often nothing, and sometimes it has to be a blank."""
    if _holds_together(tokens, index):
        return ""
    following = "".join(tokens[index + 1 : index + 2])
    merges = tokens[index] in ("!", "!!") and following.startswith(("!", "="))
    return " " if merges else draw(BLANKS)  # a token is as long as it can be


def _apply_notes(tokens: list[str], comparison_at: int | None) -> None:
    if comparison_at is not None and tokens[comparison_at - 1] in ("!", "!!"):
        tokens.insert(comparison_at, "cap1")
    if len(tokens) > 1 and tokens[-2] == "#":
        tokens[-1] = " " + tokens[-1]
        if _is_bare_number(tokens[:-2]):
            tokens.insert(-2, "+0")


def _is_bare_number(tokens: list[str]) -> bool:
    if tokens and tokens[0] in (".r", ".rh"):
        tokens = tokens[1:]
    if "#" in tokens:
        tokens = tokens[tokens.index("#") + 1 :]
    return len([token for token in tokens if token not in (".r", ".rh")]) == 1


def _holds_together(tokens: list[str], index: int) -> bool:
    """Whether no blank may follow: in labels, and in the repeat behind a command."""
    behind_command = tokens[0] in (".r", ".rh") and "#" in tokens[index : index + 2]
    return behind_command or tokens[index] == "["
