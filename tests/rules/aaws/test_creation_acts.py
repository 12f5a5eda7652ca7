"""What becomes of a unit after its creation, as acts that anybody can repeat."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import pytest

from majokko_rules.creation import Sheet
from majokko_rules.errors import IllegalAction, InvalidValue, PendingChoices, RuleError
from majokko_rules.systems import SYSTEMS
from majokko_rules.systems.aaws.creation import acted, review, sheets
from majokko_rules.systems.aaws.creation.returning import returned
from majokko_rules.systems.aaws.procedure.effects import Registered, Struck
from tests.rules.aaws.units import RULESET, swordswoman

Act = Mapping[str, Any]

GENERAL = "weapon_2"
QUESTION: Act = {"act": "question", "factor": GENERAL}
NARROW: Act = {"act": "narrow", "factor": GENERAL, "name": " scalpels "}
STRUCK: Act = {
    "act": "checked",
    "check": "chk_1",
    "effect": asdict(Struck("uni_1", GENERAL)),
}


def after(*acts: Act) -> Sheet:
    sheet = swordswoman()
    for act in acts:
        sheet = acted(RULESET, sheet, act)
    return sheet


def names(sheet: Sheet) -> list[str]:
    return [factor.name for factor in sheets.unit(RULESET, sheet).factors]


@pytest.mark.parametrize(
    ("acts", "left", "standing"),
    [
        ([QUESTION], ["swords", "anything sharp", "violin"], "questioned"),
        ([QUESTION, NARROW], ["swords", "scalpels", "violin"], "waiting"),
        (
            [QUESTION, {"act": "strike", "factor": GENERAL}, {"act": "approve"}],
            ["swords", "violin"],
            "approved",
        ),
        (
            [QUESTION, {"act": "keep", "factor": GENERAL}, {"act": "approve"}, {"act": "reopen"}],
            ["swords", "anything sharp", "violin"],
            "waiting",
        ),
        ([{"act": "approve"}, STRUCK], ["swords", "violin"], "approved"),
        ([STRUCK, STRUCK], ["swords", "violin"], "waiting"),
    ],
)
def test_acts_lead_to_a_sheet(acts: Sequence[Act], left: Sequence[str], standing: str) -> None:
    sheet = after(*acts)

    assert (names(sheet), review.standing(sheet)) == (left, standing)


@pytest.mark.parametrize(
    ("acts", "error", "pointer"),
    [
        ([{"act": "bless"}], InvalidValue, "/act"),
        ([{}], InvalidValue, "/act"),
        ([{"act": "question"}], InvalidValue, "/factor"),
        ([{"act": "question", "factor": "weapon_9"}], InvalidValue, "/factor"),
        ([{"act": "keep", "factor": GENERAL}], IllegalAction, "/factor"),
        ([QUESTION, {"act": "narrow", "factor": GENERAL}], InvalidValue, "/name"),
        ([QUESTION, {**NARROW, "name": "  "}], InvalidValue, "/name"),
        ([QUESTION, {**NARROW, "name": "x" * 61}], InvalidValue, "/name"),
        ([QUESTION, {**NARROW, "name": "swords"}], InvalidValue, "/name"),
        ([QUESTION, {"act": "approve"}], PendingChoices, ""),
        ([{"act": "checked", "effect": {"kind": "blessed"}}], InvalidValue, "/effect/kind"),
    ],
)
def test_what_the_review_does_not_know_is_pointed_at(
    acts: Sequence[Act], error: type[RuleError], pointer: str
) -> None:
    with pytest.raises(error) as refused:
        after(*acts)

    assert refused.value.pointer == pointer


def test_only_units_go_on_after_their_creation() -> None:
    assert [name for name, system in SYSTEMS.items() if system.acted] == ["aaws"]


def test_a_sheet_that_was_kept_as_json_is_changed_once() -> None:
    once = after(STRUCK)
    kept = Sheet(
        {name: replace(one, value=_listed(one.value)) for name, one in once.values.items()}
    )

    assert acted(RULESET, kept, STRUCK) == kept


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def test_a_name_that_looks_like_an_id_stays_a_name() -> None:
    told = {"effect": asdict(Registered("uni_1", "fac_1", "ori_1", "ori_1"))}
    sheet = returned(RULESET, swordswoman(), told, {"ori_1": "weapon"})

    assert names(sheet) == ["swords", "anything sharp", "ori_1", "violin"]
