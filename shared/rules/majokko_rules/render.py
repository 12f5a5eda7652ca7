"""Tells results and refusals in the reader's language; numbers never depend on it.

All sentences are templates in `words/<locale>.toml`. An outcome is told by the words of its
system: `details.<field>` is a template for `{value}`, `""` leaves the field to the data,
`details.<field>.<member>` tells a list of sides, joined and put into `details.<field>.line`, and
`lines.total` names the total.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import lru_cache

from majokko_rules import catalog
from majokko_rules.errors import RuleError
from majokko_rules.results import Die, Outcome, Result
from majokko_rules.systems import SYSTEMS

COMMON = "majokko_rules"
NOTATION = Outcome.system
PACKAGES: Mapping[str, str] = {
    NOTATION: "majokko_rules.dice",
    **{system.id: system.package for system in SYSTEMS.values()},
}
"""Where each system's words lie; plain dice are one of them."""

MOST_DICE = 40
"""Dice that one line shows; the others are counted."""


def text(result: Result, locale: str) -> str:
    """Tell a result in one line.

    >>> text(Result("4d6kh3", 15, (Die(6, 5), Die(6, 4), Die(6, 6), Die(6, 1, kept=False))), "en")
    '4d6kh3: 5 4 6 (1) → 15'
    """
    outcome, dice = result.outcome, result.dice
    voice = _voice(outcome.system if outcome else NOTATION, locale)
    total = voice.total.format(value=result.total)
    if dice:
        line = voice.thrown.format(notation=result.notation, dice=_dice(dice, voice), total=total)
    else:
        line = voice.plain.format(notation=result.notation, total=total)
    told = [line]
    told += [voice.part.format(label=part.label, total=part.total) for part in result.parts]
    if outcome:
        told += _outcome(outcome, voice)
    return voice.phrase.join(told)


def refusal(error: RuleError, locale: str) -> tuple[str, str]:
    """Return the title of the refusal's kind, and the sentence that says what is wrong."""
    say = _words(COMMON, locale)
    detail = say[f"errors.{error.code}.{error.rule}"]
    return say[f"errors.{error.code}.title"], detail.format_map(error.params)


def warning(code: str, locale: str) -> str:
    """Return what may surprise about a legal question, in the words of whoever warns."""
    key = f"warnings.{code}"
    said = (_words(package, locale).get(key) for package in (COMMON, *PACKAGES.values()))
    return next(sentence for sentence in said if sentence)


def system_name(system: str, locale: str) -> str:
    return own_words(system, locale)["system.name"]


def own_words(system: str, locale: str) -> Mapping[str, str]:
    """Return the words that a system, or plain dice, brings itself."""
    return _words(PACKAGES[system], locale)


def _words(package: str, locale: str) -> Mapping[str, str]:
    return catalog.words(package, locale if locale in catalog.LOCALES else catalog.LOCALES[0])


@dataclass(frozen=True, slots=True)
class _Voice:
    """One system in one language, its templates looked up once."""

    words: Mapping[str, str]
    thrown: str
    plain: str
    total: str
    again: str
    dropped: str
    part: str
    phrase: str
    entry: str
    side: str
    item: str
    phrases: dict[tuple[type, str], tuple["_Phrase", ...]] = field(default_factory=dict)
    """Filled as they are needed, by the dataclass told and the prefix of its templates."""


@lru_cache(maxsize=64)
def _voice(system: str, locale: str) -> _Voice:
    words = {**_words(COMMON, locale), **own_words(system, locale)}
    return _Voice(
        words=words,
        thrown=words["lines.dice"],
        plain=words["lines.plain"],
        total=words["lines.total"],
        again=words["lines.again"],
        dropped=words["lines.dropped"],
        part=words["lines.part"],
        phrase=words["lines.phrase"],
        entry=words["lines.entry"],
        side=words["lines.side"],
        item=words["lines.item"],
    )


def _named(outcome: Outcome, words: Mapping[str, str]) -> str | None:
    """What a player calls the level reached, else plainly success or failure."""
    success, level = outcome.success, outcome.level
    if level is None:
        return None if success is None else words[f"outcomes.{'success' if success else 'failure'}"]
    return words[f"outcomes.{level}"]


def _dice(dice: Sequence[Die], voice: _Voice) -> str:
    again, dropped = voice.again, voice.dropped
    shown = [_die(die, again, dropped) for die in dice[:MOST_DICE]]
    if len(dice) > MOST_DICE:
        shown.append(voice.words["lines.more"].format(count=len(dice) - MOST_DICE))
    return " ".join(shown)


@lru_cache(maxsize=4096)
def _die(die: Die, again: str, dropped: str) -> str:
    """Show a face, marked unless it simply counts; an extra die shows the tens it stands for."""
    shown = str(die.face)
    if die.cause in ("bonus", "penalty"):
        shown = f"{die.face % die.sides}0"
    elif die.cause == "again":
        shown = again.format(face=shown)
    return shown if die.kept else dropped.format(face=shown)


def _outcome(outcome: Outcome, voice: _Voice) -> Iterator[str]:
    """Say the level first, then whatever its system has a phrase for."""
    name = _named(outcome, voice.words)
    if name:
        yield name
    yield from _said(outcome, "details", voice)


def _said(holder: object, prefix: str, voice: _Voice) -> Iterator[str]:
    """Tell the fields that say something, in the order they are declared.

    What is at its default says nothing, nor does what is unknown or not so.
    """
    for phrase in _phrases(type(holder), prefix, voice):
        value = getattr(holder, phrase.field)
        if value is not None and value is not False and value != phrase.silent:
            yield phrase.template.format(value=_value(value, phrase.key, voice))


def _value(value: object, prefix: str, voice: _Voice) -> object:
    """Tell a level by its name, a list entry by entry, a number as it is."""
    if isinstance(value, str):
        return voice.words.get(f"outcomes.{value}", value)
    return _list(value, prefix, voice) if isinstance(value, tuple) else value


def _list(value: Sequence[object], prefix: str, voice: _Voice) -> str:
    if not all(is_dataclass(entry) for entry in value):
        return voice.entry.join(map(str, value))
    between = voice.side if prefix.endswith(".sides") else voice.item
    return between.join(voice.entry.join(_said(entry, prefix, voice)) for entry in value)


@dataclass(frozen=True, slots=True)
class _Phrase:
    field: str
    key: str
    silent: object
    template: str


def _phrases(kind: type, prefix: str, voice: _Voice) -> tuple[_Phrase, ...]:
    known = voice.phrases.get((kind, prefix))
    if known is None:
        known = voice.phrases[kind, prefix] = tuple(_templates(kind, prefix, voice.words))
    return known


def _templates(kind: type, prefix: str, words: Mapping[str, str]) -> Iterator[_Phrase]:
    for member in fields(kind):
        key = f"{prefix}.{member.name}"
        template = words.get(key) or words.get(f"{key}.line")
        if template:
            yield _Phrase(member.name, key, member.default, template)
