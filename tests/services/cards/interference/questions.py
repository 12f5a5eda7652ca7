"""What somebody asks at a table, to which no answer may depend on cards that she may not see.

Questions are the same in two worlds that she cannot tell apart: they follow from her view.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from majokko_rules.cards import magion
from majokko_rules.cards.magion import (
    Action,
    Choose,
    Cleanse,
    Discard,
    Hint,
    Play,
    Rules,
    State,
    view,
    write,
)
from majokko_rules.cards.magion.cards import SIGNS
from tests.services.cards.interference.ears import Ask

Json = dict[str, Any]

READING = (
    "getSession", "getSessionView", "listLegalActions", "listCardOpenings", "getVotes", "listChat",
    "getNotes", "getSessionReplay",
)  # fmt: skip
"""What reads a session, whether it is refused or not."""

UNKNOWN = "mjk_seat_" + "0" * 43
"""A token as ours are, but of nobody."""

_LEAST = {"game": "magion", "players": 2}
_CODE = "mr1CG1hZ2lvbkAx02T90kl5G_ICwHxqlbyJ27YFmK-5-DGI_QEuBmAFqm-7r4D8KTb-AkvQ"


@dataclass(frozen=True)
class Moment:
    """A session as one seat knows it; `stranger` is a token of another table."""

    version: int
    seat: int
    token: str
    host: str
    stranger: str
    board: str
    hand: Sequence[int]
    """The positions of the cards that the seat holds."""


def refused_actions(state: State, seat: int, chance: Random, count: int) -> list[Json]:
    """Return actions that are refused to a seat, as it knows; all of them where it has no turn."""
    legal = [*view(state, seat).legal]
    actions = [each for each in _conceivable(state.rules) if each not in legal]
    return [write(each) for each in chance.sample(actions, count)]


def _conceivable(rules: Rules) -> Iterator[Action]:
    slots, signs = range(rules.hand + 2), range(len(SIGNS))
    yield from map(Play, slots)
    yield from map(Discard, slots)
    yield from map(Cleanse, range(1, 5))
    yield from map(Choose, range(6))
    yield from map(magion.Ask, signs)
    yield from (Hint(to, sign) for to in range(rules.players + 1) for sign in signs)


def acting(moment: Moment, refused: Sequence[Json]) -> Iterator[Ask]:
    """Ask for actions that are refused, each for another reason."""
    now: Json = {"expected_version": moment.version}
    for action in refused:
        yield Ask("act", {**now, **action})
    action = refused[0]
    yield Ask("act", action)
    for version in {0, max(moment.version - 1, 0), max(moment.version - 4, 0), moment.version + 5}:
        if version != moment.version:
            yield Ask("act", {**action, "expected_version": version})
    yield Ask("act", action, headers={"if-match": '"0123456789abcdef01234567"'})
    yield Ask("act", {**now, "type": "hint", "to": 0, "girl": "mami", "part": 1})
    yield Ask("act", {**now, "type": "hint", "to": 9, "girl": "gertrud"})
    yield Ask("act", {**now, "type": "play"})
    yield Ask("act", {**now, "type": "play", "card": -1})
    yield Ask("act", {**now, "type": "cleanse", "count": 99})
    yield Ask("act", {**now, "type": "choose", "girl": "nobody"})
    for token in (None, UNKNOWN, moment.host, moment.stranger, "nothing"):
        yield Ask("act", {**now, **action}).by(token)


def reading(moment: Moment) -> Iterator[Ask]:
    """Read everything, with every token there is."""
    for of in READING:
        for token in (moment.token, None, UNKNOWN, moment.stranger, "nothing"):
            yield Ask(of).by(token)
    yield Ask("getBoard", query={"limit": 2})
    yield Ask("listSessions", query={"limit": 2})
    yield Ask("listSessions", query={"limit": 1, "status": "running"})
    yield Ask("listChat", query={"limit": 1})
    yield Ask("listGames")
    yield Ask("listBots")


def refusing(moment: Moment) -> Iterator[Ask]:
    """Ask for what is refused to a seat in a running game, or to whoever it pretends to be."""
    other = {"seat": 1 - moment.seat if moment.seat < 2 else 0}
    yield Ask("startSession")
    yield Ask("takeSeat", {"name": "Kyubey"}).by(None)
    yield Ask("takeSeat", {"bot": "cautious", **other})
    yield Ask("changeSeat", {"contribution": "late"}, path={"seat": moment.seat})
    yield Ask("changeSeat", {"name": "Kyubey"}, path=other)
    yield Ask("releaseSeat", path=other)
    yield Ask("renewSeatToken", path=other)
    yield Ask("renewSessionToken")
    yield Ask("endSession")
    yield Ask("resumeSession")
    yield Ask("voteToEnd", {"end": True}).by(moment.host)
    yield Ask("writeNote", {"card": 99, "text": "beyond"})
    yield Ask("writeNote", {"position": 48, "text": "not mine"})
    yield Ask("arrangeCards", {"order": [1, 1, 2]})
    yield Ask("forkSession", {}, query={"at": 0})
    yield Ask("forkSession", {}, query={"at": 0}).by(None)
    yield Ask("verifyReplay", {"code": _CODE})
    yield Ask("createSession", {**_LEAST, "board": moment.board or "brd_0"})
    yield Ask("createSession", {**_LEAST, "deal": {"girls": ["mami-1"]}})
    yield Ask("createBoard", {**_LEAST, "options": {"luck": True}})
    yield Ask("dealBoard", {})
    yield Ask("releaseBoard", {"abandon": True})
    for of in (
        "createSessionTicket",
        "pauseSession",
        "endSession",
        "voteToEnd",
        "sayInSession",
        "writeNote",
    ):
        body = {"text": "psst"} if of == "sayInSession" else {}
        yield Ask(of, body).by(UNKNOWN)
        yield Ask(of, body).by(moment.stranger)


def doing(moment: Moment) -> Iterator[Ask]:
    """Do all that a seat may do besides the game; the game is what it was before."""
    yield Ask("changeSeat", {"name": "Mami"}, path={"seat": moment.seat})
    yield Ask("pauseSession")
    yield Ask("act", {"expected_version": moment.version + 2, "type": "play", "card": 0})
    yield Ask("resumeSession")
    yield Ask("giveTime", {"ms": 1000})
    yield Ask("giveTime", {"ms": 1000}).by(moment.host)
    yield Ask("voteToEnd", {"end": True})
    yield Ask("getVotes")
    yield Ask("voteToEnd", {"end": False})
    yield Ask("sayInSession", {"text": "Tiro finale!"})
    yield Ask("createSessionTicket")
    yield Ask("createSession", {**_LEAST, "name": "Another table"}).by(None)
    yield Ask("createBoard", {**_LEAST, "deal_later": True}).by(None)
    if moment.hand:
        yield Ask("writeNote", {"card": 0, "text": "a head?"})
        yield Ask("writeNote", {"position": moment.hand[-1], "text": "new"})
        yield Ask("arrangeCards", {"order": [*moment.hand][::-1]})
    yield Ask("getNotes")


def everything(moment: Moment, refused: Sequence[Json]) -> Sequence[Ask]:
    return [
        *chain(reading(moment), acting(moment, refused), refusing(moment), doing(moment)),
        *(Ask(of) for of in READING),
    ]
