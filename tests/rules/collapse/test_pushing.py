"""Which checks have a second chance."""

import pytest

from majokko_rules import questions, systems
from majokko_rules.chance import Scripted, Seeded
from majokko_rules.errors import NotPushable
from majokko_rules.questions import Question
from majokko_rules.systems.collapse.checks import FORM
from majokko_rules.systems.collapse.pushing import kind_of
from tests.rules.collapse.asked import asked


def push(question: Question, *faces: int) -> None:
    result = question.roll(Scripted(faces))
    assert result.outcome
    systems.refuse_push(result.outcome.system, result.notation, result.outcome)


SECOND_CHANCES = [
    (asked(value=60), [61]),
    (asked(value=60, difficulty="hard"), [31]),
    (asked(value=60, bonus=1), [65, 9]),
    (asked(kind="combined", values=[40, 60], require="all"), [50]),
    (asked(kind="several", values=[40, 60], require="all"), [50, 50]),
    (asked(kind="together", opponent=110, girls=[70, 40]), [90]),
    (asked(kind="intelligence", value=50), [51]),
    (asked(kind="idea", value=50), [51]),
    (asked(kind="recall", value=50), [51]),
    (asked(kind="social", value=50), [51]),
    (asked(kind="rd", value=50, dc=30), [29]),
    (questions.of_notation(".ra 侦查 60"), [61]),
    (questions.of_notation(".ra 人脉 60"), [61]),
]


@pytest.mark.parametrize(("question", "faces"), SECOND_CHANCES)
def test_a_failed_check_of_a_skill_or_an_attribute_is_pushed(
    question: Question, faces: list[int]
) -> None:
    push(question, *faces)


REFUSED = [
    ("luck", asked(kind="luck", values=[50]), [60]),
    ("luck_instead", asked(kind="luck_instead", value=50), [60]),
    ("sanity", asked(kind="sanity", emotion=50, loss="1/1d6"), [60, 4]),
    ("opposed", asked(kind="opposed", sides=[{"value": 50}, {"value": 60}]), [60, 30]),
    ("sanity", questions.of_notation(".sc 1/1d6 60"), [60, 4]),
    ("opposed", questions.of_notation(".rav 50 / 60"), [60, 30]),
    ("luck", questions.of_notation(".ra 幸运 50"), [60]),
    ("luck", questions.of_notation(".ra hard Luck 50"), [60]),
    ("sanity", questions.of_notation(".ra san值 50"), [60]),
    ("collapse", questions.of_notation(".ra 崩坏 50"), [60]),
    ("damage", questions.of_notation(".ra ダメージ 50"), [60]),
]


@pytest.mark.parametrize(("kind", "question", "faces"), REFUSED)
def test_what_no_ability_decides_is_never_pushed(
    kind: str, question: Question, faces: list[int]
) -> None:
    with pytest.raises(NotPushable) as refused:
        push(question, *faces)

    assert (refused.value.rule, dict(refused.value.params)) == ("kind", {"kind": kind})


@pytest.mark.parametrize(
    ("rule", "faces"), [("success", [60]), ("success", [1]), ("fumble", [100])]
)
def test_only_a_plain_failure_is_pushed(rule: str, faces: list[int]) -> None:
    with pytest.raises(NotPushable) as refused:
        push(asked(value=60), *faces)

    assert refused.value.rule == rule


def test_what_nobody_rolled_is_not_pushed() -> None:
    with pytest.raises(NotPushable) as refused:
        push(asked(value=60, opponent=110, physical=True))

    assert refused.value.rule == "impossible"


NO_CHECKS = [
    questions.of_notation("1d6>=6"),
    questions.of_notation(".rb"),
    questions.of_check({"system": "amgc", "stat": 3, "target": 9}),
    questions.of_check({"system": "infinite", "dp": 3}),
    questions.of_check({"system": "aaws", "rolled": 2, "fixed": 0, "target": 40}),
]


@pytest.mark.parametrize("question", NO_CHECKS)
def test_other_rulebooks_and_plain_dice_know_no_second_chance(question: Question) -> None:
    result = question.roll(Seeded(b"a failure"))
    assert result.outcome
    with pytest.raises(NotPushable) as refused:
        systems.refuse_push(result.outcome.system, result.notation, result.outcome)

    assert refused.value.rule == "not_a_check"


LEAST: dict[str, object] = {
    "value": 60,
    "values": [60],
    "require": "all",
    "opponent": 60,
    "girls": [60],
    "emotion": 40,
    "loss": "1/1",
    "sides": [{"value": 50}, {"value": 60}],
    "dc": 100,
}


@pytest.mark.parametrize("kind", sorted(FORM.kinds))
def test_every_kind_of_check_is_known_by_its_normal_form(kind: str) -> None:
    needed = {name: LEAST[name] for name in FORM.kinds[kind].requires}
    question = asked(kind=kind, **needed, **({"raised": 1} if kind == "social" else {}))

    assert kind_of(question.notation) == kind
