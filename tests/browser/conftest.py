"""Chromium, and the page /verify in it, opened from a file as somebody would who kept it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser

from majokko_kit import verifypage
from tests.support.readers import Reader, chromium


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page on the disk."""
    path: Path = tmp_path_factory.mktemp("kept") / "majokko-verify.html"
    path.write_text(verifypage.page().html, "utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
async def reader(browser: Browser, kept: str) -> AsyncIterator[Reader]:
    """Somebody without a network who has the page open."""
    async with Reader.of(browser, kept, locale="en-GB", offline=True) as reader:
        yield reader
