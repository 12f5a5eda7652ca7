"""Cards of characters as Chromium draws them, with the fonts of this machine."""

from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from majokko_rules import catalog, exports
from majokko_rules.exports import Portrait
from tests.rules.exports.people import FIXED, SYSTEMS, portrait
from tests.rules.exports.test_hostile import NAMES, filled

MEASURED = """() => Array.from(document.querySelectorAll("text"), each => {
    const box = each.getBoundingClientRect();
    return {said: each.textContent, left: box.left, right: box.right, top: box.top,
        bottom: box.bottom};
})"""

every_system = pytest.mark.parametrize("system", SYSTEMS)
every_locale = pytest.mark.parametrize("locale", catalog.LOCALES)

Box = Mapping[str, Any]
"""`said`, `left`, `right`, `top`, `bottom`."""


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    async with await browser.new_context(offline=True) as context:
        yield await context.new_page()


async def boxes(page: Page, character: Portrait, locale: str) -> Sequence[Box]:
    """Open a card, as somebody does who was sent it, and measure its texts.

    It asks for nothing, and no text is outside.
    """
    svg = exports.write("svg", character, locale).text
    wide, high = (float(each) for each in svg.split('viewBox="0 0 ')[1].split('"')[0].split())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.set_viewport_size({"width": int(wide), "height": int(high) + 1})
    await page.set_content(f'<body style="margin:0">{svg}', wait_until="load")
    found: Sequence[Box] = await page.evaluate(MEASURED)

    assert asked == []
    for each in found:
        assert each["left"] >= 0, each
        assert each["right"] <= wide, each
        assert each["top"] >= 0, each
        assert each["bottom"] <= high, each
    return found


def touch(one: Box, other: Box) -> bool:
    """Whether letters touch; the box of a line is higher than they are."""
    across: bool = one["left"] < other["right"] and other["left"] < one["right"]
    down: bool = one["top"] + 3 < other["bottom"] and other["top"] + 3 < one["bottom"]
    return across and down


@every_system
@every_locale
async def test_nothing_overflows_in_any_language(page: Page, system: str, locale: str) -> None:
    for character in (FIXED[system], portrait(system, 1), portrait(system, 2)):
        shown = await boxes(page, character, locale)

        assert shown
        assert [pair for pair in combinations(shown, 2) if touch(*pair)] == []


@every_system
async def test_no_name_leaves_the_card(page: Page, system: str) -> None:
    for name in NAMES.values():
        await boxes(page, filled(system, name), "zh-Hant")
