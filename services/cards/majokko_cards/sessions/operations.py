"""What can be done with sessions, declared once for REST and GraphQL."""

from typing import Any

from majokko_cards.sessions import shapes, views
from majokko_cards.showing.views import SessionView
from majokko_kit.operations import Operation, Page

_SESSIONS = "/v1/sessions"
_SESSION = _SESSIONS + "/{session}"
_SEATS = _SESSION + "/seats"
_SEAT = _SEATS + "/{seat}"

games = Operation(
    name="listGames",
    method="GET",
    path="/v1/games",
    summary="List the games that sessions can be of",
    answer=views.Games,
    secured=False,
    run=lambda cards: cards.looking.games,
)
create = Operation(
    name="createSession",
    method="POST",
    path=_SESSIONS,
    summary="Make a session",
    about="Whoever does is its host, who can start it and let people and bots sit down. The deck "
    "is committed to before anybody sits; with `deal` it is practice, and `board` plays a deck "
    "that several sessions share.",
    body=shapes.SessionIn,
    answer=views.SessionCreated,
    status=201,
    secured=False,
    units=5,
    refuses=("token_missing", "not_found", "board_released", "not_running", "dependency_away"),
    location=lambda session: f"/v1/sessions/{session.id}",
    run=lambda cards: cards.doors.create,
    example={"game": "magion", "players": 3, "seats": [None, None, "bot:cautious"]},
)
every = Operation(
    name="listSessions",
    method="GET",
    path=_SESSIONS,
    summary="List sessions",
    about="The newest first.",
    query=shapes.SessionsQuery,
    answer=Page[views.Session],
    secured=False,
    run=lambda cards: cards.looking.every,
)
one = Operation(
    name="getSession",
    method="GET",
    path=_SESSION,
    summary="Show a session",
    about="What everybody may know of it; the view of a seat is `…/view`.",
    answer=views.SessionFacts,
    secured=False,
    stored=False,
    refuses=("not_found", "token_missing"),
    run=lambda cards: cards.looking.one,
)
take_seat = Operation(
    name="takeSeat",
    method="POST",
    path=_SEATS,
    summary="Sit down",
    about="On the first free seat, or a certain one. The token that comes with it is the seat's. "
    "The host seats bots, also in the place of somebody who has left a running game.",
    body=shapes.SittingIn,
    answer=views.SeatTaken,
    status=201,
    secured=False,
    refuses=("not_found", "token_missing", "forbidden", "seat_taken", "not_running", "game_over"),
    location=lambda seat: f"/v1/sessions/{seat.session}",
    run=lambda cards: cards.seating.take,
    example={"name": "Mami", "contribution": "tiro-finale"},
)
change_seat = Operation(
    name="changeSeat",
    method="PATCH",
    path=_SEAT,
    summary="Change one's name, or what one contributes to the deck",
    body=shapes.SeatChange,
    answer=views.SessionSeat,
    refuses=("forbidden", "not_running", "game_over"),
    run=lambda cards: cards.seating.change,
    example={"name": "Tomoe"},
)
release_seat: Operation[Any, None] = Operation(
    name="releaseSeat",
    method="DELETE",
    path=_SEAT,
    summary="Leave a seat",
    about="One's own; the host may empty any. A running game goes on, and its seat waits for "
    "somebody to whom the host gives it.",
    answer=type(None),
    status=204,
    refuses=("forbidden", "not_running", "game_over"),
    run=lambda cards: cards.seating.release,
)
renew_seat_token = Operation(
    name="renewSeatToken",
    method="POST",
    path=_SEAT + "/token",
    summary="Take a new token for a seat",
    about="The one before is worth nothing any more. The host can do so for any seat, and give it "
    "to somebody else.",
    answer=views.SeatTaken,
    refuses=("forbidden",),
    run=lambda cards: cards.seating.renew_token,
)
renew_host_token = Operation(
    name="renewSessionToken",
    method="POST",
    path=_SESSION + "/token",
    summary="Take a new token for the host",
    about="The one that asks is worth nothing any more.",
    answer=views.SessionToken,
    refuses=("forbidden",),
    run=lambda cards: cards.seating.renew_host,
)
start = Operation(
    name="startSession",
    method="POST",
    path=_SESSION + "/start",
    summary="Begin the game",
    about="By the host, or by anybody who sits there, once all seats are taken. What seats have "
    "contributed is shown, and the cards are dealt; trying again deals no others.",
    answer=views.Session,
    units=5,
    refuses=("forbidden", "not_running", "game_over", "stream_closed", "dependency_away"),
    run=lambda cards: cards.starting.start,
)
end = Operation(
    name="endSession",
    method="POST",
    path=_SESSION + "/end",
    summary="End a game that nobody goes on with",
    about="By its host, whether it waits, runs or rests: `ended` for the reason `abandoned`, "
    "without a score. Its stream is closed, and all may see the cards, unless it is on a board.",
    answer=views.Session,
    refuses=("forbidden", "game_over"),
    run=lambda cards: cards.abandoning.end,
)
view = Operation(
    name="getSessionView",
    method="GET",
    path=_SESSION + "/view",
    summary="Show a game as one may know it",
    about="A seat sees all hands but its own. Without a token, or with the host's, one watches: no "
    "hands, and a few versions late. Once the game is over all see everything.",
    answer=SessionView,
    secured=False,
    stored=False,
    refuses=("not_found", "token_missing", "forbidden"),
    run=lambda cards: cards.viewing.view,
)
legal = Operation(
    name="listLegalActions",
    method="GET",
    path=_SESSION + "/legal",
    summary="List what one's seat can do now",
    answer=views.LegalActions,
    stored=False,
    refuses=("forbidden",),
    run=lambda cards: cards.viewing.legal,
)
act = Operation(
    name="act",
    method="POST",
    path=_SESSION + "/actions",
    summary="Do something on one's turn",
    about="`expected_version`, or If-Match with the ETag of the view, says what one has seen. Who "
    "comes too late is told what has happened since (`missed`).",
    body=shapes.ActionIn,
    answer=views.ActionTaken,
    tagged=True,
    refuses=(
        "forbidden", "game_over", "not_running", "stale_version", "precondition_failed",
        "precondition_required", "not_your_turn", "choice_pending", "illegal_action",
    ),
    run=lambda cards: cards.acting.act,
    example={"expected_version": 7, "type": "hint", "to": 2, "girl": "mami"},
)  # fmt: skip
openings = Operation(
    name="listCardOpenings",
    method="GET",
    path=_SESSION + "/openings",
    summary="Show what opens the cards that one sees",
    about="Salt and path of each, against the root that was published when the game began; "
    "docs/fairness.md says how to check them.",
    answer=views.Openings,
    secured=False,
    stored=False,
    refuses=("not_found", "token_missing", "forbidden"),
    run=lambda cards: cards.viewing.openings,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    games,
    create,
    every,
    one,
    take_seat,
    change_seat,
    release_seat,
    renew_seat_token,
    renew_host_token,
    start,
    end,
    view,
    legal,
    act,
    openings,
)
