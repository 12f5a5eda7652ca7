"""`majokko verify`: proofs and receipts, and what somebody saved of them."""

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from majokko_gateway import cli
from majokko_kit import body
from majokko_kit.receipts import KeyRing
from majokko_kit.refusals import BadJson
from majokko_rules.catalog import LOCALES
from majokko_rules.fairness import drawing
from majokko_rules.fairness.drawing import Drawn, Open
from majokko_rules.fairness.verifying import decks_of
from tests.rules.fairness import games
from tests.rules.fairness.samples import BEACON, DECK, after, game, proof_of_an_evening
from tests.rules.fairness.spoiling import FALSE
from tests.support.streams import SEEDS, STREAM, closed, opened
from tests.support.sworn import (
    PROOF,
    Seal,
    listed,
    of_roll,
    promise,
    ring_in,
    sealed,
    session_of,
)

TRUE = PROOF
COMMITMENT = ("--commitment", TRUE["commitment"])
_, DEALT = after(game(drawing).open(BEACON), 3).deal(drawing.Deck("game-0001/deck", DECK[:12]))
HEAD = f"4={TRUE['draws'][4]['head']}"


class Desk:
    """A terminal, and a folder to keep files in."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder = folder
        self._capsys = capsys

    def keep(self, name: str, document: object) -> str:
        path = self._folder / name
        path.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
        return str(path)

    def verify(self, document: object, *options: str) -> tuple[int, str]:
        """Return the status, and what was printed."""
        path = self.keep("document.json", document)
        status = cli.main(["verify", path, "--lang", "en", *options])
        told = self._capsys.readouterr()
        return status, (told.out + told.err).replace(path, "document.json")


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, capsys)


# --- proofs ----------------------------------------------------------------------------------


def test_a_true_proof_is_valid_and_told_in_a_few_lines(desk: Desk) -> None:
    status, told = desk.verify(TRUE, *COMMITMENT)

    assert status == 0
    assert told.splitlines() == [
        f"valid: Stream {STREAM}, index 0 of default: 7 draws, 2 of them secret.",
        "  The commitment is the one you saved.",
        "  Seeds came from mem_homura, mem_madoka.",
        "  Asked again, the requests need these dice: 7; not understood here: 0.",
    ]


def test_draws_are_listed_on_demand(desk: Desk) -> None:
    _, told = desk.verify(TRUE, "--draws")

    draws = told.splitlines()[4:]
    assert len(draws) == 7
    assert draws[0] == f"  0: 3d6+2  d6: {' '.join(map(str, TRUE['draws'][0]['values']))}"
    assert "[secret]" in draws[2]


def test_a_deck_and_the_order_of_seats_are_valid_too(desk: Desk) -> None:
    status, told = desk.verify(proof_of_an_evening(drawing), "--draws")

    assert status == 0
    assert f"[deck]  hidden deck game-0001/deck, 12 cards  {' '.join(DEALT.order)}\n" in told
    assert "seats  [seats]" in told


def test_without_a_saved_commitment_the_limits_are_told(desk: Desk) -> None:
    _, told = desk.verify(TRUE)

    assert "shows only that the proof agrees with itself" in told


@pytest.mark.parametrize("seeds", [[], [drawing.Contribution("server", "abc")]])
def test_what_the_server_contributed_alone_is_told(
    desk: Desk, seeds: Sequence[drawing.Contribution]
) -> None:
    _, told = desk.verify(closed(["3d6"], opened(*seeds)).proof())

    assert "the server could have tried many seeds" in told


def test_a_proof_may_come_from_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = io.TextIOWrapper(io.BytesIO(json.dumps(TRUE).encode()))
    monkeypatch.setattr("sys.stdin", pipe)

    assert cli.main(["verify", "-"]) == 0
    assert capsys.readouterr().out.startswith("valid: ")


@pytest.mark.parametrize("lang", LOCALES)
def test_every_language_tells_all_of_it(
    desk: Desk, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    path = desk.keep("proof.json", TRUE)
    status = cli.main(["verify", path, "--draws", "--lang", lang, "--head", HEAD])

    assert status == 0
    assert len(capsys.readouterr().out.splitlines()) == 5 + 7


def test_a_fault_is_told_with_the_draw_and_what_would_be_right(desk: Desk) -> None:
    draws = json.loads(json.dumps(TRUE["draws"]))
    right = draws[3]["values"][0]
    draws[3]["values"][0] = right % 6 + 1

    status, told = desk.verify({**TRUE, "draws": draws})

    assert status == 1
    assert told.splitlines()[0] == (
        f"invalid: draw 3: The stream gives another value here. Right would be {right}. "
        "(value at /draws/3/values/0)"
    )
    assert "head at /draws/3/head" in told


def test_very_many_faults_are_counted(desk: Desk) -> None:
    status, told = desk.verify({**TRUE, "draws": [None] * 250})

    assert status == 1
    assert len(told.splitlines()) == 201
    assert told.endswith("50 more faults\n")


def test_a_false_proof_sends_no_commands_to_the_terminal(desk: Desk) -> None:
    status, told = desk.verify({**TRUE, "\x1b[2J\u202e": 1})

    assert status == 1
    assert "unknown at /" in told
    assert not {"\x1b", "\u202e"} & set(told)


WRITTEN = json.dumps(TRUE, separators=(",", ":"), ensure_ascii=False).encode()


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("changed") / "proof.json"


@given(at=st.integers(0, len(WRITTEN) - 1), change=st.integers(1, 255))
def test_whatever_byte_of_the_file_changes_it_is_told(changed: Path, at: int, change: int) -> None:
    spoilt = bytearray(WRITTEN)
    spoilt[at] ^= change
    changed.write_bytes(spoilt)

    assert cli.main(["verify", str(changed)]) in ({0} if _is_same(bytes(spoilt)) else {1, 2})


def _is_same(spoilt: bytes) -> bool:
    """Whether two files say the same, say by a blank of another kind."""
    try:
        return body.read(spoilt) == TRUE
    except BadJson:
        return False


@pytest.mark.parametrize(
    "spoilt",
    [
        WRITTEN.replace(b'"index":0', b'"index":0,"index":0'),
        WRITTEN.replace(b'"index":0', b'"index":NaN'),
        WRITTEN.replace(b'"nonce":1', b'"nonce":' + b"1" * 5000),
        WRITTEN.replace(b"3d6+2", b"3d6\\ud800"),
        WRITTEN.replace(b"3d6+2", b"3d6\xff"),
        b"\xef\xbb\xbf" + WRITTEN,
        WRITTEN[:-1],
        WRITTEN + b"{}",
        b"[" * 5000,
        b"",
    ],
)
def test_what_two_readers_could_understand_differently_is_no_proof(
    desk: Desk, spoilt: bytes
) -> None:
    status, told = desk.verify(spoilt)

    assert status == 2
    assert told.startswith("document.json: ")


@pytest.mark.parametrize("document", [{}, [], 5, None, {"receipt": None}, {"a": {"scheme": "pf1"}}])
def test_what_is_neither_proof_nor_receipt_is_named_so(desk: Desk, document: object) -> None:
    assert desk.verify(document) == (
        2,
        "document.json: This is neither a proof nor a receipt.\n",
    )


def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "no/such/file"]) == 2
    assert capsys.readouterr().err == "no/such/file: No such file or directory\n"


# --- whether the dice are those that were asked for ------------------------------------------


def drawn(
    stream: Open, request: str, *dice: int, purpose: str = "roll", secret: bool = False
) -> Drawn:
    turn = stream.turn(purpose)
    for sides in dice:
        turn.chance.throw(1, sides)
    return (stream.record_secret if secret else stream.record)(turn, request)


@pytest.mark.parametrize(
    ("request_", "dice", "status"),
    [
        ("2d6", (6, 6), 0),
        ("2d6", (6, 12), 1),
        ("2d6", (6,), 1),
        ("2d6", (6, 6, 6), 1),
        ('{"notation":"1d6","times":2}', (6, 6), 0),
        ('{"notation":"1d6","times":2}', (6,), 1),
        ('{"check":{"system":"collapse","value":50}}', (10, 10), 1),
        ('{"check":{"system":"unheard_of"}}', (6,), 0),
        ("no notation", (6,), 0),
        ('{"', (6,), 0),
        ("{1d6,1d8}kh1", (6, 8), 0),
    ],
)
def test_dice_that_the_request_does_not_ask_for_are_found(
    desk: Desk, request_: str, dice: Sequence[int], status: int
) -> None:
    stream = opened(*SEEDS)
    draw = drawn(stream, request_, *dice)

    told = desk.verify(stream.after(draw).close([draw]).proof())

    assert told[0] == status
    assert ("(dice at /draws/0/bounds)" in told[1]) == (status == 1)


OF_A_DRAFT = '{"notation":"2d20","reference":"dra_01KB9Q1V5S3V9D0QH3S3YB8N4E"}'


@pytest.mark.parametrize(
    ("purpose", "request_", "dice", "status"),
    [
        ("chargen/amgc@1", OF_A_DRAFT, (20, 20), 0),
        ("chargen/amgc@1", OF_A_DRAFT, (20, 12), 1),
        ("chargen/amgc@1", OF_A_DRAFT, (20,), 1),
        ("chargen/my-rules.de@12", OF_A_DRAFT, (20, 20, 20), 1),
        ("roll", OF_A_DRAFT, (12,), 0),
        ("chargen/amgc", OF_A_DRAFT, (12,), 0),
    ],
)
def test_dice_for_a_draft_are_asked_for_again(
    desk: Desk, purpose: str, request_: str, dice: Sequence[int], status: int
) -> None:
    stream = opened(*SEEDS)
    draw = drawn(stream, request_, *dice, purpose=purpose)

    told = desk.verify(stream.after(draw).close([draw]).proof())

    assert told[0] == status
    assert ("(dice at /draws/0/bounds)" in told[1]) == (status == 1)


REFERENCE = '"reference":"ses_01KB9Q1V5S3V9D0QH3S3YB8N4J"'
OF_THREE = f'{{"count":2,"of":["a","b","c"],{REFERENCE}}}'
FIRST_OF_FOUR = f'{{"first_of":4,{REFERENCE}}}'


@pytest.mark.parametrize(
    ("purpose", "request_", "dice", "found"),
    [
        ("orders", OF_THREE, (3, 2, 3, 2), "need these dice: 1;"),
        ("orders", OF_THREE, (3, 2, 3), "(dice at /draws/0/bounds)"),
        ("orders", OF_THREE, (3, 3, 3, 2), "(dice at /draws/0/bounds)"),
        ("orders", OF_THREE, (3, 2, 3, 2, 3, 2), "(dice at /draws/0/bounds)"),
        ("orders", OF_THREE.replace("2,", "3,", 1), (3, 2, 3, 2), "(dice at /draws/0/bounds)"),
        ("orders", OF_THREE.replace("2,", "0,", 1), (), "not understood here: 1."),
        ("orders", OF_THREE.replace("2,", "true,", 1), (3, 2), "not understood here: 1."),
        ("orders", OF_THREE.replace("2,", "1001,", 1), (3, 2), "not understood here: 1."),
        ("orders", OF_THREE.replace('"c"]', '"c"],"x":1'), (3, 2), "not understood here: 1."),
        ("orders", '{"count":1,"of":[]}', (), "not understood here: 1."),
        ("orders", "2d3", (3, 3), "not understood here: 1."),
        ("seats", FIRST_OF_FOUR, (4,), "need these dice: 1;"),
        ("seats", FIRST_OF_FOUR, (5,), "(dice at /draws/0/bounds)"),
        ("seats", FIRST_OF_FOUR, (4, 4), "(dice at /draws/0/bounds)"),
        ("seats", FIRST_OF_FOUR, (), "(dice at /draws/0/bounds)"),
        ("seats", '{"first_of":0}', (4,), "not understood here: 1."),
        ("seats", '{"first_of":', (4,), "not understood here: 1."),
        ("roll", FIRST_OF_FOUR, (4,), "not understood here: 1."),
    ],
)
@pytest.mark.parametrize("secret", [False, True], ids=["open", "secret"])
def test_what_is_dealt_for_a_game_is_asked_for_again(
    desk: Desk, purpose: str, request_: str, dice: Sequence[int], found: str, *, secret: bool
) -> None:
    stream = opened(*SEEDS)
    draw = drawn(stream, request_, *dice, purpose=purpose, secret=secret)

    status, told = desk.verify(stream.after(draw).close([draw]).proof())

    assert found in told
    assert status == (1 if "bounds" in found else 0)


def test_a_whole_game_is_understood(desk: Desk) -> None:
    status, told = desk.verify(games.TRUE, "--draws")

    assert status == 0
    assert "5 draws, 1 of them secret." in told
    assert "need these dice: 5; not understood here: 0." in told
    assert f"hidden deck girls-1, 9 cards  {' '.join(decks_of(games.TRUE)['girls-1'])}\n" in told


@pytest.mark.parametrize("name", games.FALSE)
def test_a_game_with_other_cards_is_found(desk: Desk, name: str) -> None:
    assert desk.verify(games.FALSE[name])[0] == 1


@pytest.mark.parametrize("name", games.UNSAVED)
def test_another_past_of_a_game_is_found_by_its_closing(desk: Desk, name: str) -> None:
    saved = ("--closing", games.TRUE["closing"])

    assert desk.verify(games.UNSAVED[name])[0] == 0
    assert desk.verify(games.UNSAVED[name], *saved)[0] == 1
    assert desk.verify(games.TRUE, *saved)[0] == 0


def test_a_deck_is_understood(desk: Desk) -> None:
    stream = opened(*SEEDS)
    draw, _ = stream.deal(drawing.Deck("girls", DECK))

    status, told = desk.verify(stream.after(draw).close([draw]).proof())

    assert status == 0
    assert "need these dice: 1; not understood here: 0." in told


def test_what_is_not_understood_is_counted(desk: Desk) -> None:
    stream = opened(*SEEDS)
    draw = drawn(stream, "2d6", 8, purpose="seats")

    status, told = desk.verify(stream.after(draw).close([draw]).proof())

    assert status == 0
    assert "not understood here: 1." in told


def test_a_roll_that_came_to_nothing_is_valid(desk: Desk) -> None:
    """Division by zero: the draw is spent, and its dice are those that were asked for."""
    proof = closed(["1d20/(1d2-1)"] * 8).proof()

    status, told = desk.verify(proof)

    assert {draw["values"][-1] for draw in proof["draws"]} == {1, 2}
    assert status == 0
    assert "need these dice: 8;" in told


# --- what was saved --------------------------------------------------------------------------


def test_all_that_was_saved_is_compared(desk: Desk) -> None:
    own = ("--head", HEAD, "--seed", "mem_madoka=tea.and~cake", "--closing", TRUE["closing"])

    status, told = desk.verify(TRUE, *COMMITMENT, *own)

    assert status == 0
    assert "What else you saved agrees, too: 3." in told


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        (("--commitment", FALSE), "/commitment"),
        (("--closing", FALSE), "/closing"),
        (("--head", f"4={FALSE}"), "/draws/4/head"),
        (("--head", f"4={FALSE}", "--head", HEAD), "/draws/4/head"),
        (("--head", f"7={FALSE}"), "/draws"),
        (("--seed", "mem_madoka=tea"), "/client_seeds"),
        (("--seed", "mem_sayaka=sea"), "/client_seeds"),
    ],
)
def test_a_proof_of_something_else_is_found(
    desk: Desk, options: Sequence[str], pointer: str
) -> None:
    status, told = desk.verify(TRUE, *options)

    assert status == 1
    assert f"(not_saved at {pointer})" in told


@pytest.mark.parametrize(
    "option",
    [("--commitment", "ab"), ("--head", FALSE), ("--head", "x=" + FALSE), ("--seed", "tea")],
)
def test_an_option_without_sense_is_refused(
    capsys: pytest.CaptureFixture[str], option: Sequence[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(["verify", "proof.json", *option])

    assert end.value.code == 2
    assert option[0] in capsys.readouterr().err


# --- receipts --------------------------------------------------------------------------------


@pytest.fixture
def ring(tmp_path: Path) -> KeyRing:
    return ring_in(tmp_path / "keys")


def keys_of(desk: Desk, ring: KeyRing) -> tuple[str, str]:
    return "--keys", desk.keep("keys.json", listed(ring))


def test_receipts_count_as_saved(desk: Desk, ring: KeyRing) -> None:
    created = desk.keep("room.json", {"stream": {"receipt": promise(ring)}})
    roll = desk.keep("roll.json", {"receipt": of_roll(ring)})
    own = ("--receipt", created, "--receipt", roll)

    status, told = desk.verify(TRUE, *own, *keys_of(desk, ring))

    assert status == 0
    assert "The commitment is the one you saved." in told
    assert "What else you saved agrees, too: 1." in told


def test_receipts_of_a_game_count_as_saved(desk: Desk, ring: KeyRing) -> None:
    """As a session tells them: the commitment's, and one of each deal."""
    session = desk.keep("session.json", session_of(ring))

    status, told = desk.verify(games.TRUE, "--receipt", session, *keys_of(desk, ring))
    other = desk.verify(games.FALSE["other order"], "--receipt", session, *keys_of(desk, ring))
    alone = desk.verify(session_of(ring), *keys_of(desk, ring))

    assert status == 0
    assert "The commitment is the one you saved." in told
    assert "What else you saved agrees, too: 2." in told
    assert other[0] == 1
    assert "(not_saved at /draws/3/head)" in other[1]
    assert alone[0] == 0
    assert f"  head: {games.TRUE['draws'][4]['head']}" in alone[1]


@pytest.mark.parametrize(
    ("kind", "changes", "fault"),
    [
        (promise, {"commitment": FALSE}, "(not_saved at /commitment)"),
        (of_roll, {"head": FALSE}, "(not_saved at /draws/4/head)"),
        (of_roll, {"nonce": 70}, "(not_saved at /draws)"),
        (of_roll, {"index": 1}, "(foreign at rol_1)"),
        (of_roll, {"tenant": "another"}, "(foreign at rol_1)"),
        (promise, {"id": f"{STREAM}-s"}, f"(foreign at {STREAM}-s)"),
    ],
)
def test_a_receipt_against_the_proof_is_told(
    desk: Desk, ring: KeyRing, kind: Seal, changes: Mapping[str, object], fault: str
) -> None:
    receipt = desk.keep("receipt.json", kind(ring, **changes))

    status, told = desk.verify(TRUE, "--receipt", receipt, *keys_of(desk, ring))

    assert status == 1
    assert fault in told


def test_a_forged_receipt_is_told(desk: Desk, ring: KeyRing) -> None:
    forged = {**of_roll(ring), "request": "5dF"}

    status, told = desk.verify(TRUE, "--receipt", desk.keep("f.json", forged), *keys_of(desk, ring))

    assert status == 1
    assert told.endswith("(signature at rol_1/proof/signature)\n")


def test_receipts_of_all_kinds_are_checked_without_a_proof(desk: Desk, ring: KeyRing) -> None:
    thrown = [{"notation": "2d6", "total": 7, "dice": [[6, 3], [6, 4]]}]
    several = [promise(ring), {"receipt": of_roll(ring)}, sealed(ring, id="rol_2", results=thrown)]

    status, told = desk.verify({"items": several}, *keys_of(desk, ring))

    assert status == 0
    assert f"  commitment: {TRUE['commitment']}" in told
    assert "  nonce: 4" in told
    assert "  2d6 = 7: 3/d6 4/d6" in told


@pytest.mark.parametrize("name", ["server_seed", "draws", "scheme"])
def test_a_genuine_receipt_inside_does_not_make_a_false_proof_valid(
    desk: Desk, ring: KeyRing, name: str
) -> None:
    status, told = desk.verify(
        {**TRUE, name: "changed", "receipt": promise(ring)}, *keys_of(desk, ring)
    )

    assert status == 1
    assert f"(malformed at /{name})" in told
    assert "(unknown at /receipt)" in told


@pytest.mark.parametrize("results", [5, [None], [{"notation": 1}], [{"dice": 5}], "\x1b[2J"])
def test_whatever_was_signed_is_told(desk: Desk, ring: KeyRing, results: object) -> None:
    odd = sealed(ring, id="rol_3", results=results)

    status, told = desk.verify(odd, *keys_of(desk, ring))

    assert status == 0
    assert "\x1b" not in told


def test_a_receipt_without_keys_proves_nothing(desk: Desk, ring: KeyRing) -> None:
    receipt = promise(ring)
    options: Sequence[tuple[str, ...]] = [
        (),
        ("--keys", desk.keep("no.json", [])),
        ("--keys", desk.keep("no.json", {"keys": [{}]})),
    ]

    told = [desk.verify(receipt, *option) for option in options]

    assert [status for status, _ in told] == [2, 2, 2]
    assert "--keys" in told[0][1]


def test_a_receipt_that_is_none_is_named(desk: Desk, ring: KeyRing) -> None:
    status, told = desk.verify(TRUE, "--receipt", desk.keep("r.json", TRUE), *keys_of(desk, ring))

    assert status == 2
    assert told.endswith("This is neither a proof nor a receipt.\n")
