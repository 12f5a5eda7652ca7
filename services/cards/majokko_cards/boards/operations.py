"""What can be done with boards, declared once for REST and GraphQL."""

from typing import Any

from majokko_cards.boards import shapes, views
from majokko_kit.operations import Operation

_BOARDS = "/v1/boards"
_BOARD = _BOARDS + "/{board}"

create = Operation(
    name="createBoard",
    method="POST",
    path=_BOARDS,
    summary="Commit to one deck for several sessions",
    about="Sessions made with `board` and the token of this play the same cards, each on its own. "
    "Nobody learns the deck before `…/release`: not by watching, a replay or the proof.",
    body=shapes.BoardIn,
    answer=views.BoardCreated,
    status=201,
    secured=False,
    units=5,
    refuses=("not_running", "dependency_away"),
    location=lambda board: f"/v1/boards/{board.id}",
    run=lambda cards: cards.boards.create,
    example={"game": "magion", "players": 4, "contribution": "spring-cup.7"},
)
deal = Operation(
    name="dealBoard",
    method="POST",
    path=_BOARD + "/deal",
    summary="Deal a board that was made with `deal_later`",
    about="By its token. Who contributes now has seen the commitment before.",
    body=shapes.BoardDealIn,
    answer=views.BoardFacts,
    units=5,
    refuses=("not_found", "not_running", "board_released", "stream_closed", "dependency_away"),
    run=lambda cards: cards.boards.deal,
    example={"contribution": "spring-cup.7"},
)
one = Operation(
    name="getBoard",
    method="GET",
    path=_BOARD,
    summary="Show a board, its sessions and their results",
    about="The newest session first.",
    query=shapes.BoardQuery,
    answer=views.Board,
    secured=False,
    refuses=("not_found",),
    run=lambda cards: cards.boards.one,
)
release = Operation(
    name="releaseBoard",
    method="POST",
    path=_BOARD + "/release",
    summary="Show everybody the deck of a board",
    about="Unlocks replays, views of everything and the proof of its stream. Refused while "
    "sessions on it are not over, unless they may be abandoned. Done again, it is told again.",
    body=shapes.ReleaseIn,
    answer=views.BoardFacts,
    units=5,
    refuses=("not_found", "sessions_running"),
    run=lambda cards: cards.boards.release,
    example={"abandon": True},
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (create, deal, one, release)
