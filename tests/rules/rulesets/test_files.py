"""Ruleset files of others: what they change, and where they are told to be wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_rules.errors import RuleError
from majokko_rules.rulesets import MaximumBonus, Ruleset, StatBonus, Told, files, telling
from majokko_rules.rulesets.refused import RulesetRefused
from tests.rules.rulesets.sample import party

HEAD = 'id = "home"\nversion = 2\nextends = "tea@1"\n'
BODY = 4
"""The line after these."""


def no_maker(_: Ruleset) -> None:
    """Nobody drinks tea by the rules."""


def extended(body: str) -> Ruleset:
    return files.read(HEAD + body, "home.toml").applied(party(), no_maker)


def refusal(text: str) -> RulesetRefused:
    with pytest.raises(RulesetRefused) as refused:
        files.read(text, "home.toml").applied(party(), no_maker)
    return refused.value


def test_a_file_without_changes_is_the_same_under_another_name() -> None:
    ruleset = extended("")

    assert (ruleset.name, ruleset.system) == ("home@2", "tea")
    assert (ruleset.tables, ruleset.settings) == (party().tables, party().settings)
    assert ruleset.names.row("leaves", "green", "ja") == "緑茶"


def test_a_row_takes_the_place_of_the_one_with_its_key() -> None:
    leaves = extended("""
        [tables.leaves.black]
        roll = [4, 5, 6]
        effects = [{maximum = "SIPS", plus = 2}]
        unknown = ["stat"]
        source = "Aunt May"
        confidence = "inferred"
    """)["leaves"]

    black = leaves["black"]
    assert black.effects == (MaximumBonus("SIPS", 2),)
    assert (black.source, black.confidence, black.unknown) == ("Aunt May", "inferred", ("stat",))
    assert list(leaves.rows) == ["green", "black", "white"]


def test_a_row_says_nothing_of_what_it_replaces() -> None:
    black = extended("[tables.leaves.black]\nroll = [4, 5, 6]")["leaves"]["black"]

    assert (black.effects, black.source, black.confidence) == ((), "home@2", "house")


def test_rows_are_added_and_removed() -> None:
    leaves = extended("""
        [tables.leaves.black]
        remove = true
        [tables.leaves.mint]
        roll = {from = 4, to = 6}
    """)["leaves"]

    assert list(leaves.rows) == ["green", "white", "mint"]
    assert leaves.rolled(5).key == "mint"


def test_settings_have_other_defaults_and_the_same_bounds() -> None:
    ruleset = extended("[settings]\nbase = 3\nprices = [5, 6]")

    assert ruleset.options({}) == {"base": 3, "milk": False, "order": "tea", "prices": (5, 6)}
    with pytest.raises(RuleError):
        ruleset.options({"base": 5})


def test_numbers_are_replaced() -> None:
    numbers = extended("[numbers]\nsips_per_warmth = 3\nsteps = [4, 5, 6]").numbers

    assert numbers == {"sips_per_warmth": 3, "steps": (4, 5, 6)}


def test_a_row_is_renamed_without_being_changed() -> None:
    ruleset = extended('[tables.leaves.green]\nname = {en = "Sencha", ja = "煎茶"}')

    assert ruleset["leaves"]["green"] == party()["leaves"]["green"]
    assert [ruleset.names.row("leaves", "green", each) for each in ("en", "ja", "zh-Hans")] == [
        "Sencha",
        "煎茶",
        "Sencha",
    ]


@pytest.mark.parametrize(
    ("name", "locale", "shown"),
    [
        ('"Sencha"', "ja", "Sencha"),
        ('{ja = "煎茶"}', "en", "煎茶"),
        ('{zh-Hant = "煎茶"}', "zh-Hans", "煎茶"),
    ],
)
def test_a_new_name_is_never_mixed_with_the_old_one(name: str, locale: str, shown: str) -> None:
    ruleset = extended(f"[tables.leaves.green]\nname = {name}")

    assert ruleset.names.row("leaves", "green", locale) == shown


def test_what_a_file_tells_of_an_effect_is_no_longer_unknown() -> None:
    body = '[tables.leaves.white]\neffect = "Tastes of nothing."\neffect_outdoors.en = "Of rain."'
    ruleset = extended(body)
    white = ruleset["leaves"]["white"]

    assert white.effects == (Told(confidence="house"), Told("outdoors", "house"))
    assert white.unknown == ("stat",)
    assert ruleset.names.effect("leaves", "white", "ja") == "Tastes of nothing."
    assert ruleset.names.effect("leaves", "white", "ja", "outdoors") == "Of rain."


def test_what_a_file_names_is_no_longer_without_a_name() -> None:
    unnamed = party("tables/leaves/rows/white/house", ["name", "stat"])
    named = files.read(HEAD + '[tables.leaves.white]\nname = "Peony"', "home.toml")
    white = named.applied(unnamed, no_maker)["leaves"]["white"]

    assert (unnamed["leaves"]["white"].house, white.house) == (("name", "stat"), ("stat",))
    assert white.unknown == ("stat",)


def test_a_row_that_is_replaced_keeps_its_words() -> None:
    body = "[tables.leaves.green]\nroll = [1, 2, 3]\neffects = [{text = true}]"
    ruleset = extended(body)

    assert ruleset.names.row("leaves", "green", "ja") == "緑茶"
    assert ruleset.names.effect("leaves", "green", "en") == "Calms."


def test_the_hash_does_not_know_names_order_comments_and_blanks() -> None:
    first = extended("""
        name = "Home"
        [settings]
        base = 3 # three
        [tables.leaves.green]
        name = "Sencha"
        [tables.leaves.black]
        roll = [4, 5, 6]
        source = "us"
    """)
    second = extended("""
        tables.leaves.black = {source = "us", confidence = "house", roll = {from = 4, to = 6}}
        [settings]
        base = 3
    """)
    third = extended("[settings]\nbase = 3\n[tables.leaves.black]\nroll = [4, 5, 6]")

    assert first.hash == second.hash != third.hash


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("[tables.leaves.white]\nremove = true", "required"),
        ("[tables.leaves.mint]\nsource = 'x'", "unknown"),
    ],
)
def test_a_table_whose_rows_the_rules_know_keeps_them(body: str, rule: str) -> None:
    file, fixed = files.read(HEAD + body, "home.toml"), party("tables/leaves/fixed", value=True)

    assert file.applied(party(), no_maker).name == "home@2"
    with pytest.raises(RulesetRefused) as refused:
        file.applied(fixed, no_maker)
    assert isinstance(refused.value.why, RuleError)
    assert (refused.value.line, refused.value.why.rule) == (BODY, rule)


def test_rows_of_a_fixed_table_can_be_changed() -> None:
    file = files.read(HEAD + "[tables.leaves.white]\nsource = 'x'", "home.toml")
    fixed = party("tables/leaves/fixed", value=True)

    assert file.applied(fixed, no_maker)["leaves"]["white"].source == "x"


MAKES_NO_SENSE: list[tuple[str, int, str, str]] = [
    # what stands below the head; the line there, from 0; the place; the rule
    ("colour = 1", 0, "colour", "unknown"),
    ("name = 1", 0, "name", "not_object"),
    ("name = {jp = 'x'}", 0, "name.jp", "unknown"),
    ("name = {en = '''x\n'''}", 0, "name.en", "not_plain"),
    ('name = {en = """\\\n\n x """, ja = 1}', 2, "name.ja", "not_text"),
    ("tables = 1", 0, "tables", "not_object"),
    ("[tables]\nleaves = 1", 1, "tables.leaves", "not_object"),
    ("[tables.leaves]\ngreen = 1", 1, "tables.leaves.green", "not_object"),
    ("[tables.biscuits.oat]", 0, "tables.biscuits", "unknown"),
    ("\n[tables.leaves.mint]", 1, "tables.leaves.mint", "unknown_id"),
    ("[tables.leaves.mint]\nremove = true", 0, "tables.leaves.mint", "unknown_id"),
    ("[tables.leaves.black]\nremove = false", 1, "tables.leaves.black.remove", "not_a_choice"),
    ("[tables.leaves.black]\nremove = true\nroll = [4]", 2, "tables.leaves.black.roll", "unknown"),
    ("[tables.leaves.black]\nremove = true", 0, "tables.leaves.black", "range_gap"),
    ("[tables.leaves.mint]\n\nroll = [6]", 2, "tables.leaves.mint.roll", "range_overlaps"),
    ("[tables.leaves.green]\nroll = [1, 2, 4]", 1, "tables.leaves.green.roll", "range_overlaps"),
    ("[tables.leaves.green]\nroll = [1, 2]", 1, "tables.leaves.green.roll", "range_gap"),
    ("[tables.leaves.green]\nsource = 'x'", 0, "tables.leaves.green", "range_gap"),
    ("[tables.leaves.green]\nroll = [\n1,\n7]", 3, "tables.leaves.green.roll.1", "too_large"),
    ("[tables.leaves]\ngreen.roll.from = 1", 1, "tables.leaves.green.roll.to", "required"),
    ("[tables.leaves.white]\ncolour = 1", 1, "tables.leaves.white.colour", "unknown"),
    ("[tables.leaves.'a/b~']\nroll = []", 0, "tables.leaves.a/b~", "malformed"),
    ("[tables.cakes.new]\nroll = []", 0, "tables.cakes.new.plate", "required"),
    ("[tables.leaves.white]\neffects = 1", 1, "tables.leaves.white.effects", "not_list"),
    (
        "[tables.leaves.white]\neffects = [\n {grants = 'biscuit'},\n {stat = 'COLD', plus = 1}]",
        3,
        "tables.leaves.white.effects.1.stat",
        "not_a_choice",
    ),
    (
        "[tables.leaves.white]\neffects = [{text = true}]",
        0,
        "tables.leaves.white.effect",
        "required",
    ),
    ("[tables.leaves.white]\neffect = 1", 1, "tables.leaves.white.effect", "not_object"),
    (
        "tables.leaves.white = {unknown = 1, effect = 'x'}",
        0,
        "tables.leaves.white.unknown",
        "not_list",
    ),
    ("[settings]\nsugar = 1", 1, "settings.sugar", "unknown"),
    ("[settings]\n\nbase = 9", 2, "settings.base", "too_large"),
    ("settings.prices = [\n1,\n-1]", 2, "settings.prices.1", "too_small"),
    ("[numbers]\nspoons = 1", 1, "numbers.spoons", "unknown"),
    ("[numbers]\nsips_per_warmth = [1]", 1, "numbers.sips_per_warmth", "not_integer"),
    ("[numbers]\nsips_per_warmth = 1979-05-27", 1, "numbers.sips_per_warmth", "not_integer"),
    ("[numbers]\nsteps = 1", 1, "numbers.steps", "not_list"),
    ("[numbers]\nsteps = [1]", 1, "numbers.steps", "too_short"),
    ("[numbers]\nsteps = [1, 2,\n 3.5]", 2, "numbers.steps.2", "not_integer"),
]


@pytest.mark.parametrize(("body", "line", "place", "rule"), MAKES_NO_SENSE)
def test_what_makes_no_sense_is_refused_in_its_line(
    body: str, line: int, place: str, rule: str
) -> None:
    why = refusal(HEAD + body)

    assert (why.file, why.line, why.place) == ("home.toml", BODY + line, place)
    assert (why.why.rule if isinstance(why.why, RuleError) else "toml") == rule


@pytest.mark.parametrize(
    ("text", "line", "place"),
    [
        ("", 1, "extends"),
        ('id = "home"\nversion = 1', 1, "extends"),
        ('id = "home"\nextends = "tea@1"', 1, "version"),
        ('\n\nid = "at home"\nversion = 1\nextends = "tea@1"', 3, "id"),
        ('id = "home"\nversion = "1"\nextends = "tea@1"', 2, "version"),
        ('id = "home"\nversion = 1\nextends = 1', 3, "extends"),
    ],
)
def test_a_file_says_what_it_makes_of_what(text: str, line: int, place: str) -> None:
    why = refusal(text)

    assert (why.line, why.place) == (line, place)


NO_TOML = [
    ("x", 1),
    ("a = 1\nb = ", 2),
    ("a = 1\r\na = 2", 2),
    ("a = 'x\n'", 1),
    ("[a]\n\n[a]", 3),
    ("a = [1,\n2", 2),
    ("a = '''\n\n", 3),
    ("\n\na = 2023-13-01", 3),
    ("a = 1\nb = " + "9" * 5000, 2),
    ("a = " + "\n[" * 17, 18),
    ("a = [" + "{b=" * 40, 1),
    ("# x\n" * files.MOST_LETTERS, files.MOST_LETTERS // 4 + 1),
]


@pytest.mark.parametrize(("text", "line"), NO_TOML, ids=[str(n) for n in range(len(NO_TOML))])
def test_what_is_no_toml_is_refused_in_its_line(text: str, line: int) -> None:
    why = refusal(text)

    assert isinstance(why.why, str)
    assert (why.line, why.place) == (line, "")
    assert "(at " not in why.why


PIECES = (
    *(HEAD.splitlines(keepends=True)),
    "[tables.leaves.green]\n",
    "[[tables.leaves.mint]]\n",
    "tables.cakes.x = {plate = 1, roll = [1]}\n",
    "roll = {from = 1, to = 3}\n",
    "roll = [1, 2, 3]\n",
    "effects = [{stat = 'any', plus = 1}, {text = true}]\n",
    "name = {en = 'x'}\n",
    "effect = 'x'\n",
    "remove = true\n",
    "[settings]\n",
    "[numbers]\n",
    "base = 3\n",
    "steps = [1, 2, 3]\n",
    *"[]{}=,.#'\"\\\n\r\t 0-",
    "'''",
    '"""',
    "-1.5e9",
    "inf",
    "1979-05-27T07:32:00Z",
    "\x00",
    "é",
)
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=30).map("".join)


def refused_line(text: str) -> int | None:
    try:
        files.read(text, "home.toml").applied(party(), no_maker)
    except RulesetRefused as why:
        return why.line
    return None


@given(text=texts | texts.map(HEAD.__add__))
def test_any_text_is_taken_or_refused_in_one_of_its_lines(text: str) -> None:
    assert refused_line(text) in {None, *range(1, text.count("\n") + 2)}


values = st.recursive(
    st.integers() | st.booleans() | st.floats() | st.sampled_from(["tea", "any", "WARM", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["stat", "plus", "text", "mode", "from", "to", "en", "ja", "roll", "effects"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


def written(value: object) -> str:
    """Write a value as TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return repr(value).lower() if isinstance(value, bool | float) else repr(value)


KEYS = [
    "name", "settings", "settings.base", "settings.prices", "numbers", "numbers.steps", "tables",
    "tables.leaves", "tables.leaves.green", "tables.leaves.white.effects",
    "tables.leaves.white.effect", "tables.leaves.white.name", "tables.leaves.green.roll",
    "tables.leaves.white.unknown", "tables.leaves.white.remove", "tables.cakes.cake_1_1.cost",
    "tables.cakes.cake_1_1.ways", "tables.cakes.cake_1_1.plate", "tables.leaves.white.source",
]  # fmt: skip


@given(key=st.sampled_from(KEYS), value=values, before=st.integers(0, 5))
def test_any_value_is_taken_or_refused_in_its_line(key: str, value: object, before: int) -> None:
    line = refused_line(HEAD + "\n" * before + f"{key} = {written(value)}")

    assert line in (None, BODY + before)


@pytest.mark.parametrize("locale", ["en", "ja", "zh-Hans", "zh-Hant"])
def test_a_refusal_is_one_line_in_every_language(locale: str) -> None:
    why = refusal(HEAD + "[tables.leaves.green]\nroll = [1, 2, 4]")
    line = telling.line(why, locale)

    assert line.startswith("home.toml:5: tables.leaves.green.roll: ")
    assert "4" in line
    assert "\n" not in line


def test_a_stat_of_the_base_is_known_to_its_extensions() -> None:
    body = "[tables.leaves.white]\neffects = [{stat = 'cup', plus = 1}]"

    assert extended(body)["leaves"]["white"].effects == (StatBonus((), 1, of="cup"),)
