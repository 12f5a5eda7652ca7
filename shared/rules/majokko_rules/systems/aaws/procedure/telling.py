"""After the roll: the GM tells what was secret, and answers a fumble."""

from dataclasses import replace

from majokko_rules.errors import IllegalAction
from majokko_rules.systems.aaws.factors import Level
from majokko_rules.systems.aaws.procedure.announcing import whole_target
from majokko_rules.systems.aaws.procedure.choosing import terms_of
from majokko_rules.systems.aaws.procedure.effects import Hindered
from majokko_rules.systems.aaws.procedure.moves import Hinder, Reveal
from majokko_rules.systems.aaws.procedure.state import State, Told
from majokko_rules.systems.aaws.procedure.turn import Turn


def level(state: State) -> Level | None:
    """What the roll reached; the GM's secret where the target is."""
    assert state.thrown, "there is a roll"
    return terms_of(state).goal.level(state.thrown.value, fumbled=state.thrown.fumble)


def may_reveal(turn: Turn) -> None:
    turn.only_gm()
    turn.at("rolled", "done")
    told = turn.state.told
    if not terms_of(turn.state).hidden or (told and told.target):
        raise IllegalAction("nothing_hidden")


def reveal(turn: Turn, move: Reveal) -> State:
    """Tell what was secret; a target that was unknown may be set now, and is marked for it."""
    may_reveal(turn)
    state, terms = turn.state, terms_of(turn.state)
    if state.told and move.show == "result":
        raise IllegalAction("nothing_hidden", pointer="/show")
    late = bool(state.told and state.told.set_late)
    if move.target is not None:
        if terms.hidden != "unknown" or terms.goal.target is not None:
            raise IllegalAction("target_stands", pointer="/target")
        target = whole_target(move.target)
        terms, late = replace(terms, goal=replace(terms.goal, target=target)), True
    told = Told(target=move.show == "target", set_late=late)
    return replace(state, step="done", terms=terms, told=told)


def may_hinder(turn: Turn) -> None:
    """Let the GM answer a fumble once."""
    turn.only_gm()
    turn.at("done")
    if turn.state.thrown is None or not turn.state.thrown.fumble:
        raise IllegalAction("no_fumble")
    if turn.state.answered:
        raise IllegalAction("fumble_answered")


def hinder(turn: Turn, move: Hinder) -> State:
    """Give an anti factor, beyond the recommended one or two, to a unit of the check or to all."""
    may_hinder(turn)
    if move.unit is not None:
        turn.party(move.unit)
    answered = replace(turn.state, answered=True)
    return answered.causing(Hindered(move.unit, move.id, move.name))
