"""What can be done in a state: an offer, what it does, and which open choice it settles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from majokko_rules.chance import Chance
from majokko_rules.creation import Offer, OneOf, Picks
from majokko_rules.systems.amgc.creation.book import Book
from majokko_rules.systems.amgc.creation.girl import Girl
from majokko_rules.systems.amgc.creation.questions import Question
from majokko_rules.systems.amgc.creation.state import State

Do = Callable[[Picks, Chance], State]


@dataclass(frozen=True, slots=True)
class Action:
    """An offer with what it does. `settles` is the id of a pending choice."""

    offer: Offer
    do: Do
    settles: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Whose sheet an offer changes: her own, or that of the `twin` or the `ally`.

    `store` puts a changed girl in her place.
    """

    book: Book
    prefix: str
    girl: Girl
    store: Callable[[Girl], State]
    step: str | None = None

    def at(self, step: str) -> str:
        """Return the step of an offer: companions are made at a step of their own."""
        return self.step or step


def own(state: State) -> Sheet:
    return Sheet(state.book, "", state.girl, lambda girl: replace(state, girl=girl))


def asked(sheet: Sheet, question: Question) -> Action:
    """Offer the answers of a question; what was chosen may be chosen again."""
    what, id_ = question.what, sheet.prefix + question.id
    pick = (OneOf(what, question.options),)
    return Action(
        Offer(id_, sheet.at(question.step), f"choose_{what}", pick=pick),
        lambda picks, _: sheet.store(question.answered(sheet.girl, str(picks[what]))),
        id_ if question.answer is None else None,
    )


def of_state(state: State, id_: str, step: str, what: str, options: Sequence[str]) -> Action:
    """Offer a choice that belongs to the state, not to one girl."""
    offer = Offer(id_, step, f"choose_{what}", pick=(OneOf(what, tuple(options)),))
    return Action(
        offer,
        lambda picks, _: state.answering(id_, str(picks[what])),
        None if state.answers.get(id_) in options else id_,
    )
