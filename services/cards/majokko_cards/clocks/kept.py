"""The clock of a session, as its row keeps it: what becomes of the row when something happens.

Each function returns the members that change (`held.become(**moved(…))`), none where a game has no
clock.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from pydantic import Field

from majokko_cards.clocks.clock import GRACE, Clock
from majokko_cards.clocks.terms import MOST_BANK, Policy
from majokko_cards.records import Session
from majokko_kit.clock import rfc3339

Changes = Mapping[str, Any]


def clock_of(session: Session) -> Clock | None:
    """Return the clock of a game that has begun, None where it has none."""
    if session.clock is None or session.banks is None or session.turn is None:
        return None
    increment = session.clock["increment_ms"]
    return Clock(tuple(session.banks), session.turn, increment, session.since)


def policy_of(session: Session) -> Policy:
    assert session.clock is not None, "asked where time can be up"
    policy: Policy = session.clock["on_timeout"]
    return policy


def begun(session: Session, turn: int, at: int) -> Changes:
    """The game begins with `turn`."""
    if session.clock is None:
        return {}
    banks = (session.clock["bank_ms"],) * session.players
    return _row(Clock(banks, turn, session.clock["increment_ms"]).going(at))


def moved(session: Session, turn: int, at: int) -> Changes:
    """Whoever was awaited has moved, now `turn` is."""
    clock = clock_of(session)
    return {} if clock is None else _row(clock.moved(at, turn))


def stopped(session: Session, at: int) -> Changes:
    """The game rests, or has ended."""
    clock = clock_of(session)
    return {} if clock is None else _row(clock.stopped(at))


def resumed(session: Session, at: int) -> Changes:
    """The game goes on. If it rested because somebody's time was up, she is given some."""
    clock = clock_of(session)
    if clock is None:
        return {}
    if policy_of(session) == "pause" and not clock.banks[clock.turn]:
        clock = clock.given(max(clock.increment, GRACE))
    return _row(clock.going(at))


def given(session: Session, span: int, at: int) -> Changes:
    """Whoever is awaited has more time; not more than a bank may hold."""
    clock = clock_of(session)
    if clock is None:
        return {}
    left = clock.banks[clock.turn]
    return _row(clock.extended(at, min(span, max(MOST_BANK - left, 0))))


def away(session: Session, since: int, until: int) -> Changes:
    """Nobody was there to play with from `since` to `until`; no members where that is no matter."""
    clock = clock_of(session)
    if clock is None or (later := clock.away(since, until)) == clock:
        return {}
    return _row(later)


def _row(clock: Clock) -> Changes:
    return {"banks": list(clock.banks), "since": clock.since, "deadline": clock.deadline}


@dataclass(frozen=True, slots=True)
class ClockView:
    """How much time there is. Instants are absolute, so that this says the same whenever one looks.

    `left_ms` is what each seat has left, that of `seat` at `since`; `seat`, `since` and `deadline`
    are null while nobody's time runs.
    """

    bank_ms: Annotated[int, Field(description="What each seat began with, in milliseconds.")]
    increment_ms: Annotated[
        int, Field(description="What each turn adds once it is over, in milliseconds.")
    ]
    on_timeout: Annotated[Policy, Field(description="What happens when somebody's time is up.")]
    left_ms: Annotated[
        list[int] | None,
        Field(
            description="Milliseconds of each seat, from 0 on, as of `since`; null before the "
            "start, and for those who watch late."
        ),
    ]
    seat: Annotated[int | None, Field(description="Whose time runs; null while nobody's does.")]
    since: Annotated[str | None, Field(description="Since when it runs; null with `seat`.")]
    deadline: Annotated[str | None, Field(description="When it ends; null with `seat`.")]


def shown(session: Session, *, late: bool = False) -> ClockView | None:
    """Return what is seen of the clock, None where there is none.

    Those who watch with a delay (`late`) see only what was agreed upon: whose time runs now would
    tell them more.
    """
    if session.clock is None:
        return None
    if late:
        return ClockView(**session.clock, left_ms=None, seat=None, since=None, deadline=None)
    return ClockView(
        **session.clock,
        left_ms=None if session.banks is None else list(session.banks),
        seat=None if session.since is None else session.turn,
        since=None if session.since is None else rfc3339(session.since),
        deadline=None if session.deadline is None else rfc3339(session.deadline),
    )


def told(session: Session) -> Mapping[str, Any]:
    """Return what an event tells of the clock, nothing where there is none."""
    seen = shown(session)
    return {} if seen is None else {"clock": asdict(seen)}
