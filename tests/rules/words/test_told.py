"""Whatever a check leads to, it can be told in every language, with the same numbers."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from majokko_rules import catalog, questions, render
from majokko_rules.chance import Scripted, Seeded
from majokko_rules.errors import BudgetExceeded, InvalidValue, RuleError, UnknownField
from majokko_rules.odds import Distribution, Odds
from majokko_rules.questions import Question
from majokko_rules.results import Comparison, Die, Part, Result
from majokko_rules.systems import SYSTEMS
from tests.support.asking import checks

DICE = (Die(6, 5), Die(6, 4), Die(6, 6), Die(6, 1, kept=False))
NUMBER = re.compile(r"[+-]?\d+")

every_system = pytest.mark.parametrize("system", SYSTEMS)
every_language = pytest.mark.parametrize("locale", catalog.LOCALES)


def numbers(result: Result, locale: str) -> list[str]:
    """The numbers in the line, without the notation, which is the same everywhere."""
    return NUMBER.findall(render.text(result, locale).removeprefix(result.notation))


def read(check: Mapping[str, Any]) -> Question | RuleError:
    try:
        return questions.of_check(check)
    except RuleError as error:
        return error


def allowed(system: str) -> st.SearchStrategy[Question]:
    return checks(SYSTEMS[system]).map(read).filter(lambda q: not isinstance(q, RuleError))  # type: ignore[return-value]


def odds_of(question: Question) -> Odds:
    try:
        return question.odds()
    except BudgetExceeded:
        return Odds(Distribution.certain(0))


@every_system
@given(data=st.data(), seed=st.binary(max_size=4))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_a_seed_gives_the_same_numbers_in_every_language(
    system: str, data: st.DataObject, seed: bytes
) -> None:
    question = data.draw(allowed(system))
    told = {}
    for locale in catalog.LOCALES:
        result = question.roll(Seeded(seed))
        told[locale] = (result, numbers(result, locale))

    assert all(one == told["en"] for one in told.values())


@every_system
@given(data=st.data())
def test_whatever_is_refused_is_told_in_every_language(system: str, data: st.DataObject) -> None:
    """A check that fits its form is spoilt by a member too many, or of a wrong type."""
    check = data.draw(checks(SYSTEMS[system]))
    spoilt = data.draw(st.sampled_from(sorted({*check, "nonsense"} - {"system"})))
    error = read({**check, spoilt: data.draw(st.sampled_from([None, 1.5, "?", [], {}, -(10**9)]))})
    assume(isinstance(error, RuleError))
    assert isinstance(error, RuleError)

    for locale in catalog.LOCALES:
        title, detail = render.refusal(error, locale)
        assert title
        assert detail


@every_system
@given(data=st.data(), seed=st.binary(max_size=4))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_every_level_and_warning_reached_has_a_name(
    system: str, data: st.DataObject, seed: bytes
) -> None:
    question = data.draw(allowed(system))
    result = question.roll(Seeded(seed))
    outcome = result.outcome
    assert outcome is not None

    assert outcome.system == system
    assert outcome.level is None or f"outcomes.{outcome.level}" in render.own_words(system, "en")
    for locale in catalog.LOCALES:
        assert all(render.warning(code, locale) for code in result.warnings)


@every_system
@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=25)
def test_every_level_that_odds_know_has_a_name(system: str, data: st.DataObject) -> None:
    question = data.draw(allowed(system))
    levels = odds_of(question).levels

    assert {f"outcomes.{level}" for level in levels} <= render.own_words(system, "en").keys()


def test_a_sum_shows_its_dice_and_marks_the_dropped_ones() -> None:
    result = Result("4d6kh3+2", 17, DICE)

    assert render.text(result, "en") == "4d6kh3+2: 5 4 6 (1) → 17"
    assert render.text(result, "ja") == "4d6kh3+2：5 4 6 (1) → 17"


def test_a_sum_without_dice_is_only_its_total() -> None:
    assert render.text(Result("2+3", 5, ()), "en") == "2+3 → 5"


def test_dice_thrown_again_are_marked() -> None:
    result = Result("2d6!", 13, (Die(6, 6), Die(6, 3), Die(6, 4, cause="again")))

    assert render.text(result, "en") == "2d6!: 6 3 +4 → 13"


def test_extra_tens_show_the_tens_they_stand_for() -> None:
    dice = (Die(100, 34, kept=False), Die(10, 2, cause="bonus"), Die(10, 10, False, "penalty"))  # noqa: FBT003

    assert render.text(Result("d100", 24, dice), "en") == "d100: (34) 20 (00) → 24"


def test_many_dice_are_counted() -> None:
    line = render.text(Result("1000d6", 3000, (Die(6, 3),) * 1000), "en")

    assert line == "1000d6: " + "3 " * 40 + "… 960 more → 3000"


def test_labelled_parts_are_told() -> None:
    result = Result("2d6[fire]+1[cold]", 8, DICE[:1], parts=(Part("fire", 7), Part("cold", 1)))

    assert render.text(result, "zh-Hans") == "2d6[fire]+1[cold]：5 → 8，fire 7，cold 1"


@pytest.mark.parametrize(
    ("locale", "line"),
    [
        ("en", "d20>=15: 12 → 12 · failure · margin -3"),
        ("ja", "d20>=15：12 → 12／失敗／差-3"),
        ("zh-Hans", "d20>=15：12 → 12，失败，差值-3"),
        ("zh-Hant", "d20>=15：12 → 12，失敗，差值-3"),
    ],
)
def test_a_comparison_says_whether_and_by_how_much(locale: str, line: str) -> None:
    result = Result("d20>=15", 12, (Die(20, 12),), Comparison(success=False, margin=-3))

    assert render.text(result, locale) == line


@pytest.mark.parametrize(
    ("locale", "line"),
    [
        ("en", "successes 3 · hit · margin +3 · 4 : 1"),
        ("ja", "成功数3／命中／差+3／4 対 1"),
        ("zh-Hans", "成功数3，命中，差值+3，4 对 1"),
        ("zh-Hant", "成功數3，命中，差值+3，4 對 1"),
    ],
)
def test_an_attack_is_told_with_both_sides(locale: str, line: str) -> None:
    asked = {"system": "amgc", "kind": "contest", "sides": [{"stat": 4}, {"stat": 5}]}
    result = questions.of_check(asked).roll(Scripted([10, 10, 7, 1]))

    assert render.text(result, locale).endswith(f"10 10 7 1 → {line}")


@pytest.mark.parametrize(
    ("locale", "line"),
    [
        ("en", "natural 1, successes 1 : natural 0, successes 0, chance die"),
        ("ja", "ダイスの成功1 成功数1 対 ダイスの成功0 成功数0 チャンスダイス"),
        ("zh-Hans", "自然成功1 成功数1 对 自然成功0 成功数0 机会骰"),
        ("zh-Hant", "自然成功1 成功數1 對 自然成功0 成功數0 機會骰"),
    ],
)
def test_a_side_tells_what_is_so_and_is_silent_of_what_is_not(locale: str, line: str) -> None:
    asked = {"system": "infinite", "kind": "contest", "sides": [{"dp": 1}, {"dp": 0}]}
    result = questions.of_check(asked).roll(Scripted([8, 5]))

    assert line in render.text(result, locale)


@pytest.mark.parametrize(
    ("locale", "line"),
    [
        ("en", "60, rolled 35, success; 40, rolled 35, success"),
        ("ja", "60 出目35 成功；40 出目35 成功"),
        ("zh-Hans", "60 掷出35 成功；40 掷出35 成功"),
        ("zh-Hant", "60 擲出35 成功；40 擲出35 成功"),
    ],
)
def test_the_parts_of_a_check_name_their_levels(locale: str, line: str) -> None:
    asked = {"system": "collapse", "kind": "combined", "values": [60, 40], "require": "all"}
    result = questions.of_check(asked).roll(Scripted([35]))

    assert line in render.text(result, locale)


@pytest.mark.parametrize(
    ("locale", "title", "detail"),
    [
        ("en", "Invalid value", "At least 3."),
        ("ja", "値が正しくありません", "3以上にしてください。"),
        ("zh-Hans", "值不正确", "不能小于3。"),
        ("zh-Hant", "值不正確", "不能小於3。"),
    ],
)
def test_a_refusal_has_a_title_and_names_the_limit(locale: str, title: str, detail: str) -> None:
    assert render.refusal(InvalidValue("too_small", limit=3), locale) == (title, detail)


@every_language
def test_braces_in_a_callers_text_are_only_text(locale: str) -> None:
    error = UnknownField("unknown", name="{limit}")

    assert "{limit}" in render.refusal(error, locale)[1]
    assert "{x}" in render.text(Result("d6[{x}]", 3, DICE[:1], parts=(Part("{x}", 3),)), locale)


def test_an_unknown_language_is_told_in_english() -> None:
    result = Result("d6", 5, DICE[:1])

    assert render.text(result, "tlh") == render.text(result, "en")
