"""From validated fields to checks; refuses what a rule book does not know."""

from majokko_rules import catalog
from majokko_rules.dice.budget import MAX_DICE
from majokko_rules.errors import BudgetExceeded, InvalidValue, RuleError
from majokko_rules.systems.fields import Form, Given
from majokko_rules.systems.infinite.checks import Contest, Natural, Save, Single
from majokko_rules.systems.infinite.commands import spoken
from majokko_rules.systems.infinite.pool import Pool
from majokko_rules.systems.infinite.rerolls import Rerolls
from majokko_rules.systems.system import Check, written

_CHECKS = catalog.table(__package__, "checks")
_LEAST, _MOST = _CHECKS["pool"]["again_range"]
_AGAINS = (0, *range(_LEAST, _MOST + 1))
FORM = Form.of(_CHECKS)


def build(kind: str, given: Given) -> Check:
    """Make the check.

    Raises InvalidValue for an `again` outside the rule book, and BudgetExceeded for more dice than
    one request may throw, rerolls included.
    """
    notation = written("infinite", FORM, kind, given)
    match kind:
        case "single":
            return _single(notation, given)
        case "save":
            return _save(notation, given)
        case "contest":
            return _contest(notation, given)
        case _:
            return _natural(notation, given)


def _single(notation: str, given: Given) -> Check:
    pool, rerolls = _pool(given, given), _rerolls(given)
    if given["dc"] is None and not rerolls.most:
        notation = spoken(pool) or notation
    return Single(notation, pool, given["dc"], rerolls)


def _save(notation: str, given: Given) -> Check:
    if (given["effect"] is None) == (given["dc"] is None):
        raise InvalidValue("exactly_one_of", names="effect, dc")
    pool, rerolls = _pool(given, given), _rerolls(given)
    if given["dc"] is not None:
        return Single(notation, pool, given["dc"], rerolls)
    return Save(notation, pool, given["effect"], rerolls)


def _contest(notation: str, given: Given) -> Check:
    attack, defence = (_side(given, place) for place in range(2))
    _affordable(_most_dice(attack) + _most_dice(defence))
    return Contest(notation, attack, defence, given["tie"])


def _natural(notation: str, given: Given) -> Check:
    return Natural(notation, given["sides"], given["count"], given["modifier"], given["dc"])


def _rerolls(given: Given) -> Rerolls:
    rerolls = Rerolls(given["rerolls"], given["reroll_keep"] == "better")
    _affordable(_most_dice(_pool(given, given)) * (1 + rerolls.most))
    return rerolls


def _side(given: Given, place: int) -> Pool:
    try:
        return _pool(given["sides"][place], given)
    except RuleError as error:
        raise error.under(f"/sides/{place}") from None


def _pool(side: Given, options: Given) -> Pool:
    if side["again"] not in _AGAINS:
        choices = ", ".join(map(str, _AGAINS))
        raise InvalidValue("not_a_choice", pointer="/again", choices=choices)
    return Pool(
        side["dp"],
        side["again"],
        side["bonus"],
        gate=options["gate"],
        chance_bonus=side["chance_bonus"],
        chance_extra=options["chance_extra"],
        rote=side["rote"],
    )


def _most_dice(pool: Pool) -> int:
    """Dice thrown before any explosion: a pool of misses may be thrown twice."""
    return 1 if pool.is_chance_die else pool.dice * (1 + pool.rote)


def _affordable(dice: int) -> None:
    if dice > MAX_DICE:
        raise BudgetExceeded("too_many_dice", asked=dice, limit=MAX_DICE)
