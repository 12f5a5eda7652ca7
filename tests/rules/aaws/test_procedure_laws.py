"""What holds of every check, however it is played: with possible moves, or any others."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from majokko_rules.errors import RuleError
from majokko_rules.systems.aaws.procedure import Actor, Move, State, legal, seen
from majokko_rules.systems.aaws.procedure.moves import (
    Announce,
    AnswerPremise,
    Declare,
    Hinder,
    Judge,
    Reveal,
    Strike,
)
from majokko_rules.systems.aaws.procedure.state import OVER
from tests.rules.aaws.players import (
    PEOPLE,
    SECRET_TARGET,
    SECRET_TIER,
    Player,
    possible,
    wild,
)
from tests.rules.aaws.table import ANN, EVE, GM, Table, demanded

MOST_MOVES = 60
OPENINGS = [
    (("a",), GM),
    (("a",), ANN),
    (("n",), GM),
    (("a", "b"), GM),
    (("a", "n"), ANN),
    (("a", "b", "c"), ANN),
]
NEXT = {
    "demanded": {"demanded", "declared", "accepted", "declined", "called_off"},
    "declared": {"declared", "accepted", "declined", "called_off"},
    "accepted": {"declaring", "called_off"},
    "declaring": {"declaring", "judging", "choosing", "accepted", "called_off"},
    "judging": {"judging", "choosing", "called_off"},
    "choosing": {"choosing", "rolled", "done", "called_off"},
    "rolled": {"done"},
    "done": {"done"},
}
GMS_ALONE = (Announce, AnswerPremise, Judge, Strike, Reveal, Hinder)


def played(chance: Random) -> Table:
    """Play a check to its end, holding it to the laws after every move."""
    units, by = chance.choice(OPENINGS)
    table = demanded(*units, by=by)
    for _ in range(MOST_MOVES):
        holds(table)
        if chance.random() < 0.3:
            anything(table, chance)
        elif can := possible(table.state, table.cast, chance):
            by, one = chance.choice(can)
            moved(table, by, Player(chance, table.state, table.cast).move(one))
        elif table.state.step in OVER:
            break
    holds(table)
    return table


def anything(table: Table, chance: Random) -> None:
    """Whatever is not refused was said to be possible; what is refused changes nothing."""
    before, cast, by = table.state, table.cast, chance.choice(PEOPLE)
    move = wild(chance, before)
    try:
        moved(table, by, move)
    except RuleError:
        assert (table.state, table.cast) == (before, cast)
    else:
        assert kind_of(move) in {one.move for one in legal(before, by, cast)}


def moved(table: Table, by: Actor, move: Move) -> None:
    before = table.state
    table.does(by, move)

    assert table.state.version == before.version + 1
    assert table.state.step in NEXT[before.step]
    assert by.gm or not isinstance(move, GMS_ALONE)
    assert by != EVE
    if isinstance(move, Declare):
        assert before.acting
        assert before.acting.unit == (move.helps or move.unit)


def holds(table: Table) -> None:
    limits_are_kept(table.state)
    levels_are_kept(table)
    the_pool_adds_up(table.state)
    secrets_are_kept(table)
    somebody_can_go_on(table)


def limits_are_kept(state: State) -> None:
    most = 1 if state.kind == "joint" else 2
    for party in state.parties:
        kinds = Counter(offer.kind for offer in state.standing(party.unit))

        assert kinds["temporary"] <= most
        assert kinds["new"] <= 1
        assert kinds.total() or not party.finished or state.kind == "single"
    refs = [o.ref for o in state.offers if o.ref and o.status != "withdrawn"]

    assert len(refs) == len(set(refs))


def levels_are_kept(table: Table) -> None:
    for unit in table.cast.units.values():
        assert all(unit.registered(one.id) <= one.level for one in unit.originals)


def the_pool_adds_up(state: State) -> None:
    thrown = state.thrown
    if thrown is None:
        return
    assert state.terms
    approved = sum(len(state.approved(party.unit)) for party in state.parties)

    assert thrown.rolled + thrown.fixed + thrown.removed == approved
    assert thrown.removed <= len(state.terms.antis)
    assert thrown.value == sum(thrown.faces) + 2 * thrown.fixed
    assert thrown.fumble is (1 in thrown.faces)


def secrets_are_kept(table: Table) -> None:
    state = table.state
    if state.terms is None or not state.terms.hidden or (state.told and state.told.target):
        return
    announced = [seen(move, gm=False) for move, _ in table.moves if isinstance(move, Announce)]
    shown = repr((table.seen, announced, legal(state, ANN, table.cast)))

    assert str(SECRET_TARGET) not in shown
    assert str(SECRET_TIER) not in shown
    assert str(SECRET_TARGET) in repr(table.seen_by_gm)


def somebody_can_go_on(table: Table) -> None:
    """Who is awaited can do something, who only looks on cannot."""
    awaited = table.seen.awaits

    assert bool(awaited) is (table.state.step not in OVER)
    assert legal(table.state, EVE, table.cast) == ()
    for one in awaited:
        player = None if one == "gm" else table.cast.unit(one).player
        by = GM if player is None else Actor(player)
        assert legal(table.state, by, table.cast)


def kind_of(move: Move) -> str:
    if isinstance(move, Declare) and move.helps:
        return "help"
    snake = "".join(f"_{c.lower()}" if c.isupper() else c for c in type(move).__name__)
    return snake[1:]


@given(st.randoms(use_true_random=True))
@settings(max_examples=100)
def test_a_check_keeps_to_the_rules_and_played_again_it_is_the_same(chance: Random) -> None:
    table = played(chance)
    again = Table(table.began)
    for move, by in table.moves:
        again.does(by, move)

    assert (again.state, again.cast) == (table.state, table.cast)


def test_players_without_sense_reach_every_end_and_every_effect() -> None:
    """Guards the law above: it is worth little if no check gets far."""
    tables = [played(Random(seed)) for seed in range(150)]

    assert {table.state.step for table in tables} >= set(OVER)
    assert {effect.kind for table in tables for effect in table.state.effects} == {
        "registered",
        "renamed",
        "struck",
        "used",
        "hindered",
    }
