"""What a card is made of, part by part, in the width that it has."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from majokko_rules.exports import lettering
from majokko_rules.exports.card.drawing import BOLDER, Area, Block, Style, at, box, lines, text
from majokko_rules.exports.figures import Status

WIDTH = 664.0
_GAP = 12.0
_LINE = 19.0

_LABEL = Style(12, "soft", least=9)
_VALUE = Style(14)
_HEADING = Style(13, "deep", bold=True)
_TILE_LABEL = Style(12, "soft", least=8, anchor="middle")
_TILE_VALUE = Style(24, least=10, bold=True, anchor="middle")
_TILE_BELOW = Style(11, "soft", least=7, anchor="middle")
_GAUGE_VALUE = Style(13, least=8, bold=True, anchor="end")
_CHIP = Style(13)

Pair = tuple[str, str]
Told = TypeVar("Told")


def facts(told: Sequence[Pair]) -> Iterator[Block]:
    """Yield short facts, two beside each other."""
    wide = (WIDTH - _GAP) / 2
    for row in _rows(told, 2):
        cells = [_fact(pair, wide) for pair in row]
        drawn = (at(place * (wide + _GAP), 0, each.drawn) for place, each in enumerate(cells))
        yield Block(max(each.height for each in cells), "".join(drawn))


def tiles(told: Sequence[tuple[str, str, str]], across: int = 5) -> Iterator[Block]:
    """Yield numbers in boxes, each with a name above and something small below."""
    wide = (WIDTH - (across - 1) * _GAP) / across
    high = 82.0 if any(below for *_, below in told) else 66.0
    for row in _rows(told, across):
        drawn = (
            at(place * (wide + _GAP), 0, _tile(each, wide, high)) for place, each in enumerate(row)
        )
        yield Block(high, "".join(drawn))


def gauges(told: Sequence[Status]) -> Iterator[Block]:
    """Yield what is used up, as bars, two beside each other."""
    wide = (WIDTH - 2 * _GAP) / 2
    for row in _rows(told, 2):
        drawn = (_gauge(each, wide) for each in row)
        yield Block(30, "".join(at(i * (wide + 2 * _GAP), 0, one) for i, one in enumerate(drawn)))


def chips(told: Sequence[str]) -> Iterator[Block]:
    """Yield short texts in boxes that flow as words do."""
    x, drawn = 0.0, ""
    for each in told:
        shown = lettering.cut(lettering.readable(each), WIDTH / 2, _CHIP.size)
        wide = lettering.width(shown, _CHIP.size) + 2 * _GAP
        if x and x + wide > WIDTH:
            yield Block(26, drawn)
            x, drawn = 0.0, ""
        drawn += box(Area(x, 0, wide, 26), "tile", 13) + text(x + _GAP, 13, wide, shown, _CHIP)
        x += wide + 8
    if drawn:
        yield Block(26, drawn)


def entry(pair: Pair, most: int) -> Block:
    """A name at the left, and beside it a text of some lines."""
    name, said = pair
    left = 150.0
    room = WIDTH - left - _GAP
    broken = lettering.wrapped(lettering.readable(said), room, _VALUE.size, most)
    drawn = text(0, _LINE / 2, left, name, _LABEL)
    drawn += at(left + _GAP, 0, lines(0, room, broken, _VALUE, _LINE))
    return Block(max(1, len(broken)) * _LINE, drawn)


def heading(said: str) -> Block:
    return Block(20, text(0, 10, WIDTH, said, _HEADING))


def _fact(pair: Pair, wide: float) -> Block:
    name, said = pair
    broken = lettering.wrapped(lettering.readable(said), wide, _VALUE.size, 2) or [""]
    drawn = text(0, 8, wide, name, _LABEL) + at(0, 16, lines(0, wide, broken, _VALUE, _LINE))
    return Block(16 + len(broken) * _LINE, drawn)


def _tile(told: tuple[str, str, str], wide: float, high: float) -> str:
    name, number, below = told
    room, middle = wide - 12, wide / 2
    return (
        box(Area(0, 0, wide, high), "tile", 10)
        + text(middle, 16, room, name, _TILE_LABEL)
        + text(middle, 43, room, number, _TILE_VALUE)
        + text(middle, 68, room, below, _TILE_BELOW)
    )


def _gauge(status: Status, wide: float) -> str:
    most = "" if status.most is None else f" / {status.most}"
    number = f"{status.now}{most}"
    taken = min(lettering.width(number, _GAUGE_VALUE.size) * BOLDER, wide / 2)
    drawn = text(0, 9, wide - taken - 8, status.label, _LABEL)
    drawn += text(wide, 9, taken + 1, number, _GAUGE_VALUE)
    if status.most is None:
        return drawn
    part = min(max(status.now / status.most, 0), 1) if status.most > 0 else 0
    drawn += box(Area(0, 21, wide, 7), "track", 3.5)
    return drawn + (box(Area(0, 21, wide * part, 7), "gauge", 3.5) if part else "")


def _rows(told: Sequence[Told], across: int) -> Iterator[Sequence[Told]]:
    yield from (told[at : at + across] for at in range(0, len(told), across))
