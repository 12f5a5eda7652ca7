"""Whatever players write stays text, and stays inside."""

import json
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majokko_rules import exports
from majokko_rules.creation import Sheet, Value
from majokko_rules.exports import Portrait
from majokko_rules.exports.lettering import readable
from tests.rules.exports.people import FIXED, SYSTEMS
from tests.rules.exports.pictures import SVG, Drawn, drawn

NAMES = {
    "script": "<script>alert(1)</script>",
    "quotes": '"\' onload="x" \'>',
    "entity": "&lt;b&gt; &#60; ]]>",
    "controls": "a\x00b\x07c\x1b[31md\x7f",
    "directions": "\u202eabc\u2066def\u200f",
    "lines": "one\ntwo\r\nthree\u2028four",
    "halves": "\ud800x\udfff",
    "long CJK": "魔法少女" * 50,
    "long Latin": "W" * 200,
    "long word": "pneumonoultramicroscopic" * 9,
    "emoji": "👩‍👩‍👧‍👦🌸🧙‍♀️" * 20,
    "accents": "Z" + "\u0300\u0336" * 60,
    "phrases": "\ufdfd" * 30,
    "full width": "ＭＡＤＯＫＡ" * 30,
    "right to left": "مدوكا كانامه " * 15,
    "Markdown": "# [x](javascript:alert(1)) ![i](//x) `c` |a| **b** <!-- -->",
    "nothing": "\u200b\u2060",
    "blank": "   ",
}
every_name = pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
every_system = pytest.mark.parametrize("system", SYSTEMS)

ALLOWED = {"svg", "title", "desc", "style", "rect", "path", "g", "text"}


def filled(system: str, text: str) -> Portrait:
    """A character of whom everything that a player may write says the same."""
    character = FIXED[system]
    values = {
        name: Value(text) if _own(name, value) else value
        for name, value in character.sheet.values.items()
    }
    marks: dict[str, int | str] = {"HP": 1, text: 3, f"{text}2": text}
    return Portrait(text, character.ruleset, Sheet(values), marks, {text: text}, character.url)


def _own(name: str, value: Value) -> bool:
    free = ("origin", "kind", "appearance", "sex")
    return name.startswith(("background", "names.")) or (name in free and bool(value.value))


def check_inside(picture: Drawn) -> None:
    for each in picture.texts:
        assert each.left >= 0, each
        assert each.right <= picture.width, each
        assert each.top >= 0, each
        assert each.bottom <= picture.height, each


def check_inert(root: ET.Element) -> None:
    """Nothing but shapes and text, and nothing from elsewhere."""
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in ALLOWED
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on")
            assert "href" not in name
            assert "url(" not in value


@every_system
@every_name
@pytest.mark.parametrize("locale", ["en", "zh-Hant"])
def test_a_card_holds_any_text(system: str, name: str, locale: str) -> None:
    picture = drawn(exports.write("svg", filled(system, name), locale).text)

    check_inert(picture.root)
    check_inside(picture)


@settings(max_examples=60)
@given(st.sampled_from(SYSTEMS), st.text(max_size=300))
def test_a_card_holds_whatever_can_be_typed(system: str, name: str) -> None:
    picture = drawn(exports.write("svg", filled(system, name), "ja").text)

    check_inert(picture.root)
    check_inside(picture)


@every_system
@every_name
def test_a_sheet_to_read_shows_text_as_text(system: str, name: str) -> None:
    text = exports.write("markdown", filled(system, name)).text
    ours = {"# ", "## ", "### ", "> ", "| ", "|", "<", ""}
    for line in text.splitlines():
        start = re.match(r"#+ |> |\| |\||<", line)

        assert (start[0] if start else "") in ours
        assert line.isprintable()
    assert re.findall(r"(?<!\\)<[^h]|(?<!\\)[\]\[*`&]|[^<]https?://", text) == []


@every_system
@every_name
def test_a_piece_for_the_board_is_plain(system: str, name: str) -> None:
    data = json.loads(exports.write("ccfolia", filled(system, name)).text)["data"]
    lines = [data["name"], *data["memo"].split("\n"), *data["commands"].split("\n")]

    assert all(line.isprintable() for line in lines)


@every_system
@every_name
def test_a_line_for_bots_is_one_line(system: str, name: str) -> None:
    line = exports.write("sealdice", filled(system, name)).text

    assert line.isprintable()
    assert line == exports.write("sealdice", filled(system, "x")).text


@given(st.text())
def test_readable_text_is_seen_and_is_in_one_line(text: str) -> None:
    shown = readable(text)

    assert shown.isprintable()
    assert readable(shown) == shown
    assert shown.encode("utf-8").decode("utf-8") == shown


def test_letters_and_signs_of_all_languages_stay() -> None:
    kept = "Zoë 鹿目まどか 郑吒 미키 Ⅳ ½ ♥ 🌸"

    assert readable(kept) == kept
