"""What a row does, as data that the creation of a system carries out.

    {stat = "AGI", plus = 4}
    {stat = ["STR", "MAG"], plus = 3}           one of these: a choice of the player
    {stat = "any", plus = 1}                    one of all
    {stat = "any", plus = 1, other = true}      one that no other such effect of the row takes
    {stat = "all", plus = -2}                   each of them
    {stat = "weapon", plus = 1}                 one that her row of another table gives
    {maximum = "SP", plus = 2}
    {grants = "ally"}
    {text = true}                               what words alone can tell

and, in card games, what `deeds` reads. Each may say `mode`, where it holds in one mode of play
only, and a `confidence` of its own; those of stats `both_forms`, where they count untransformed,
too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast, get_args

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import deeds
from majokko_rules.rulesets.deeds import Deed
from majokko_rules.rulesets.shapes import entries, members, number, only, word
from majokko_rules.values import boolean

Confidence = Literal["confirmed", "roller", "inferred", "fallback", "house", "unknown"]
CONFIDENCES: tuple[str, ...] = get_args(Confidence)
"""The text says it · the roll page of its makers · read off finished sheets · an older edition ·
made up, so that a creation is always complete · nobody knows.
"""

ANY, ALL = "any", "all"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What effects of a ruleset may speak of; `row_stats` are tables whose row gives the stats, and
    `deeds` what the engine of a game carries out.
    """

    stats: tuple[str, ...] = ()
    row_stats: tuple[str, ...] = ()
    maxima: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StatBonus:
    """`plus` on one of `stats`; more than one of them is a choice.

    `of` names what gives the stats instead (a weapon, an outfit); then `stats` is empty. `other`:
    the stat differs from those of the row's other bonuses that say so.
    """

    stats: tuple[str, ...]
    plus: int
    of: str | None = None
    both_forms: bool = False
    other: bool = False
    mode: str | None = None
    confidence: Confidence | None = None


@dataclass(frozen=True, slots=True)
class MaximumBonus:
    """`plus` on what a pool (SP, MP) holds at most."""

    maximum: str
    plus: int
    mode: str | None = None
    confidence: Confidence | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """Something more to make or to have: an ally, a second weapon."""

    grants: str
    mode: str | None = None
    confidence: Confidence | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What only words tell; they are `tables.<table>.<row>.effect`, or `.effect_<mode>`."""

    mode: str | None = None
    confidence: Confidence | None = None


Effect = StatBonus | MaximumBonus | Grant | Told | Deed

_MEMBERS: Mapping[str, tuple[str, ...]] = {
    "stat": ("plus", "both_forms", "other"),
    "maximum": ("plus",),
    "grants": (),
    "text": (),
}


def read(value: object, words: Vocabulary, at: str) -> tuple[Effect, ...]:
    """Return one effect; one on all stats is one on each of them.

    Raises InvalidValue and UnknownField, which point to `at` or below.
    """
    given = members(value, at)
    known = _known(words)
    said = [name for name in known if name in given]
    if len(said) != 1:
        raise InvalidValue("exactly_one_of", pointer=at, names=", ".join(known))
    what = said[0]
    only(given, (what, *(_MEMBERS.get(what) or deeds.more(what)), "mode", "confidence"), at)
    ends = _Ends(
        word(given["mode"], f"{at}/mode", _some(words.modes)) if "mode" in given else None,
        confidence(given["confidence"], f"{at}/confidence") if "confidence" in given else None,
    )
    return _effects(what, given, words, at, ends)


def _known(words: Vocabulary) -> tuple[str, ...]:
    """Return the kinds of effects that a ruleset can have; a game has no stats to speak of."""
    if not words.deeds:
        return tuple(_MEMBERS)
    able = {"stat": words.stats, "maximum": words.maxima, "grants": words.grants, "text": (True,)}
    return (*(name for name in _MEMBERS if able[name]), *words.deeds)


@dataclass(frozen=True, slots=True)
class _Ends:
    """What every effect may say."""

    mode: str | None
    confidence: Confidence | None


def confidence(value: object, at: str) -> Confidence:
    return cast("Confidence", word(value, at, CONFIDENCES))


def _effects(
    what: str, given: Mapping[str, Any], words: Vocabulary, at: str, ends: _Ends
) -> tuple[Effect, ...]:
    match what:
        case "stat":
            return _bonuses(given, words, at, ends)
        case "maximum":
            maximum = word(given["maximum"], f"{at}/maximum", _some(words.maxima))
            return (MaximumBonus(maximum, _plus(given, at), ends.mode, ends.confidence),)
        case "grants":
            granted = word(given["grants"], f"{at}/grants", _some(words.grants))
            return (Grant(granted, ends.mode, ends.confidence),)
        case "text":
            if given["text"] is not True:
                raise InvalidValue("not_a_choice", pointer=f"{at}/text", choices="true")
            return (Told(ends.mode, ends.confidence),)
        case _:
            deed = deeds.read(what, given, at)
            return (replace(deed, mode=ends.mode, confidence=ends.confidence),)


def _bonuses(
    given: Mapping[str, Any], words: Vocabulary, at: str, ends: _Ends
) -> tuple[Effect, ...]:
    stats, of = _stats(given["stat"], words, f"{at}/stat")
    one = StatBonus(
        stats,
        _plus(given, at),
        of,
        both_forms=boolean(given.get("both_forms", False), f"{at}/both_forms"),
        other=boolean(given.get("other", False), f"{at}/other"),
        mode=ends.mode,
        confidence=ends.confidence,
    )
    return tuple(replace(one, stats=(each,)) for each in stats) if given["stat"] == ALL else (one,)


def _stats(value: object, words: Vocabulary, at: str) -> tuple[tuple[str, ...], str | None]:
    """Return the stats to choose from, or what gives them."""
    if isinstance(value, list | tuple):
        listed = [word(each, f"{at}/{i}", _some(words.stats)) for i, each in enumerate(value)]
        if not listed:
            raise InvalidValue("too_short", pointer=at, limit=1)
        return tuple(dict.fromkeys(entries(listed, at))), None
    said = word(value, at, (*words.stats, ANY, ALL, *words.row_stats))
    if said in (ANY, ALL):
        return words.stats, None
    return ((), said) if said in words.row_stats else ((said,), None)


def _plus(given: Mapping[str, Any], at: str) -> int:
    if "plus" not in given:
        raise InvalidValue("required", pointer=f"{at}/plus")
    return number(given["plus"], f"{at}/plus")


def _some(choices: tuple[str, ...]) -> tuple[str, ...]:
    """Let a ruleset without such words take none, instead of all."""
    return choices or ("–",)
