"""Bar charts of characters."""

from collections.abc import Iterator

from majokko_rules.charts import wording
from majokko_rules.charts.bars import Bar, bars_of
from majokko_rules.odds import Odds

_MOST = 40
_LEAST_BAR = 10
_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL = "█"
_FAILING = "░"
_PERCENT = 7


def terminal(odds: Odds, width: int, locale: str = "en") -> str:
    """Draw `odds` in lines of at most `width` columns (or a little more on very narrow ones).

    What succeeds is a solid bar, what fails a light one.
    """
    chart = bars_of(odds, _MOST)
    labels = max(len(bar.label) for bar in chart.bars)
    room = max(_LEAST_BAR, width - labels - _PERCENT - 3)
    highest = max(bar.probability for bar in chart.bars)
    lines = [wording.summary(odds, locale)]
    lines += (
        f"{bar.label:>{labels}} {wording.percent(bar.probability):>{_PERCENT}} "
        f"{_drawn(bar, room / highest)}".rstrip()
        for bar in chart.bars
    )
    lines += _notes(odds, wording.outside(chart, locale), locale)
    return "\n".join(lines)


def _drawn(bar: Bar, scale: float) -> str:
    if bar.success is None:
        return _solid(bar.probability * scale)
    solid = round(bar.success * scale)
    return _FULL * solid + _FAILING * (round(bar.probability * scale) - solid)


def _solid(length: float) -> str:
    eighths = round(length * 8)
    return _FULL * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _notes(odds: Odds, outside: str, locale: str) -> Iterator[str]:
    if odds.succeeding is not None:
        said = wording.words(locale)
        keys = ((_FULL, "success"), (_FAILING, "failure"))
        yield "  ".join(f"{sign} {said[key].format(value='').strip()}" for sign, key in keys)
    if outside:
        yield outside
