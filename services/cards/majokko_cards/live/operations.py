"""What can be followed, declared once for REST and GraphQL."""

from typing import Any

from majokko_cards.live.views import SessionTicket
from majokko_kit.live import Following, Item
from majokko_kit.operations import Operation

_SESSION = "/v1/sessions/{session}"

events = Following(
    name="sessionEvents",
    path=_SESSION + "/events",
    summary="Follow a session",
    about="Server-sent events, or lines of JSON with `Accept: application/x-ndjson`. The first "
    "item is a `snapshot` with the `session` and your `view`; then each event comes as it happens, "
    "numbered without gaps, with those cards that you may see. Without a token you watch: "
    "what happens comes some versions later, until the game is over. After a cut, send the "
    "`id` of the last event as Last-Event-ID, and nothing is missed; where that place is not "
    "known, a `resync` holds a new snapshot. The last item is a `bye`, whose `reason` is "
    "`closed` (the game is over, and you know all of it), `superseded` (your seat has a newer "
    "stream: do not come back by yourself), `revoked` (your token) or `shutdown` (come back). "
    "A stream that ends without it was cut. A line without anything every 15 seconds shows "
    "that it is alive.",
    event="SessionEvent",
    example=Item(
        type="hint.given",
        subject="ses_01KB9Q4WJ8Z2M5T7X3CVNRYE6A",
        data={
            "version": 8,
            "seat": 0,
            "to": 2,
            "girl": "mami",
            "slots": [0, 3],
            "positions": [2, 11],
        },
        id="evt_01KB9Q5V0E9FABCDGHJKMNPQRS",
        at="2026-11-30T08:15:00.125Z",
        seq=18,
        cursor="ses_01KB9Q4WJ8Z2M5T7X3CVNRYE6A.1.18",
    ),
    open=lambda cards: cards.live.follow,
    refuses=("forbidden", "not_found", "token_missing"),
)
create_ticket: Operation[Any, SessionTicket] = Operation(
    name="createSessionTicket",
    method="POST",
    path=_SESSION + "/ticket",
    summary="Take a ticket for a stream of a session",
    about="For a browser's EventSource, which cannot send a token: `GET …/events?ticket=…` takes "
    "it once, within 30 seconds. When that stream is cut, take another, and resume with `since`.",
    answer=SessionTicket,
    refuses=("not_found", "token_missing"),
    run=lambda cards: cards.live.ticket,
)

FOLLOWINGS = (events,)
OPERATIONS: tuple[Operation[Any, Any], ...] = (create_ticket,)
