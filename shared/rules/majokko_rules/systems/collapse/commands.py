"""Bot commands: `.ra .rc` (a check), `.rb .rp` (with extra dice), `.rav` (opposed), `.sc` (sanity).

    .ra [difficulty] [skill] value        .ra 困难侦查50   .ra hard 60   .ra 80 侦查 b2
    .rb[N] [difficulty] [skill] [value]   .rb2 60; without a value nothing has to be reached
    .rav [skill] value [/] [skill] value  .rav 60 b1 / 80
    .sc loss/loss EMO                     .sc 1/1d6 60

Difficulty, skill and extra dice, `b2` or `p1`, may stand behind the value of a check too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from string import digits
from typing import Any

from majokko_rules import catalog
from majokko_rules.dice.reading import Reader
from majokko_rules.errors import IllegalAction, RuleError, SyntaxRefused
from majokko_rules.systems.collapse import losses, spoken
from majokko_rules.systems.collapse.checks import FORM, build
from majokko_rules.systems.collapse.d100 import d100
from majokko_rules.systems.collapse.single import Bare
from majokko_rules.systems.system import Check, Command

_TABLE = catalog.table(__package__, "commands")
_MARKS: str = _TABLE["skill"]["marks"]

Span = tuple[int, int]
"""Position and length in the caller's text."""


def _by_word(table: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Words to what they mean, longest first."""
    pairs = [(word, meaning) for meaning, words in table.items() for word in words]
    return dict(sorted(pairs, key=lambda pair: -len(pair[0])))


_DIFFICULTIES = _by_word(_TABLE["difficulty"])
_DICE = _by_word(_TABLE["dice"])
_GLUED = [word for word in (*_DIFFICULTIES, *_DICE) if not word.isascii()]
_EXTRA = {".rb": "bonus", ".rp": "penalty"}


@dataclass(slots=True)
class _Said:
    """One value as a command puts it, and where each part of it stands."""

    fields: dict[str, Any] = field(default_factory=dict)
    places: dict[str, Span] = field(default_factory=dict)
    label: str = ""

    def put(self, name: str, value: object, place: Span) -> None:
        self.fields[name], self.places[name] = value, place


def _check(reader: Reader, prefix: str) -> Check:
    said = _Said()
    _refuse_other_command(reader, prefix)
    if prefix in _EXTRA:
        _count(reader, said, _EXTRA[prefix], reader.at - len(prefix))
    _words(reader, said, difficulties=True)
    bare = prefix in _EXTRA and not said.label and "difficulty" not in said.fields
    if not (bare and reader.ended()):
        _number(reader, said, "value", prefix)
        _words(reader, said, difficulties=True)
    reader.expect_end()
    return _built("single", said.fields, said.places, [said.label])


def _opposed(reader: Reader, prefix: str) -> Check:
    _refuse_other_command(reader, prefix)
    sides = (_Said(), _Said())
    places: dict[str, Span] = {}
    for index, side in enumerate(sides):
        _words(reader, side, difficulties=False)
        _number(reader, side, "value", prefix)
        _extras(reader, side)
        places |= {f"sides/{index}/{name}": place for name, place in side.places.items()}
        if not index:
            reader.take("/")
    reader.expect_end()
    labels = [side.label for side in sides]
    return _built("opposed", {"sides": [side.fields for side in sides]}, places, labels)


def _sanity(reader: Reader, prefix: str) -> Check:
    said = _Said()
    reader.skip()
    start = reader.at
    losses.read(reader)
    said.put("loss", reader.text[start : reader.at], (start, reader.at - start))
    _number(reader, said, "emotion", prefix)
    reader.skip()
    start = reader.at
    if _extra(reader, said):
        raise IllegalAction("dice_not_for_check", position=start, length=reader.at - start)
    reader.expect_end()
    return _built("sanity", said.fields, said.places, [])


def _built(
    kind: str, fields: Mapping[str, Any], places: Mapping[str, Span], labels: Sequence[str]
) -> Check:
    """Make the check as a request would; what is refused is shown in the text."""
    try:
        if kind == "single" and "value" not in fields:
            dice = d100(fields.get("bonus", 0), fields.get("penalty", 0))
            return Bare(spoken.bare(dice), dice)
        kind, given = FORM.read({"kind": kind, **fields}, {})
        return build(kind, given, labels)
    except RuleError as error:
        name = error.pointer.removeprefix("/check").removeprefix("/")
        error.pointer = ""
        error.position, error.length = places[name]
        raise


def _words(reader: Reader, said: _Said, *, difficulties: bool) -> None:
    """Read what may stand around a value: difficulty, extra dice, the name of a skill.

    A name is left where it stands if there was one before the value.
    """
    names: list[str] = []
    while not reader.ended():
        start = reader.at
        if found := _word(reader, _DIFFICULTIES):
            if not difficulties or "difficulty" in said.fields:
                reader.at = start
                reader.refuse("unexpected")
            said.put("difficulty", found, (start, reader.at - start))
        elif not _extra(reader, said):
            name = "" if said.label else _name(reader)
            if not name:
                break
            names.append(name)
    said.label = said.label or " ".join(names)


def _extras(reader: Reader, said: _Said) -> None:
    while not reader.ended() and _extra(reader, said):
        pass


def _number(reader: Reader, said: _Said, name: str, prefix: str) -> None:
    if reader.ended():
        raise SyntaxRefused("value_missing", position=len(reader.text), length=0, command=prefix)
    start, number = reader.at, reader.expect_number()
    said.put(name, number, (start, reader.at - start))


def _extra(reader: Reader, said: _Said) -> bool:
    """Read `b2`, `p` …; said twice they add up."""
    start = reader.at
    name = _word(reader, _DICE)
    if name:
        _count(reader, said, name, start)
    return bool(name)


def _count(reader: Reader, said: _Said, name: str, start: int) -> None:
    """Read how many extra dice: a number without a blank before it, or else one die."""
    attached = reader.text[reader.at : reader.at + 1] in tuple(digits)
    count = (reader.number() or 0) if attached else 1
    said.put(name, said.fields.get(name, 0) + count, (start, reader.at - start))


def _word(reader: Reader, words: Mapping[str, str]) -> str | None:
    """Take one of `words` unless it is only the beginning of a longer one."""
    start = reader.at
    found = reader.take(*words)
    if found is None:
        return None
    following = reader.text[reader.at : reader.at + 1]
    if _script(found[-1]) and _script(found[-1]) == _script(following):
        reader.at = start
        return None
    return words[found]


def _script(letter: str) -> str:
    """Name the scripts whose words end only where their letters end."""
    if letter.isascii() and letter.isalpha():
        return "latin"
    return "katakana" if "ァ" <= letter <= "ヿ" else ""


def _name(reader: Reader) -> str:
    """Read the letters that stand here, up to a difficulty or dice at their end: `侦查困难`."""
    rest = reader.text[reader.at :]
    letters = "".join(takewhile(lambda c: c.isalpha() or c in _MARKS, rest))
    name = next((letters.removesuffix(word) for word in _GLUED if _glued(letters, word)), letters)
    reader.at += len(name)
    return name


def _glued(letters: str, word: str) -> bool:
    """Whether `letters` are a name with `word` behind it, in a script without blanks or another."""
    before = letters.removesuffix(word)[-1:]
    script = _script(word[0])
    return letters.endswith(word) and bool(before) and not (script and script == _script(before))


def _refuse_other_command(reader: Reader, prefix: str) -> None:
    """Refuse `.rax 60`: Latin letters right behind a command are part of its name."""
    if _script(reader.text[reader.at : reader.at + 1]) != "latin":
        return
    start = reader.at
    known = _word(reader, _DIFFICULTIES) or _extra(reader, _Said())
    reader.at = start
    if not known:
        rest = "".join(takewhile(lambda c: _script(c) == "latin", reader.text[start:]))
        length = len(prefix) + len(rest)
        raise SyntaxRefused("command_unknown", position=start - len(prefix), length=length)


COMMANDS = (
    Command((".ra", ".rc"), _check),
    Command((".rb", ".rp"), _check),
    Command((".rav",), _opposed),
    Command((".sc",), _sanity),
)
