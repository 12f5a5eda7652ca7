"""A piece for the board of CCFOLIA is taken as its makers describe it, and its lines are rolled."""

import pytest

from majokko_rules import catalog, exports, questions
from majokko_rules.creation import Sheet, Value
from majokko_rules.exports import Portrait
from tests.rules.exports.people import FIXED, SEEDS, SYSTEMS, portrait
from tests.rules.exports.readers import Piece, Roller, paste

every_system = pytest.mark.parametrize("system", SYSTEMS)
every_locale = pytest.mark.parametrize("locale", catalog.LOCALES)


def piece(character: Portrait, locale: str = "en") -> Piece:
    return paste(exports.write("ccfolia", character, locale).text)


@every_system
@every_locale
def test_any_character_can_be_pasted(system: str, locale: str) -> None:
    for seed in SEEDS:
        pasted = piece(portrait(system, seed), locale)

        assert pasted.name == "暁美ほむら"
        assert pasted.status
        assert pasted.params
        assert pasted.commands[0]


@every_system
@every_locale
def test_every_line_is_rolled_here_or_there(system: str, locale: str) -> None:
    """Lines without a dot at their start are for the dice of the board; ours take nearly all."""
    for seed in SEEDS:
        pasted = piece(portrait(system, seed), locale)
        for command in pasted.commands:
            said = pasted.filled(command)
            if not said.startswith("."):
                Roller(said).read()
            if "R10[" not in said:
                questions.of_notation(said)


def test_marks_are_what_is_left_and_the_sheet_is_the_most() -> None:
    pasted = piece(FIXED["amgc"])

    assert pasted.status["HP"] == (5, 14)
    assert pasted.status["MP"] == (8, 8)


def test_what_begins_below_its_most_does_so_on_the_board() -> None:
    pasted = piece(FIXED["collapse"])

    assert pasted.status["SAN"] == (21, 43)
    assert pasted.status["DP"] == (8, 15)
    assert pasted.status["grief seeds"] == (2, 0)


def test_what_no_source_tells_is_no_number() -> None:
    assert "SP" not in piece(FIXED["amgc"]).status
    assert "VP" not in piece(FIXED["aaws"]).status


def test_a_palette_refers_to_the_numbers_of_the_piece() -> None:
    pasted = piece(FIXED["amgc"], "ja")

    assert pasted.commands[0] == "(({筋力}+1)/2)b10>=7 【筋力 10=2】"
    assert pasted.filled(pasted.commands[0]) == "((6+1)/2)b10>=7 【筋力 10=2】"
    assert questions.of_notation(pasted.filled(pasted.commands[0])).times == 1


def test_pools_of_infinite_are_rolled_by_the_bot_and_by_the_board() -> None:
    commands = piece(FIXED["infinite"], "zh-Hans").commands

    assert commands[:2] == [".ww{力量}a10 # 力量", "{力量}R10[>=10]>=8 【力量】"]


def test_factors_of_a_unit_are_rolled_together() -> None:
    assert piece(FIXED["aaws"]).commands == ["2d6 【Weapon】", "1d6 【music】"]


def test_notes_and_the_address_come_along() -> None:
    written = exports.write("ccfolia", FIXED["amgc"]).text

    assert "Again.\\nAgain." in written
    assert '"externalUrl":"https://majokko.example/' in written


def test_a_name_of_the_players_own_breaks_no_line() -> None:
    own = Value("{HP}\nx】\u202e :HP=0")
    hostile = Sheet({**FIXED["aaws"].sheet.values, "names.OWN_1": own})
    commands = piece(portrait("aaws", sheet=hostile)).commands

    assert commands[1] == "1d6 【(HP) x) :HP=0】"
