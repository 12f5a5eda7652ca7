"""A check from the wish to act to the answer to a fumble, as the rules tell it."""

import pytest

from majokko_rules import questions
from majokko_rules.chance import Scripted
from majokko_rules.systems.aaws.procedure import Actor, Options, question
from majokko_rules.systems.aaws.procedure.effects import (
    Hindered,
    Registered,
    Renamed,
    Struck,
    Used,
)
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
    GM,
    announced,
    approved,
    declared,
    demanded,
    joint,
    rolled,
    temporaries,
)

# --- who wants it ----------------------------------------------------------------------------


def test_a_demand_waits_for_the_player() -> None:
    table = demanded("a")

    assert (table.state.step, table.seen.awaits) == ("demanded", ("a",))
    assert table.does(ANN, Accept("a")).state.step == "accepted"


def test_a_declaration_waits_for_the_gm() -> None:
    table = demanded("a", by=ANN)

    assert (table.state.step, table.seen.awaits) == ("declared", ("gm",))
    assert table.does(GM, Accept()).state.step == "accepted"


def test_what_the_gm_demands_of_his_own_unit_needs_nobody_else() -> None:
    assert demanded("n").state.step == "accepted"


def test_a_player_may_refuse_a_demand_and_declare_another_action() -> None:
    table = demanded("a").does(ANN, Decline("a", instead="talk to the guard"))

    assert (table.state.step, table.state.action) == ("declared", "talk to the guard")
    assert (table.state.opened_by, table.state.declined) == ("player", ("climb the tower",))
    assert table.does(GM, Accept()).state.step == "accepted"


def test_a_player_may_refuse_a_demand() -> None:
    table = demanded("a").does(ANN, Decline("a", reason="too high"))

    assert (table.state.step, table.state.reason) == ("declined", "too high")
    assert table.seen.awaits == ()


def test_the_gm_may_find_a_check_needless() -> None:
    table = demanded("a", by=ANN).does(GM, Decline(verdict="needless"))

    assert (table.state.step, table.state.verdict) == ("declined", "needless")


def test_a_joint_check_waits_for_everyone() -> None:
    table = demanded("a", "b", "c", by=ANN).does(BEN, Accept("c"))

    assert table.seen.awaits == ("b", "gm")
    assert table.does(GM, Accept()).state.step == "declared"
    assert table.does(BEN, Accept("b")).state.step == "accepted"


def test_who_declines_leaves_a_joint_check_to_the_others() -> None:
    table = demanded("a", "b", "c").does(ANN, Decline("a")).does(BEN, Accept("b"), Accept("c"))

    assert table.state.step == "accepted"
    assert [party.unit for party in table.state.parties] == ["b", "c"]


def test_one_unit_makes_no_joint_check() -> None:
    assert demanded("a", "b").does(ANN, Decline("a")).state.step == "declined"


def test_a_check_can_be_called_off_before_its_roll() -> None:
    assert approved().does(GM, CallOff("dawn breaks")).state.step == "called_off"
    assert demanded("a", by=ANN).does(ANN, CallOff()).state.step == "called_off"


# --- what the GM announces -------------------------------------------------------------------


def test_target_condition_middle_values_and_anti_factors_are_announced_together() -> None:
    antis = (Against("a", anti="a-limp"), Against(anti="rain"), Against("a", name="wind"))
    terms = announced(
        Announce(condition="at night", target=9, tiers="half", antis=antis)
    ).seen.terms

    assert terms
    assert (terms.condition, terms.target, terms.tiers) == ("at night", 9, (4,))
    assert [(anti.name, anti.unit) for anti in terms.antis] == [
        ("limp", "a"),
        ("rain", None),
        ("wind", "a"),
    ]


def test_half_of_an_odd_target_may_be_rounded_up() -> None:
    terms = Announce(condition="at night", target=9, tiers="half")

    assert announced(terms, Options(half="up")).state.terms.goal.tiers == (5,)  # type: ignore[union-attr]


def test_middle_values_are_sorted() -> None:
    terms = Announce(condition="at night", target=12, tiers=(8, 4, 8))

    assert announced(terms).state.terms.goal.tiers == (4, 8)  # type: ignore[union-attr]


def test_an_infinite_target_is_open_and_never_reached() -> None:
    table = rolled(Announce(condition="at night", target="infinite"), 6, 6, 6)
    result = table.seen.result

    assert result
    assert (table.state.step, result.level, result.success) == ("done", "failure", False)


# --- what the players declare ----------------------------------------------------------------


def test_factors_of_all_kinds_are_declared() -> None:
    factors = (
        Own("a-sword", "as a hook"),
        Temporary("tailwind"),
        Common("map"),
        New("a-rope", "weapon", "rope"),
    )
    table = (
        announced()
        .does(ANN, Declare("a", factors))
        .does(BEN, Declare("b", (Own("b-bow"),), helps="a"))
    )

    assert [(offer.kind, offer.name, offer.unit) for offer in table.state.offers] == [
        ("own", "sword", "a"),
        ("temporary", "tailwind", "a"),
        ("shared", "map", "a"),
        ("new", "rope", "a"),
        ("own", "bow", "b"),
    ]
    assert {offer.party for offer in table.state.offers} == {"a"}


def test_a_declaration_may_come_in_pieces_until_it_is_finished() -> None:
    table = announced().does(ANN, Declare("a", (Own("a-sword"),)), Declare("a", (Own("a-bow"),)))

    assert table.state.step == "declaring"
    assert table.does(ANN, Declare("a", finish=True)).state.step == "judging"


def test_two_temporary_factors_may_be_declared_again_after_one_is_withdrawn() -> None:
    table = announced().does(ANN, Declare("a", temporaries(2)), Withdraw((1,)))

    assert table.does(ANN, Declare("a", (Temporary("moon"),))).seen.offers[-1].name == "moon"


def test_helpers_may_bring_temporary_factors_of_their_own_if_so_agreed() -> None:
    free = announced(options=Options(helper_temporary="free"))
    table = free.does(ANN, Declare("a", temporaries(2)))

    assert len(table.does(BEN, Declare("b", temporaries(2), helps="a")).state.offers) == 4


def test_a_factor_may_be_declared_again_if_so_agreed() -> None:
    table = announced(options=Options(same_factor="again"))

    assert len(table.does(ANN, Declare("a", (Own("a-bow"), Own("a-bow")))).state.offers) == 2


def test_a_new_factor_is_usable_at_once_and_stays() -> None:
    table = announced().does(ANN, Declare("a", (New("a-rope", "weapon", "rope"),), finish=True))
    table.does(GM, Judge((Judgement(1, "approve"),)))

    assert Registered("a", "a-rope", "weapon", "rope") in table.state.effects
    assert table.cast.unit("a").factor("a-rope")


NEW_FACTORS = [
    # ruling, whether the new factor stays
    ("approve", True),
    ("unsuitable", True),
    ("over_general", False),
]


@pytest.mark.parametrize(("ruling", "stays"), NEW_FACTORS)
def test_a_new_factor_stays_unless_it_is_over_general(ruling: str, stays: bool) -> None:
    table = announced().does(ANN, Declare("a", (New("a-rope", "weapon", "rope"),), finish=True))
    table.does(GM, Judge((Judgement(1, ruling),)))  # type: ignore[arg-type]

    assert (table.cast.unit("a").factor("a-rope") is not None) is stays


def test_what_nobody_declares_is_a_check_without_factors() -> None:
    table = announced(Announce(condition="at night", target=0))
    table.does(ANN, Declare("a", finish=True), Roll(()))

    assert table.seen.result
    assert (table.seen.result.value, table.seen.result.level) == (0, "success")


# --- a change of premise ---------------------------------------------------------------------


def test_a_change_of_premise_leads_back_to_the_announcement_and_keeps_what_was_declared() -> None:
    table = announced().does(ANN, Declare("a", (Own("a-bow"),)), AskPremise("a", "by the stairs"))

    assert table.seen.awaits == ("gm",)

    table.does(GM, AnswerPremise(approved=True))

    assert (table.state.step, table.state.terms, table.state.renegotiated) == ("accepted", None, 1)

    table.does(GM, Announce(condition="inside", target=4))

    assert [offer.status for offer in table.state.offers] == ["offered"]
    assert table.does(ANN, Withdraw((1,))).state.offers[0].status == "withdrawn"


def test_a_change_of_premise_that_is_refused_changes_nothing() -> None:
    table = announced().does(ANN, AskPremise("a", "by the stairs"))
    table.does(GM, AnswerPremise(approved=False))

    assert (table.state.step, table.state.wish) == ("declaring", None)
    assert table.state.terms


def test_who_asked_for_a_change_of_premise_may_let_it_be() -> None:
    assert announced().does(ANN, AskPremise("a", "so"), AskPremise("a", None)).state.wish is None


def test_after_a_change_of_premise_all_units_of_a_joint_check_declare_anew() -> None:
    table = joint().does(ANN, Declare("a", (Own("a-bow"),), finish=True))
    table.does(BEN, AskPremise("b", "both at once")).does(GM, AnswerPremise(approved=True))
    table.does(GM, Announce(condition="together"))

    assert table.seen.awaits == ("a",)
    assert table.does(ANN, Declare("a", (Own("a-sword"),), finish=True)).seen.awaits == ("b",)


# --- the GM's judgement ----------------------------------------------------------------------


def test_what_is_not_rejected_is_approved() -> None:
    table = declared(factors=3).does(
        GM,
        Judge((Judgement(1, "approve"), Judgement(2, "unsuitable", "too dark"))),
        Judge((Judgement(3, "approve"), Judgement(1, "unsuitable"))),
    )

    assert [(o.status, o.ruling, o.reason) for o in table.state.offers] == [
        ("rejected", "unsuitable", None),
        ("rejected", "unsuitable", "too dark"),
        ("approved", "approve", None),
    ]
    assert table.state.step == "choosing"


def test_a_shared_factor_with_a_condition_may_be_rejected_for_it() -> None:
    table = announced().does(ANN, Declare("a", (Common("light"),), finish=True))
    table.does(GM, Judge((Judgement(1, "condition_unmet"),)))

    assert table.state.offers[0].status == "rejected"


@pytest.mark.parametrize(("proposer", "other"), [(GM, ANN), (ANN, GM)])
def test_an_over_general_factor_is_narrowed_to_its_first_use(proposer: Actor, other: Actor) -> None:
    table = declared(factors=1).does(GM, Judge((Judgement(1, "question"),)))
    table.does(proposer, Propose(1, "rope cutter")).does(other, Agree(1))

    assert table.state.effects == (Renamed("a", "a-sword", "rope cutter"),)
    assert (table.state.offers[0].name, table.state.offers[0].status) == ("rope cutter", "offered")
    assert table.cast.unit("a").factor("a-sword").name == "rope cutter"  # type: ignore[union-attr]


def test_each_side_may_answer_a_name_with_another() -> None:
    table = declared(factors=1).does(GM, Judge((Judgement(1, "question"),)), Propose(1, "knife"))
    table.does(ANN, Propose(1, "rope cutter")).does(GM, Agree(1))

    assert table.state.offers[0].name == "rope cutter"


def test_a_player_who_resists_may_lose_the_factor() -> None:
    table = declared(factors=1).does(GM, Judge((Judgement(1, "question"),)), Propose(1, "knife"))
    table.does(ANN, Resist(1)).does(GM, Strike(1))

    assert table.state.effects == (Struck("a", "a-sword"),)
    assert table.cast.unit("a").factor("a-sword") is None
    assert (table.state.offers[0].status, table.state.step) == ("struck", "choosing")


def test_a_player_who_resists_may_keep_it_and_may_yet_give_in() -> None:
    table = declared(factors=1).does(GM, Judge((Judgement(1, "question"),))).does(ANN, Resist(1))

    assert table.does(ANN, Propose(1, "knife")).state.offers[0].status == "questioned"
    assert table.does(GM, Judge((Judgement(1, "approve"),))).state.step == "choosing"


def test_a_factor_is_withdrawn_while_the_gm_judges() -> None:
    table = declared().does(ANN, Withdraw((1,))).does(GM, Judge((Judgement(2, "approve"),)))

    assert (table.state.step, table.state.offers[0].status) == ("choosing", "withdrawn")


# --- the roll --------------------------------------------------------------------------------

ROLLS = [
    # target, middle values, factors, rolled, taken by anti factors, faces, value, level
    (6, (), 3, (), (), (), 6, "success"),
    (7, (), 3, (), (), (), 6, "failure"),
    (10, (), 3, (1, 2, 3), (), (4, 3, 5), 12, "success"),
    (10, (), 3, (1, 2, 3), (), (1, 6, 6), 13, "fumble"),
    (12, (), 3, (1,), (), (6,), 10, "failure"),
    (12, "half", 3, (), (), (), 6, "failure"),
    (12, "half", 3, (1,), (), (3,), 7, "middle"),
    (12, (4, 6), 3, (1,), (), (3,), 7, "middle"),
    (4, (), 3, (), (1,), (), 4, "success"),
    (4, (), 3, (1, 2), (3,), (3, 2), 5, "success"),
    (4, (), 3, (1, 2), (3,), (1, 6), 7, "fumble"),
]


@pytest.mark.parametrize(
    ("target", "tiers", "factors", "chosen", "taken", "faces", "value", "level"), ROLLS
)
def test_factors_are_rolled_or_fixed_and_add_up(
    target: int,
    tiers: tuple[int, ...],
    factors: int,
    chosen: tuple[int, ...],
    taken: tuple[int, ...],
    faces: tuple[int, ...],
    value: int,
    level: str,
) -> None:
    antis = (Against("a", name="wind"),) * len(taken)
    terms = Announce(condition="at night", target=target, tiers=tiers, antis=antis)
    table = approved(terms, factors).does(ANN, Choose("a", chosen, taken), Roll(faces))
    result = table.seen.result

    assert result
    assert (result.value, result.level, result.faces) == (value, level, faces)
    assert (result.rolled, result.removed) == (len(faces), len(taken))
    assert result.margin == value - target
    assert result.factors == chosen


@pytest.mark.parametrize(("chosen", "taken", "faces"), [((1, 2), (3,), (3, 2)), ((), (1,), ())])
def test_the_question_to_the_dice_gives_what_the_check_gives(
    chosen: tuple[int, ...], taken: tuple[int, ...], faces: tuple[int, ...]
) -> None:
    terms = Announce(condition="at night", target=5, antis=(Against("a", name="wind"),))
    table = approved(terms, 3).does(ANN, Choose("a", chosen, taken))
    result = questions.of_check(question(table.state)).roll(Scripted(faces))
    seen = table.does(ANN, Roll(faces)).seen.result

    assert seen
    assert (result.total, result.outcome.level) == (seen.value, seen.level)  # type: ignore[union-attr]
    assert result.outcome.removed == seen.removed  # type: ignore[union-attr]


def test_more_anti_factors_than_approved_ones_leave_nothing() -> None:
    antis = tuple(Against("a", name=f"wind {n}") for n in range(5))
    table = approved(Announce(condition="at night", target=1, antis=antis)).does(ANN, Roll(()))

    assert table.seen.result
    assert (table.seen.result.value, table.seen.result.removed) == (0, 2)


def test_a_choice_may_be_changed_until_the_roll() -> None:
    table = approved().does(ANN, Choose("a", (1, 2)), Choose("a", (1,)), Roll((5,)))

    assert table.seen.result
    assert table.seen.result.value == 7


def test_the_gm_may_roll_for_a_player() -> None:
    assert approved().does(ANN, Choose("a", (1,))).does(GM, Roll((5,))).state.step == "done"


def test_a_unit_remembers_what_a_factor_was_first_used_for() -> None:
    table = rolled(Announce(condition="at night"), 3, 4)

    assert table.state.effects == (Used("a", "a-bow", "climb the tower"),)
    assert table.cast.unit("a").factor("a-bow").first_used == "climb the tower"  # type: ignore[union-attr]
    assert table.cast.unit("a").factor("a-sword").first_used == "cutting a rope"  # type: ignore[union-attr]


@pytest.mark.parametrize("unit", ["a", None])
def test_the_gm_may_answer_a_fumble_with_an_anti_factor(unit: str | None) -> None:
    table = rolled(Announce(condition="at night", target=2), 1).does(
        GM, Hinder("ouch", "ouch", unit)
    )

    assert Hindered(unit, "ouch", "ouch") in table.state.effects
    assert table.seen.answered
    if unit:
        assert table.cast.unit("a").antis[-1].fumble
    else:
        assert table.cast.shared["ouch"].anti


# --- joint checks ----------------------------------------------------------------------------


def test_the_example_of_the_rules_reaches_fourteen() -> None:
    """Seven factors of four units, all fixed, against ten."""
    table = demanded("a", "b", "c", "n").does(ANN, Accept("a"))
    table.does(BEN, Accept("b"), Accept("c")).does(GM, Announce(condition="together", target=10))
    for by, key, names in (
        (ANN, "a", "sword bow"),
        (BEN, "b", "bow wit"),
        (BEN, "c", "wit"),
        (GM, "n", "bow wit"),
    ):
        own = tuple(Own(f"{key}-{name}") for name in names.split())
        table.does(by, Declare(key, own, finish=True))
    table.does(GM, Judge(tuple(Judgement(n, "approve") for n in range(1, 8))))
    table.does(ANN, Choose("a")).does(BEN, Choose("b"), Choose("c")).does(GM, Choose("n"), Roll(()))

    assert table.seen.result
    assert (table.seen.result.value, table.seen.result.level) == (14, "success")


def test_a_joint_check_is_judged_when_all_have_declared() -> None:
    table = joint().does(ANN, Declare("a", (Own("a-bow"),), finish=True))

    assert (table.state.step, table.seen.awaits) == ("declaring", ("b",))
    assert table.does(BEN, Declare("b", temporaries(1), finish=True)).state.step == "judging"


def test_one_of_any_unit_fumbles_a_joint_check() -> None:
    table = joint(Announce(condition="together", target=2))
    table.does(ANN, Declare("a", (Own("a-bow"),), finish=True))
    table.does(BEN, Declare("b", (Own("b-bow"),), finish=True))
    table.does(GM, Judge((Judgement(1, "approve"), Judgement(2, "approve"))))
    table.does(ANN, Choose("a", (1,))).does(BEN, Choose("b", (2,)), Roll((6, 1)))

    assert table.seen.result
    assert (table.seen.result.level, table.seen.result.value) == ("fumble", 7)


def test_an_anti_factor_of_everyone_takes_one_of_the_pool_whosever_it_is() -> None:
    table = joint(Announce(condition="together", antis=(Against(anti="rain"),)))
    table.does(ANN, Declare("a", (Own("a-bow"), Own("a-wit")), finish=True))
    table.does(BEN, Declare("b", (Own("b-bow"),), finish=True))
    table.does(GM, Judge(tuple(Judgement(n, "approve") for n in (1, 2, 3))))
    table.does(BEN, Choose("b", (), (3,))).does(ANN, Choose("a", (1, 2)), Roll((5, 4)))
    result = table.seen.result

    assert result
    assert (result.value, result.removed) == (9, 1)
    assert question(table.state)["anti"] == 1


def test_a_rejected_factor_counts_as_offered_in_a_joint_check() -> None:
    table = joint().does(ANN, Declare("a", (Own("a-bow"),), finish=True))
    table.does(BEN, Declare("b", temporaries(1), finish=True))
    table.does(GM, Judge((Judgement(1, "approve"), Judgement(2, "unsuitable"))))
    table.does(ANN, Choose("a", (1,)), Roll((4,)))

    assert table.seen.result
    assert table.seen.result.value == 4
    assert questions.of_check(question(table.state)).notation.startswith("aaws joint")


# --- secrets ---------------------------------------------------------------------------------

SECRET = Announce(condition="at night", target=8, tiers=(4,), hidden="unknown")


def test_a_secret_target_is_seen_by_the_gm_alone() -> None:
    table = announced(SECRET)

    assert table.seen.terms
    assert (table.seen.terms.target, table.seen.terms.tiers, table.seen.terms.known) == (
        None,
        (),
        False,
    )
    assert table.seen_by_gm.terms
    assert (table.seen_by_gm.terms.target, table.seen_by_gm.terms.tiers) == (8, (4,))


def test_the_dice_are_no_secret_but_what_they_reach_is() -> None:
    table = rolled(SECRET, 4, 5)
    result = table.seen.result

    assert result
    assert (table.state.step, result.value, result.level, result.known) == (
        "rolled",
        9,
        None,
        False,
    )
    assert table.seen_by_gm.result
    assert table.seen_by_gm.result.level == "success"
    assert question(table.state) == {"system": "aaws", "kind": "single", "rolled": 2, "fixed": 0}


def test_the_gm_may_tell_only_the_result() -> None:
    table = rolled(SECRET, 4, 5).does(GM, Reveal("result"))
    result, terms = table.seen.result, table.seen.terms

    assert result
    assert terms
    assert (table.state.step, result.level, result.success, result.margin) == (
        "done",
        "success",
        True,
        None,
    )
    assert (terms.target, terms.tiers) == (None, ())


def test_the_gm_may_tell_the_target_too() -> None:
    table = rolled(SECRET, 2, 3).does(GM, Reveal("result"), Reveal("target"))
    result, terms = table.seen.result, table.seen.terms

    assert result
    assert terms
    assert (result.level, result.tier, result.margin, result.set_late) == ("middle", 1, -3, False)
    assert terms.target == 8


def test_a_target_set_after_the_roll_is_marked() -> None:
    unknown = Announce(condition="at night", hidden="unknown")
    result = rolled(unknown, 4, 5).does(GM, Reveal("target", target=10)).seen.result

    assert result
    assert (result.level, result.margin, result.set_late) == ("failure", -1, True)


def test_an_open_ended_check_has_a_value_and_perhaps_middle_values() -> None:
    terms = Announce(condition="at night", tiers=(5, 8), hidden="open_ended")
    result = rolled(terms, 3, 4).does(GM, Reveal("result")).seen.result

    assert result
    assert (result.level, result.success, result.tier) == ("middle", None, 1)


def test_a_fumble_is_known_to_all_whatever_the_target() -> None:
    table = rolled(SECRET, 1, 6)

    assert table.seen.result
    assert (table.state.step, table.seen.result.level) == ("done", "fumble")


# --- advice ----------------------------------------------------------------------------------

ADVICE = [
    ((), []),
    ((Against("a", name="x"),), []),
    ((Against("a", name="x"), Against("a", name="y")), ["anti_above_recommended"]),
    (tuple(Against("a", name=n) for n in "xyz"), ["anti_above_most"]),
    ((Against(anti="rain"),), []),
    ((Against(anti="ash"),), ["shared_anti_unavoidable"]),
    (
        (Against(name="fog"), Against(anti="rain")),
        ["shared_anti_several", "shared_anti_unavoidable"],
    ),
]


@pytest.mark.parametrize(("antis", "codes"), ADVICE)
def test_more_anti_factors_than_recommended_are_advised_against(
    antis: tuple[Against, ...], codes: list[str]
) -> None:
    advice = announced(Announce(condition="at night", antis=antis)).seen.advice

    assert [one.code for one in advice] == codes


def test_the_anti_factor_of_a_fumble_is_exempt() -> None:
    cast = rolled(Announce(condition="x"), 1).does(GM, Hinder("ouch", "ouch", "a")).cast
    table = demanded("a").does(ANN, Accept("a"))
    table.cast = cast
    antis = (Against("a", anti="ouch"), Against("a", anti="a-limp"))

    assert table.does(GM, Announce(condition="x", antis=antis)).seen.advice == ()


def test_rolling_what_fixed_factors_reach_is_advised_against() -> None:
    assert [a.code for a in approved(Announce(condition="x", target=4)).seen.advice] == [
        "needless_risk"
    ]
    assert approved(Announce(condition="x", target=5)).seen.advice == ()


def test_advice_about_a_secret_target_is_for_the_gm() -> None:
    table = approved(Announce(condition="x", target=4, hidden="unknown"))

    assert table.seen.advice == ()
    assert [one.code for one in table.seen_by_gm.advice] == ["needless_risk"]


def test_a_unit_whose_factors_nobody_has_gone_over_is_pointed_out() -> None:
    advice = demanded("c", by=BEN).seen.advice

    assert [(one.code, one.unit) for one in advice] == [("unit_not_reviewed", "c")]
