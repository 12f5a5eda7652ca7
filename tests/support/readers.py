"""Somebody who has the page /verify open: types, opens files, reads what it says."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Self

from playwright.async_api import Browser, FilePayload, Page, async_playwright

from majokko_kit import body
from majokko_rules.fairness.verifying import Saved, verify
from tests.support.programs import require

FAULTS = """() => Array.from(document.querySelectorAll("#result li[data-wrong]"),
    ({dataset}) => [dataset.pointer, dataset.wrong, dataset.expected])"""
CLEAR = """() => {
    const details = document.querySelector("details");
    details.open = true;
    for (const field of details.querySelectorAll("input, textarea")) field.value = "";
}"""
DONE = '#result:is([data-verdict="valid"], [data-verdict="invalid"], [data-verdict="unreadable"])'


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start the Chromium of the machine; playwright's own would have to be downloaded."""
    program = require("chromium")
    async with async_playwright() as playwright:
        yield await playwright.chromium.launch(executable_path=program)


class Shown(NamedTuple):
    """One fault as the page shows it."""

    pointer: str
    wrong: str
    expected: str


class Reader:
    """`asked` are the addresses that the page has requested, `trouble` what went wrong in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: list[str] = []
        self.trouble: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("console", lambda message: self.trouble.append(message.text))

    @classmethod
    @asynccontextmanager
    async def of(cls, browser: Browser, address: str, **surroundings: Any) -> AsyncIterator[Self]:  # noqa: ANN401 - the options of a browser's context
        context = await browser.new_context(**surroundings)
        reader = cls(await context.new_page())
        await reader.page.goto(address)
        yield reader
        await context.close()

    async def check(self, proof: object, **saved: object) -> str:
        """Paste a proof and what was saved, and return the verdict."""
        await self.save(**saved)
        await self.page.fill("#proof", written(proof))
        await self.forget()
        await self.page.click("#check")
        return await self.verdict()

    async def open(self, content: bytes) -> str:
        """Open a file, which is checked at once, and return the verdict."""
        await self.forget()
        file = FilePayload(name="proof.json", mimeType="application/json", buffer=content)
        await self.page.set_input_files("#file", file)
        return await self.verdict()

    async def save(self, **saved: object) -> None:
        await self.page.evaluate(CLEAR)
        for field, content in saved.items():
            await self.page.fill(f"#{field}", written(content))

    async def forget(self) -> None:
        """Take the last verdict away, so that the next one is the next one."""
        await self.page.evaluate("document.querySelector('#result').dataset.verdict = ''")

    async def verdict(self) -> str:
        result = await self.page.wait_for_selector(DONE)
        assert result
        return str(await result.get_attribute("data-verdict"))

    async def faults(self) -> Sequence[Shown]:
        return [Shown(*fault) for fault in await self.page.evaluate(FAULTS)]

    async def told(self) -> str:
        return await self.page.inner_text("#result")

    async def rows(self) -> Sequence[str]:
        return await self.page.locator("#draws tbody tr").all_inner_texts()


def written(document: object) -> str:
    return document if isinstance(document, str) else json.dumps(document)


def said(proof: object, *saved: Saved) -> Sequence[Shown]:
    """Return what the verifier of the rules says."""
    faults = verify(body.read(written(proof).encode()), *saved)
    return [Shown(fault.pointer, str(fault.wrong), fault.expected) for fault in faults]
