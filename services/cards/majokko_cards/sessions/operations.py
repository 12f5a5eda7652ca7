"""What can be done with sessions, declared once for REST and GraphQL."""

from typing import Any

from majokko_cards.sessions import shapes, views
from majokko_kit.operations import Operation, Page

_SESSIONS = "/v1/sessions"
_SESSION = _SESSIONS + "/{session}"

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
    answer=views.Session,
    secured=False,
    refuses=("not_found", "token_missing"),
    run=lambda cards: cards.looking.one,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (every, one)
