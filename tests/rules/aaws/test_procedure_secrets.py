"""What of a check stays secret, and what its players are advised."""

import pytest

from majokko_rules.systems.aaws.procedure import question
from majokko_rules.systems.aaws.procedure.moves import (
    Accept,
    Against,
    Announce,
    Hinder,
    Reveal,
)
from tests.rules.aaws.table import (
    ANN,
    BEN,
    GM,
    announced,
    approved,
    demanded,
    rolled,
)

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
