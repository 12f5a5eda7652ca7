"""What holds in every game, whoever plays it."""

from collections.abc import Iterator
from itertools import chain, pairwise, product
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from majokko_rules.cards.magion import (
    Action,
    Ask,
    Choose,
    Cleanse,
    Deal,
    Discard,
    Hint,
    Play,
    Rules,
    State,
    begin,
    legal,
    must_deal_again,
    outcome,
    play,
    scored,
)
from majokko_rules.cards.magion.cards import ALL, BORNE, NUMBERS, girl_of, members, part_of
from majokko_rules.cards.magion.dealing import signs_of
from majokko_rules.cards.magion.happened import (
    NAMES,
    CardDiscarded,
    CardMisplayed,
    CardPlayed,
    CardRevealed,
    CardTurned,
)
from majokko_rules.cards.magion.scoring import total
from majokko_rules.cards.magion.state import making
from majokko_rules.errors import ChoicePending, GameOver, IllegalAction
from tests.rules.magion.replayed import Omniscient, Player
from tests.rules.magion.table import happened, names
from tests.rules.magion.wandering import RULES, reached, seeds, shuffled, tables, wander

CI_GAMES = 2_000
LONG_GAMES = 100_000

every_table = pytest.mark.parametrize(
    "by",
    RULES,
    ids=[f"{by.players} {' '.join(name for name, on in by.options.items() if on)}" for by in RULES],
)


def games(by: Rules, count: int) -> Iterator[list[State]]:
    """Games by chance alone, which are short, by players who peek, which are long, and by some who
    play well by what they see.
    """
    chance = Random(by.players)
    players: tuple[Player, ...] = (lambda state: chance.choice(legal(state)), Omniscient(chance))
    for number in range(count):
        if number % 3 == 0:
            yield [state for state, _ in wander(by, number)]
        else:
            yield [*_by(players[number % 3 - 1], begin(by, shuffled(by, chance)))]


def _by(player: Player, state: State) -> Iterator[State]:
    while state.over is None:
        yield state
        state = play(state, player(state))
    yield state


@every_table
def test_random_games_keep_every_law(by: Rules) -> None:
    """And they come everywhere: to each ending, and to everything that can happen."""
    told = "hint.given" if by.ask_instead_of_tell else "hint.asked"

    assert _played(by, CI_GAMES // len(RULES) + 1) == (
        {"won", "lost", "ended"},
        {*NAMES.values()} - {told},
    )


@pytest.mark.long
@pytest.mark.timeout(900)
@every_table
def test_a_hundred_thousand_random_games_keep_every_law(by: Rules) -> None:
    ends, _ = _played(by, LONG_GAMES // len(RULES) + 1)

    assert ends == {"won", "lost", "ended"}


def _played(by: Rules, count: int) -> tuple[set[str], set[str]]:
    """Check games, and return how they ended, and what happened in them."""
    ends, told = set(), set()
    for game in games(by, count):
        for state in game:
            _check_cards(state)
            _check_knowledge(state)
            _check_course(state)
            told |= {*names(state)}
        for before, after in pairwise(game):
            _check_turn(before, after)
        end = outcome(game[-1])
        assert end is not None
        ends.add(end.status)
    return ends, told


def _check_cards(state: State) -> None:
    """Every card and every witch is in one place, and in no other."""
    pending = () if state.pending is None else (state.pending.position,)
    deck = range(state.drawn, len(state.deal.girls))
    cards = [*chain(*state.hands, *state.stacks, state.discard, pending, deck)]
    witches = [*state.witch_deck, *state.witches_revealed, *state.witches_discarded]

    assert sorted(cards) == [*range(49 if state.rules.options["qb"] else 43)]
    assert sorted(witches) == [*range(1, 10)]
    assert state.placed == tuple(map(len, state.stacks))
    for girl, stack in enumerate(state.stacks):
        for part, position in enumerate(stack, start=1):
            _check_part(state, girl, part, position)


def _check_part(state: State, girl: int, part: int, position: int) -> None:
    kind = state.deal.girls[position]
    is_wild = bool(state.wilds >> (girl * 4 + part - 1) & 1)

    assert is_wild is (kind == ALL) is state.is_wild(position)
    assert is_wild or (girl_of(kind), part_of(kind)) == (girl, part)
    assert not is_wild or (part < 4 and girl in state.rules.wanted)


def _check_knowledge(state: State) -> None:
    """What hints say is true."""
    for seat, hand in enumerate(state.hands):
        assert state.signs[seat] == signs_of(state.deal, hand)
        for position, kinds, told in zip(hand, state.allowed[seat], state.told[seat], strict=True):
            kind = state.deal.girls[position]
            assert kinds >> kind & 1
            assert told & BORNE[kind] == told
    for place in members(state.witches_known):
        assert place < len(state.witch_deck)


def _check_course(state: State) -> None:
    rules = state.rules
    score, most = total(scored(state)), 150 if rules.options["qb"] else 100

    assert 0 <= score <= most
    assert (state.markers >= rules.markers) is (state.over == ("lost", "third_marker"))
    assert state.shuffles <= rules.orders
    assert bool(legal(state)) is (state.over is None)
    assert state.over is None or state.happened[-1][:2] == state.over
    is_complete = all(state.placed[girl] == 4 for girl in rules.wanted)
    assert is_complete is (state.over == ("won", "all_complete"))


def _check_turn(before: State, after: State) -> None:
    waits = after.pending is not None or after.over is not None
    next_seat = before.turn if waits else (before.turn + 1) % before.rules.players

    assert after.moves == before.moves + 1
    assert after.misplays - before.misplays in (0, 1)
    assert after.drawn >= before.drawn
    assert len(after.discard) >= len(before.discard)
    assert after.beaten or not before.beaten
    assert after.turn == next_seat or after.over == ("ended", "deck_empty")
    for seat in range(before.rules.players):
        assert seat == before.turn or after.hands[seat] == before.hands[seat]


def every_action(state: State) -> Iterator[Action]:
    """Return whatever could be said at this table, and a little more."""
    for to, sign in product(range(state.rules.players + 1), range(11)):
        yield Hint(to, sign)
    for sign in range(11):
        yield Ask(sign)
    for slot in range(state.rules.hand + 1):
        yield Play(slot)
        yield Discard(slot)
    for number in range(6):
        yield Choose(number)
        yield Cleanse(number)


@given(by=tables, seed=seeds)
def test_exactly_the_legal_actions_are_not_refused(by: Rules, seed: int) -> None:
    state = reached(by, seed)
    played = [each for each in every_action(state) if _is_played(state, each)]
    actions = [*legal(state)]

    assert len(set(actions)) == len(actions)
    assert set(played) == set(actions)


def _is_played(state: State, action: Action) -> bool:
    try:
        play(state, action)
    except (ChoicePending, GameOver, IllegalAction):
        return False
    return True


@given(by=tables, seed=seeds)
def test_no_action_changes_the_state_it_is_done_in(by: Rules, seed: int) -> None:
    state = reached(by, seed)
    kept = making(state)
    kept.happened = state.happened
    for action in every_action(state):
        _is_played(state, action)

    assert state == kept.made()


@given(by=tables, seed=seeds)
def test_the_same_moves_lead_to_the_same_state(by: Rules, seed: int) -> None:
    moves = [action for _, action in wander(by, seed) if action is not None]
    states = [state for state, _ in wander(by, seed)]
    state = begin(by, states[0].deal)
    for action in moves:
        state = play(state, action)

    assert state == states[-1]
    assert (state == states[0]) is not bool(moves)


def elsewhere(state: State, kept: set[int], chance: Random) -> State:
    """The same moment in a world where the cards that the mover does not see lie otherwise.

    It sees every hand but its own; `kept` are positions that stay as they are. What hints said of
    its own cards may be untrue there, and nothing may depend on that either.
    """
    girls = list(state.deal.girls)
    hidden = [*state.hands[state.turn], *range(state.drawn, len(girls))]
    places = [position for position in hidden if position not in kept]
    kinds = [girls[position] for position in places]
    chance.shuffle(kinds)
    for position, kind in zip(places, kinds, strict=True):
        girls[position] = kind
    other = making(state)
    deal = state.deal
    other.deal = Deal(tuple(girls), deal.witches, deal.first, deal.orders)
    other.signs = tuple(signs_of(other.deal, hand) for hand in state.hands)
    return other.made()


@given(by=tables, seed=seeds)
def test_what_is_legal_never_depends_on_cards_that_the_mover_does_not_see(
    by: Rules, seed: int
) -> None:
    state = reached(by, seed)
    other = elsewhere(state, set(), Random(seed))

    assert legal(other) == legal(state)


@given(by=tables, seed=seeds)
def test_what_is_refused_never_depends_on_cards_that_the_mover_does_not_see(
    by: Rules, seed: int
) -> None:
    state = reached(by, seed)
    other = elsewhere(state, set(), Random(seed))

    for action in every_action(state):
        assert _refusal(other, action) == _refusal(state, action)


def _refusal(state: State, action: Action) -> str | None:
    try:
        play(state, action)
    except (ChoicePending, GameOver, IllegalAction) as refused:
        return str(refused)
    return None


@given(by=tables, seed=seeds, pick=st.integers(0, 10**6))
def test_what_happens_depends_on_no_hidden_card_but_those_that_the_move_shows(
    by: Rules, seed: int, pick: int
) -> None:
    state = reached(by, seed)
    assume(state.over is None)
    actions = legal(state)
    action = actions[pick % len(actions)]
    after = play(state, action)
    other = play(elsewhere(state, _shown(after), Random(seed)), action)

    if isinstance(action, Ask):  # the others answer with the slots
        assert [line[0] for line in happened(other)] == [line[0] for line in happened(after)]
    else:
        assert happened(other) == happened(after)


def _shown(state: State) -> set[int]:
    """The cards that lay open in the course of the last move."""
    turned = (CardRevealed, CardPlayed, CardMisplayed, CardDiscarded, CardTurned)
    return {each.position for each in state.happened if isinstance(each, turned)}


@given(by=tables, seed=seeds)
def test_a_state_never_changes(by: Rules, seed: int) -> None:
    state = reached(by, seed)

    for name in State.__slots__:
        with pytest.raises(AttributeError):
            setattr(state, name, getattr(state, name))


@given(by=tables, seed=seeds)
def test_dealing_again_ends(by: Rules, seed: int) -> None:
    """Less than one deal in ten holds three heads in a hand, so twenty in a row are unheard of."""
    chance = Random(seed)
    girls = [NUMBERS[name] for name in by.deck]
    deals = []
    for _ in range(20):
        chance.shuffle(girls)
        deals.append(must_deal_again(by, girls))

    assert not all(deals)
