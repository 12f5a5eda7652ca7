"""Which language answers a caller: RFC 4647 lookup over the four that we speak."""

import pytest

from majokko_kit import locale

ROWS = [
    # header, default, locale
    ("", "en", "en"),
    ("", "ja", "ja"),
    ("*", "ja", "ja"),
    ("en", "ja", "en"),
    ("en-GB", "ja", "en"),
    ("EN-us", "ja", "en"),
    ("ja", "en", "ja"),
    ("ja-JP", "en", "ja"),
    ("ja-Latn-x-kana", "en", "ja"),
    ("zh", "en", "zh-Hans"),
    ("zh-CN", "en", "zh-Hans"),
    ("zh-SG", "en", "zh-Hans"),
    ("zh-Hans", "en", "zh-Hans"),
    ("zh-hans-tw", "en", "zh-Hans"),
    ("zh-TW", "en", "zh-Hant"),
    ("zh-HK", "en", "zh-Hant"),
    ("zh-MO", "en", "zh-Hant"),
    ("zh-Hant", "en", "zh-Hant"),
    ("zh-Hant-HK", "en", "zh-Hant"),
    ("zh-TW-u-co-stroke", "en", "zh-Hant"),
    ("zh-x-tw", "en", "zh-Hans"),
    ("fr", "en", "en"),
    ("tlh, ja", "en", "ja"),
    ("fr-CH, fr;q=0.9, zh-TW;q=0.8, en;q=0.7, *;q=0.5", "en", "zh-Hant"),
    ("en;q=0.5, ja;q=0.9", "en", "ja"),
    ("en; q=0.5 , ja ; q=0.9", "en", "ja"),
    ("ja;q=0, en", "ja", "en"),
    ("ja;q=0, *", "ja", "en"),
    ("en;q=0, *;q=0.1", "en", "ja"),
    ("ja, en", "en", "ja"),
    ("ja;q=1.5, en;q=0.1", "zh-Hans", "en"),
    ("ja;q=nan, en", "ja", "en"),
    ("ja;level=1, en;q=0.2", "zh-Hans", "en"),
    (";q=1,,,", "en", "en"),
    ("-, --, ja-", "en", "ja"),
    ("\x00\xff, 日本語", "en", "en"),
    (",".join(["xx"] * 5000) + ",ja", "en", "en"),
]


@pytest.mark.parametrize(("header", "default", "expected"), ROWS)
def test_accept_language_finds_the_best_of_our_languages(
    header: str, default: str, expected: str
) -> None:
    assert locale.accepted(header, default) == expected


@pytest.mark.parametrize(
    ("query", "header", "expected"),
    [
        (b"lang=ja", b"zh-TW", "ja"),
        (b"notation=2d6&lang=zh-HK", b"", "zh-Hant"),
        (b"lang=tlh", b"zh-TW", "zh-Hant"),
        (b"lang=", b"ja", "ja"),
        (b"lang=%ff", b"ja", "ja"),
        (b"slang=ja", b"", "en"),
        (b"lang=en&lang=ja", b"", "ja"),
    ],
)
def test_the_query_wins_over_the_header(query: bytes, header: bytes, expected: str) -> None:
    assert locale.of_request(query, header, "en") == expected
