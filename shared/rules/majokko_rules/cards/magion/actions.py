"""What a seat can do on its turn.

Actions are values: two that say the same are equal. `legal` gives out shared ones.

>>> write(Hint(2, SIGNS.index("mami")))
{'type': 'hint', 'to': 2, 'girl': 'mami'}
>>> read({"type": "cleanse", "count": 2})
Cleanse(count=2)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from majokko_rules.cards.magion.cards import GIRLS, PARTS, SIGN_ALL, SIGNS, sign_of_part
from majokko_rules.errors import InvalidValue, UnknownField
from majokko_rules.values import boolean, escape, integer, plain, printable

_MOST = 99
"""No seat, slot or number of markers comes near it; whether one exists is the game's business."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Point out all cards in another hand that bear a sign."""

    to: int
    sign: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Have all cards in one's own hand pointed out that bear a sign (house rule of the text)."""

    sign: int


@dataclass(frozen=True, slots=True)
class Play:
    """Reveal the card in a slot and place it if it fits."""

    slot: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Say whose part a wild card is that was just revealed."""

    girl: int


@dataclass(frozen=True, slots=True)
class Cleanse:
    """Remove filth, and reveal as many witches."""

    count: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard the card in a slot openly, so that the topmost revealed witch returns."""

    slot: int


Action = Hint | Ask | Play | Choose | Cleanse | Discard


def write(action: Action) -> dict[str, str | int | bool]:
    """Return an action as a request says it."""
    match action:
        case Hint(to, sign):
            return {"type": "hint", "to": to, **_sign(sign)}
        case Ask(sign):
            return {"type": "ask", **_sign(sign)}
        case Play(slot):
            return {"type": "play", "card": slot}
        case Choose(girl):
            return {"type": "choose", "girl": GIRLS[girl]}
        case Cleanse(count):
            return {"type": "cleanse", "count": count}
        case Discard(slot):
            return {"type": "discard", "card": slot}


def where(sign: int) -> str:
    """Return what points to a sign in an action as it is written.

    >>> where(SIGNS.index("mami")), where(SIGNS.index("4")), where(SIGN_ALL)
    ('/girl', '/part', '/all')
    """
    (member,) = _sign(sign)
    return f"/{member}"


def _sign(sign: int) -> dict[str, str | int | bool]:
    if sign == SIGN_ALL:
        return {"all": True}
    return {"girl": GIRLS[sign]} if sign < len(GIRLS) else {"part": int(SIGNS[sign])}


def read(said: Mapping[str, object]) -> Action:
    """Return the action that a request says; whether it is legal is another question.

    Raises InvalidValue and UnknownField, which point into the request.
    """
    if "type" not in said:
        raise InvalidValue("required", pointer="/type")
    type_ = plain(said["type"], "/type", _MOST)
    if type_ not in _READERS:
        raise InvalidValue("not_a_choice", pointer="/type", choices=", ".join(_READERS))
    names, reader = _READERS[type_]
    for name in said:
        if name != "type" and name not in names:
            raise UnknownField("unknown", pointer=f"/{escape(name)}", name=printable(name))
    return reader(said)


def _number(said: Mapping[str, object], name: str, least: int = 0, most: int = _MOST) -> int:
    if name not in said:
        raise InvalidValue("required", pointer=f"/{name}")
    return integer(said[name], f"/{name}", least, most)


def _girl(said: Mapping[str, object]) -> int:
    if "girl" not in said:
        raise InvalidValue("required", pointer="/girl")
    girl = plain(said["girl"], "/girl", _MOST)
    if girl not in GIRLS:
        raise InvalidValue("not_a_choice", pointer="/girl", choices=", ".join(GIRLS))
    return GIRLS.index(girl)


def _read_sign(said: Mapping[str, object]) -> int:
    given = [name for name in _SIGN if name in said]
    if len(given) != 1:
        raise InvalidValue("exactly_one_of", names=", ".join(_SIGN))
    if given == ["girl"]:
        return _girl(said)
    if given == ["part"]:
        return sign_of_part(_number(said, "part", 1, PARTS))
    if not boolean(said["all"], "/all"):
        raise InvalidValue("not_a_choice", pointer="/all", choices="true")
    return SIGN_ALL


_SIGN = ("girl", "part", "all")
_READERS: Mapping[str, tuple[tuple[str, ...], Callable[[Mapping[str, object]], Action]]] = {
    "hint": (("to", *_SIGN), lambda said: Hint(_number(said, "to"), _read_sign(said))),
    "ask": (_SIGN, lambda said: Ask(_read_sign(said))),
    "play": (("card",), lambda said: Play(_number(said, "card"))),
    "choose": (("girl",), lambda said: Choose(_girl(said))),
    "cleanse": (("count",), lambda said: Cleanse(_number(said, "count"))),
    "discard": (("card",), lambda said: Discard(_number(said, "card"))),
}
