"""What rooms offer, declared once for REST and GraphQL."""

from typing import Any

from majokko_dice.fairness.views import FairnessStream
from majokko_dice.rooms import shapes, views
from majokko_kit.live import Following, Item
from majokko_kit.operations import Operation

_ROOM = "/v1/rooms/{room}"

create = Operation(
    name="createRoom",
    method="POST",
    path="/v1/rooms",
    summary="Make a room",
    about="Whoever makes a room is its game master. Its two streams of dice are committed at once: "
    "one for rolls that everybody sees, one for secret rolls.",
    body=shapes.RoomIn,
    answer=views.RoomCreated,
    status=201,
    secured=False,
    refuses=("label_taken",),
    location=lambda room: f"/v1/rooms/{room.id}",
    run=lambda dice: dice.doors.create,
    example={"name": "Sunday table", "label": "chat-4711", "gm": "Kyubey"},
)
find = Operation(
    name="listRooms",
    method="GET",
    path="/v1/rooms",
    summary="Find a room by its label",
    about="For chat bots that forgot: lists the open room with this label, or nothing. Strangers "
    "learn no names; rooms are not listed without a label.",
    query=shapes.RoomsQuery,
    answer=views.RoomsFound,
    secured=False,
    run=lambda dice: dice.doors.find,
)
get = Operation(
    name="getRoom",
    method="GET",
    path=_ROOM,
    summary="Show a room",
    about="With the streams that its dice come from now.",
    answer=views.Room,
    run=lambda dice: dice.rooms.get,
)
join = Operation(
    name="joinRoom",
    method="POST",
    path=_ROOM + "/members",
    summary="Join a room",
    about="A wrong invitation and an unknown room look alike. Spectators read and roll nothing.",
    body=shapes.MemberIn,
    answer=views.MemberJoined,
    status=201,
    secured=False,
    refuses=("not_found", "room_closed", "too_many"),
    location=lambda joined: f"/v1/rooms/{joined.room}/members/{joined.id}",
    run=lambda dice: dice.doors.join,
    example={"name": "Madoka", "invite": "mjk_invite_…", "role": "player"},
)
members = Operation(
    name="listMembers",
    method="GET",
    path=_ROOM + "/members",
    summary="List who is in a room",
    answer=views.RoomMembers,
    refuses=("not_found",),
    run=lambda dice: dice.members.every,
)
member = Operation(
    name="getMember",
    method="GET",
    path=_ROOM + "/members/{member}",
    summary="Show a member",
    answer=views.RoomMember,
    refuses=("not_found",),
    run=lambda dice: dice.members.one,
)
change = Operation(
    name="changeMember",
    method="PATCH",
    path=_ROOM + "/members/{member}",
    summary="Rename a member, or give her a role",
    about="Everybody may rename herself. The game master may rename all and gives the roles; the "
    "last game master keeps hers until she has given it to another, too.",
    body=shapes.MemberChange,
    answer=views.RoomMember,
    refuses=("not_found", "forbidden", "room_closed"),
    run=lambda dice: dice.members.change,
    example={"role": "gm"},
)
leave: Operation[Any, None] = Operation(
    name="leaveRoom",
    method="DELETE",
    path=_ROOM + "/members/{member}",
    summary="Leave a room, or remove somebody",
    about="Everybody may leave, the game master may remove others. The last game master of an "
    "open room stays until she has closed it or given her role to another, too.",
    answer=type(None),
    status=204,
    refuses=("not_found", "forbidden"),
    run=lambda dice: dice.members.leave,
)
renew_token = Operation(
    name="renewToken",
    method="POST",
    path=_ROOM + "/token",
    summary="Take a new token",
    about="The one that asks is worth nothing any more. With an Idempotency-Key the answer can be "
    "asked for again if it was lost on the way.",
    answer=views.TokenGiven,
    refuses=("not_found",),
    run=lambda dice: dice.members.renew_token,
)
renew_invite = Operation(
    name="renewInvite",
    method="POST",
    path=_ROOM + "/invite",
    summary="Make a new invitation",
    about="Only the game master may. The invitation before lets nobody in any more.",
    answer=views.InviteGiven,
    refuses=("not_found", "forbidden", "room_closed"),
    run=lambda dice: dice.members.renew_invite,
)
contribute = Operation(
    name="contributeSeed",
    method="POST",
    path=_ROOM + "/seed",
    summary="Add to the chance of a stream",
    about="If-Match names the commitment of the stream, the public one or the secret one, and so "
    "shows that it was known before. Every member may add once to each stream, until its first "
    "draw; spectators, too, for nobody needs to be trusted with it.",
    body=shapes.SeedIn,
    answer=FairnessStream,
    conditional=True,
    refuses=("not_found", "room_closed", "stream_closed", "precondition_failed"),
    run=lambda dice: dice.life.contribute,
    example={"seed": "my-cat.7"},
)
rotate = Operation(
    name="rotateStream",
    method="POST",
    path=_ROOM + "/rotate",
    summary="Close the public stream and commit the next one",
    about="So that its proof can be had while the room goes on. Happens by itself after 10,000 "
    "draws, half a million dice, or 24 hours. One that has drawn nothing stays, and so does the "
    "secret one.",
    answer=FairnessStream,
    refuses=("not_found", "forbidden", "room_closed"),
    run=lambda dice: dice.life.rotate,
)
close = Operation(
    name="closeRoom",
    method="POST",
    path=_ROOM + "/close",
    summary="Close a room",
    about="For ever: it rolls no more, all secret rolls come out, and the proofs of all its "
    "streams can be had.",
    answer=views.Room,
    refuses=("not_found", "forbidden", "room_closed"),
    run=lambda dice: dice.life.close,
)

create_ticket = Operation(
    name="createTicket",
    method="POST",
    path=_ROOM + "/ticket",
    summary="Take a ticket for a stream",
    about="For a browser's EventSource, which cannot send a token: `GET …/events?ticket=…` takes "
    "it once, within 30 seconds. When that stream is cut, take another, and resume with `since`.",
    answer=views.TicketGiven,
    refuses=("not_found",),
    run=lambda dice: dice.live.ticket,
)

events = Following(
    name="roomEvents",
    path=_ROOM + "/events",
    summary="Follow a room",
    about="Server-sent events, or lines of JSON with `Accept: application/x-ndjson`. The first "
    "item is a `snapshot` of all that you may see; then each event comes as it happens, numbered "
    "without gaps. After a cut, send the `id` of the last one as Last-Event-ID, and nothing is "
    "missed, however long it took; where that place is not known, a `resync` holds a new snapshot. "
    "What you may not see comes as an event that says nothing. The last item is a `bye`, whose "
    "`reason` is `closed` (the room), `revoked` (your token) or `shutdown` (come back). A line "
    "without anything every 15 seconds shows that the stream is alive.",
    event="RoomEvent",
    example=Item(
        type="roll.made",
        subject="roo_01KB9Q4WJ8Z2M5T7X3CVNRYE6A",
        data={"id": "rol_01KB9Q5V0C4D8GHJKMNPQRSTVW"},
        id="evt_01KB9Q5V0E9FABCDGHJKMNPQRS",
        at="2026-11-30T08:15:00.125Z",
        seq=18,
        cursor="roo_01KB9Q4WJ8Z2M5T7X3CVNRYE6A.1.18",
    ),
    open=lambda dice: dice.live.follow,
    refuses=("not_found", "token_missing"),
)

FOLLOWINGS = (events,)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    create,
    find,
    get,
    join,
    members,
    member,
    change,
    leave,
    renew_token,
    renew_invite,
    contribute,
    rotate,
    close,
    create_ticket,
)
