"""A check from the GM's judgement to the answer to a fumble, alone and together."""

import pytest

from majokko_rules import questions
from majokko_rules.chance import Scripted
from majokko_rules.systems.aaws.procedure import Actor, question
from majokko_rules.systems.aaws.procedure.effects import (
    Hindered,
    Renamed,
    Struck,
    Used,
)
from majokko_rules.systems.aaws.procedure.moves import (
    Accept,
    Against,
    Agree,
    Announce,
    Choose,
    Common,
    Declare,
    Hinder,
    Judge,
    Judgement,
    Own,
    Propose,
    Resist,
    Roll,
    Strike,
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
