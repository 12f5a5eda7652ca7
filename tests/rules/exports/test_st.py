"""Lines of dice bots are written as their makers describe them, and read in all their forms."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from majokko_rules import catalog, exports
from majokko_rules.creation import Because, Sheet, Value
from majokko_rules.errors import InvalidValue
from majokko_rules.exports import Portrait, Told
from majokko_rules.exports.st.keys import Key, keys, known, normal
from tests.rules.exports.people import FIXED, SEEDS, SYSTEMS, portrait, ruleset
from tests.rules.exports.readers import kept

every_system = pytest.mark.parametrize("system", SYSTEMS)
every_locale = pytest.mark.parametrize("locale", catalog.LOCALES)


def line(character: Portrait, locale: str = "en") -> str:
    return exports.write("sealdice", character, locale).text


def read(text: str, system: str = "collapse", locale: str = "zh-Hans") -> Told:
    return exports.read_st(text, ruleset(system), locale)


def numbers(told: Told) -> Mapping[str, int]:
    return {name: value.value for name, value in told.sheet.values.items()}


def back(told: Told, system: str) -> Portrait:
    return Portrait("x", ruleset(system), told.sheet, told.marks)


@every_system
@every_locale
def test_a_bot_keeps_every_number_of_a_line(system: str, locale: str) -> None:
    for seed in SEEDS:
        character = portrait(system, seed)
        numbers = kept(line(character, locale))
        ours = {each.written for each in keys(ruleset(system), locale)}

        assert numbers
        assert set(numbers) <= ours


@every_system
@every_locale
def test_what_is_written_is_read_again(system: str, locale: str) -> None:
    for seed in SEEDS:
        written = line(portrait(system, seed, marks={"HP": 2}), locale)
        told = read(written, system, locale)

        assert line(back(told, system), locale) == written
        assert told.others == {}
        assert told.sheet.explained()


def of(key: Key) -> st.SearchStrategy[int | None]:
    """A number within its bounds; a value of the sheet may be absent."""
    number = st.integers(max(key.least, 0) if key.kind == "most" else key.least, key.most)
    return number if key.status else st.none() | number


def _counts(key: Key) -> bool:
    """Whether what is left and the most of it do not depend on each other."""
    return key.status is None or key.status.most == "value"


@every_system
@every_locale
@settings(max_examples=25)
@given(data=st.data())
def test_any_numbers_come_back(system: str, locale: str, data: st.DataObject) -> None:
    every = [each for each in keys(ruleset(system), locale) if _counts(each)]
    drawn = {(each.kind, each.path): (each, data.draw(of(each))) for each in every}
    wanted = {path: n for (kind, path), (_, n) in drawn.items() if kind != "now" and n is not None}
    marks = {
        each.status.mark: number
        for each, number in drawn.values()
        if each.kind == "now" and each.status and number is not None
    }
    values = {
        name: Value(number, (Because("base", "base", plus=number),))
        for name, number in wanted.items()
    }
    written = line(Portrait("x", ruleset(system), Sheet(values), marks), locale)
    told = read(written + " ", system, locale)

    assert numbers(told) == wanted
    assert told.marks == marks


@every_system
@every_locale
def test_no_two_numbers_share_a_name(system: str, locale: str) -> None:
    written = [normal(each.written) for each in keys(ruleset(system), locale)]

    assert sorted(set(written)) == sorted(written)
    assert all(written)


@every_system
@every_locale
def test_a_number_is_known_by_its_names_in_every_language(system: str, locale: str) -> None:
    """Where a name means another number in the asked language, that is what it means."""
    book = known(ruleset(system), locale)
    mine = {normal(each.written) for each in keys(ruleset(system), locale)}
    common = {normal(each) for each in _aliases(system)}
    for other in catalog.LOCALES:
        for each in keys(ruleset(system), other):
            spelling = normal(each.written)
            if spelling not in mine | common:
                found = book[spelling]
                assert (found.kind, found.path) == (each.kind, each.path)


def _aliases(system: str) -> list[str]:
    table = catalog.table(f"majokko_rules.systems.{system}", "export")["aliases"]
    return [name for names in table.values() for name in names]


@every_system
def test_every_alias_belongs_to_a_number_of_the_line(system: str) -> None:
    paths = {each.path for each in keys(ruleset(system), "en")}

    assert set(catalog.table(f"majokko_rules.systems.{system}", "export")["aliases"]) <= paths


FORMS = [
    ".st 力量60 体质50",
    ".st力量60体质50",
    ".st 力量:60|体质=50",
    "。ST 力量：６０，体质 50",
    "力量60 con50",
    ".st 力量 60\n体质 50",
    ".st '力量'60 \"体质\":50",
    ".st STR60 Con:50",
    ".st 筋力60 體質50",
    ".st 力量10 力量60 体质50",
    ".st 力量60\n.st 体质50",
    ".st strength 60 constitution50",
]


@pytest.mark.parametrize("text", FORMS)
def test_a_line_is_read_in_all_its_forms(text: str) -> None:
    told = read(text)

    assert numbers(told) == {"attributes.STR": 60, "attributes.CON": 50}
    assert told.name is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (".st Homura-STR60", "Homura"),
        (".st 暁美ほむら--力量60", "暁美ほむら"),
        (".st Akemi Homura-力量60", "Akemi Homura"),
        (".st Mami2--STR60", "Mami2"),
        (".st 张三-'力量'60", "张三"),
    ],
)
def test_a_name_may_stand_before_the_numbers(text: str, name: str) -> None:
    told = read(text)

    assert told.name == name
    assert numbers(told) == {"attributes.STR": 60}


def test_what_is_left_is_a_mark_and_the_most_is_of_the_sheet() -> None:
    told = read(".st hp3 hpmax11 san40 理智上限50 mp7")

    assert told.marks == {"HP": 3, "SAN": 40, "MP": 7}
    assert numbers(told) == {"derived.HP": 11, "derived.SAN": 50, "derived.MP": 7}


def test_a_word_of_two_languages_means_what_the_reader_speaks() -> None:
    """Health in Chinese bots, the constitution in Japanese."""
    assert read(".st 体力12", locale="zh-Hans").marks == {"HP": 12}
    assert numbers(read(".st 体力12", locale="ja")) == {"attributes.CON": 12}


def test_numbers_of_another_game_are_kept_beside() -> None:
    told = read(".st 力量60 教育70 信用评级10 db:1d4")

    assert told.others == {"教育": "70", "信用评级": "10", "db": "1d4"}
    assert numbers(told) == {"attributes.STR": 60}


def test_every_number_says_that_it_came_from_a_line() -> None:
    (value,) = read(".st 力量60").sheet.values.values()

    assert value.because == (Because("choice", "st", plus=60),)


REFUSED: list[tuple[str, str, int | None]] = [
    ("", "malformed", 0),
    (".st", "malformed", 3),
    (".st 力量", "malformed", 4),
    (".st 力量60 体质", "malformed", 9),
    (".st hp-1", "malformed", 4),
    (".st hp+1d6", "malformed", 4),
    (".st 60", "malformed", 4),
    (".st 力量:-1", "too_small", 7),
    (".st 力量1000", "too_large", 6),
    (".st 力量" + "9" * 3900, "too_large", 6),
    (".st 力量:3d6*5", "not_integer", 7),
    (".st 力量60\u202e", "not_plain", 8),
    (".st \x00力量60", "not_plain", 4),
    ("x" * 4001, "too_long", None),
    (".st " + "a1 " * 301, "too_long", None),
    (".st " + "名" * 101 + "-力量60", "too_long", None),
    (".st a" + " " * 3900, "malformed", 4),
    (".st " + "-" * 3900, "malformed", 4),
    (".st '" * 700, "malformed", 4),
]


@pytest.mark.parametrize(("text", "rule", "position"), REFUSED)
def test_a_refusal_points_into_the_line(text: str, rule: str, position: int | None) -> None:
    with pytest.raises(InvalidValue) as caught:
        read(text)

    assert (caught.value.rule, caught.value.pointer) == (rule, "/st")
    assert caught.value.position == position


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        told = read(".st " + text)
    except InvalidValue:
        return

    assert told.sheet.values or told.others


def test_units_and_coins_are_told_as_well() -> None:
    assert line(FIXED["aaws"], "zh-Hans").startswith(".st 等级4 武器3 ")
    assert kept(line(portrait("amgc"), "en")).keys() >= {"gold", "goldmax", "HP", "HPmax"}
