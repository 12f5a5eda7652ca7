"""A card shows who she is, at a glance and in words, and nothing of it lies over anything else."""

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules import catalog, exports
from majokko_rules.exports import lettering
from tests.rules.exports.people import FIXED, SEEDS, SYSTEMS, portrait
from tests.rules.exports.pictures import SVG, Drawn, Text, drawn

GOLDEN = Path(__file__).parent / "golden"

every_system = pytest.mark.parametrize("system", SYSTEMS)
every_locale = pytest.mark.parametrize("locale", catalog.LOCALES)


def card(system: str, seed: int, locale: str) -> Drawn:
    return drawn(exports.write("svg", portrait(system, seed), locale).text)


def touch(one: Text, other: Text) -> bool:
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


@every_system
@every_locale
def test_no_text_lies_over_another_or_outside(system: str, locale: str) -> None:
    for seed in SEEDS:
        picture = card(system, seed, locale)

        assert all(0 <= each.left <= each.right <= picture.width for each in picture.texts)
        assert all(0 <= each.top <= each.bottom <= picture.height for each in picture.texts)
        assert [pair for pair in combinations(picture.texts, 2) if touch(*pair)] == []


@every_system
@every_locale
def test_a_card_says_what_it_shows(system: str, locale: str) -> None:
    root = card(system, 0, locale).root
    title, about = root.find(f"{SVG}title"), root.find(f"{SVG}desc")

    assert root.attrib["lang"] == locale
    assert root.attrib["role"] == "img"
    assert title is not None
    assert title.text == "暁美ほむら"
    assert about is not None
    assert any(c.isdigit() for c in about.text or "")


@every_system
@every_locale
def test_a_card_tells_the_same_numbers_in_every_language(system: str, locale: str) -> None:
    def numbers(picture: Drawn) -> list[str]:
        return sorted(each.said for each in picture.texts if each.said.isdecimal())

    assert numbers(card(system, 1, locale)) == numbers(card(system, 1, "en"))


@every_system
def test_a_card_is_small_and_needs_nothing_from_elsewhere(system: str) -> None:
    svg = exports.write("svg", portrait(system, 2), "zh-Hans").text

    assert len(svg.encode()) < 40_000
    assert "@import" not in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(("mark", "part"), [(0, None), (7, 0.5), (14, 1), (99, 1), (-3, None)])
def test_a_bar_is_as_long_as_what_is_left(mark: int, part: float | None) -> None:
    character = portrait("amgc", sheet=FIXED["amgc"].sheet, marks={"HP": mark})
    root = drawn(exports.write("svg", character).text).root
    first = next(
        g for g in root.iter(f"{SVG}g") if g.find(f"{SVG}rect[@class='track']") is not None
    )
    track, gauge = _wide(first, "track"), _wide(first, "gauge")

    assert gauge == (None if part is None else pytest.approx((track or 0) * part))


def _wide(group: ET.Element, kind: str) -> float | None:
    found = group.find(f"{SVG}rect[@class='{kind}']")
    return None if found is None else float(found.attrib["width"])


@every_system
def test_a_card_stays_as_it_was_drawn(system: str) -> None:
    """Look at the picture before you keep another: `python -m tests.rules.exports.golden`."""
    for form in exports.FORMS:
        written = exports.write(form, FIXED[system], "ja")

        assert written.text == (GOLDEN / f"{system}.{written.ending}").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "room", "expected"),
    [
        ("願いごとをかなえる。", 50, ["願いごとを", "かなえる。"]),
        ("願いごとを、かなえる", 50, ["願いごと", "を、かなえ", "る"]),
        ("わたし「願い」を", 40, ["わたし", "「願い」", "を"]),
        ("a wish for all", 60, ["a wish", "for all"]),
        ("a wish", 200, ["a wish"]),
        ("abcdefghij", 30, ["abcd", "efgh", "ij"]),
        ("かなえる" * 9, 40, ["かなえる"] * 4 + ["かな\u2026"]),
        ("", 10, []),
    ],
)
def test_lines_break_where_a_writer_would(text: str, room: float, expected: list[str]) -> None:
    assert list(lettering.wrapped(text, room, 10, 5)) == expected


@given(st.text(max_size=80), st.floats(12, 400), st.integers(1, 4))
def test_lines_fit_and_lose_nothing_but_blanks(text: str, room: float, most: int) -> None:
    broken = lettering.wrapped(lettering.readable(text), room, 10, most)
    said = "".join(broken)

    assert len(broken) <= most
    assert all(lettering.width(line, 10) <= room or len(line) == 1 for line in broken)
    if not said.endswith("\u2026"):
        assert said.replace(" ", "") == lettering.readable(text).replace(" ", "")
