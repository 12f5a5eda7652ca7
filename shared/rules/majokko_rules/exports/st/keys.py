"""What the numbers of a line are called: as we write them, and in all ways that we read.

Bots read a name up to the first digit, and no blanks in it; so ours are letters alone.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal
from unicodedata import normalize

from majokko_rules import catalog
from majokko_rules.exports import plan
from majokko_rules.exports.naming import Vocabulary, mark, short
from majokko_rules.exports.plan import StatusPlan, StPlan
from majokko_rules.rulesets import Ruleset

TABLE = catalog.table("majokko_rules.exports", "st")
MOST_WORDS: tuple[str, ...] = tuple(TABLE["most"])

_LETTERS = re.compile(r"[^\W\d_]+")
_STATUS_LEAST, _STATUS_MOST = -9999, 99999

Kind = Literal["value", "now", "most"]


@dataclass(frozen=True, slots=True)
class Key:
    """One number of a line: a value of the sheet, or what is left of a status or the most of it."""

    written: str
    kind: Kind
    path: str
    least: int
    most: int
    status: StatusPlan | None = None


def normal(name: str) -> str:
    """Return what two spellings of a name have in common.

    >>> normal("Fast Talk") == normal("fast_talk") == "fasttalk"
    True
    """
    return "".join(_LETTERS.findall(normalize("NFKC", name).casefold()))


def keys(ruleset: Ruleset, locale: str) -> Iterator[Key]:
    """Yield all that a line may tell, in the order in which we write it."""
    told = plan.of(ruleset.system)
    vocabulary = Vocabulary(ruleset, locale)
    for each in told.st:
        for path in each.names(ruleset):
            yield Key(_written(vocabulary, path, each), "value", path, each.least, each.most)
    for status in told.status:
        name = _bare(mark(ruleset, status.mark, locale))
        yield Key(name, "now", status.value, _STATUS_LEAST, _STATUS_MOST, status)
        if status.most != "none":
            most = name + MOST_WORDS[0]
            yield Key(most, "most", status.value, 0, _STATUS_MOST, status)


def known(ruleset: Ruleset, locale: str) -> Mapping[str, Key]:
    """Return every spelling of every number.

    One word may mean two things in two languages; that of the asked language wins, then what is
    common among players, then other languages.
    """
    book: dict[str, Key] = {}
    for spelling, key in _spelled(ruleset, locale):
        book.setdefault(normal(spelling), key)
    return book


def _spelled(ruleset: Ruleset, locale: str) -> Iterator[tuple[str, Key]]:
    mine = {(each.kind, each.path): each for each in keys(ruleset, locale)}
    for key in mine.values():
        yield key.written, key
    aliases = plan.of(ruleset.system).aliases
    for key in mine.values():
        for alias in (_own(key), *aliases.get(key.path, ())):
            yield from _with_most(alias, key)
    for other in catalog.LOCALES:
        for theirs in keys(ruleset, other):
            key = mine[theirs.kind, theirs.path]
            yield theirs.written, key
            if key.kind == "most":
                stem = theirs.written.removesuffix(MOST_WORDS[0])
                yield from _with_most(stem, key)


def _with_most(name: str, key: Key) -> Iterator[tuple[str, Key]]:
    if key.kind == "most":
        yield from ((name + word, key) for word in MOST_WORDS)
    else:
        yield name, key


def _own(key: Key) -> str:
    """Return what a program calls it."""
    return key.status.mark if key.status else key.path.rpartition(".")[2]


def _written(vocabulary: Vocabulary, path: str, told: StPlan) -> str:
    name = short(vocabulary.name(path))
    if told.sectioned:
        section = vocabulary.section(path.rpartition(".")[0])
        name = f"{section} {name}"
    return _bare(name)


def _bare(name: str) -> str:
    """Leave the letters of a name; words that need something between them get a line.

    >>> _bare("fast talk"), _bare("speed (m)")
    ('fast_talk', 'speed_m')
    """
    parts = _LETTERS.findall(name)
    return ("_" if name.isascii() else "").join(parts)
