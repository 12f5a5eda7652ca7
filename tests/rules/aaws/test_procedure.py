"""A check from the wish to act to what is declared, as the rules tell it."""

import pytest

from majokko_rules.systems.aaws.procedure import Options
from majokko_rules.systems.aaws.procedure.effects import (
    Registered,
)
from majokko_rules.systems.aaws.procedure.moves import (
    Accept,
    Against,
    Announce,
    AnswerPremise,
    AskPremise,
    CallOff,
    Common,
    Declare,
    Decline,
    Judge,
    Judgement,
    New,
    Own,
    Roll,
    Temporary,
    Withdraw,
)
from tests.rules.aaws.table import (
    ANN,
    BEN,
    GM,
    announced,
    approved,
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
