"""The words on charts, and how numbers are written in them."""

from math import isqrt

from majokko_rules import catalog
from majokko_rules.charts.bars import Bars
from majokko_rules.odds import Odds

_FINE = 0.001
_SURE = 0.9999
_NOTHING = 1e-12


def words(locale: str) -> dict[str, str]:
    return dict(catalog.words("majokko_rules.charts", locale))


def percent(probability: float) -> str:
    """Write a probability for people: never 0 % for what can happen, nor 100 % for what can fail.

    >>> percent(0.5), percent(0.00012), percent(1e-9), percent(0.999999), percent(0.0)
    ('50.0%', '0.012%', '<0.001%', '>99.99%', '0%')
    """
    if probability in (0, 1):
        return f"{probability:.0%}"
    if probability > _SURE:
        return ">99.99%"
    if probability >= _FINE:
        return f"{probability:.1%}"
    return f"{probability:.3%}" if probability >= _FINE / 100 else "<0.001%"


def number(value: float) -> str:
    """Write a mean or a deviation with as many decimals as help.

    >>> number(12.2446), number(3.0), number(-0.5)
    ('12.24', '3', '−0.5')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-", "\u2212")


def summary(odds: Odds, locale: str) -> str:
    """Mean, deviation and the probability of success in one line."""
    said = words(locale)
    phrases = [
        said["mean"].format(value=number(float(odds.mean))),
        said["deviation"].format(value=number(deviation(odds))),
    ]
    if odds.success is not None:
        phrases.append(said["success"].format(value=percent(float(odds.success))))
    return said["join"].join(phrases)


def deviation(odds: Odds) -> float:
    """The square root of the variance, taken of a whole number so that no size overflows."""
    scaled = odds.variance * 10**12
    return isqrt(scaled.numerator // scaled.denominator) / 10**6


def outside(bars: Bars, locale: str) -> str:
    """What the bars do not show, or nothing."""
    if bars.outside < _NOTHING:
        return ""
    return words(locale)["outside"].format(value=percent(bars.outside))
