"""The other of twin souls: a girl of her own, who shares with her sister what she is made of."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from majokko_rules.chance import Chance
from majokko_rules.creation import Offer, Picks
from majokko_rules.rulesets import Row
from majokko_rules.systems.amgc.creation import own, rolling
from majokko_rules.systems.amgc.creation.acting import Action, Do, Sheet, asked, of_state
from majokko_rules.systems.amgc.creation.book import KINDS
from majokko_rules.systems.amgc.creation.dealing import steps
from majokko_rules.systems.amgc.creation.girl import Girl
from majokko_rules.systems.amgc.creation.questions import Question, questions
from majokko_rules.systems.amgc.creation.state import State

TWIN = "twin"
FORM = "twin.form"
_PERKS, _COPY = "twin.perks", "copy"
_PERK = "perk"


def actions(state: State, _: str | None = None) -> Iterator[Action]:
    """Offer what makes the twin. Her dice are thrown once; coins do not move them."""
    yield of_state(state, FORM, TWIN, "form", forms(state))
    if state.twin is None:
        yield Action(Offer("twin.roll", TWIN, "roll_twin"), _roll(state), "twin.roll")
        return
    seen, sheet = whole(state, state.twin), sheet_of(state, state.twin)
    if not _has_perks(state, state.twin):
        yield Action(Offer("twin.perks.copy", TWIN, "copy_perks"), _copy(state), _PERKS)
        throw = Offer("twin.perks.roll", TWIN, "roll_perks", holds=())
        yield Action(throw, _roll_perks(sheet), _PERKS)
    for question in questions(state.book, seen):
        if _hers(state, state.twin, question):
            yield asked(sheet, question)
    yield from own.actions(sheet, seen)


def sheet_of(state: State, twin: Girl) -> Sheet:
    return Sheet(state.book, "twin.", twin, lambda girl: replace(state, twin=girl), TWIN)


def forms(state: State) -> tuple[str, ...]:
    """Return split and merged."""
    return tuple(state.book.ruleset["twin_forms"].rows)


def whole(state: State, twin: Girl) -> Girl:
    """Return the twin with all that she has of her sister."""
    girl, kinds, shares = state.girl, shared_kinds(state), _row(state)["shares"]
    held = (
        *(each for each in girl.held if each.kind in kinds),
        *(each for each in twin.held if each.kind not in kinds),
    )
    order = tuple(KINDS)
    return replace(
        twin,
        age=girl.age if "age" in shares else twin.age,
        held=tuple(sorted(held, key=lambda each: order.index(each.kind))),
        points=girl.points if "stats" in shares else (),
        answers=_shared_answers(girl, kinds) | dict(twin.answers),
    )


def shared_kinds(state: State) -> frozenset[str]:
    """Return the kinds of rows that both have together."""
    shared = set(_row(state)["shares"]) & set(KINDS)
    return frozenset({*shared, _PERK} if state.answers.get(_PERKS) == _COPY else shared)


def _row(state: State) -> Row:
    return state.book.ruleset["companions"][TWIN]


def _shared_answers(girl: Girl, kinds: frozenset[str]) -> dict[str, str]:
    return {id_: each for id_, each in girl.answers.items() if id_.partition(".")[0] in kinds}


def _hers(state: State, twin: Girl, question: Question) -> bool:
    """Say whether the twin answers: of what they share only what suits her alone."""
    kind = question.id.partition(".")[0]
    if kind not in shared_kinds(state):
        return True
    answered = question.answer is not None and question.id not in twin.answers
    return question.place is None and not answered and not _waits(state, question)


def _waits(state: State, question: Question) -> bool:
    """Say whether her sister has not answered the same question yet."""
    theirs: Mapping[str, Question] = {
        each.id: each for each in questions(state.book, state.girl) if each.answer is None
    }
    return question.id in theirs and theirs[question.id].options == question.options


def _has_perks(state: State, twin: Girl) -> bool:
    return bool(twin.of(_PERK)) or state.answers.get(_PERKS) == _COPY


def _roll(state: State) -> Do:
    def roll(_: Picks, chance: Chance) -> State:
        kinds = _row(state)["dice"]
        faces = chance.throw(len(kinds), state.book.sides(_PERK))
        return replace(state, twin=steps(state.book, kinds, faces))

    return roll


def _copy(state: State) -> Do:
    return lambda _, __: state.answering(_PERKS, _COPY)


def _roll_perks(sheet: Sheet) -> Do:
    def roll(_: Picks, chance: Chance) -> State:
        faces = chance.throw(rolling.count(sheet.book), sheet.book.sides(_PERK))
        return sheet.store(sheet.girl.holding(*rolling.of_the_player(sheet.book, faces, chance)))

    return roll
