"""The rulesets of card games, and files that change them."""

import inspect
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from majokko_rules import catalog
from majokko_rules.cards.magion import Rules, moves, scoring, soul
from majokko_rules.cards.magion.checking import check, highest_score
from majokko_rules.cards.magion.trying import attempt
from majokko_rules.chance import Seeded
from majokko_rules.rulesets import Deed, Ruleset
from majokko_rules.rulesets.shelf import built_in, find
from majokko_rules.rulesets.telling import line

PAGE = Path(__file__).parents[3] / "docs" / "cards.md"
MAGION = find("magion@1")
HEAD = 'id = "home"\nversion = 1\nextends = "magion@1"\n'
every_language = pytest.mark.parametrize("locale", catalog.LOCALES)


def changed(body: str) -> Ruleset:
    shelf, refused = built_in().with_files([("home.toml", HEAD + body)])

    assert [line(why, "en") for why in refused] == []
    return shelf.find("home@1")


def told(body: str) -> list[str]:
    _, refused = built_in().with_files([("home.toml", HEAD + body)])
    return [line(why, "en") for why in refused]


def everybody(counts: str, more: str = "") -> str:
    """Rows for all girls, with the same counts of cards."""
    rows = [
        (key, row["colour"], "option = 'qb'" if key == "qb" else "beats_last = true")
        for key, row in MAGION["girls"].rows.items()
    ]
    return "".join(
        f"[tables.girls.{key}]\ncolour = '{colour}'\ncounts = {counts}\nreturns = 1\n{said}\n"
        + (more if key != "qb" else "")
        for key, colour, said in rows
    )


def test_the_deck_has_as_many_cards_as_the_text_counts() -> None:
    girls = MAGION["girls"].rows
    totals = {key: sum(row["counts"]) for key, row in girls.items()}

    assert totals == {"homura": 10, "mami": 10, "kyoko": 9, "sayaka": 6, "madoka": 5, "qb": 6}
    assert sum(total for key, total in totals.items() if "option" not in girls[key].fields) == 40
    assert MAGION["wilds"]["all"]["count"] == 3
    assert MAGION.numbers["hands"] == (6, 5, 4)


def test_the_points_add_up_to_150_and_to_100_without_qb() -> None:
    with_qb = [row["points"] for row in MAGION["combos"].rows.values() if "qb" in row["girls"]]
    one_girl = 3 * 1 + 7

    assert highest_score(MAGION) == 150
    assert highest_score(MAGION) - sum(with_qb) - one_girl == 100


def test_the_text_is_told_apart_from_what_we_made_up() -> None:
    witches = MAGION["witches"].rows

    assert witches["charlotte"].confidence == witches["oktavia"].confidence == "confirmed"
    assert all("goes" in row.house for row in witches.values())
    assert all(
        ("effect" in row.house) == bool(row.effects) != ("effect" in row.unknown)
        for row in witches.values()
    )
    assert MAGION["ranks"]["mami"].house == ("to",)


@pytest.mark.parametrize(
    ("witch", "deed"),
    [
        ("kirsten", Deed("turns_up", 1, confidence="house")),
        ("gisela", Deed("discards_oldest", 1, confidence="house")),
        ("elsa_maria", Deed("markers", 1, unless_last=True, confidence="house")),
        ("izabel", Deed("reveals", 1, confidence="house")),
        ("patricia", Deed("shuffles", 1, confidence="house")),
    ],
)
def test_effects_of_witches_are_data(witch: str, deed: Deed) -> None:
    assert MAGION["witches"][witch].effects == (deed,)


@every_language
def test_every_word_of_a_field_has_a_name(locale: str) -> None:
    keys = {*MAGION["girls"].rows, *MAGION.settings}
    choices = {
        choice
        for table in MAGION.tables.values()
        for field in table.fields.values()
        for choice in field.shape.choices
    }
    said = {key for key in MAGION.names.words[locale] if key.startswith("creation.values.")}

    assert said == {f"creation.values.{choice}" for choice in choices - keys}


@every_language
@pytest.mark.parametrize("deed", MAGION.vocabulary.deeds)
def test_every_deed_is_told_in_a_sentence_with_its_count(deed: str, locale: str) -> None:
    counted = deed in ("turns_up", "markers", "reveals")
    for unless_last in (False, deed == "markers"):
        said = MAGION.names.deed(Deed(deed, 7, unless_last), locale)  # type: ignore[arg-type]

        assert said != deed
        assert ("7" in said) == counted


@every_language
def test_whatever_games_end_with_and_bring_points_for_has_a_name(locale: str) -> None:
    names = MAGION.names
    ends, brings = set(), set()
    for number in range(100):
        for ended in attempt(MAGION, {"qb": True}, Seeded(f"{number}".encode())):
            ends.add(ended.reason)
            brings |= {each.what for each in ended.points} - {"combo"}
    points = names.section("points.", locale)

    assert ends < set(names.section("endings.", locale))
    assert brings <= set(points)
    assert all("{girl}" in points[each] for each in ("parts", "head"))


STOPPED = {"vote", "timeout", "abandoned"}
"""How sessions end games that their rules would let go on."""


def test_no_word_names_what_games_never_end_with() -> None:
    code = "".join(map(inspect.getsource, (scoring, moves, soul)))
    named = {*MAGION.names.section("points.", "en"), *MAGION.names.section("endings.", "en")}

    assert {each for each in named if f'"{each}"' not in code} == STOPPED


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("girls.homura", ("Homura Akemi", "暁美ほむら", "晓美焰", "曉美焰")),
        ("witches.charlotte", ("Charlotte", "シャルロッテ", "夏洛特", "夏綠蒂")),
        ("witches.walpurgisnacht", ("Walpurgisnacht", "ワルプルギスの夜", "魔女之夜", "魔女之夜")),
        (
            "combos.contract",
            ("Sign a contract with me", "僕と契約してよ", "跟我签约吧", "跟我簽約吧"),
        ),
        ("wilds.all", ("ALL",) * 4),
    ],
)
def test_names_are_those_that_fans_expect(key: str, names: tuple[str, ...]) -> None:
    table, _, row = key.partition(".")

    assert tuple(MAGION.names.row(table, row, each) for each in catalog.LOCALES) == names


def test_a_file_may_change_counts_effects_ranks_and_options() -> None:
    home = changed(
        """
        name = {en = "Our Magion", ja = "うちのマギオン"}
        [settings]
        empty_hint = true
        [numbers]
        points_walpurgis = 30
        hands = [7, 6, 5]
        [tables.wilds.all]
        count = 5
        [tables.girls.madoka]
        colour = "pink"
        counts = [2, 2, 1, 1]
        returns = 9
        beats_last = true
        [tables.witches.izabel]
        remove = true
        [tables.witches.roberta]
        name = {en = "Roberta", ja = "ロベルタ"}
        number = 7
        goes = "discard"
        effects = [{markers = 2, unless_last = true}, {reveals = 2}]
        [tables.combos.eaten]
        girls = ["qb", "mami"]
        witch = "roberta"
        points = 10
        [tables.ranks.madoka]
        from = 150
        to = 999
        """.replace("        ", "")
    )

    assert home.options({})["empty_hint"] is True
    assert home["witches"]["roberta"].effects == (
        Deed("markers", 2, unless_last=True),
        Deed("reveals", 2),
    )
    assert (highest_score(home), home["wilds"]["all"].source) == (160, "home@1")
    assert home.names.row("witches", "roberta", "ja") == "ロベルタ"
    assert home.hash != MAGION.hash == find("magion").hash


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (
            "[tables.girls.mami]\ncolour = 'yellow'\ncounts = [3, 0, 2, 2]\nreturns = 3",
            "home.toml:6: tables.girls.mami.counts.1: At least 1.",
        ),
        (
            "[tables.girls.mami]\ncolour = 'yellow'\ncounts = [3, 3, 2]\nreturns = 3",
            "home.toml:6: tables.girls.mami.counts: At least 4 entries or characters.",
        ),
        (
            "[tables.girls.mami]\ncolour = 'yellow'\ncounts = [3, 3, 2, 2]\nreturns = -1",
            "home.toml:7: tables.girls.mami.returns: At least 0.",
        ),
        (
            "[tables.girls.nagisa]\ncolour = 'white'\ncounts = [1, 1, 1, 1]\nreturns = 1",
            "home.toml:4: tables.girls.nagisa: There is no field “nagisa” here.",
        ),
        (
            "[tables.girls.qb]\ncolour = 'white'\ncounts = [3, 2, 2, 1]\nreturns = 0",
            "home.toml:4: tables.girls.qb.option: This is required.",
        ),
        (
            "[tables.girls.madoka]\ncolour = 'pink'\ncounts = [2, 1, 1, 1]\nreturns = 9",
            "home.toml:4: tables.girls: At least one row has to say “beats_last”.",
        ),
        ("[numbers]\nmarkers = 0", "home.toml:5: numbers.markers: At least 1."),
        ("[numbers]\nredeal_heads = 1", "home.toml:5: numbers.redeal_heads: At least 2."),
        ("[numbers]\nhands = [6, 5, 0]", "home.toml:5: numbers.hands.2: At least 1."),
        ("[settings]\nqb = 'yes'", "home.toml:5: settings.qb: true or false belongs here."),
        (
            "[tables.witches.gertrud]\nnumber = 1\ngoes = 'stays'\nnot_by = 'nagisa'",
            (
                "home.toml:7: tables.witches.gertrud.not_by: "
                "One of: homura, mami, kyoko, sayaka, madoka, qb."
            ),
        ),
        (
            "[tables.witches.gertrud]\nnumber = 10\ngoes = 'stays'",
            "home.toml:5: tables.witches.gertrud.number: At most 9.",
        ),
        (
            "[tables.witches.gertrud]\nnumber = 2\ngoes = 'stays'",
            "home.toml:4: tables.witches.charlotte.number: Another row has 2 already.",
        ),
        (
            "\n[tables.witches.izabel]\nremove = true",
            "home.toml:5: tables.witches: No row has 7.",
        ),
        (
            "[tables.witches.gertrud]\nnumber = 1\ngoes = 'stays'\neffects = [{sings = 2}]",
            (
                "home.toml:7: tables.witches.gertrud.effects.0: Exactly one of these is required: "
                "text, turns_up, discards_oldest, markers, reveals, shuffles."
            ),
        ),
        (
            "[tables.witches.gertrud]\nnumber = 1\ngoes = 'stays'\neffects = [{reveals = 0}]",
            "home.toml:7: tables.witches.gertrud.effects.0.reveals: At least 1.",
        ),
        (
            (
                "[tables.witches.gertrud]\nnumber = 1\ngoes = 'stays'\n"
                "effects = [{reveals = 1, unless_last = true}]"
            ),
            (
                "home.toml:7: tables.witches.gertrud.effects.0.unless_last: "
                "There is no field “unless_last” here."
            ),
        ),
        (
            "[tables.combos.eaten]\ngirls = ['qb', 'mami']\npoints = 10\nwitch = 'roberta'",
            (
                "home.toml:7: tables.combos.eaten.witch: One of: gertrud, charlotte, kirsten, "
                "gisela, elsa_maria, oktavia, izabel, patricia, walpurgisnacht."
            ),
        ),
        (
            "[tables.ranks.mami]\nfrom = 61\nto = 70",
            "home.toml:4: tables.ranks: The value 71 lies in no range.",
        ),
        (
            "[tables.ranks.mami]\nfrom = 60\nto = 80",
            "home.toml:5: tables.ranks.mami.from: The value 60 lies in two ranges.",
        ),
        (
            "[tables.ranks.mami]\nfrom = 80\nto = 61",
            "home.toml:6: tables.ranks.mami.to: The range ends before it begins.",
        ),
        (
            "[settings]\nqb = true\n[numbers]\nmarkers = 4\npoints_head = 8",
            "home.toml:8: tables.ranks: The value 151 lies in no range.",
        ),
        (
            "[tables.combos.friends]\ngirls = ['mami', 'sayaka']\npoints = 5",
            "home.toml:4: tables.ranks: The value 151 lies in no range.",
        ),
    ],
)
def test_what_makes_no_game_is_refused_with_its_line(body: str, why: str) -> None:
    assert told(body) == [why]


def test_what_two_changes_make_impossible_is_refused_where_it_stands() -> None:
    made = told(f"[numbers]\nhands = [10, 8, 6]\n{everybody('[1, 1, 1, 1]')}")

    assert made == ["home.toml:5: numbers.hands.1: At most 7."]


def test_characters_rulesets_know_no_deeds_of_cards() -> None:
    text = (
        'id = "home"\nversion = 1\nextends = "amgc@1"\n[tables.bodies.average]\n'
        "roll = {from = 7, to = 15}\neffects = [{markers = 1}]"
    )
    _, refused = built_in().with_files([("home.toml", text)])

    assert [line(why, "en") for why in refused] == [
        (
            "home.toml:6: tables.bodies.average.effects.0: Exactly one of these is required: "
            "stat, maximum, grants, text."
        )
    ]


def test_the_page_lists_all_options_with_their_defaults() -> None:
    listed = re.findall(r"^\| `(\w+)` \| `(true|false)` \|", PAGE.read_text("utf-8"), re.MULTILINE)

    assert dict(listed) == {
        name: str(setting.default).lower() for name, setting in MAGION.settings.items()
    }


def test_the_built_in_ruleset_is_a_game() -> None:
    check(MAGION)


def test_what_a_version_says_never_changes() -> None:
    """Sessions and replays keep this hash; other content is another version."""
    assert MAGION.hash == "d364fdd249791bf2212f0a104cb3837a8e5e2d994225932be528b30f19bd6e6c"


def test_a_game_needs_a_girl_who_is_always_in_it() -> None:
    made = told(everybody("[3, 3, 2, 2]", "option = 'qb'\n"))

    assert made == ["home.toml:3: tables.girls: At least one row has to do without “option”."]


def test_who_replaces_a_built_in_ruleset_leaves_its_games_alone() -> None:
    own = 'id = "magion"\nversion = 1\nextends = "magion@1"\n[tables.wilds.all]\ncount = 5'
    shelf, _ = built_in().with_files([("own.toml", own)])
    before, now = shelf.find(f"magion@1#{MAGION.hash}"), shelf.find("magion")

    assert [len(Rules.of(each, 4, {}).deck) for each in (before, now)] == [43, 45]


def test_hands_that_are_dealt_again_for_ever_are_refused() -> None:
    made = told(everybody("[1, 1, 1, 20]"))

    assert made == ["home.toml:3: no game can be played by it (invalid_value.too_small)."]


EFFECTS = st.lists(
    st.sampled_from(
        [
            "{turns_up = 1}",
            "{turns_up = 20}",
            "{discards_oldest = true}",
            "{markers = 1, unless_last = true}",
            "{markers = 20, unless_last = true}",
            "{markers = 1}",
            "{reveals = 1}",
            "{reveals = 20}",
            "{shuffles = 'witches'}",
            "{text = true}",
        ]
    ),
    max_size=4,
)
GIRLS = tuple(MAGION["girls"].rows)


@st.composite
def files(draw: st.DrawFn) -> str:
    """Whatever a table of players might want, within the bounds of single values."""
    numbers = {
        "markers": draw(st.integers(1, 6)),
        "cleanse_most": draw(st.integers(1, 9)),
        "hands": draw(st.lists(st.integers(1, 10), min_size=3, max_size=3)),
    }
    said = ["[numbers]", *(f"{name} = {value}" for name, value in numbers.items())]
    said += ["[tables.wilds.all]", f"count = {draw(st.integers(0, 20))}"]
    for key in draw(st.sets(st.sampled_from(GIRLS), max_size=3)):
        counts = draw(st.lists(st.integers(1, 5), min_size=4, max_size=4))
        said += [f"[tables.girls.{key}]", f"colour = '{MAGION['girls'][key]['colour']}'"]
        said += [f"counts = {counts}", f"returns = {draw(st.integers(0, 9))}"]
        beats = key == "madoka" or draw(st.booleans())
        said += [f"beats_last = {str(beats).lower()}", *(["option = 'qb'"] if key == "qb" else [])]
    for number, key in enumerate(MAGION["witches"].rows, 1):
        goes = draw(st.sampled_from(["stays", "discard"]))
        effects = draw(EFFECTS)
        said += [f"[tables.witches.{key}]", f"number = {number}", f"goes = '{goes}'"]
        said += [f"effects = [{', '.join(effects)}]", "effect = 'something'"]
        said += [f"not_by = '{draw(st.sampled_from(GIRLS))}'"]
    return "\n".join(said)


@given(
    body=files(),
    seed=st.binary(max_size=4),
    options=st.fixed_dictionaries({name: st.booleans() for name in MAGION.settings}),
)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_taken_can_be_played_to_its_end(
    body: str, seed: bytes, options: dict[str, bool]
) -> None:
    shelf, refused = built_in().with_files([("home.toml", HEAD + body)])
    assume(not refused)

    attempt(shelf.find("home@1"), options, Seeded(seed))
