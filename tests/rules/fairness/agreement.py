"""That the drawing side gives every value of the vectors.

Each is a function of the package that is to agree: the tests ask the real one, and copies of it
with a mistake.
"""

from itertools import islice
from types import ModuleType

from tests.rules.fairness.samples import (
    BEACON,
    DECK,
    V1,
    V2,
    V3,
    V4,
    V5,
    V6,
    V7,
    V8,
    after,
    bounds_of_a_shuffle,
    dice_stream,
    game,
)


def seeds_and_commitments_agree(pf1: ModuleType) -> None:
    dice, deck = dice_stream(pf1), game(pf1)

    assert (dice.seed.hex(), dice.commitment.hex()) == (V1["server_seed"], V1["commitment"])
    assert (deck.seed.hex(), deck.commitment.hex()) == (V4["server_seed"], V4["commitment"])


def keys_and_blocks_agree(pf1: ModuleType) -> None:
    dice = dice_stream(pf1)
    clients = pf1.contributions.client_part(dice.contributions)
    stream = pf1.seeds.stream_key(dice.seed, dice.name, clients, bytes.fromhex(V1["beacon"]))
    key = pf1.seeds.draw_key(stream, 0, "roll")
    words = b"".join(pf1.encoding.be32(word) for word in islice(pf1.words.words(key), 16))

    assert clients.hex() == V1["client_part"]
    assert stream.hex() == V1["stream_key"]
    assert key.hex() == V1["draw_key(nonce=0,purpose=roll)"]
    assert dice.open().inputs.draw_key(0, "roll") == key
    assert words.hex() == V1["block0"] + V1["block1"]


def contributions_and_beacon_agree(pf1: ModuleType) -> None:
    seats = game(pf1)
    clients = pf1.contributions.client_part(seats.contributions)

    assert clients.hex() == V4["client_part"]
    assert pf1.seeds.stream_key(seats.seed, seats.name, clients, BEACON).hex() == V4["stream_key"]


def dice_agree(pf1: ModuleType) -> None:
    opened = dice_stream(pf1).open()
    for nonce, (count, sides, name) in enumerate(
        [(10, 6, "nonce0_10d6"), (4, 20, "nonce1_4d20"), (5, 100, "nonce2_5d100")]
    ):
        chance = after(opened, nonce).turn("roll").chance

        assert list(chance.throw(count, sides)) == V2[name]
        assert (list(chance.values), chance.bounds) == (V2[name], (sides,) * count)


def rejection_agrees(pf1: ModuleType) -> None:
    key = dice_stream(pf1).open().inputs.draw_key(V3["nonce"], "roll")
    source, bound, limit = pf1.words.words(key), V3["n"], V3["limit"]
    values = [pf1.words.uniform(source, bound) for _ in range(8)]
    taken = list(islice(pf1.words.words(key), V3["words_used"]))

    assert limit == 2**32 - 2**32 % bound
    assert values == V3["values"]
    assert [word for word in taken if word >= limit] == V3["rejected_words"]
    assert next(source) == list(islice(pf1.words.words(key), len(taken) + 1))[-1]


def shuffles_agree(pf1: ModuleType) -> None:
    opened = game(pf1).open(BEACON)
    source = pf1.words.words(opened.inputs.draw_key(0, "deck"))
    small = pf1.words.shuffled(range(10), lambda bound: pf1.words.uniform(source, bound))
    _, dealt = after(opened, 1).deal(pf1.Deck(V5["deck_id"], DECK))

    assert small == V4["nonce0_shuffle_0..9"]
    assert " ".join(dealt.order) == V4["nonce1_hanabi_deck"]
    assert len(bounds_of_a_shuffle(pf1, DECK)) == V4["words_used"]


def hidden_decks_agree(pf1: ModuleType) -> None:
    _, dealt = after(game(pf1).open(BEACON), 1).deal(pf1.Deck(V5["deck_id"], DECK))

    assert (len(dealt.order), dealt.root.hex()) == (V5["size"], V5["deck_root"])
    for position in (0, 49):
        shown, expected = dealt.open(position), V5[f"open_position_{position}"]

        assert (shown.card, shown.salt.hex()) == (expected["card"], expected["salt"])
        assert dealt.leaves[position].hex() == expected["leaf"]
        assert [step.hex() for step in shown.path] == expected["path"]


def the_transcript_agrees(pf1: ModuleType) -> None:
    opened = dice_stream(pf1).open()
    heads = [opened.head.hex()]
    for count, sides in ((10, 6), (4, 20)):
        turn = opened.turn("roll")
        turn.chance.throw(count, sides)
        opened = opened.after(opened.record(turn, f"{count}d{sides}"))
        heads.append(opened.head.hex())

    assert heads == [V6["genesis"], V6["after_nonce0_10d6"], V6["after_nonce1_4d20"]]


def secret_rolls_agree(pf1: ModuleType) -> None:
    before = bytes.fromhex(V8["head_before"])
    opened = pf1.Open(dice_stream(pf1).open().inputs, V8["nonce"], before)
    turn = opened.turn(V8["purpose"])
    turn.chance.throw(1, 100)
    drawn = opened.record_secret(turn, V8["request"])
    hidden = pf1.transcript.secret_commitment(drawn.salt, V8["request"], drawn.values)

    assert (list(drawn.values), drawn.salt.hex()) == (V8["values"], V8["salt"])
    assert hidden.hex() == V8["commitment"]
    assert pf1.transcript.HIDDEN + hidden.hex() == V8["linked_request"]
    assert drawn.head.hex() == V8["head_after"]


def roots_of_days_agree(pf1: ModuleType) -> None:
    leaves = [pf1.merkle.epoch_leaf(bytes.fromhex(each)) for each in V7["commitments"]]

    assert pf1.merkle.root(leaves).hex() == V7["root"]
    assert [step.hex() for step in pf1.merkle.path(leaves, 1)] == V7["path_for_1"]


AGREEMENT = (
    seeds_and_commitments_agree,
    keys_and_blocks_agree,
    contributions_and_beacon_agree,
    dice_agree,
    rejection_agrees,
    shuffles_agree,
    hidden_decks_agree,
    the_transcript_agrees,
    secret_rolls_agree,
    roots_of_days_agree,
)
