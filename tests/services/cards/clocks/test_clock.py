"""The clock of a game against an account that is kept another way: moment by moment."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from majokko_cards.clocks import GRACE, Clock

SPANS = st.integers(0, 400)
"""Short beside the banks, so that time is often nearly up, just up, or up for a while."""


class Account:
    """Who had whose time, in moments of one millisecond."""

    def __init__(self, seats: int, bank: int) -> None:
        self.left = [bank] * seats
        self.used = [0] * seats
        self.given = 0
        self.turn = 0
        self.runs = False

    def pass_by(self, moments: int) -> None:
        if self.runs:
            used = min(moments, self.left[self.turn])
            self.left[self.turn] -= used
            self.used[self.turn] += used

    def give(self, moments: int) -> None:
        self.left[self.turn] += moments
        self.given += moments


class Playing(RuleBasedStateMachine):
    """Everything that can happen at a table with clocks, in any order, at any moment."""

    @initialize(seats=st.integers(2, 4), bank=st.integers(1, 500), increment=st.integers(0, 50))
    def begin(self, seats: int, bank: int, increment: int) -> None:
        self.now = 1_700_000_000_000
        self.bank = bank
        self.account = Account(seats, bank)
        self.clock = Clock((bank,) * seats, 0, increment).going(self.now)
        self.account.runs = True

    @rule(span=SPANS)
    def wait(self, span: int) -> None:
        self.now += span
        self.account.pass_by(span)

    @precondition(lambda self: self.account.runs)
    @rule()
    def wait_until_time_is_just_up(self) -> None:
        span = self.account.left[self.account.turn]
        self.wait(span)

        assert self.clock.is_due(self.now)

    @precondition(lambda self: self.account.runs)
    @rule(on=st.integers(1, 3))
    def end_the_turn(self, on: int) -> None:
        turn = (self.account.turn + on) % len(self.account.left)
        self.clock = self.clock.moved(self.now, turn)
        if turn != self.account.turn:
            self.account.give(self.clock.increment)
        self.account.turn = turn

    @precondition(lambda self: self.account.runs)
    @rule()
    def do_half_a_turn(self) -> None:
        self.clock = self.clock.moved(self.now, self.account.turn)

    @rule()
    def pause(self) -> None:
        """Nobody is asked whose pause it is: she who is awaited or another, again or once."""
        self.clock = self.clock.stopped(self.now)
        self.account.runs = False

    @rule()
    def resume(self) -> None:
        self.clock = self.clock.going(self.now)
        self.account.runs = True

    @rule(span=SPANS)
    def give_time(self, span: int) -> None:
        self.clock = self.clock.extended(self.now, span)
        self.account.give(span)

    @rule(alive=SPANS, down=st.integers(1, 400))
    def restart(self, alive: int, down: int) -> None:
        """We were last seen alive some time before we ended, and the turn goes on after it."""
        fell = self.now
        self.now += down
        self.clock = self.clock.away(fell, self.now)
        if self.account.runs:
            self.account.give(GRACE)
        self.wait(alive)

    @rule()
    def hear_of_an_absence_before_the_turn(self) -> None:
        if self.clock.since is not None:
            before = self.clock.since

            assert self.clock.away(before - 50, before) == self.clock

    @invariant()
    def every_seat_has_what_it_did_not_use(self) -> None:
        assert list(self.clock.stopped(self.now).banks) == self.account.left
        assert all(bank >= 0 for bank in self.clock.banks)

    @invariant()
    def no_time_is_lost_or_made(self) -> None:
        account = self.account
        begun_with = len(account.left) * self.bank

        assert sum(account.left) + sum(account.used) == begun_with + account.given

    @invariant()
    def whoever_is_awaited_is_the_one_whose_time_is_up(self) -> None:
        up = self.account.runs and not self.account.left[self.account.turn]

        assert self.clock.is_due(self.now) == up
        assert self.clock.turn == self.account.turn
        assert (self.clock.deadline is None) == (not self.account.runs)


Playing.TestCase.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
TestPlaying = Playing.TestCase

BEGUN = Clock((1_000, 1_000), 0, 100, since=0)


def test_a_pause_of_another_at_the_last_moment_leaves_that_moment() -> None:
    rests = BEGUN.stopped(at=999)
    goes_on = rests.going(at=50_000)

    assert rests.banks == (1, 1_000)
    assert (goes_on.deadline, goes_on.turn) == (50_001, 0)


def test_a_pause_just_too_late_leaves_nothing_and_owes_nothing() -> None:
    rests = BEGUN.stopped(at=1_200)

    assert rests.banks == (0, 1_000)
    assert rests.going(at=9_000).is_due(9_000)


def test_a_second_pause_and_a_second_resume_change_nothing() -> None:
    rests = BEGUN.stopped(at=400)
    goes_on = rests.going(at=500)

    assert rests.stopped(at=450) == rests
    assert goes_on.going(at=700) == goes_on


def test_a_turn_that_changes_while_the_clock_stands_costs_nobody_anything() -> None:
    moved = BEGUN.stopped(at=400).moved(at=700, turn=1)

    assert (moved.banks, moved.turn, moved.deadline) == ((600, 1_000), 1, None)


def test_a_restart_while_paused_gives_nothing() -> None:
    rests = BEGUN.stopped(at=400)

    assert rests.away(500, 90_000) == rests


def test_a_clock_of_the_machine_that_goes_back_charges_nobody() -> None:
    assert BEGUN.moved(at=-5_000, turn=1).banks == (1_100, 1_000)


@pytest.mark.parametrize(
    ("fell", "rose", "deadline"),
    [
        (300, 5_300, 1_000 + 5_000 + GRACE),
        (-8_000, 300, 1_000 + 300 + GRACE),
        (-8_000, 0, 1_000),
        (900, 500, 1_000),
    ],
    ids=["during the turn", "since before the turn", "before the turn", "never"],
)
def test_time_in_which_we_were_away_is_given_back(fell: int, rose: int, deadline: int) -> None:
    assert BEGUN.away(fell, rose).deadline == deadline
