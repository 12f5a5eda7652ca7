"""Whatever is typed: an answer or a refusal, never a crash, never more than the budget."""

from hypothesis import given, settings
from hypothesis import strategies as st

from majokko_rules.dice import parse
from majokko_rules.dice.budget import MAX_DICE, MAX_DRAWS, MAX_NUMBER, MAX_TEXT
from majokko_rules.dice.printing import printed
from majokko_rules.dice.syntax import parse_tree
from majokko_rules.dice.tree import Notation
from majokko_rules.errors import BudgetExceeded, InvalidValue, RuleError
from majokko_rules.results import Result
from tests.rules.dice.chances import Counting
from tests.rules.dice.derive import texts

SOUP = "0123456789dDfbakmrohlcpqinxv+-*/%^(){}[],#!<>= .３ｄ（）＋×≧。优势有利é火\u3000\t\n$"

many = settings(max_examples=400)


@many
@given(texts())
def test_every_text_of_the_grammar_is_read_unless_a_number_in_it_is_refused(text: str) -> None:
    read = _read(text)

    assert isinstance(read, Notation | BudgetExceeded | InvalidValue)


@many
@given(texts() | st.text(SOUP, max_size=24))
def test_what_is_read_is_read_again_from_its_normal_form(text: str) -> None:
    read = _read(text)

    assert isinstance(read, RuleError) or _reread(read) == read


@many
@given(st.text(SOUP, max_size=24) | st.text(max_size=300))
def test_a_refusal_names_a_place_in_the_text(text: str) -> None:
    read = _read(text)

    assert isinstance(read, Notation) or _is_placed(read, text)


@many
@given(texts(), st.binary(max_size=4))
def test_a_text_of_the_grammar_stays_within_its_budget(text: str, seed: bytes) -> None:
    chance = Counting(seed)
    rolled = _rolled(text, chance)

    assert chance.thrown <= MAX_DRAWS
    assert _is_placed(rolled, text) if isinstance(rolled, RuleError) else _is_modest(rolled)


@many
@given(texts(), st.integers(0, 40), st.integers(0, 3), st.text(SOUP, max_size=3))
def test_a_garbled_text_is_answered_or_refused(text: str, at: int, cut: int, new: str) -> None:
    garbled, chance = text[:at] + new + text[at + cut :], Counting()
    rolled = _rolled(garbled, chance)

    assert chance.thrown <= MAX_DRAWS
    assert _is_placed(rolled, garbled) if isinstance(rolled, RuleError) else _is_modest(rolled)


def _read(text: str) -> Notation | RuleError:
    try:
        return parse_tree(text)
    except RuleError as refusal:
        return refusal


def _rolled(text: str, chance: Counting) -> list[Result] | RuleError:
    try:
        question = parse(text)
        return [question.roll(chance) for _ in range(question.times)]
    except RuleError as refusal:
        return refusal


def _is_placed(refusal: RuleError, text: str) -> bool:
    assert refusal.position is not None
    assert refusal.length is not None
    return 0 <= refusal.position <= refusal.position + refusal.length <= len(text)


def _is_modest(results: list[Result]) -> bool:
    asked = [die for result in results for die in result.dice if die.cause == "base"]
    return len(asked) <= MAX_DICE and all(abs(result.total) <= MAX_NUMBER for result in results)


def _reread(tree: Notation) -> Notation:
    """Print and read again; a normal form may be too long, because it spells everything out."""
    normal = printed(tree)
    return parse_tree(normal) if len(normal) <= MAX_TEXT else tree
