"""Bots at a table: what they do with what they see, and that they see nothing else."""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings

from majokko_rules import catalog
from majokko_rules.cards.bots import BOTS, Bot, about
from majokko_rules.cards.magion import (
    Action,
    Choose,
    Cleanse,
    Deal,
    Discard,
    Hint,
    Play,
    Rules,
    State,
    begin,
    legal,
    must_deal_again,
    outcome,
    play,
    view,
)
from majokko_rules.cards.magion.state import making
from majokko_rules.chance import Scripted, Seeded
from tests.rules.magion.table import changed, girl, rules, sign, table
from tests.rules.magion.wandering import RULES, seeds, shuffled, tables, wander
from tests.rules.magion.worlds import other_world

CAUTIOUS = BOTS["cautious"]

every_bot = pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
every_table = pytest.mark.parametrize(
    "by",
    RULES,
    ids=lambda by: "-".join([str(by.players), *(k for k, on in by.options.items() if on)]),
)


def act(bot: Bot, state: State, seed: int = 0) -> Action:
    return bot.act(view(state, state.turn), Seeded(seed.to_bytes(8)))


def dealt(by: Rules, seed: int) -> Deal:
    chance = Random(seed)
    while must_deal_again(by, (deal := shuffled(by, chance)).girls):
        pass
    return deal


def game(bot: Bot, by: Rules, deal: Deal) -> Iterator[State]:
    """Let a bot sit in every seat, and yield each state."""
    state = begin(by, deal)
    yield state
    while state.over is None:
        state = play(state, act(bot, state, state.moves))
        yield state


def last(bot: Bot, by: Rules, seed: int) -> State:
    *_, state = game(bot, by, dealt(by, seed))
    return state


def scores(bot: Bot, by: Rules, count: int) -> list[int]:
    found = [outcome(last(bot, by, seed)) for seed in range(count)]

    assert all(found)
    return [each.score or 0 for each in found if each]


@every_bot
@given(tables, seeds)
@settings(max_examples=20)
def test_a_bot_ends_every_game(bot: Bot, by: Rules, seed: int) -> None:
    assert last(bot, by, seed).over is not None


@every_bot
@settings(max_examples=40)
@given(by=tables, seed=seeds)
def test_a_bot_does_the_same_in_every_world_that_looks_the_same(
    bot: Bot, by: Rules, seed: int
) -> None:
    game = [*wander(by, seed)][:-1]
    until = Random(seed).randrange(len(game))
    here = game[until][0]
    there = begin(by, other_world(here, here.turn, Random(seed)))
    for _, action in game[:until]:
        there = play(there, action) if action else there

    assert act(bot, there, seed) == act(bot, here, seed)


def test_random_takes_any_legal_action_as_the_die_says() -> None:
    state = table(rules(), markers=1)
    actions = legal(state)
    taken = [
        BOTS["random"].act(view(state, 0), Scripted([face])) for face in range(1, len(actions) + 1)
    ]

    assert taken == list(actions)


@pytest.mark.long
@every_table
def test_cautious_never_loses_in_many_games(by: Rules) -> None:
    ends = [last(CAUTIOUS, by, seed) for seed in range(1000, 1400)]

    assert {end.over.status for end in ends if end.over} <= {"won", "ended"}


@every_table
def test_cautious_never_loses_and_never_misplays(by: Rules) -> None:
    ends = [last(CAUTIOUS, by, seed) for seed in range(15)]

    assert {end.over.status for end in ends if end.over} <= {"won", "ended"}
    assert sum(end.misplays for end in ends) == 0


def test_cautious_does_not_lose_to_a_witch_that_adds_the_last_marker() -> None:
    row = 'number = 5\ngoes = "stays"\neffects = [{ markers = 2 }]'
    by = changed(f"[tables.witches.elsa_maria]\n{row}\n", 3)
    ends = [last(CAUTIOUS, by, seed) for seed in range(40)]

    assert {end.over.status for end in ends if end.over} == {"ended"}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("options", "least"), [({}, 15), ({"qb": True}, 15), ({"ask_instead_of_tell": True}, 7)]
)
def test_cautious_scores_far_more_than_chance(
    players: int, options: dict[str, bool], least: int
) -> None:
    by = rules(players, **options)

    assert mean(scores(CAUTIOUS, by, 24)) > least
    assert mean(scores(BOTS["random"], by, 24)) < 2


def test_cautious_tells_what_can_be_played() -> None:
    state = table(rules(), others={1: ["homura-1", "kyoko-1", "mami-3", "mami-2"], **DULL})

    assert act(CAUTIOUS, state) == Hint(1, sign("1"))


DULL = {2: ["sayaka-3", "kyoko-2", "kyoko-4", "homura-3"], 3: ["mami-3", "homura-4", "mami-4"]}


def test_cautious_plays_what_it_was_told() -> None:
    state = table(rules(), others={1: ["mami-3", "homura-1", "mami-2", "mami-4"], **DULL})
    told = play(state, Hint(1, sign("1")))

    assert act(CAUTIOUS, told) == Play(1)


def test_cautious_chooses_the_girl_whose_card_is_lost() -> None:
    state = table(rules(), ["all"], others=LOST, placed={"sayaka": 2, "homura": 2})
    made = making(play(state, Play(0)))
    made.discard = (made.hands[1][0],)
    made.hands = (made.hands[0], made.hands[1][1:], *made.hands[2:])

    assert act(CAUTIOUS, made.made()) == Choose(girl("sayaka"))


LOST = {1: ["sayaka-3"]}


@pytest.mark.parametrize(
    ("revealed", "expected"), [([], False), (["walpurgisnacht"], True)], ids=["hidden", "open"]
)
def test_cautious_keeps_the_head_that_beats_walpurgisnacht_until_she_is_there(
    revealed: Sequence[str], *, expected: bool
) -> None:
    made = making(table(rules(), ["madoka-4"], placed={"madoka": 3}, revealed=revealed))
    made.allowed = ((1 << 19, *made.allowed[0][1:]), *made.allowed[1:])

    assert (act(CAUTIOUS, made.made()) == Play(0)) == expected


def test_cautious_cleanses_as_much_as_it_can_before_the_last_marker() -> None:
    assert act(CAUTIOUS, table(rules(), markers=2)) == Cleanse(2)


def test_cautious_would_rather_discard_than_wake_walpurgisnacht() -> None:
    state = table(rules(), markers=2, revealed=["gertrud"], witches=["walpurgisnacht"])

    assert isinstance(act(CAUTIOUS, state), Discard)


def test_cautious_discards_what_is_of_no_use() -> None:
    made = making(
        table(rules(), ["homura-2", "mami-1"], placed={"homura": 3}, markers=2, witches=[])
    )
    made.allowed = ((1 << 1, *made.allowed[0][1:]), *made.allowed[1:])

    assert act(CAUTIOUS, made.made()) == Discard(0)


@pytest.mark.parametrize(
    ("witches", "expected"), [(["walpurgisnacht"], Cleanse), ([], Hint)], ids=["one", "none"]
)
def test_cautious_gives_the_last_hint_only_if_nothing_else_is_left(
    witches: Sequence[str], expected: type[Action]
) -> None:
    made = making(table(rules(), markers=2, witches=witches))
    made.hands, made.allowed, made.told = (
        ((), *each[1:]) for each in (made.hands, made.allowed, made.told)
    )

    assert isinstance(act(CAUTIOUS, made.made()), expected)


@every_bot
def test_a_bot_is_told_of_in_every_language(bot: Bot) -> None:
    assert len({about(bot, locale) for locale in catalog.LOCALES}) == len(catalog.LOCALES)
