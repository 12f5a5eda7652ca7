"""What can be done with replays, declared once for REST and GraphQL."""

from typing import Any

from majokko_cards.replays import shapes, views
from majokko_cards.sessions.views import SessionCreated
from majokko_kit.operations import Operation

_SESSION = "/v1/sessions/{session}"
_CODE = "mr1CG1hZ2lvbkAx02T90kl5G_IGBT29XUhkokFBSu_Lkab-7TfR5QVhTAjAjQvziZ42OAjL3kK8RHvfbdM"

show = Operation(
    name="getSessionReplay",
    method="GET",
    path=_SESSION + "/replay",
    summary="Show how a game went that is over",
    about="With every card, as a document and as a short code. A game on a board shows it once the "
    "board is released.",
    answer=views.SessionReplay,
    secured=False,
    refuses=("not_found", "token_missing", "forbidden", "replay_locked"),
    run=lambda cards: cards.replays.show,
)
verify = Operation(
    name="verifyReplay",
    method="POST",
    path="/v1/replays/verify",
    summary="Play a replay again, and say what is wrong with it",
    about="By the ruleset that it names, whose hash has to be known here. Every fault is told with "
    "its place. With the proof of its stream, the cards are checked, too.",
    body=shapes.VerifyIn,
    answer=views.ReplayVerified,
    secured=False,
    units=10,
    run=lambda cards: cards.replays.verify,
    example={"code": _CODE},
)
fork = Operation(
    name="forkSession",
    method="POST",
    path=_SESSION + "/fork",
    summary="Go on from any move of a game that is over",
    about="Makes a session for practice with the same cards, which begins after the first `at` "
    "actions of the replay. Its log holds only what happens in it.",
    body=shapes.ForkIn,
    query=shapes.ForkQuery,
    answer=SessionCreated,
    status=201,
    secured=False,
    units=5,
    refuses=("not_found", "token_missing", "forbidden", "replay_locked", "replay_wrong"),
    location=lambda session: f"/v1/sessions/{session.id}",
    run=lambda cards: cards.forking.fork,
    example={"seats": [None, "bot:cautious"]},
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (show, verify, fork)
