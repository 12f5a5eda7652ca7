"""What the procedure refuses, each beside the same table that allows something else."""

from collections.abc import Callable

import pytest

from majokko_rules import render
from majokko_rules.catalog import LOCALES
from majokko_rules.errors import RuleError
from majokko_rules.systems.aaws.procedure import Actor, Move, Opening, opened
from majokko_rules.systems.aaws.procedure.moves import (
    Accept,
    Against,
    Agree,
    Announce,
    AnswerPremise,
    AskPremise,
    CallOff,
    Choose,
    Common,
    Declare,
    Decline,
    Hinder,
    Judge,
    Judgement,
    New,
    Own,
    Propose,
    Resist,
    Reveal,
    Roll,
    Strike,
    Temporary,
    Withdraw,
)
from tests.rules.aaws.table import (
    ANN,
    BEN,
    CAST,
    EVE,
    GM,
    Table,
    announced,
    approved,
    declared,
    demanded,
    joint,
    rolled,
    temporaries,
)

X = Announce(condition="x")
HIDDEN = Announce(condition="x", target=8, hidden="unknown")
WINDY = Announce(condition="x", antis=(Against("a", name="wind"),))
RAINY = Announce(condition="x", antis=(Against(anti="rain"),))
BOW = (Own("a-bow"),)
ROPE = (New("rope", "weapon", "rope"),)
TORCH = (New("torch", "weapon", "torch"),)


def asked() -> Table:
    return announced().does(ANN, AskPremise("a", "by day"))


def questioned() -> Table:
    return declared(factors=1).does(GM, Judge((Judgement(1, "question"),)))


def ann_declared(*, finish: bool = True, terms: Announce = X) -> Table:
    return joint(terms).does(ANN, Declare("a", BOW, finish=finish))


def both_declared(terms: Announce = X) -> Table:
    return ann_declared(terms=terms).does(BEN, Declare("b", (Own("b-bow"),), finish=True))


def both_approved(terms: Announce = X) -> Table:
    return both_declared(terms).does(GM, Judge((Judgement(1, "approve"), Judgement(2, "approve"))))


def told() -> Table:
    return rolled(HIDDEN, 4).does(GM, Reveal("target"))


def own_rope() -> Table:
    """Ann's unit has four factors under a weapon of level four."""
    table = announced().does(ANN, Declare("a", ROPE, finish=True))
    table.does(GM, Judge((Judgement(1, "approve"),)))
    after = announced()
    after.cast = table.cast
    return after


ROWS: list[tuple[Callable[[], Table], Actor, Move | None, Actor, Move, str, str]] = [
    # table, (actor, move) that is allowed, (actor, move) that is refused, rule, pointer
    # who wants it
    (lambda: demanded("a"), ANN, Accept("a"), BEN, Accept("a"), "only_player", "/unit"),
    (lambda: demanded("a"), ANN, Accept("a"), GM, Accept("a"), "only_player", "/unit"),
    (lambda: demanded("a"), ANN, Accept("a"), ANN, Accept(), "only_gm", ""),
    (lambda: demanded("a"), ANN, Accept("a"), GM, Accept(), "accepted_before", ""),
    (lambda: demanded("a"), ANN, Accept("a"), BEN, Accept("b"), "not_a_choice", "/unit"),
    (lambda: demanded("a", by=ANN), GM, Accept(), ANN, Accept("a"), "accepted_before", "/unit"),
    (lambda: demanded("a", by=ANN), GM, Accept(), EVE, Accept(), "only_gm", ""),
    (
        lambda: demanded("a", by=ANN),
        GM,
        Decline(verdict="impossible"),
        GM,
        Decline(instead="sing"),
        "only_player",
        "/instead",
    ),
    (
        lambda: demanded("a"),
        ANN,
        Decline("a", instead="sing"),
        ANN,
        Decline("a", verdict="needless"),
        "only_gm",
        "/verdict",
    ),
    (
        lambda: demanded("a", "b"),
        ANN,
        Decline("a"),
        ANN,
        Decline("a", instead="sing"),
        "instead_of_joint",
        "/instead",
    ),
    (lambda: demanded("a"), ANN, Accept("a"), GM, X, "not_in_this_step", ""),
    (announced, GM, CallOff(), ANN, CallOff(), "only_gm", ""),
    (lambda: demanded("a", by=ANN), ANN, CallOff(), BEN, CallOff(), "only_gm", ""),
    (lambda: rolled(X, 3), GM, None, GM, CallOff(), "not_in_this_step", ""),
    # what is announced
    (lambda: demanded("n"), GM, X, ANN, X, "only_gm", ""),
    (announced, ANN, Declare("a", BOW), GM, X, "not_in_this_step", ""),
    (
        lambda: demanded("n"),
        GM,
        Announce(condition="x", target="infinite"),
        GM,
        Announce(condition="x", target="infinite", hidden="unknown"),
        "infinite_hidden",
        "/hidden",
    ),
    (
        lambda: demanded("n"),
        GM,
        Announce(condition="x", hidden="open_ended"),
        GM,
        Announce(condition="x", target=3, hidden="open_ended"),
        "not_together",
        "/target",
    ),
    (
        lambda: demanded("n"),
        GM,
        Announce(condition="x", target=3, tiers="half"),
        GM,
        Announce(condition="x", tiers="half"),
        "required",
        "/target",
    ),
    (lambda: demanded("n"), GM, X, GM, Announce(condition="x", target=-1), "too_small", "/target"),
    (
        lambda: demanded("n"),
        GM,
        Announce(condition="x", tiers=(1,)),
        GM,
        Announce(condition="x", tiers=(1, -1)),
        "too_small",
        "/tiers/1",
    ),
    (
        lambda: demanded("n"),
        GM,
        Announce(condition="x", tiers=tuple(range(10))),
        GM,
        Announce(condition="x", tiers=tuple(range(11))),
        "too_long",
        "/tiers",
    ),
    (
        lambda: demanded("n"),
        GM,
        Announce(condition="x", antis=(Against("n", anti="n-limp"),)),
        GM,
        Announce(condition="x", antis=(Against("n", anti="n-limp"), Against("n", anti="n-limp"))),
        "anti_twice",
        "/antis/1",
    ),
    (
        lambda: demanded("n"),
        GM,
        Announce(condition="x", antis=(Against("n", name="wind"), Against("n", name="wind"))),
        GM,
        Announce(condition="x", antis=(Against("a", name="wind"),)),
        "not_a_choice",
        "/antis/0/unit",
    ),
    (
        lambda: demanded("n"),
        GM,
        X,
        GM,
        Announce(condition="x", antis=(Against("n", anti="a-limp"),)),
        "not_a_choice",
        "/antis/0/anti",
    ),
    (
        lambda: demanded("n"),
        GM,
        RAINY,
        GM,
        Announce(condition="x", antis=(Against(anti="map"),)),
        "not_a_choice",
        "/antis/0/anti",
    ),
    (
        lambda: demanded("n"),
        GM,
        X,
        GM,
        Announce(condition="x", antis=(Against("n"),)),
        "exactly_one_of",
        "/antis/0",
    ),
    (
        lambda: demanded("n"),
        GM,
        X,
        GM,
        Announce(condition="x", antis=(Against(name="wind"),) * 101),
        "too_long",
        "/antis",
    ),
    # what is declared
    (announced, ANN, Declare("a", BOW), BEN, Declare("a", BOW), "only_player", "/unit"),
    (announced, ANN, Declare("a", BOW), GM, Declare("a", BOW), "only_player", "/unit"),
    (announced, ANN, Declare("a", BOW), ANN, Declare("zz"), "not_a_choice", "/unit"),
    (announced, BEN, Declare("b", (), helps="a"), BEN, Declare("b"), "not_a_choice", "/unit"),
    (
        announced,
        BEN,
        Declare("b", (Own("b-bow"),), helps="a"),
        BEN,
        Declare("b", (), finish=True, helps="a"),
        "only_player",
        "/finish",
    ),
    (
        announced,
        ANN,
        Declare("a", BOW),
        ANN,
        Declare("a", (Own("b-bow"),)),
        "not_a_choice",
        "/factors/0/factor",
    ),
    (
        announced,
        ANN,
        Declare("a", (Common("map"),)),
        ANN,
        Declare("a", (Common("rain"),)),
        "not_a_choice",
        "/factors/0/shared",
    ),
    (
        announced,
        BEN,
        Declare("b", (Common("map"),), helps="a"),
        BEN,
        Declare("c", (Common("map"),), helps="a"),
        "shared_not_held",
        "/factors/0/shared",
    ),
    (
        announced,
        ANN,
        Declare("a", temporaries(2)),
        ANN,
        Declare("a", temporaries(3)),
        "too_many_temporary",
        "/factors/2",
    ),
    (
        lambda: announced().does(ANN, Declare("a", temporaries(1))),
        BEN,
        Declare("b", temporaries(1), helps="a"),
        BEN,
        Declare("b", temporaries(2), helps="a"),
        "too_many_temporary",
        "/factors/1",
    ),
    (
        joint,
        ANN,
        Declare("a", temporaries(1)),
        ANN,
        Declare("a", temporaries(2)),
        "too_many_temporary",
        "/factors/1",
    ),
    (
        announced,
        ANN,
        Declare("a", ROPE),
        ANN,
        Declare("a", ROPE + TORCH),
        "registered_before",
        "/factors/1",
    ),
    (
        own_rope,
        ANN,
        Declare("a", (Own("rope"),)),
        ANN,
        Declare("a", TORCH),
        "original_full",
        "/factors/0/original",
    ),
    (
        announced,
        ANN,
        Declare("a", TORCH),
        ANN,
        Declare("a", (New("torch", "boots", "torch"),)),
        "original_full",
        "/factors/0/original",
    ),
    (
        announced,
        ANN,
        Declare("a", ROPE),
        ANN,
        Declare("a", (New("rope", "hat", "rope"),)),
        "not_a_choice",
        "/factors/0/original",
    ),
    (
        announced,
        ANN,
        Declare("a", ROPE),
        BEN,
        Declare("b", ROPE, helps="a"),
        "helper_registers",
        "/factors/0",
    ),
    (
        lambda: announced().does(ANN, Declare("a", BOW)),
        ANN,
        Declare("a", (Own("a-wit"),)),
        ANN,
        Declare("a", BOW),
        "declared_before",
        "/factors/0",
    ),
    (
        announced,
        ANN,
        Declare("a", (Temporary("luck"), Temporary("moon"))),
        ANN,
        Declare("a", (Temporary("luck"), Temporary("LUCK"))),
        "declared_before",
        "/factors/1",
    ),
    (
        lambda: announced().does(BEN, Declare("b", (Common("map"),), helps="a")),
        ANN,
        Declare("a", (Common("light"),)),
        ANN,
        Declare("a", (Common("map"),)),
        "declared_before",
        "/factors/0",
    ),
    (
        announced,
        ANN,
        Declare("a"),
        ANN,
        Declare("a", tuple(Temporary(str(n)) for n in range(201))),
        "too_long",
        "/factors",
    ),
    (declared, GM, None, ANN, Declare("a", temporaries(1)), "not_in_this_step", ""),
    # joint declarations
    (joint, ANN, Declare("a", BOW), BEN, Declare("b", temporaries(1)), "other_unit", "/unit"),
    (
        joint,
        BEN,
        Declare("c", (), helps="a"),
        BEN,
        Declare("c", (), helps="b"),
        "other_unit",
        "/helps",
    ),
    (
        ann_declared,
        BEN,
        Declare("b", temporaries(1)),
        ANN,
        Declare("a", (Own("a-wit"),)),
        "finished_declaring",
        "/unit",
    ),
    (
        joint,
        BEN,
        Declare("c", (Own("c-bow"),), helps="a"),
        BEN,
        Declare("b", (Own("b-bow"),), helps="a"),
        "helper_takes_part",
        "/helps",
    ),
    (
        joint,
        ANN,
        Declare("a", BOW, finish=True),
        ANN,
        Declare("a", finish=True),
        "unit_offers_nothing",
        "",
    ),
    # what is withdrawn
    (declared, ANN, Withdraw((1, 2)), BEN, Withdraw((1,)), "only_player", "/factors/0"),
    (declared, ANN, Withdraw((1, 2)), ANN, Withdraw(()), "too_short", "/factors"),
    (declared, GM, Judge((Judgement(1, "approve"),)), GM, Judge(()), "too_short", "/verdicts"),
    (declared, ANN, Withdraw((1,)), ANN, Withdraw((1, 1)), "not_to_withdraw", "/factors/1"),
    (declared, ANN, Withdraw((1,)), ANN, Withdraw((1, 9)), "not_a_choice", "/factors/1"),
    (questioned, ANN, Resist(1), ANN, Withdraw((1,)), "not_to_withdraw", "/factors/0"),
    (
        lambda: ann_declared(finish=False),
        ANN,
        Withdraw((1,)),
        BEN,
        Withdraw((1,)),
        "only_player",
        "/factors/0",
    ),
    (both_declared, GM, None, ANN, Withdraw((1,)), "unit_offers_nothing", "/factors/0"),
    (approved, ANN, Choose("a"), ANN, Withdraw((1,)), "not_in_this_step", ""),
    # a change of premise
    (announced, ANN, AskPremise("a", "x"), BEN, AskPremise("a", "x"), "only_player", "/unit"),
    (announced, ANN, AskPremise("a", "x"), BEN, AskPremise("b", "x"), "not_a_choice", "/unit"),
    (joint, ANN, AskPremise("a", "x"), BEN, AskPremise("b", "x"), "other_unit", "/unit"),
    (declared, ANN, Withdraw((1,)), ANN, AskPremise("a", "x"), "not_in_this_step", ""),
    (asked, GM, AnswerPremise(approved=True), ANN, AnswerPremise(approved=True), "only_gm", ""),
    (asked, ANN, AskPremise("a", None), ANN, Declare("a", BOW), "premise_open", ""),
    (announced, ANN, AskPremise("a", "x"), GM, AnswerPremise(approved=True), "no_premise", ""),
    # the judgement
    (
        declared,
        GM,
        Judge((Judgement(1, "approve"),)),
        ANN,
        Judge((Judgement(1, "approve"),)),
        "only_gm",
        "",
    ),
    (announced, ANN, Declare("a"), GM, Judge((Judgement(1, "approve"),)), "not_in_this_step", ""),
    (
        declared,
        GM,
        Judge((Judgement(1, "approve"),)),
        GM,
        Judge((Judgement(3, "approve"),)),
        "not_a_choice",
        "/verdicts/0/factor",
    ),
    (
        lambda: declared().does(ANN, Withdraw((1,))),
        GM,
        Judge((Judgement(2, "approve"),)),
        GM,
        Judge((Judgement(1, "approve"),)),
        "not_to_judge",
        "/verdicts/0/factor",
    ),
    (
        declared,
        GM,
        Judge((Judgement(1, "question"),)),
        GM,
        Judge((Judgement(1, "approve"), Judgement(2, "question"))),
        "not_used_yet",
        "/verdicts/1/ruling",
    ),
    (
        lambda: announced().does(ANN, Declare("a", (Common("light"), Common("map")), finish=True)),
        GM,
        Judge((Judgement(1, "condition_unmet"),)),
        GM,
        Judge((Judgement(2, "condition_unmet"),)),
        "no_condition",
        "/verdicts/0/ruling",
    ),
    # over-general factors
    (questioned, GM, Propose(1, "knife"), BEN, Propose(1, "knife"), "only_player", "/factor"),
    (
        declared,
        GM,
        Judge((Judgement(1, "question"),)),
        GM,
        Propose(1, "knife"),
        "not_in_question",
        "/factor",
    ),
    (questioned, ANN, Propose(1, "knife"), GM, Agree(1), "no_proposal", "/factor"),
    (
        lambda: questioned().does(GM, Propose(1, "x")),
        ANN,
        Agree(1),
        GM,
        Agree(1),
        "only_player",
        "/factor",
    ),
    (lambda: questioned().does(ANN, Propose(1, "x")), GM, Agree(1), ANN, Agree(1), "only_gm", ""),
    (questioned, ANN, Resist(1), GM, Resist(1), "only_player", "/factor"),
    (lambda: questioned().does(ANN, Resist(1)), GM, Strike(1), ANN, Strike(1), "only_gm", ""),
    (questioned, ANN, Resist(1), GM, Strike(1), "not_in_question", "/factor"),
    # the choice
    (approved, ANN, Choose("a", (1,)), BEN, Choose("a"), "only_player", "/unit"),
    (approved, ANN, Choose("a", (1,)), GM, Choose("a"), "only_player", "/unit"),
    (approved, ANN, Choose("a", (1,)), ANN, Choose("a", (3,)), "not_a_choice", "/rolled/0"),
    (approved, ANN, Choose("a", (1,)), ANN, Choose("a", (), (7,)), "not_a_choice", "/taken/0"),
    (approved, ANN, Choose("a", (1,)), ANN, Choose("a", (1, 1)), "not_together", "/taken"),
    (
        lambda: approved(WINDY),
        ANN,
        Choose("a", (1,), (2,)),
        ANN,
        Choose("a", (1,), (1,)),
        "not_together",
        "/taken",
    ),
    (
        lambda: approved(WINDY),
        ANN,
        Choose("a", (1,), (2,)),
        ANN,
        Choose("a", (1,)),
        "anti_factors_take",
        "/taken",
    ),
    (
        lambda: approved(WINDY),
        ANN,
        Choose("a", (), (2,)),
        ANN,
        Choose("a", (), (1, 2)),
        "anti_factors_take",
        "/taken",
    ),
    (
        lambda: approved(RAINY),
        ANN,
        Choose("a", (), (2,)),
        ANN,
        Choose("a"),
        "anti_factors_take",
        "/taken",
    ),
    (
        lambda: both_approved(RAINY).does(ANN, Choose("a", (), (1,))),
        BEN,
        Choose("b"),
        BEN,
        Choose("b", (), (2,)),
        "anti_factors_take",
        "/taken",
    ),
    # the roll
    (approved, ANN, Choose("a"), ANN, Roll(()), "not_chosen", ""),
    (lambda: approved().does(ANN, Choose("a")), ANN, Roll(()), BEN, Roll(()), "only_player", ""),
    (
        lambda: approved().does(ANN, Choose("a", (1,))),
        ANN,
        Roll((3,)),
        ANN,
        Roll(()),
        "needed",
        "/faces",
    ),
    (
        lambda: approved().does(ANN, Choose("a", (1,))),
        GM,
        Roll((3,)),
        GM,
        Roll((3, 3)),
        "needed",
        "/faces",
    ),
    (
        lambda: approved().does(ANN, Choose("a", (1,))),
        ANN,
        Roll((6,)),
        ANN,
        Roll((7,)),
        "not_on_die",
        "/faces/0",
    ),
    (
        lambda: both_approved(RAINY).does(ANN, Choose("a")).does(BEN, Choose("b")),
        BEN,
        Choose("b", (), (2,)),
        BEN,
        Roll(()),
        "anti_factors_of_all",
        "",
    ),
    (declared, GM, Judge((Judgement(1, "approve"),)), ANN, Roll(()), "not_in_this_step", ""),
    # afterwards
    (lambda: rolled(HIDDEN, 3), GM, Reveal("result"), ANN, Reveal("result"), "only_gm", ""),
    (lambda: rolled(X, 3), GM, None, GM, Reveal("result"), "nothing_hidden", ""),
    (told, GM, None, GM, Reveal("target"), "nothing_hidden", ""),
    (
        lambda: rolled(HIDDEN, 3).does(GM, Reveal("result")),
        GM,
        Reveal("target"),
        GM,
        Reveal("result"),
        "nothing_hidden",
        "/show",
    ),
    (
        lambda: rolled(HIDDEN, 3),
        GM,
        Reveal("target"),
        GM,
        Reveal("target", 9),
        "target_stands",
        "/target",
    ),
    (
        lambda: rolled(Announce(condition="x", hidden="open_ended"), 3),
        GM,
        Reveal("target"),
        GM,
        Reveal("target", 9),
        "target_stands",
        "/target",
    ),
    (
        lambda: rolled(Announce(condition="x", hidden="unknown"), 3),
        GM,
        Reveal("target", 9),
        GM,
        Reveal("target", -9),
        "too_small",
        "/target",
    ),
    (
        lambda: rolled(X, 1),
        GM,
        Hinder("h", "ouch", "a"),
        GM,
        Hinder("h", "ouch", "b"),
        "not_a_choice",
        "/unit",
    ),
    (
        lambda: rolled(X, 1),
        GM,
        Hinder("h", "ouch", "a"),
        ANN,
        Hinder("h", "ouch", "a"),
        "only_gm",
        "",
    ),
    (lambda: rolled(X, 2), GM, None, GM, Hinder("h", "ouch"), "no_fumble", ""),
    (
        lambda: rolled(X, 1).does(GM, Hinder("h", "ouch")),
        GM,
        None,
        GM,
        Hinder("i", "ouch"),
        "fumble_answered",
        "",
    ),
    (
        lambda: demanded("a").does(ANN, Decline("a")),
        GM,
        None,
        GM,
        Hinder("i", "ouch"),
        "not_in_this_step",
        "",
    ),
]


@pytest.mark.parametrize(("table", "may", "allowed", "by", "move", "rule", "pointer"), ROWS)
def test_a_refusal_names_rule_and_place(
    table: Callable[[], Table],
    may: Actor,
    allowed: Move | None,
    by: Actor,
    move: Move,
    rule: str,
    pointer: str,
) -> None:
    if allowed:
        table().does(may, allowed)
    stands = table()
    before = stands.state
    with pytest.raises(RuleError) as caught:
        stands.does(by, move)

    assert (caught.value.rule, caught.value.pointer) == (rule, pointer)
    assert stands.state == before
    for locale in LOCALES:
        assert all(render.refusal(caught.value, locale))


OPENINGS = [
    # units, who, rule, pointer
    (("zz",), GM, "not_a_choice", "/units/0"),
    (("a", "b", "a"), GM, "unit_twice", "/units/2"),
    (("a",), BEN, "only_player", "/units"),
    (("a", "n"), BEN, "only_player", "/units"),
    (("a",), EVE, "only_player", "/units"),
    ((), GM, "too_short", "/units"),
]


def test_a_single_check_is_about_one_unit() -> None:
    with pytest.raises(RuleError) as caught:
        opened(Opening(action="x", units=("a", "b")), GM, CAST)

    assert (caught.value.rule, caught.value.pointer) == ("too_long", "/units")


@pytest.mark.parametrize(("units", "by", "rule", "pointer"), OPENINGS)
def test_a_check_is_opened_for_units_that_are_there_and_ones_own(
    units: tuple[str, ...], by: Actor, rule: str, pointer: str
) -> None:
    with pytest.raises(RuleError) as caught:
        demanded(*units, by=by)

    assert (caught.value.rule, caught.value.pointer) == (rule, pointer)


def test_an_original_factor_that_another_check_has_filled_registers_nothing_more() -> None:
    one = announced().does(ANN, Declare("a", ROPE, finish=True))
    other = announced().does(ANN, Declare("a", TORCH, finish=True))
    other.cast = one.does(GM, Judge((Judgement(1, "approve"),))).cast
    with pytest.raises(RuleError) as caught:
        other.does(GM, Judge((Judgement(1, "approve"),)))

    assert caught.value.rule == "original_full"
    assert other.does(GM, Judge((Judgement(1, "unsuitable"),))).state.effects == ()
