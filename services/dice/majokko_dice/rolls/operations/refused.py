"""What everything in a room may refuse, and what everything that rolls may."""

IN_ROOM = ("not_found", "forbidden", "room_closed")
OF_DICE = (
    "syntax",
    "budget_exceeded",
    "illegal_action",
    "faces_too_few",
    "faces_too_many",
    "face_out_of_range",
)
