"""The pieces that a card is drawn with; every text among them is escaped here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from xml.sax.saxutils import escape

from majokko_rules.exports import lettering

Ink = Literal["ink", "soft", "light", "deep"]
Anchor = Literal["start", "middle", "end"]

_FONTS = (
    "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'Noto Sans SC', 'Noto Sans JP', 'PingFang SC', "
    "'Hiragino Sans', 'Microsoft YaHei', 'Yu Gothic', sans-serif"
)
_COLOURS = {
    "paper": "#fffdfe",
    "tile": "#fbeef4",
    "band": "#a8326b",
    "track": "#eadfe5",
    "gauge": "#c2477a",
    "ink": "#1d2129",
    "soft": "#6a5963",
    "light": "#ffffff",
    "deep": "#8d2459",
}
_DARK = (
    "@media (prefers-color-scheme: dark) {.paper{fill:#16131a}.tile{fill:#2a1f2b}"
    ".band{fill:#7d2350}.track{fill:#3b303d}.gauge{fill:#e58fb1}.ink{fill:#f0e9ee}"
    ".soft{fill:#b9a8b3}.deep{fill:#f0a6c6}}"
)
CORNER = 14.0
BOLDER = 1.12
"""How much wider bold letters are."""

_RISE = 0.36
"""How far below the middle of a line its letters stand, in sizes of the font."""


@dataclass(frozen=True, slots=True)
class Block:
    """Part of a card, drawn from its own upper left corner."""

    height: float
    drawn: str


@dataclass(frozen=True, slots=True)
class Area:
    x: float
    y: float
    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class Page:
    """A whole picture: its size, and what it is in words."""

    wide: float
    high: float
    title: str
    about: str
    locale: str


@dataclass(frozen=True, slots=True)
class Style:
    """How a text looks; `least` is the smallest it may become to fit."""

    size: float
    ink: Ink = "ink"
    least: float | None = None
    bold: bool = False
    anchor: Anchor = "start"


def text(x: float, y: float, room: float, said: str, style: Style) -> str:
    """Draw one line around the height `y` that takes no more than `room`."""
    thin = room / BOLDER if style.bold else room
    shown, size = lettering.fitted(
        lettering.readable(said), thin, style.size, style.least or style.size
    )
    if not shown:
        return ""
    weight = ' font-weight="700"' if style.bold else ""
    anchor = f' text-anchor="{style.anchor}"' if style.anchor != "start" else ""
    return (
        f'<text class="{style.ink}" x="{_number(x)}" y="{_number(y + size * _RISE)}" '
        f'font-size="{_number(size)}" fill="{_COLOURS[style.ink]}"{weight}{anchor}>'
        f"{escape(shown)}</text>"
    )


def lines(x: float, room: float, said: Sequence[str], style: Style, pitch: float) -> str:
    """Draw lines below each other, the first in the middle of its own height."""
    return "".join(
        text(x, (place + 0.5) * pitch, room, line, style) for place, line in enumerate(said)
    )


def box(area: Area, kind: str, corner: float = 0) -> str:
    rounded = f' rx="{_number(corner)}"' if corner else ""
    return (
        f'<rect class="{kind}" x="{_number(area.x)}" y="{_number(area.y)}" '
        f'width="{_number(area.wide)}" height="{_number(area.high)}"{rounded} '
        f'fill="{_COLOURS[kind]}"/>'
    )


def band(wide: float, high: float, corner: float) -> str:
    """A box over the whole width of a page, round where the page is round."""
    arc = f"a{_number(corner)} {_number(corner)} 0 0 1 {_number(corner)}"
    side = _number(high - corner)
    across = _number(wide - 2 * corner)
    edge = _number(corner)
    path = f"M0 {_number(high)}v-{side}{arc}-{edge}h{across}{arc} {edge}v{side}z"
    return f'<path class="band" d="{path}" fill="{_COLOURS["band"]}"/>'


def at(x: float, y: float, drawn: str) -> str:
    return f'<g transform="translate({_number(x)} {_number(y)})">{drawn}</g>' if drawn else ""


def picture(page: Page, drawn: str) -> str:
    """Return the whole picture, which needs nothing from elsewhere."""
    wide, high = _number(page.wide), _number(page.high)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" xml:lang="{page.locale}" lang="{page.locale}" '
        f'aria-labelledby="card-title card-about" font-family="{_FONTS}">'
        f'<title id="card-title">{escape(lettering.readable(page.title))}</title>'
        f'<desc id="card-about">{escape(lettering.readable(page.about))}</desc>'
        f"<style>{_DARK}</style>"
        f"{box(Area(0, 0, page.wide, page.high), 'paper', CORNER)}{drawn}</svg>\n"
    )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
