"""Reads the body of a roll in a room: that of any roll, and what only a room knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from majokko_dice.asking import MAX_REASON, RollAsked, read_roll
from majokko_dice.rolls.texts import line
from majokko_rules.errors import InvalidValue, UnknownField
from majokko_rules.values import boolean, escape, plain, printable

MAX_ID = 40
OF_ROOMS = ("secret", "character", "foretelling", "foretold")


@dataclass(frozen=True, slots=True)
class RoomRollAsked:
    """`character` and `foretelling` are ids of this room; `foretold` is what was said aloud."""

    roll: RollAsked
    secret: bool
    character: str | None
    foretelling: str | None
    foretold: str | None

    @property
    def locale(self) -> str | None:
        return self.roll.locale


def read(body: object) -> RoomRollAsked:
    """Read the body of a roll in a room.

    Raises what `read_roll` raises, with the same pointers.
    """
    if not isinstance(body, dict):
        raise InvalidValue("not_object")
    roll = {name: value for name, value in body.items() if name not in OF_ROOMS}
    asked = RoomRollAsked(
        roll=read_roll(roll),
        secret=_secret(body),
        character=_character(body.get("character")),
        foretelling=_id(body, "foretelling"),
        foretold=_foretold(body),
    )
    if asked.foretelling is not None and asked.foretold is not None:
        names = "foretelling, foretold"
        raise InvalidValue("not_together", pointer="/foretold", names=names)
    return asked


def _secret(body: Mapping[str, Any]) -> bool:
    secret = body.get("secret")
    return False if secret is None else boolean(secret, "/secret")


def _character(given: object) -> str | None:
    """Read `{"id": …}`; her skills are looked up when characters have sheets."""
    if given is None:
        return None
    if not isinstance(given, dict):
        raise InvalidValue("not_object", pointer="/character")
    for name in given:
        if name != "id":
            raise UnknownField(
                "unknown", pointer=f"/character/{escape(name)}", name=printable(name)
            )
    if given.get("id") is None:
        raise InvalidValue("required", pointer="/character/id")
    return plain(given["id"], "/character/id", MAX_ID)


def _id(body: Mapping[str, Any], name: str) -> str | None:
    value = body.get(name)
    return None if value is None else plain(value, f"/{name}", MAX_ID)


def _foretold(body: Mapping[str, Any]) -> str | None:
    value = body.get("foretold")
    return None if value is None else line(plain(value, "/foretold", MAX_REASON), "/foretold")
