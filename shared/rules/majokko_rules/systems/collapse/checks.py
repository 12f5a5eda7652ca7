"""Makes checks from fields: one builder per kind."""

from collections.abc import Callable, Mapping, Sequence

from majokko_rules import catalog
from majokko_rules.errors import InvalidValue, RuleError
from majokko_rules.systems.collapse import girls, losses, sanity, social, spoken
from majokko_rules.systems.collapse.combined import Combined
from majokko_rules.systems.collapse.d100 import D100, d100, refuse_with_difficulty
from majokko_rules.systems.collapse.levels import IMPOSSIBLE, NEEDLESS, Mark, against
from majokko_rules.systems.collapse.opposed import Opposed
from majokko_rules.systems.collapse.rd import Rd
from majokko_rules.systems.collapse.sanity import Sanity
from majokko_rules.systems.collapse.single import Asked, Single, Unrolled
from majokko_rules.systems.fields import Form, Given
from majokko_rules.systems.system import Check, written

FORM = Form.of(catalog.table(__package__, "checks"))


def build(kind: str, given: Given, labels: Sequence[str] = ()) -> Check:
    """Make the check; `labels` name the skills that a command mentions.

    Raises IllegalAction, InvalidValue, and for the field `loss` SyntaxRefused or BudgetExceeded.
    """
    return _BUILDERS[kind](kind, given, labels)


def _single(kind: str, given: Given, labels: Sequence[str]) -> Check:
    difficulty = _difficulty(given)
    asked, dice = Asked(difficulty, given["opponent"]), _dice(given, difficulty)
    notation = spoken.single(given, dice, labels) or written("collapse", FORM, kind, given)
    if difficulty == IMPOSSIBLE:
        return Unrolled(notation, asked, given["value"])
    return Single(notation, _mark(given, given["value"], difficulty), dice, asked)


def _plain(kind: str, given: Given, _labels: Sequence[str]) -> Check:
    """Luck in place of a skill, intelligence, idea, recall."""
    asked = Asked(given["difficulty"])
    mark = _mark(given, given["value"], asked.difficulty)
    dice = _dice(given, asked.difficulty)
    return Single(written("collapse", FORM, kind, given), mark, dice, asked)


def _luck(kind: str, given: Given, _labels: Sequence[str]) -> Check:
    """The unluckiest rolls for all, the first of equals."""
    lowest = min(given["values"])
    asked = Asked(given["difficulty"], girl=given["values"].index(lowest))
    mark = _mark(given, lowest, asked.difficulty)
    dice = _dice(given, asked.difficulty)
    return Single(written("collapse", FORM, kind, given), mark, dice, asked)


def _social(kind: str, given: Given, _labels: Sequence[str]) -> Check:
    notation = written("collapse", FORM, kind, {**given, "skill": social.skill(given["skill"])})
    steps = social.steps(given)
    difficulty = social.difficulty(given, steps)
    dice = _dice(given, difficulty)
    asked = Asked(difficulty, given["opponent"], steps=steps)
    if difficulty in (IMPOSSIBLE, NEEDLESS):
        return Unrolled(notation, asked, given["value"])
    return Single(notation, _mark(given, given["value"], difficulty), dice, asked)


def _opposed(kind: str, given: Given, labels: Sequence[str]) -> Check:
    first, second = (_side(given, place) for place in range(2))
    dice = (first[1], second[1])
    return Opposed(
        spoken.opposed(given, dice, labels) or written("collapse", FORM, kind, given),
        (first[0], second[0]),
        dice,
        given["tie_break"],
        given["nobody_wins"],
    )


def _side(given: Given, place: int) -> tuple[Mark, D100]:
    side = given["sides"][place]
    try:
        dice = d100(side["bonus"], side["penalty"], many=given["many_dice"])
    except RuleError as error:
        raise error.under(f"/sides/{place}") from None
    return Mark.of(side["value"]), dice


def _combined(kind: str, given: Given, _labels: Sequence[str]) -> Check:
    notation = written("collapse", FORM, kind, given)
    difficulty = _difficulty(given)
    dice = _dice(given, difficulty)
    if difficulty == IMPOSSIBLE:
        return Unrolled(notation, Asked(difficulty, given["opponent"]))
    marks = tuple(_mark(given, value, difficulty) for value in given["values"])
    return Combined(notation, marks, given["require"] == "all", difficulty, dice, given["opponent"])


def _together(kind: str, given: Given, _labels: Sequence[str]) -> Check:
    notation = written("collapse", FORM, kind, given)
    values = _skills(given)
    left, gone = girls.subtract(given["opponent"], given["girls"])
    difficulty = against(left, physical=True)
    if difficulty == IMPOSSIBLE:
        return Unrolled(notation, Asked(difficulty, left), subtracted=gone)
    rolling = tuple(
        (place, _mark(given, value, difficulty))
        for place, value in enumerate(values)
        if place not in gone
    )
    return girls.Several(
        notation, (rolling,), given["require"] == "all", difficulty, left, subtracted=gone
    )


def _skills(given: Given) -> tuple[int, ...]:
    """What the girls roll: a skill each, or else the attribute."""
    skills, count = given["skills"], len(given["girls"])
    if skills is None:
        return tuple(given["girls"])
    if len(skills) != count:
        rule = "too_short" if len(skills) < count else "too_long"
        raise InvalidValue(rule, pointer="/skills", limit=count)
    return tuple(skills)


def _several(kind: str, given: Given, _labels: Sequence[str]) -> Check:
    notation = written("collapse", FORM, kind, given)
    difficulty = _difficulty(given)
    if difficulty == IMPOSSIBLE:
        return Unrolled(notation, Asked(difficulty, given["opponent"]))
    first, size = len(given["values"]), given["per_attempt"]
    everyone = tuple(
        (place, _mark(given, value, difficulty))
        for place, value in enumerate((*given["values"], *(given["others"] or ())))
    )
    starts = range(first, len(everyone), size)
    attempts = (everyone[:first], *(everyone[start : start + size] for start in starts))
    return girls.Several(
        notation, attempts, given["require"] == "all", difficulty, given["opponent"]
    )


def _sanity(_kind: str, given: Given, _labels: Sequence[str]) -> Check:
    lost, emotion = losses.parse(given["loss"]), given["emotion"]
    return Sanity(spoken.sanity(lost, emotion), sanity.mark(emotion), lost)


def _rd(kind: str, given: Given, _labels: Sequence[str]) -> Check:
    if given["value"] < 1:
        raise InvalidValue("too_small", pointer="/value", limit=1)
    return Rd(written("collapse", FORM, kind, given), given["value"], given["dc"])


def _difficulty(given: Given) -> str:
    """Return the difficulty asked for, or the one that the opponent sets."""
    asked: str = given["difficulty"]
    if given["opponent"] is None:
        return asked
    if asked != FORM.fields["difficulty"].default:
        raise InvalidValue("not_together", pointer="/difficulty", names="difficulty, opponent")
    return against(given["opponent"], physical=given["physical"])


def _dice(given: Given, difficulty: str) -> D100:
    dice = d100(given["bonus"], given["penalty"], many=given["many_dice"])
    if not given["force"]:
        refuse_with_difficulty(dice, difficulty)
    return dice


def _mark(given: Given, value: int, difficulty: str) -> Mark:
    return Mark.of(value, difficulty, by_skill=given["fumble_by_skill"])


_BUILDERS: Mapping[str, Callable[[str, Given, Sequence[str]], Check]] = {
    "single": _single,
    "opposed": _opposed,
    "combined": _combined,
    "together": _together,
    "several": _several,
    "luck": _luck,
    "luck_instead": _plain,
    "intelligence": _plain,
    "idea": _plain,
    "recall": _plain,
    "sanity": _sanity,
    "social": _social,
    "rd": _rd,
}
