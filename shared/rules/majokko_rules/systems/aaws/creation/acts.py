"""What becomes of a unit after its creation, act by act, as data that anybody can repeat.

The review: `{"act": "question", "factor": "weapon_2"}`, and likewise `keep` and `strike`; `narrow`
has a `name` besides, `approve` and `reopen` name no factor. And what a check in a room did:
`{"act": "checked", "check": "chk_…", "effect": {"kind": "struck", …}}`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from majokko_rules.creation import Sheet, Words
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.aaws.creation import review
from majokko_rules.systems.aaws.creation.returning import returned
from majokko_rules.systems.aaws.procedure.units import unknown

Act = Mapping[str, Any]


def acted(ruleset: Ruleset, sheet: Sheet, act: Act) -> Sheet:
    """Return the sheet after an act.

    Raises InvalidValue for one that is none, and what the rules of the review raise.
    """
    run = _ACTS.get(str(act.get("act")))
    if run is None:
        raise unknown(_ACTS, "/act")
    return run(ruleset, sheet, act)


def _question(ruleset: Ruleset, sheet: Sheet, act: Act) -> Sheet:
    return review.question(ruleset, sheet, _factor(act))


def _narrow(ruleset: Ruleset, sheet: Sheet, act: Act) -> Sheet:
    most = ruleset.numbers["name_most"]
    assert isinstance(most, int), "no unit can be made by a ruleset that says otherwise"
    name = Words("name", most).read(_said(act, "name"))
    return review.narrow(ruleset, sheet, _factor(act), name)


def _strike(ruleset: Ruleset, sheet: Sheet, act: Act) -> Sheet:
    return review.strike(ruleset, sheet, _factor(act))


def _keep(ruleset: Ruleset, sheet: Sheet, act: Act) -> Sheet:
    return review.keep(ruleset, sheet, _factor(act))


def _approve(_ruleset: Ruleset, sheet: Sheet, _act: Act) -> Sheet:
    return review.approve(sheet)


def _reopen(_ruleset: Ruleset, sheet: Sheet, _act: Act) -> Sheet:
    return review.reopen(sheet)


def _factor(act: Act) -> str:
    return str(_said(act, "factor"))


def _said(act: Act, name: str) -> object:
    if act.get(name) is None:
        raise InvalidValue("required", pointer=f"/{name}")
    return act[name]


_ACTS: Mapping[str, Callable[[Ruleset, Sheet, Act], Sheet]] = {
    "question": _question,
    "narrow": _narrow,
    "strike": _strike,
    "keep": _keep,
    "approve": _approve,
    "reopen": _reopen,
    "checked": returned,
}
