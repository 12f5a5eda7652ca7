"""What checks offer, and all they need, declared once for REST and GraphQL."""

from typing import Any

from majokko_dice.checks import shapes, unit_operations, views
from majokko_kit.cursors import Paging
from majokko_kit.operations import Operation, Page

_CHECKS = "/v1/rooms/{room}/checks"
_CHECK = _CHECKS + "/{check}"
_PLAYING = ("not_found", "forbidden", "room_closed", "illegal_action")

open_check = Operation(
    name="openCheck",
    method="POST",
    path=_CHECKS,
    summary="Open a check",
    about="The game master demands it of units, or a player declares what hers does. It begins "
    "when the other side agrees.",
    body=shapes.CheckOpeningIn,
    answer=views.RoomCheck,
    status=201,
    refuses=(*_PLAYING, "too_many"),
    location=lambda check: f"/v1/rooms/{check.room}/checks/{check.id}",
    run=lambda dice: dice.checks.open,
    example={"action": "cross the bridge of threads", "units": ["uni_…"]},
)
list_checks = Operation(
    name="listChecks",
    method="GET",
    path=_CHECKS,
    summary="List the checks of a room",
    about="The newest first.",
    query=Paging,
    answer=Page[views.RoomCheck],
    run=lambda dice: dice.checks.every,
)
get_check = Operation(
    name="getCheck",
    method="GET",
    path=_CHECK,
    summary="Show a check",
    about="With what the viewer may do now. A secret target is seen by the game master alone.",
    answer=views.RoomCheck,
    run=lambda dice: dice.checks.one,
)


def _move(  # noqa: PLR0913, PLR0917 - what tells one move from another
    name: str,
    step: str,
    summary: str,
    about: str,
    body: type[shapes.CheckMoveIn],
    example: object,
) -> Operation[Any, views.RoomCheck]:
    return Operation(
        name=name,
        method="POST",
        path=f"{_CHECK}/{step}",
        summary=summary,
        about=about,
        body=body,
        answer=views.RoomCheck,
        refuses=(*_PLAYING, "stale_version", "not_your_turn"),
        run=lambda dice: dice.checks.move,
        example=example,
    )


MOVES = (
    _move(
        "acceptCheck",
        "accept",
        "Agree to a check",
        "A player for her unit to a demand, the game master (without a unit) to a declaration.",
        shapes.CheckConsentIn,
        {"unit": "uni_…"},
    ),
    _move(
        "declineCheck",
        "decline",
        "Decline a check",
        "A player may declare another action instead; who declines a joint check leaves it to the "
        "others. The game master may say that it needs no check, or that it is impossible.",
        shapes.CheckRefusalIn,
        {"unit": "uni_…", "instead": "go around the bridge"},
    ),
    _move(
        "announceCheck",
        "target",
        "Announce target and condition",
        "With middle values and the anti factors that apply; the game master does. A target may "
        "stay secret when there is none, or when it cannot be known beforehand.",
        shapes.CheckTermsIn,
        {"condition": "what helps to balance", "target": 8, "tiers": "half"},
    ),
    _move(
        "declareFactors",
        "declarations",
        "Declare success factors",
        "The unit whose turn it is, or one that helps it. `finish` ends the declaration for good.",
        shapes.CheckDeclarationIn,
        {"unit": "uni_…", "factors": [{"temporary": "no wind today"}], "finish": True},
    ),
    _move(
        "withdrawCheck",
        "withdraw",
        "Take factors back, or call the check off",
        "Factors until they are judged. Without factors the whole check: the game master until "
        "the roll, its opener until the target is announced.",
        shapes.CheckWithdrawalIn,
        {"factors": [1]},
    ),
    _move(
        "changePremise",
        "premise",
        "Change the premise",
        "A player asks while her unit declares; the game master approves or not. Approved, target "
        "and condition are announced anew; what was declared stays, and may be taken back.",
        shapes.CheckPremiseIn,
        {"unit": "uni_…", "text": "only to the middle of the bridge"},
    ),
    _move(
        "judgeFactors",
        "judgement",
        "Judge declared factors",
        "The game master, when all have declared. A factor in question is renamed, or struck.",
        shapes.CheckJudgementIn,
        {"verdicts": [{"factor": 1, "ruling": "approve"}]},
    ),
    _move(
        "renameFactor",
        "renaming",
        "Narrow an over-general factor",
        "Either side proposes a name, the other agrees. A player may resist; then the game master "
        "may strike the factor.",
        shapes.CheckRenamingIn,
        {"factor": 1, "propose": "balancing on ropes"},
    ),
    _move(
        "chooseFactors",
        "choices",
        "Choose what to roll and what to fix",
        "All at once for a unit, and what anti factors take; until the roll it may be changed.",
        shapes.CheckChoiceIn,
        {"unit": "uni_…", "rolled": [1, 2]},
    ),
    _move(
        "tellCheckResult",
        "result",
        "Tell what was secret",
        "Only the result, or the target as well; the game master does.",
        shapes.CheckTellingIn,
        {"show": "result"},
    ),
    _move(
        "answerFumble",
        "fumble",
        "Answer a fumble with an anti factor",
        "The game master may, once: for a unit of the check, or for everyone.",
        shapes.CheckFumbleIn,
        {"name": "sprained ankle", "unit": "uni_…"},
    ),
)
roll_check = Operation(
    name="rollCheck",
    method="POST",
    path=_CHECK + "/roll",
    summary="Roll for a check",
    about="A die for each rolled factor, from the room's public stream: the dice are never secret, "
    "only what they reach may be. With a unit, its choice is made at once.",
    body=shapes.CheckRollIn,
    answer=views.RoomCheck,
    refuses=(*_PLAYING, "stale_version", "faces_too_few", "faces_too_many", "face_out_of_range"),
    run=lambda dice: dice.checks.roll,
    example={"unit": "uni_…", "rolled": [1, 2]},
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    *unit_operations.OPERATIONS,
    open_check,
    list_checks,
    get_check,
    *MOVES,
    roll_check,
)
