"""What a sheet gives to a check: dice, bonus successes, and on what terms.

Everything that adds or takes dice is counted before the chance die is decided. Bonus successes of
the attribute and of the skill are added up; older editions take some from whoever lacks the skill,
or let nobody try.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from majokko_rules.creation import Because, Sheet, Value
from majokko_rules.errors import IllegalAction
from majokko_rules.rulesets import Row, Ruleset
from majokko_rules.systems.infinite.creation import asking, naming
from majokko_rules.systems.infinite.creation.asking import Asked
from majokko_rules.systems.infinite.creation.figures import Figures, summed
from majokko_rules.systems.system import Wanted


@dataclass(frozen=True, slots=True)
class Composition:
    """Dice and bonus successes with their reasons; `possible` says whether anybody may roll.

    `gate` lets bonus successes count only beside a natural one, `chance_bonus` is aimed at the
    chance die, should it come to that.
    """

    dice: Value
    successes: Value
    again: int
    gate: bool
    chance_bonus: int
    possible: bool

    def check(self) -> Mapping[str, int | bool]:
        """Return the fields of a check; whoever asks adds a DC or an effect.

        Raises IllegalAction where a skill is missing that nobody may try without.
        """
        if not self.possible:
            raise IllegalAction("untrained", pointer="/skill")
        return {
            "dp": self.dice.value,
            "again": self.again,
            "bonus": self.successes.value,
            "gate": self.gate,
            "chance_bonus": self.chance_bonus,
        }


def composed(ruleset: Ruleset, sheet: Sheet, asked: Asked) -> Composition:
    """Make up a check.

    Raises InvalidValue for what the sheet does not have, with a pointer to the member of `asked`.
    """
    figures = Figures(ruleset, sheet.values)
    return _composed(figures, asking.read(figures, asked))


def lookup(ruleset: Ruleset, sheet: Sheet, skill: str | None, stat: str | None) -> Composition:
    """Make up a check of what is named: `strength+brawl`.

    Raises InvalidValue, which points to `/skill` or `/stat`.
    """
    figures = Figures(ruleset, sheet.values)
    return _composed(figures, asking.read(figures, naming.named(figures, skill, stat)))


def from_sheet(ruleset: Ruleset, sheet: Sheet, wanted: Wanted) -> Mapping[str, int | bool]:
    """Return the fields of a check that a room asks for.

    Raises what `lookup` and `Composition.check` raise.
    """
    return lookup(ruleset, sheet, wanted.skill, wanted.stat).check()


def saves(figures: Figures) -> Mapping[str, Value]:
    """Return `saves.<key>`: the dice of each."""
    rows = figures.ruleset["saves"].rows
    read = {key: asking.read(figures, Asked(save=key)) for key in rows}
    return {f"saves.{key}": _composed(figures, asked).dice for key, asked in read.items()}


def _composed(figures: Figures, asked: Asked) -> Composition:
    untrained = _untrained(figures, asked)
    return Composition(
        dice=summed(_dice(figures, asked)),
        successes=summed(_successes(figures, asked, untrained or 0)),
        again=asked.again,
        gate=figures.edition.gate,
        chance_bonus=figures.number("derived.chance_result"),
        possible=untrained is not None,
    )


def _untrained(figures: Figures, asked: Asked) -> int | None:
    """Return the bonus successes that a missing skill costs, or None if it takes the skill."""
    if asked.skill is None or figures.number(f"skills.{asked.skill}"):
        return 0
    return figures.edition.untrained(figures.ruleset["skills"][asked.skill]["group"])


def _dice(figures: Figures, asked: Asked) -> Iterator[Because]:
    if asked.value:
        yield _rule(figures, f"derived.{asked.value}")
    if asked.attribute:
        yield _rule(figures, f"attributes.{asked.attribute}")
        yield from figures.gained("dice", [_attribute(figures, asked)])
    if asked.skill:
        yield from _of_skill(figures, asked.skill, asked.specialty)
    if asked.save:
        yield from figures.gained(asked.save, figures.ruleset["attributes"].rows.values())
    held = asking.levels(figures, "gear")
    yield from (Because("choice", f"gear.{name}", plus=held[name]) for name in asked.gear)
    yield from _exchanged(figures, asked, "dice")
    if asked.dice:
        yield Because("choice", "dice", plus=asked.dice)


def _of_skill(figures: Figures, skill: str, specialty: str | None) -> Iterator[Because]:
    level = asking.specialties(figures, skill).get(specialty or "", 0)
    name = f"skills.{skill}"
    yield Because("rule", name, plus=figures.edition.skill_dice(figures.number(name), level))
    if specialty:
        plus = figures.edition.specialty_dice(level)
        yield Because("rule", f"specialties.{skill}.{specialty}", plus=plus)


def _successes(figures: Figures, asked: Asked, untrained: int) -> Iterator[Because]:
    yield from (_rule(figures, f"successes.{key}") for key in (asked.attribute, asked.skill) if key)
    if untrained:
        yield Because("rule", "untrained", plus=untrained)
    yield from _exchanged(figures, asked, "successes")
    if asked.successes:
        yield Because("choice", "successes", plus=asked.successes)


def _exchanged(figures: Figures, asked: Asked, what: str) -> Iterator[Because]:
    if asked.exchange:
        plus = _attribute(figures, asked)["exchange"][what] * asked.exchange
        yield Because("choice", f"exchange.{asked.attribute}", plus=plus)


def _attribute(figures: Figures, asked: Asked) -> Row:
    return figures.ruleset["attributes"][asked.attribute or ""]


def _rule(figures: Figures, name: str) -> Because:
    return Because("rule", name, plus=figures.number(name))
