"""Writes the sheet: every value with what it came from.

`attributes.<key>`, `skills.<key>` (0: untrained), `successes.<key>` (the bonus successes that these
give), `specialties.<skill>`, `languages` and `gear` (all by name), `derived.<key>`,
`saves.<key>` (dice), the points that are left, and the words of the player.
"""

from collections.abc import Iterator
from itertools import chain

from majokko_rules.creation import Because, Sheet, Value
from majokko_rules.systems.infinite.creation.composing import saves
from majokko_rules.systems.infinite.creation.derived import derived
from majokko_rules.systems.infinite.creation.figures import Figures, summed
from majokko_rules.systems.infinite.creation.state import EXPERIENCE, Standing, What

Line = tuple[str, Value]


def written(at: Standing) -> Sheet:
    values = dict(chain(_concept(at), _attributes(at), _skills(at), _named(at)))
    values |= derived(Figures(at.ruleset, values))
    values |= saves(Figures(at.ruleset, values))
    return Sheet({**values, **dict(_left(at))})


def _concept(at: Standing) -> Iterator[Line]:
    for key, text in at.state.words.items():
        yield key, Value(text, (Because("choice", key),))
    for key in ("edition", "rank"):
        yield key, Value(getattr(at.state, key), (Because("choice", f"options.{key}"),))


def _attributes(at: Standing) -> Iterator[Line]:
    start = at.number("attribute_start")
    for key in at.ruleset["attributes"].rows:
        base = Because("base", "attribute_start", plus=start)
        yield f"attributes.{key}", summed((base, *_steps(at, "attributes", key)))
    for key in at.ruleset["attributes"].rows:
        reason = Because("rule", f"attributes.{key}", plus=at.successes(key))
        yield f"successes.{key}", summed((reason,))


def _skills(at: Standing) -> Iterator[Line]:
    for key in at.ruleset["skills"].rows:
        yield f"skills.{key}", summed(_steps(at, "skills", key))
    for key in at.ruleset["skills"].rows:
        if plus := at.edition.skill_successes(at.skill(key)):
            yield f"successes.{key}", summed((Because("rule", f"skills.{key}", plus=plus),))


def _steps(at: Standing, what: What, key: str) -> Iterator[Because]:
    """Say how many steps each kind of points paid for."""
    coins = [each.coin for each in at.state.bought if (each.what, each.key) == (what, key)]
    for coin in dict.fromkeys(coins):
        yield Because("coin", coin, plus=coins.count(coin))


def _named(at: Standing) -> Iterator[Line]:
    for skill in at.ruleset["skills"].rows:
        if had := at.named("specialties", skill):
            reasons = tuple(Because("choice", f"specialties.{skill}.{name}") for name in had)
            yield f"specialties.{skill}", Value(had, reasons)
    had = at.named("languages", "")
    yield "languages", Value(had, tuple(Because("choice", f"languages.{name}") for name in had))
    gear = at.state.gear
    yield "gear", Value(gear, tuple(Because("choice", f"gear.{name}") for name in gear))


def _left(at: Standing) -> Iterator[Line]:
    """Points that are left: what was given, less what was paid."""
    given = (
        Because("base", f"budgets.{at.state.edition}", plus=at.given),
        Because("choice", "options.earned", plus=at.state.earned),
    )
    yield EXPERIENCE, summed((*given, _paid(at, EXPERIENCE)))
    for purse in at.purses:
        value, beyond = at.granted(purse)
        attribute = purse["attribute"]
        yield (
            purse.key,
            summed(
                (
                    Because("rule", f"attributes.{attribute}", plus=value),
                    Because("rule", f"successes.{attribute}", plus=beyond),
                    _paid(at, purse.key),
                )
            ),
        )


def _paid(at: Standing, coin: str) -> Because:
    return Because("coin", coin, plus=-at.spent[coin])
