"""Which checks have a second chance: the push, 孤注一骰."""

from collections.abc import Mapping

from majokko_rules import catalog
from majokko_rules.errors import NotPushable
from majokko_rules.results import Outcome
from majokko_rules.systems.collapse.levels import IMPOSSIBLE

_TABLE = catalog.table(__package__, "push")
_PUSHABLE = frozenset(_TABLE["kinds"]["pushable"])
_COMMANDS: Mapping[str, str] = _TABLE["commands"]
_NAMES: Mapping[str, str] = {
    name: kind for kind, names in _TABLE["names"].items() if kind != "basis" for name in names
}


def refuse_push(said: str, outcome: Outcome) -> None:
    """Refuse to push the check whose normal form is `said`; one that was pushed is not known here.

    Raises NotPushable.
    """
    if outcome.success is None and outcome.level is None:
        raise NotPushable("not_a_check")
    kind = kind_of(said)
    if kind not in _PUSHABLE:
        raise NotPushable("kind", kind=kind)
    if outcome.level == IMPOSSIBLE:
        raise NotPushable("impossible")
    if outcome.success:
        raise NotPushable("success")
    if outcome.fumble:
        raise NotPushable("fumble")


def kind_of(said: str) -> str:
    """Return what a check is about, by its normal form.

    >>> kind_of(".ra hard 侦查 60"), kind_of(".ra 幸运 60"), kind_of("collapse rd value=40 dc=50")
    ('single', 'luck', 'rd')
    """
    first, *rest = said.split(" ")
    if first not in _COMMANDS:
        return rest[0]
    named = (_NAMES.get(word.casefold()) for word in rest)
    return next(filter(None, named), _COMMANDS[first])
