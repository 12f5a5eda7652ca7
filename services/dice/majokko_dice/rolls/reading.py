"""Reads the body of a roll in a room: that of any roll, and what only a room knows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from majokko_dice.asking import MAX_REASON, RollAsked, read_roll
from majokko_dice.rolls.records import Named
from majokko_dice.rolls.texts import line
from majokko_rules.errors import InvalidValue, UnknownField
from majokko_rules.values import boolean, escape, plain, printable

MAX_ID = 40
MAX_ENTRY = 100
_ENTRIES: tuple[Literal["skill", "stat"], ...] = ("skill", "stat")
OF_ROOMS = ("secret", "character", "foretelling", "foretold")


Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RoomRollAsked:
    """`character` and `foretelling` are ids of this room; `foretold` is what was said aloud.

    `sheet` is the character whose sheet gave numbers of the check; she is of no room.
    """

    roll: RollAsked
    secret: bool
    character: str | None
    foretelling: str | None
    foretold: str | None
    sheet: Named | None = None


@dataclass(frozen=True, slots=True)
class SheetAsked:
    """A roll that cannot be read yet: an entry of a character's sheet fills its check."""

    body: Json
    character: str
    kind: Literal["skill", "stat"]
    entry: str

    @property
    def check(self) -> Json:
        check: Json = self.body.get("check") or {}
        return check

    def filled(self, sheet: Named, check: Json) -> RoomRollAsked:
        """Read the roll with the numbers of a sheet where it names none itself.

        Raises what `read` raises.
        """
        given = self.check
        if given.get("system") not in (None, check.get("system")):
            raise InvalidValue("said_otherwise", pointer="/check/system", name="system")
        whole = {**check, **{name: value for name, value in given.items() if value is not None}}
        asked = read({**self.body, "check": whole, "character": None})
        assert isinstance(asked, RoomRollAsked)
        return replace(asked, sheet=sheet)


def read(body: object) -> RoomRollAsked | SheetAsked:
    """Read the body of a roll in a room.

    Raises what `read_roll` raises, with the same pointers.
    """
    if not isinstance(body, dict):
        raise InvalidValue("not_object")
    character = _character(body.get("character"))
    entry = _entry(body)
    if entry is not None:
        assert character is not None, "it has the entry"
        return SheetAsked(body, character, *entry)
    roll = {name: value for name, value in body.items() if name not in OF_ROOMS}
    asked = RoomRollAsked(
        roll=read_roll(roll),
        secret=_secret(body),
        character=character,
        foretelling=_id(body, "foretelling"),
        foretold=_foretold(body),
    )
    if asked.foretelling is not None and asked.foretold is not None:
        names = "foretelling, foretold"
        raise InvalidValue("not_together", pointer="/foretold", names=names)
    return asked


def _secret(body: Json) -> bool:
    secret = body.get("secret")
    return False if secret is None else boolean(secret, "/secret")


def _character(given: object) -> str | None:
    """Read the id of `{"id": …}`, beside which an entry of her sheet may be named."""
    if given is None:
        return None
    if not isinstance(given, dict):
        raise InvalidValue("not_object", pointer="/character")
    for name in given:
        if name not in ("id", *_ENTRIES):
            raise UnknownField(
                "unknown", pointer=f"/character/{escape(name)}", name=printable(name)
            )
    if given.get("id") is None:
        raise InvalidValue("required", pointer="/character/id")
    return plain(given["id"], "/character/id", MAX_ID)


def _entry(body: Json) -> tuple[Literal["skill", "stat"], str] | None:
    """Read which entry of a sheet fills the check, if one does."""
    named = {name: value for name in _ENTRIES if (value := _of(body, name)) is not None}
    if not named:
        return None
    if len(named) > 1:
        raise InvalidValue("not_together", pointer="/character/stat", names="skill, stat")
    ((kind, entry),) = named.items()
    pointer = f"/character/{kind}"
    if body.get("notation") is not None:
        raise InvalidValue("not_together", pointer=pointer, names=f"notation, {kind}")
    if not isinstance(body.get("check") or {}, dict):
        raise InvalidValue("not_object", pointer="/check")
    return kind, line(plain(entry, pointer, MAX_ENTRY), pointer, MAX_ENTRY)


def _of(body: Json, name: str) -> object:
    character = body.get("character")
    return character.get(name) if isinstance(character, dict) else None


def _id(body: Json, name: str) -> str | None:
    value = body.get(name)
    return None if value is None else plain(value, f"/{name}", MAX_ID)


def _foretold(body: Json) -> str | None:
    value = body.get("foretold")
    return None if value is None else line(plain(value, "/foretold", MAX_REASON), "/foretold")
