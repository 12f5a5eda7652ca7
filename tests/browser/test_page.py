"""The page /verify as its readers use it: alone on a disk, in their language, on any screen."""

import json
import re
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest
from playwright.async_api import Browser

from majokko_kit import verifypage
from majokko_rules.catalog import LOCALES, words
from tests.support.readers import Reader, written
from tests.support.streams import SEEDS, closed, evening, opened

ROOM = evening()
MANY = evening(130)
LONG = evening(1000)

SPEAKERS = {
    "en-US": "en",
    "de-DE": "en",
    "ja-JP": "ja",
    "zh-CN": "zh-Hans",
    "zh-TW": "zh-Hant",
    "zh-HK": "zh-Hant",
    "zh-Hant-MO": "zh-Hant",
}


def word(locale: str, key: str) -> str:
    return words(verifypage.PACKAGE, locale)[key]


# --- alone -----------------------------------------------------------------------------------


async def test_the_page_asks_nobody_for_anything(browser: Browser, kept: str) -> None:
    async with Reader.of(browser, kept, offline=True) as reader:
        await reader.check(ROOM)
        await reader.check({**ROOM, "index": 1})

        assert reader.asked == [kept]
        assert reader.trouble == []


async def test_the_browser_would_not_let_it_ask(browser: Browser, kept: str) -> None:
    async with Reader.of(browser, kept) as reader:
        asked = await reader.page.evaluate(
            "() => fetch('https://majokko.test/').then(() => 'sent', () => 'held back')"
        )

        assert asked == "held back"
        assert any("Content Security Policy" in trouble for trouble in reader.trouble)


async def test_what_stands_in_a_proof_is_text_and_nothing_else(reader: Reader) -> None:
    markup = '<img src=x onerror="document.title = 1"><script>document.title = 2'
    title = await reader.page.title()
    stream = opened(*SEEDS)
    turn = stream.turn(markup)
    drawn = stream.record(turn, markup)

    for proof in (
        dict(stream.after(drawn).close([drawn]).proof()),
        {**ROOM, markup: 1},
        {**ROOM, "draws": [{**ROOM["draws"][0], "request": markup}]},
    ):
        await reader.check(proof)

        assert await reader.page.locator("#result img, #draws img, #result script").count() == 0
        assert markup in await reader.page.inner_text("main")
    assert await reader.page.title() == title


async def test_a_file_can_be_dropped_anywhere(reader: Reader) -> None:
    await reader.forget()
    await reader.page.evaluate(
        """(content) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([content], "my <b>proof</b>.json"));
            document.querySelector("h1").dispatchEvent(
                new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        written(ROOM),
    )

    assert await reader.verdict() == "valid"
    assert await reader.page.inner_text("#chosen") == "From the file my <b>proof</b>.json"


async def test_what_is_typed_after_a_file_is_what_counts(reader: Reader) -> None:
    await reader.open(written({**ROOM, "index": 1}).encode())

    assert await reader.check(ROOM) == "valid"
    assert await reader.page.inner_text("#chosen") == ""


async def test_a_long_proof_leaves_the_page_alive(reader: Reader) -> None:
    """While it is checked, progress is shown, and the language can be changed."""
    await reader.page.evaluate(
        """() => {
            window.told = new Set();
            new MutationObserver(() => told.add(document.querySelector("#result").innerText))
                .observe(document.querySelector("#result"), { childList: true, subtree: true });
            const choose = document.querySelector("#language");
            setTimeout(() => {
                choose.value = "ja";
                choose.dispatchEvent(new Event("change"));
            });
        }"""
    )

    assert await reader.open(written(LONG).encode()) == "valid"
    told = await reader.page.evaluate("Array.from(told)")
    assert "1000件中500件目を検証しています" in told
    assert len([line for line in told if "検証しています" in line]) >= 9
    await reader.page.select_option("#language", "en")


async def test_a_newer_check_replaces_one_that_still_runs(reader: Reader) -> None:
    await reader.page.fill("#proof", written(LONG))
    await reader.page.evaluate(
        """(next) => {
            const [proof, check] = ["proof", "check"].map((id) => document.getElementById(id));
            check.click();
            proof.value = next;
            check.click();
        }""",
        written({**ROOM, "index": 7}),
    )

    assert await reader.verdict() == "invalid"
    await reader.page.wait_for_timeout(300)  # the older one could only come now
    assert await reader.verdict() == "invalid"


async def test_many_draws_are_shown_a_page_at_a_time(reader: Reader) -> None:
    await reader.open(written(LONG).encode())
    first = await reader.rows()
    for _ in range(9):
        await reader.page.click("#draws button[data-turn=after]")
    last = await reader.rows()

    assert (len(first), len(last)) == (100, 100)
    assert last[-1].startswith("999")
    assert await reader.page.inner_text("#draws p span") == "900–999 of 1000"
    assert await reader.page.is_disabled("#draws button[data-turn=after]")


async def test_the_first_draw_at_fault_is_on_the_page_that_is_shown(reader: Reader) -> None:
    proof = json.loads(written(LONG))
    proof["draws"][555]["values"][0] += 1

    await reader.open(written(proof).encode())

    assert await reader.page.locator("#draws tr.wrong").get_attribute("data-nonce") == "555"


async def test_very_many_dice_and_faults_are_counted(reader: Reader) -> None:
    proof = closed(["1000d6"]).proof()

    await reader.open(written(proof).encode())
    (row,) = await reader.rows()
    proof["draws"][0]["values"] = [7] * 1000
    await reader.open(written(proof).encode())

    assert row.endswith("and 940 more")
    assert (await reader.told()).count("/draws/0/values/") == 200
    assert "801 more faults" in await reader.told()


# --- languages -------------------------------------------------------------------------------


@pytest.mark.parametrize(("speaker", "locale"), SPEAKERS.items())
async def test_the_page_speaks_the_language_of_the_browser(
    browser: Browser, kept: str, speaker: str, locale: str
) -> None:
    async with Reader.of(browser, kept, locale=speaker) as reader:
        assert await reader.page.get_attribute("html", "lang") == locale
        assert await reader.page.title() == word(locale, "title")
        assert await reader.page.input_value("#language") == locale


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_link_may_choose_the_language(browser: Browser, kept: str, locale: str) -> None:
    async with Reader.of(browser, f"{kept}?lang={locale}", locale="fr") as reader:
        assert await reader.page.inner_text("h1") == word(locale, "title")


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_verdict_is_told_again_in_another_language(reader: Reader, locale: str) -> None:
    wrong = json.loads(written(ROOM))
    wrong["draws"][1]["salt"] = wrong["closing"]
    documents = {"valid": ROOM, "invalid": wrong, "unreadable": "{"}
    for verdict, document in documents.items():
        await reader.check(document)
        await reader.page.select_option("#language", locale)
        said = await reader.page.inner_text("main")
        await reader.page.select_option("#language", "en")

        assert word(locale, f"verdict.{verdict}") in said
        assert not re.search(r"\{\w+\}", said)
        assert locale == "en" or word("en", f"verdict.{verdict}") not in said


async def test_the_language_is_chosen_by_its_own_name(reader: Reader) -> None:
    names = await reader.page.locator("#language option").all_inner_texts()

    assert names == [word(locale, "name") for locale in LOCALES]


# --- whatever the browser --------------------------------------------------------------------


async def test_without_scripts_the_page_says_so_in_every_language(
    browser: Browser, kept: str
) -> None:
    async with Reader.of(browser, kept, java_script_enabled=False) as reader:
        said = await reader.page.inner_text("main")

        assert all(word(locale, "no_script") in said for locale in LOCALES)


async def test_on_an_insecure_page_the_reader_is_told_what_to_do(
    browser: Browser, kept: str
) -> None:
    context = await browser.new_context(locale="en")
    await context.add_init_script(
        "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })"
    )
    page = await context.new_page()
    await page.goto(kept)

    assert await page.inner_text("#no-crypto") == word("en", "no_crypto")
    assert await page.is_disabled("#check")
    await context.close()


async def test_every_field_and_every_button_has_a_name(reader: Reader) -> None:
    await reader.check(ROOM)
    nameless = await reader.page.evaluate(
        """() => Array.from(document.querySelectorAll("input, textarea, select, button"))
            .filter((field) => !(field.labels?.[0] ?? field).textContent.trim())
            .map((field) => field.id)"""
    )

    assert nameless == []


async def test_the_keyboard_is_enough(browser: Browser, kept: str) -> None:
    async with Reader.of(browser, kept, locale="en") as reader:
        await reader.page.keyboard.press("Tab")
        await reader.page.keyboard.press("Tab")
        await reader.page.keyboard.insert_text(written(ROOM))
        for _ in range(3):  # over the file and what was saved
            await reader.page.keyboard.press("Tab")
        await reader.page.keyboard.press("Enter")

        assert await reader.verdict() == "valid"


SCREENS: Mapping[str, Mapping[str, int]] = {
    "desk": {"width": 1280, "height": 800},
    "phone": {"width": 320, "height": 640},
}
TOO_WIDE = """() => {
    const width = document.documentElement.clientWidth;
    return Array.from(document.querySelectorAll("body *"))
        .filter((one) => one.getBoundingClientRect().right > width + 1 && one.clientWidth > 1)
        .map((one) => one.outerHTML.slice(0, 80));
}"""
CONTRAST = """() => {
    const light = (color) => {
        const parts = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
            .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const back = (one) => {
        const { backgroundColor } = getComputedStyle(one);
        return /, 0\\)$/.test(backgroundColor) ? back(one.parentElement) : backgroundColor;
    };
    const told = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()
        && !one.disabled && [...one.childNodes].some((node) => node.data?.trim()));
    return told.map((one) => {
        const [a, b] = [light(getComputedStyle(one).color), light(back(one))];
        return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), one.outerHTML.slice(0, 80)];
    }).filter(([ratio]) => ratio < 4.5);
}"""


@pytest.mark.parametrize(
    ("locale", "screen", "scheme"), list(product(LOCALES, SCREENS, ("light", "dark")))
)
async def test_everything_fits_and_can_be_read(
    browser: Browser, kept: str, tmp_path: Path, locale: str, screen: str, scheme: str
) -> None:
    wrong = json.loads(written(ROOM))
    wrong["draws"][5]["request"] = "1d6+" * 60
    surroundings = {"viewport": SCREENS[screen], "color_scheme": scheme}
    async with Reader.of(browser, f"{kept}?lang={locale}", **surroundings) as reader:
        for proof in (wrong, MANY):
            await reader.check(proof)
            await reader.page.screenshot(path=tmp_path / f"{screen}.png", full_page=True)

            assert await reader.page.evaluate(TOO_WIDE) == []
            assert await reader.page.evaluate(CONTRAST) == []
