"""What the drawing side promises whatever is drawn, as functions of the package, like agreement."""

from collections.abc import Iterator
from functools import partial
from itertools import permutations, product
from types import ModuleType

from tests.rules.fairness.samples import (
    DECK,
    bounds_of_a_shuffle,
    dice_stream,
    faults_of,
    game,
    proof_of_an_evening,
)


def numbers_are_unbiased(pf1: ModuleType) -> None:
    """Count through every word of small spaces instead of sampling a large one."""
    for space, bound in product((8, 13, 32), range(1, 9)):
        kept = [_kept(pf1, word, bound, space) for word in range(space)]
        found = [kept.count(number) for number in range(bound)]

        assert min(found) == max(found) > 0


def _kept(pf1: ModuleType, word: int, bound: int, space: int) -> int | None:
    try:
        number: int = pf1.words.uniform(iter([word]), bound, space)
    except StopIteration:  # the word was thrown away
        return None
    return number


def every_order_comes_up_once(pf1: ModuleType) -> None:
    """Make every choice that a shuffle of four can make: each order must come of just one."""
    ways = map(iter, product(*map(range, bounds_of_a_shuffle(pf1, "abcd"))))
    orders = ["".join(pf1.words.shuffled("abcd", partial(_next, way))) for way in ways]

    assert sorted(orders) == sorted("".join(order) for order in permutations("abcd"))


def _next(way: Iterator[int], _: int) -> int:
    return next(way)


def fields_never_run_together(pf1: ModuleType) -> None:
    def part(*pairs: tuple[str, str]) -> bytes:
        part: bytes = pf1.contributions.client_part([pf1.Contribution(*pair) for pair in pairs])
        return part

    assert part(("ab", "c")) != part(("a", "bc"))
    assert part(("a", "b"), ("c", "d")) != part(("a", "bc"), ("d", "d"))
    assert pf1.encoding.fields("x1", "1") != pf1.encoding.fields("x", "11")
    assert _listed(pf1, [1], [2]) != _listed(pf1, [1, 2], [])


def _listed(pf1: ModuleType, *rows: list[int]) -> bytes:
    return b"".join(map(pf1.encoding.numbers, rows))


def a_stream_proves_itself(pf1: ModuleType) -> None:
    proof = proof_of_an_evening(pf1)

    assert faults_of(proof) == ()


def every_draw_has_a_nonce_of_its_own(pf1: ModuleType) -> None:
    opened = game(pf1).open()
    thrown, keys = [], []
    for _ in range(4):
        keys.append(opened.inputs.draw_key(opened.nonce, "roll"))
        turn, again = opened.turn("roll"), opened.turn("roll")
        thrown.append(tuple(turn.chance.throw(8, 1000)))

        assert tuple(again.chance.throw(8, 1000)) == thrown[-1]  # a retry is no second try
        opened = opened.after(opened.record(turn, "8d1000"))

    assert len(set(thrown)) == len(set(keys)) == 4


def nothing_is_revealed_before_the_close(pf1: ModuleType) -> None:
    committed = dice_stream(pf1)
    opened = committed.open()
    drawn, dealt = opened.deal(pf1.Deck("deck", DECK))
    closed = opened.after(drawn).close([drawn])
    shown = f"{committed!r} {opened!r} {drawn!r} {dealt!r}"

    assert repr(committed.seed) not in shown
    assert not any(repr(secret) in shown for secret in (dealt.order, dealt.salts))
    assert hasattr(closed, "proof")
    assert not any(hasattr(state, "proof") for state in (committed, opened))
    assert not hasattr(closed, "turn")
    assert not hasattr(closed, "contribute")


def a_secret_roll_tells_nothing(pf1: ModuleType) -> None:
    """Try all hundred faces, as anybody could who has two heads."""
    opened = dice_stream(pf1).open()
    turn = opened.turn("roll")
    (face,) = turn.chance.throw(1, 100)
    links = {
        request: [pf1.transcript.link(opened.head, 0, "roll", request, [n]) for n in range(1, 101)]
        for request in ("1d100", "")
    }
    unsalted = [pf1.transcript.secret_commitment(b"", "1d100", [n]) for n in range(1, 101)]
    guessed = [pf1.transcript.link_secret(opened.head, 0, "roll", guess) for guess in unsalted]

    assert opened.record(turn, "1d100").head == links["1d100"][face - 1]
    assert opened.record_secret(turn, "1d100").head not in links["1d100"] + links[""] + guessed


def a_card_tells_nothing_of_the_others(pf1: ModuleType) -> None:
    _, dealt = game(pf1).open().deal(pf1.Deck("deck", ("same",) * 8))

    assert len(set(dealt.salts)) == len(set(dealt.leaves)) == 8


def names_are_bound(pf1: ModuleType) -> None:
    """A commitment or a key of one tenant, stream or index serves no other."""
    names = [("a", "b", 0), ("a", "b", 1), ("a", "c", 0), ("ab", "b", 0), ("b", "a", 0)]
    streams = [pf1.Committed(pf1.StreamName(*name), bytes(32)) for name in names]
    keys = {stream.open().inputs.draw_key(0, "roll") for stream in streams}

    assert len({stream.commitment for stream in streams}) == len(keys) == len(names)


LAWS = (
    numbers_are_unbiased,
    every_order_comes_up_once,
    fields_never_run_together,
    a_stream_proves_itself,
    every_draw_has_a_nonce_of_its_own,
    nothing_is_revealed_before_the_close,
    a_secret_roll_tells_nothing,
    a_card_tells_nothing_of_the_others,
    names_are_bound,
)
