"""The page /verify as it is served: whole, in every language, and allowed nothing but itself."""

import re
from base64 import b64encode
from hashlib import sha256
from inspect import getsource
from string import Formatter

import httpx
import pytest

from majokko_kit import verifypage
from majokko_kit.receipts import verifying as receipts
from majokko_rules.catalog import LOCALES, text, words
from majokko_rules.fairness.verifying import Wrong

TRANSLATED = LOCALES[1:]

# Character sets of before Unicode, each without the other scripts' own characters.
SCRIPTS = {"ja": "shift_jis", "zh-Hans": "gb2312", "zh-Hant": "big5"}

SOURCES = text(verifypage.PACKAGE, "page.html") + "".join(
    text(verifypage.PACKAGE, f"script/{name}.js") for name in verifypage.SCRIPTS
)


def said(locale: str) -> dict[str, str]:
    return dict(words(verifypage.PACKAGE, locale))


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


async def test_the_page_is_served_whole(tea: httpx.AsyncClient) -> None:
    answer = await tea.get("/verify")

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.text == verifypage.page().html
    assert re.findall(r"""(?:src|href)=(\S+?)[ >]""", answer.text) == ['"data:,"', '""']


async def test_who_has_the_page_already_gets_no_copy(tea: httpx.AsyncClient) -> None:
    tag = (await tea.get("/verify")).headers["etag"]

    assert (await tea.get("/verify", headers={"if-none-match": tag})).status_code == 304


async def test_the_browser_runs_only_what_is_in_the_page(tea: httpx.AsyncClient) -> None:
    answer = await tea.get("/verify")
    policy = answer.headers["content-security-policy"]
    (style,) = re.findall("<style>(.*?)</style>", answer.text, re.DOTALL)
    (script,) = re.findall("<script>(.*?)</script>", answer.text, re.DOTALL)

    assert policy == (
        f"default-src 'none'; script-src {hashed(script)}; style-src {hashed(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert f'content="{policy.removesuffix("; frame-ancestors " + repr("none"))}"' in answer.text


def hashed(source: str) -> str:
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"


def test_nothing_becomes_markup() -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", SOURCES)


@pytest.mark.parametrize("locale", TRANSLATED)
def test_every_language_says_all_of_it(locale: str) -> None:
    english, own = said("en"), said(locale)

    assert own.keys() == english.keys()
    assert {key: places(own[key]) for key in own} == {key: places(english[key]) for key in english}


@pytest.mark.parametrize(("locale", "charset"), SCRIPTS.items())
def test_every_language_is_written_in_its_own_script(locale: str, charset: str) -> None:
    foreign = {
        sign
        for sentence in said(locale).values()
        for sign in sentence
        if sign != "–" and not _is_written(sign, charset)
    }

    assert foreign == set()


def _is_written(sign: str, charset: str) -> bool:
    try:
        return bool(sign.encode(charset))
    except UnicodeEncodeError:
        return False


def test_every_fault_has_words_and_no_word_is_left_over() -> None:
    codes = set(re.findall(r'Fault\("([a-z_]+)"', getsource(receipts)))
    wanted = {
        *(f"faults.{wrong}" for wrong in Wrong),
        *(f"receipts.{code}" for code in (*codes, "foreign", "no_keys")),
    }
    told = {key for key in said("en") if key.startswith(("faults.", "receipts."))}

    assert len(codes) == 5
    assert told == wanted


def test_every_other_word_is_said() -> None:
    own = [key for key in said("en") if not key.startswith(("faults.", "receipts.", "command."))]
    unsaid = [key for key in own if not _is_said(key)]

    assert unsaid == []


def _is_said(key: str) -> bool:
    """Whether a source names a key, or builds it: `verdict.${result.verdict}`. What stands in the
    page before any script runs is put there as it is built.
    """
    group, _, last = key.partition(".")
    built = f"`{group}.${{" in SOURCES and re.search(rf"\b{last}\b", SOURCES)
    return f'"{key}"' in SOURCES or bool(built) or key in {"name", "no_script"}
