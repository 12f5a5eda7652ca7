"""What is told of rooms and their members: everybody in the room may know all of it."""

from typing import Any

from majokko_dice.rooms.ports import Member, Room
from majokko_kit.database import Fact


def created(room: Room, gm: Member) -> Fact:
    return Fact("room.created", {"room": room.id, "member": _member(gm)})


def closed(room: Room, by: Member) -> Fact:
    """From now on every secret roll of the room may be known."""
    return Fact("room.closed", {"room": room.id, "by": by.id})


def joined(member: Member) -> Fact:
    return Fact("member.joined", {"member": _member(member)})


def changed(member: Member, by: Member) -> Fact:
    return Fact("member.changed", {"member": _member(member), "by": by.id})


def left(member: Member, by: Member) -> Fact:
    """`by` is herself, or the game master who removed her."""
    return Fact("member.left", {"member": _member(member), "by": by.id})


def _member(member: Member) -> dict[str, Any]:
    return {"id": member.id, "name": member.name, "role": member.role}
