"""What can be done at a table besides the game, declared once for REST and GraphQL."""

from typing import Any

from majokko_cards.clocks import TimeIn
from majokko_cards.talk import shapes, views
from majokko_kit.operations import Operation, Page

_SESSION = "/v1/sessions/{session}"
_VOTES = _SESSION + "/votes"
_CHAT = _SESSION + "/chat"
_NOTES = _SESSION + "/notes"
_IN_GAME = ("not_found", "forbidden", "not_running", "game_over")

pause = Operation(
    name="pauseSession",
    method="POST",
    path=_SESSION + "/pause",
    summary="Let a game rest",
    about="And its clock. Whoever plays may, or only the host, as the table agreed. Nobody acts "
    "meanwhile, not even bots.",
    answer=views.SessionPause,
    refuses=_IN_GAME,
    run=lambda cards: cards.pauses.pause,
)
resume = Operation(
    name="resumeSession",
    method="POST",
    path=_SESSION + "/resume",
    summary="Let a game go on",
    about="Whoever may pause it may do so, whoever it was that paused it.",
    answer=views.SessionPause,
    refuses=_IN_GAME,
    run=lambda cards: cards.pauses.resume,
)
give_time = Operation(
    name="giveTime",
    method="POST",
    path=_SESSION + "/time",
    summary="Give more time to whoever is awaited",
    about="By the host, of her own accord or because somebody asked. A bank holds at most a week. "
    "A game without a clock has no time to give (`not_running`, rule `no_clock`).",
    body=TimeIn,
    answer=views.SessionPause,
    refuses=_IN_GAME,
    run=lambda cards: cards.pauses.give_time,
    example={"ms": 60000},
)
vote = Operation(
    name="voteToEnd",
    method="POST",
    path=_VOTES,
    summary="Want to end a game, or no more",
    about="In secret, for the wish alone would say much about one's cards: nobody is told, and "
    "nothing changes that others see. With more than half of the people at the table the game ends "
    "without a score, and who wanted it is told.",
    body=shapes.VoteIn,
    answer=views.SessionVotes,
    refuses=_IN_GAME,
    run=lambda cards: cards.votes.vote,
    example={"end": True},
)
votes = Operation(
    name="getVotes",
    method="GET",
    path=_VOTES,
    summary="Show one's own vote; all of them once the game is over",
    answer=views.SessionVotes,
    secured=False,
    stored=False,
    refuses=("not_found", "token_missing", "forbidden"),
    run=lambda cards: cards.votes.every,
)
say = Operation(
    name="sayInSession",
    method="POST",
    path=_CHAT,
    summary="Say something to all who play",
    about="Before and after the game; while it runs only where the table agreed to `talk`. Those "
    "who watch may read it once the game is over.",
    body=shapes.ChatIn,
    answer=views.SessionMessage,
    status=201,
    refuses=("not_found", "forbidden", "too_many"),
    run=lambda cards: cards.chat.say,
    example={"text": "Well played!"},
)
said = Operation(
    name="listChat",
    method="GET",
    path=_CHAT,
    summary="List what was said",
    about="The newest first.",
    query=shapes.ChatQuery,
    answer=Page[views.SessionMessage],
    secured=False,
    stored=False,
    refuses=("not_found", "token_missing", "forbidden"),
    run=lambda cards: cards.chat.every,
)
write = Operation(
    name="writeNote",
    method="POST",
    path=_NOTES,
    summary="Write on a card of one's own hand",
    about="Nobody else sees it. It stays with the card when others are played, whatever slot that "
    "is then in. The newest note counts.",
    body=shapes.NoteIn,
    answer=views.SessionNotes,
    refuses=_IN_GAME,
    run=lambda cards: cards.notes.write,
    example={"card": 0, "text": "not Mami"},
)
arrange = Operation(
    name="arrangeCards",
    method="POST",
    path=_SESSION + "/order",
    summary="Sort one's own cards",
    about="For one's own view alone: slots stay what they are. New cards come last.",
    body=shapes.OrderIn,
    answer=views.SessionNotes,
    refuses=_IN_GAME,
    run=lambda cards: cards.notes.arrange,
    example={"order": [9, 4, 12, 1]},
)
notes = Operation(
    name="getNotes",
    method="GET",
    path=_NOTES,
    summary="Show what one has written on one's cards, and their order",
    answer=views.SessionNotes,
    stored=False,
    refuses=("not_found", "forbidden"),
    run=lambda cards: cards.notes.mine,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    pause,
    resume,
    give_time,
    vote,
    votes,
    say,
    said,
    write,
    arrange,
    notes,
)
