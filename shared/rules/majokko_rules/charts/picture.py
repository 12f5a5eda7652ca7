"""A bar chart as SVG, written by hand: a few kilobytes, readable in light and in dark."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import east_asian_width
from xml.sax.saxutils import escape
from zlib import crc32

from majokko_rules.charts import wording
from majokko_rules.charts.bars import Bar, Bars, bars_of
from majokko_rules.odds import Odds

WIDTH, HEIGHT = 720, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 64, 36
_PLOT_WIDTH = WIDTH - _LEFT - _RIGHT
_PLOT_HEIGHT = HEIGHT - _TOP - _BOTTOM
_BASE = HEIGHT - _BOTTOM

_MOST = 100
_BIG, _SMALL = 16, 12
_NARROW, _WIDE = 0.66, 1
"""Width of a letter in sizes of its font, on the safe side: no font can be asked."""

_PLAIN = ("Na", "N", "H")

_FONTS = (
    "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'Noto Sans SC', 'Noto Sans JP', 'PingFang SC', "
    "'Hiragino Sans', 'Microsoft YaHei', 'Yu Gothic', sans-serif"
)
_STYLE = (
    "@media (prefers-color-scheme: dark) {"
    ".paper{fill:#16181d}.ink{fill:#e8eaee}.soft{fill:#a9afba}.grid{stroke:#343842}"
    ".good{fill:#e58fb1}.rest{fill:#6b7488}}"
)
_COLOURS = {"good": "#c2477a", "rest": "#8b94a7"}
_PAPER, _INK, _SOFT, _GRID = "#ffffff", "#1d2129", "#5b6270", "#dfe2e8"


def svg(odds: Odds, title: str, locale: str = "en") -> str:
    """Draw `odds` under `title`, which may be any text.

    Bars are values of the total; the part of a bar that succeeds has a colour of its own. The
    picture describes itself in words for those who do not see it.
    """
    title = _readable(title)
    chart = bars_of(odds, _MOST)
    summary = wording.summary(odds, locale)
    scale = _Scale.reaching(max(bar.probability for bar in chart.bars))
    return "".join(
        (
            _head(title, _described(chart, summary, locale), locale),
            _headline(title, summary),
            _legend(odds, locale),
            *scale.drawn(),
            *_drawn_bars(chart.bars, scale, locale),
            *_drawn_labels(chart.bars),
            _text(WIDTH - _RIGHT, 20, wording.outside(chart, locale), "end"),
            "</svg>\n",
        )
    )


def _head(title: str, description: str, locale: str) -> str:
    mark = f"{crc32((title + description).encode()):08x}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img" xml:lang="{locale}" lang="{locale}" '
        f'aria-labelledby="t{mark} d{mark}" font-family="{_FONTS}">'
        f'<title id="t{mark}">{escape(title)}</title>'
        f'<desc id="d{mark}">{escape(description)}</desc>'
        f"<style>{_STYLE}</style>"
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>'
    )


def _described(chart: Bars, summary: str, locale: str) -> str:
    """The summary and the likeliest bar: what one sees at a glance."""
    likeliest = max(chart.bars, key=lambda bar: bar.probability)
    return f"{summary}; {_said(likeliest, locale)}"


def _said(bar: Bar, locale: str) -> str:
    value = wording.percent(bar.probability)
    return wording.words(locale)["bar"].format(label=bar.label, value=value)


def _headline(title: str, summary: str) -> str:
    room = _PLOT_WIDTH - 130
    return (
        f'<text class="ink" x="{_LEFT}" y="26" font-size="{_BIG}" fill="{_INK}">'
        f"{escape(_shortened(title, room, _BIG))}</text>" + _text(_LEFT, 46, summary)
    )


def _legend(odds: Odds, locale: str) -> str:
    """Two squares and what they mean, right of the summary."""
    if odds.succeeding is None:
        return ""
    said, x, drawn = wording.words(locale), float(WIDTH - _RIGHT), ""
    for key, kind in (("failure", "rest"), ("success", "good")):
        name = said[key].format(value="").strip()
        x -= _width(name, _SMALL)
        drawn += _text(x, 46, name)
        x -= 16
        drawn += _rect(x, 36, 11, 11, kind) + "/>"
        x -= 14
    return drawn


@dataclass(frozen=True, slots=True)
class _Scale:
    """The axis of probabilities, with lines at round numbers."""

    step: float
    top: float

    @classmethod
    def reaching(cls, highest: float) -> "_Scale":
        """Choose the coarsest of 1, 2, 5, 10 … that makes four or more lines."""
        unit = 1.0
        while unit * 4 > highest:
            unit /= 10
        step = next(f * unit for f in (20, 10, 5, 2, 1) if f * unit * 4 <= highest)
        return cls(step, max(highest, step) * 1.06)

    def height(self, probability: float) -> float:
        return probability / self.top * _PLOT_HEIGHT

    def drawn(self) -> Iterator[str]:
        """Lines and their percentages."""
        for i in range(int(self.top / self.step) + 1):
            y = _BASE - self.height(i * self.step)
            yield (
                f'<path class="grid" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}" stroke="{_GRID}"/>'
                + _text(_LEFT - 8, y + 4, f"{i * self.step * 100:.6g}%", "end")
            )


def _drawn_bars(bars: Sequence[Bar], scale: _Scale, locale: str) -> Iterator[str]:
    slot = _PLOT_WIDTH / len(bars)
    wide = min(slot * 0.82, 64)
    for index, bar in enumerate(bars):
        if bar.probability:
            x = _LEFT + index * slot + (slot - wide) / 2
            yield from _drawn_bar(bar, x, wide, scale, locale)


def _drawn_bar(bar: Bar, x: float, wide: float, scale: _Scale, locale: str) -> Iterator[str]:
    tip = f"><title>{escape(_said(bar, locale))}</title></rect>"
    good = scale.height(bar.success or 0)
    rest = scale.height(bar.probability) - good
    if rest > 0:
        yield _rect(x, _BASE - good - rest, wide, rest, "rest") + tip
    if good > 0:
        yield _rect(x, _BASE - good, wide, good, "good") + tip
    above = wording.percent(bar.probability)
    if _width(above, _SMALL) < wide * 1.3:
        yield _text(x + wide / 2, _BASE - good - rest - 5, above, "middle")


def _drawn_labels(bars: Sequence[Bar]) -> Iterator[str]:
    """Label every bar, or every second, fifth … at round values, so that no two touch."""
    slot = _PLOT_WIDTH / len(bars)
    widest = max(_width(bar.label, _SMALL) for bar in bars) + 6
    every = _thinning(widest / slot)
    for index in range(_first_round(bars, every), len(bars), every):
        half = _width(bars[index].label, _SMALL) / 2
        x = _LEFT + (index + 0.5) * slot
        x = min(max(x, half), WIDTH - half)
        yield _text(x, _BASE + 18, bars[index].label, "middle")


def _first_round(bars: Sequence[Bar], every: int) -> int:
    """The first bar at a multiple of the distance between labels, if the labels stand evenly."""
    if every > 1 and len({b.low - a.low for a, b in pairwise(bars[1:])}) == 1:
        apart = (bars[2].low - bars[1].low) * every
        return next((i for i in range(every) if bars[i].low % apart == 0), 0)
    return 0


def _thinning(slots: float) -> int:
    """The least of 1, 2, 5, 10, 20 … that is at least so many slots."""
    unit = 1
    while True:
        for factor in (1, 2, 5):
            if factor * unit >= slots:
                return factor * unit
        unit *= 10


def _rect(x: float, y: float, wide: float, high: float, kind: str) -> str:
    """An open rectangle, for the caller to close."""
    return (
        f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.2f}" '
        f'fill="{_COLOURS[kind]}"'
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    if not text:
        return ""
    return (
        f'<text class="soft" x="{x:.1f}" y="{y:.1f}" font-size="{_SMALL}" fill="{_SOFT}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )


def _width(text: str, size: int) -> float:
    """How wide a text is at most, without knowing the font."""
    return size * sum(_NARROW if east_asian_width(c) in _PLAIN else _WIDE for c in text)


def _shortened(text: str, room: float, size: int) -> str:
    if _width(text, size) <= room:
        return text
    while _width(text + "…", size) > room:
        text = text[:-1]
    return text + "…"


def _readable(text: str) -> str:
    """Leave out what XML cannot hold, and what nobody can see."""
    return "".join(c for c in text if c.isprintable() or c in "\t\u3000")
