"""Puts the steps of a creation together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from majokko_rules.chance import Chance
from majokko_rules.creation import Because, Offer, Pending, Picks, Sheet, Value
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.collapse.creation import sense
from majokko_rules.systems.collapse.creation.abilities import Abilities
from majokko_rules.systems.collapse.creation.aging import Aging
from majokko_rules.systems.collapse.creation.arming import Arming
from majokko_rules.systems.collapse.creation.attributes import Derived
from majokko_rules.systems.collapse.creation.book import Book
from majokko_rules.systems.collapse.creation.girl import Girl
from majokko_rules.systems.collapse.creation.meeting import Meeting
from majokko_rules.systems.collapse.creation.mending import Mending
from majokko_rules.systems.collapse.creation.owning import Owning
from majokko_rules.systems.collapse.creation.skills import Skills
from majokko_rules.systems.collapse.creation.step import Step
from majokko_rules.systems.collapse.creation.telling import Telling


class Creation:
    """Makes girls: attributes are rolled, then mended or not; an age closes that and opens the
    rest, in any order.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        """Read the tables.

        Raises InvalidValue, which points into the ruleset, where they do not fit together.
        """
        sense.check(ruleset)
        book = Book(ruleset)
        self._ruleset = ruleset
        self._derived = Derived.read(book)
        self._mending = Mending(book)
        skills = Skills.read(book, self._derived)
        steps: Sequence[Step] = (
            self._mending,
            Aging(book, self._mending),
            skills,
            Abilities(book),
            Arming(book, self._derived),
            Telling(book),
            Meeting(book, skills),
            Owning(book),
        )
        self._steps: Mapping[str, Step] = {step.name: step for step in steps}
        self._starts = {start: step for step in steps for start in step.starts}

    def begin(self, options: Mapping[str, object], chance: Chance) -> Girl:
        settings = self._ruleset.options(options)
        return replace(self._mending.roll(chance), settings=settings)

    def offers(self, state: Girl) -> Sequence[Offer]:
        return [offer for step in self._steps.values() for offer in step.offers(state)]

    def find(self, state: Girl, offer: str) -> Offer | None:
        step = self._starts.get(offer.partition(".")[0])
        offers = step.offers(state) if step else ()
        return next((each for each in offers if each.id == offer), None)

    def pending(self, state: Girl) -> Sequence[Pending]:
        return [each for step in self._steps.values() for each in step.pending(state)]

    def take(self, state: Girl, offer: Offer, picks: Picks, chance: Chance) -> Girl:
        return self._steps[offer.step].take(state, offer, picks, chance)

    def purse(self, state: Girl) -> Mapping[str, int]:
        return {
            coin: left for step in self._steps.values() for coin, left in step.purse(state).items()
        }

    def sheet(self, state: Girl) -> Sheet:
        steps = (step.values(state) for step in self._steps.values())
        parts = (self._derived.values(state), *steps, dict(self._agreed(state)))
        return Sheet({name: value for part in parts for name, value in part.items()})

    def _agreed(self, state: Girl) -> Iterator[tuple[str, Value]]:
        """Tell the game master what was made by other settings than those of the ruleset."""
        for name, setting in self._ruleset.settings.items():
            if (chosen := state.settings[name]) != setting.default:
                yield f"options.{name}", Value(chosen, (Because("choice", f"options.{name}"),))
