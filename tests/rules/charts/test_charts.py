"""Charts show every value once, can be read without seeing them, and let no text break them."""

from collections.abc import Sequence
from itertools import pairwise
from unicodedata import east_asian_width
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from majokko_rules import catalog, charts
from majokko_rules.charts.bars import bars_of
from majokko_rules.charts.picture import HEIGHT, WIDTH
from majokko_rules.dice import parse
from majokko_rules.odds import Distribution, Odds

SVG = "{http://www.w3.org/2000/svg}"
LOCALES = catalog.LOCALES

# Few and many values, one, none below zero, far apart, endless, compared with a number or not.
QUESTIONS = [
    "5",
    "d2>2",
    "2d6>=7",
    "4d6kh3",
    "8dF",
    "3d6-2d100",
    "d100<=50",
    "20a9k8>=8",
    "100d6>=350",
    "1d10000",
    "2d6*100",
    "3d{1,1000,1000000}",
    "2d{-1000000,7,1000000}*d3",
    "d6!",
    "2d10>=1d20",
]

totals = st.integers(-200, 200) | st.integers(-(10**9), 10**9)
weights = st.dictionaries(totals, st.integers(1, 9), min_size=1, max_size=150)


def drawn(text: str, locale: str = "en") -> ET.Element:
    return ET.fromstring(charts.svg(parse(text).odds(), text, locale))  # noqa: S314 (our own)


def rectangles(picture: ET.Element, kind: str) -> list[ET.Element]:
    """The bars of a kind, without the square of the legend."""
    found = picture.findall(f"{SVG}rect[@class='{kind}']")
    return [rectangle for rectangle in found if rectangle.find(f"{SVG}title") is not None]


def labels(picture: ET.Element) -> list[tuple[float, str]]:
    """The texts below the bars, with the places of their middles."""
    below = [text for text in picture.iter(f"{SVG}text") if float(text.attrib["y"]) > HEIGHT - 30]
    return [(float(text.attrib["x"]), text.text or "") for text in below]


def span(middle: float, text: str) -> tuple[float, float]:
    """How far a text of 12 pixels reaches in a common font."""
    wide = 12 * sum(1 if east_asian_width(c) in "WFA" else 0.62 for c in text)
    return middle - wide / 2, middle + wide / 2


@given(weights, st.integers(5, 120), st.booleans())
def test_every_value_has_its_place_in_one_bar(
    weights: dict[int, int],
    most: int,
    target: bool,
) -> None:
    one = Distribution(weights, sum(weights.values()))
    odds = Odds.judged(one, lambda total: total > 0) if target else Odds(one)
    chart = bars_of(odds, most)
    shown = sum(bar.probability for bar in chart.bars)
    won = sum(bar.success or 0 for bar in chart.bars)

    assert len(chart.bars) <= most
    assert all(a.high < b.low for a, b in pairwise(chart.bars))
    assert shown + chart.outside == pytest.approx(1)
    assert chart.outside <= 2 / 20_000
    for bar in chart.bars:
        inside = one.probability(lambda total, bar=bar: bar.low <= total <= bar.high)  # type: ignore[misc]
        assert bar.probability == pytest.approx(float(inside))
    assert not target or won == pytest.approx(float(odds.success or 0), abs=2 / 20_000)


@pytest.mark.parametrize("text", QUESTIONS)
def test_bars_are_as_high_as_their_values_are_likely(text: str) -> None:
    picture, chart = drawn(text), bars_of(parse(text).odds(), 100)
    heights: dict[float, float] = {}
    for bar in rectangles(picture, "good") + rectangles(picture, "rest"):
        x, height = float(bar.attrib["x"]), float(bar.attrib["height"])
        heights[x] = heights.get(x, 0) + height
    found = [heights[x] for x in sorted(heights)]
    probabilities = [bar.probability for bar in chart.bars if bar.probability]
    scale = max(found) / max(probabilities)

    assert found == pytest.approx([p * scale for p in probabilities], abs=0.02)
    assert max(found) < HEIGHT


@pytest.mark.parametrize("text", ["2d6>=7", "20a9k8>=8", "100d6>=350", "2d10>=1d20", "d2>2"])
def test_what_succeeds_has_a_colour_of_its_own(text: str) -> None:
    picture = drawn(text)
    good, rest = (
        sum(float(bar.attrib["height"]) for bar in rectangles(picture, kind))
        for kind in ("good", "rest")
    )

    assert good / (good + rest) == pytest.approx(float(parse(text).odds().success or 0), abs=1e-3)


def test_without_a_target_there_is_one_colour_and_no_legend() -> None:
    picture = drawn("2d6")

    assert not picture.findall(f"{SVG}rect[@class='good']")
    assert "failure" not in "".join(picture.itertext())


@pytest.mark.parametrize("text", QUESTIONS)
def test_labels_do_not_touch_and_stay_inside(text: str) -> None:
    spans = [span(*label) for label in sorted(labels(drawn(text)))]

    assert spans
    assert spans[0][0] >= 0
    assert spans[-1][1] <= WIDTH
    assert all(a[1] < b[0] for a, b in pairwise(spans))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d100", ["5", "10", "15"]),
        ("d4", ["1", "2", "3", "4"]),
        ("2d2-4", ["\u22122", "\u22121", "0"]),
        ("1d10000", ["1\u2026199", "2000\u20262199", "4000\u20264199"]),
    ],
)
def test_labels_stand_at_round_values(text: str, expected: Sequence[str]) -> None:
    assert [label for _, label in labels(drawn(text))][: len(expected)] == expected


@pytest.mark.parametrize("locale", LOCALES)
def test_the_picture_says_what_it_shows(locale: str) -> None:
    picture = drawn("2d6>=7", locale)
    title, description = picture.find(f"{SVG}title"), picture.find(f"{SVG}desc")
    words = catalog.words("majokko_rules.charts", locale)

    assert picture.attrib["role"] == "img"
    assert title is not None
    assert description is not None
    assert picture.attrib["aria-labelledby"] == f"{title.attrib['id']} {description.attrib['id']}"
    assert title.text == "2d6>=7"
    assert words["success"].format(value="58.3%") in (description.text or "")
    assert words["bar"].format(label="7", value="16.7%") in (description.text or "")


@pytest.mark.parametrize("locale", LOCALES)
def test_no_word_is_missing_in_any_language(locale: str) -> None:
    english = catalog.words("majokko_rules.charts", "en")
    words = catalog.words("majokko_rules.charts", locale)

    assert words.keys() == english.keys()
    for key, text in english.items():
        assert text.count("{") == words[key].count("{")


@example("\ud800 & <script>\x00\r\n]]>")
@given(st.text(st.characters(exclude_categories=[])))
def test_no_title_breaks_the_picture(title: str) -> None:
    picture = ET.fromstring(charts.svg(parse("2d6").odds(), title))  # noqa: S314 (our own)
    found = picture.find(f"{SVG}title")

    assert found is not None
    readable = "".join(c for c in title if c.isprintable() or c in "\t\u3000")
    assert (found.text or "") == readable
    assert not picture.findall(f".//{SVG}script")


def test_a_long_title_is_cut_where_it_would_leave_the_picture() -> None:
    title = "魔法少女" * 40
    picture = ET.fromstring(charts.svg(parse("d6").odds(), title))  # noqa: S314 (our own)
    found = picture.find(f"{SVG}title")
    (headline,) = picture.findall(f"{SVG}text[@class='ink']")

    assert found is not None
    assert found.text == title
    assert (headline.text or "").endswith("…")
    assert 16 * len(headline.text or "") < WIDTH


@pytest.mark.parametrize("text", QUESTIONS)
@pytest.mark.parametrize("width", [40, 80, 200])
def test_lines_fit_the_terminal(text: str, width: int) -> None:
    lines = charts.terminal(parse(text).odds(), width).splitlines()[1:]

    assert max(map(len, lines)) <= width
    assert len(lines) <= 42


def test_lines_are_as_long_as_values_are_likely() -> None:
    lines = charts.terminal(parse("2d6").odds(), 80).splitlines()

    assert lines[0] == "mean 7 · standard deviation 2.42"
    assert lines[1].split()[:2] == ["2", "2.8%"]
    assert lines[6].split()[:2] == ["7", "16.7%"]
    blocks = [line.count("█") for line in lines[1:]]
    assert blocks[5] == max(blocks) == 80 - 2 - 7 - 3
    assert blocks[:5] == pytest.approx([blocks[5] * k / 6 for k in range(1, 6)], abs=1)


def test_lines_tell_success_from_failure() -> None:
    lines = charts.terminal(parse("2d6>=7").odds(), 60, "ja").splitlines()

    assert "成功 58.3%" in lines[0]
    assert {line[-1] for line in lines[1:6]} == {"░"}
    assert {line[-1] for line in lines[6:12]} == {"█"}
    assert lines[-1] == "█ 成功  ░ 失敗"


def test_lines_say_what_they_leave_out() -> None:
    odds = parse("20a9k8").odds()
    lines = charts.terminal(odds, 80).splitlines()
    shown = {int(line.split()[0]) for line in lines[1:-1]}
    hidden = odds.distribution.probability(lambda total: total not in shown)

    assert lines[-1] == "0.003% lies outside"
    assert float(hidden) == pytest.approx(0.00003, abs=0.000005)
