"""What a seat keeps for itself: notes on its cards, and an order in which it likes to see them.

Both belong to cards, not to slots: they stay with a card when its neighbours are played. Others
notice nothing; only one's own view, and its ETag, change.
"""

from collections.abc import Mapping, Sequence

from majokko_cards.records import Me, Seat
from majokko_cards.sessions.private import notes_of
from majokko_cards.sessions.service import Held, Look, Sessions, mine
from majokko_cards.showing.private import arranged
from majokko_cards.table.folds import Folds
from majokko_cards.talk import store, views
from majokko_cards.talk.pauses import begun
from majokko_cards.talk.shapes import MOST_NOTE, NoteIn, OrderIn
from majokko_kit.names import named
from majokko_kit.operations import Asked, Done, Nothing
from majokko_kit.refusals import Forbidden
from majokko_rules.errors import InvalidValue


class Notes:
    def __init__(self, sessions: Sessions, folds: Folds) -> None:
        self._sessions = sessions
        self._folds = folds

    async def write(self, asked: Asked[NoteIn]) -> Done[views.SessionNotes]:
        """Write on a card of one's own hand.

        Raises InvalidValue, GameOver, NotRunning, Forbidden, NotFound, TokenMissing.
        """
        body = asked.body
        if (body.card is None) == (body.position is None):
            raise InvalidValue("exactly_one_of", names="card, position")
        text = named(body.text, "/text", MOST_NOTE) if body.text else ""

        async def write(held: Held) -> views.SessionNotes:
            hand, seat = await self._hand(held), mine(held)
            await store.write(held.work.sql, seat, _position(hand, body), text, held.work.at)
            after = await store.change(held.work.sql, seat, seat.arrangement)
            return _answer(after, hand, await notes_of(held.work.sql, Me(after)))

        return await self._sessions.held(asked, views.SessionNotes, write, "seat")

    async def arrange(self, asked: Asked[OrderIn]) -> Done[views.SessionNotes]:
        """Sort one's own cards; new ones come last.

        Raises InvalidValue, GameOver, NotRunning, Forbidden, NotFound, TokenMissing.
        """
        order = list(asked.body.order)

        async def arrange(held: Held) -> views.SessionNotes:
            hand, seat = await self._hand(held), mine(held)
            if sorted(order) != sorted(hand):
                names = ", ".join(map(str, hand))
                raise InvalidValue("each_once", pointer="/order", names=names)
            after = await store.change(held.work.sql, seat, order)
            return _answer(after, hand, await notes_of(held.work.sql, Me(after)))

        return await self._sessions.held(asked, views.SessionNotes, arrange, "seat")

    async def mine(self, asked: Asked[Nothing]) -> Done[views.SessionNotes]:
        """Return what a seat has written, and its order.

        Raises Forbidden, NotFound, TokenMissing.
        """
        async with self._sessions.looking(asked) as look:
            seat = look.me.seat
            if seat is None:
                raise Forbidden("role")
            hand = await self._seen_hand(look, seat)
            notes = await notes_of(look.sql, look.me)
        return Done(_answer(seat, hand, notes))

    async def _hand(self, held: Held) -> Sequence[int]:
        begun(held.before)
        state = await self._folds.now(held.work.sql, held.before)
        return state.hands[mine(held).number]

    async def _seen_hand(self, look: Look, seat: Seat) -> Sequence[int]:
        if look.session.started_at is None:
            return ()
        return (await self._folds.now(look.sql, look.session)).hands[seat.number]


def _position(hand: Sequence[int], body: NoteIn) -> int:
    """Return which card of a hand is meant, by its position."""
    if body.position is not None:
        if body.position not in hand:
            raise _no_choice("/position", hand)
        return body.position
    assert body.card is not None, "one of both is said"
    if body.card >= len(hand):
        raise _no_choice("/card", range(len(hand)))
    return hand[body.card]


def _no_choice(pointer: str, choices: Sequence[int]) -> InvalidValue:
    return InvalidValue("not_a_choice", pointer=pointer, choices=", ".join(map(str, choices)))


def _answer(seat: Seat, hand: Sequence[int], notes: Mapping[int, str]) -> views.SessionNotes:
    written = [
        views.SessionNote(position, hand.index(position) if position in hand else None, text)
        for position, text in notes.items()
    ]
    return views.SessionNotes(seat.session, seat.number, written, arranged(hand, seat.arrangement))
