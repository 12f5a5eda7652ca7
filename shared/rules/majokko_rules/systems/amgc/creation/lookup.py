"""What a sheet gives to a check: a stat in one of its forms, and the options of its game."""

from collections.abc import Iterator, Mapping

from majokko_rules.creation import Sheet
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.amgc.creation.companions.familiar import FAMILIAR
from majokko_rules.systems.amgc.creation.sheets.numbers import PLAIN, STATS
from majokko_rules.systems.amgc.creation.sheets.play import PLAY
from majokko_rules.systems.system import Wanted

_OPTIONS = ("fp_after", "fp_extra", "fp_limit")
_FAMILIAR = f"{FAMILIAR}."


def from_sheet(ruleset: Ruleset, sheet: Sheet, wanted: Wanted) -> Mapping[str, object]:
    """Return the fields of a check of `STR`, `untransformed.STR`, `split.STR` or `ally.STR`.

    What the request says itself is left to it. Raises InvalidValue, which points to `/stat`, or to
    `/skill`: skills are unknown.
    """
    if wanted.skill is not None:
        raise InvalidValue("not_a_choice", pointer="/skill", choices="–")
    known = dict(_stats(ruleset, sheet))
    if wanted.stat is None or wanted.stat not in known:
        raise InvalidValue("not_a_choice", pointer="/stat", choices=", ".join(known) or "–")
    fields = {"stat": max(0, known[wanted.stat]), **dict(_options(sheet, wanted.stat))}
    return {name: value for name, value in fields.items() if name not in wanted.given}


def _stats(ruleset: Ruleset, sheet: Sheet) -> Iterator[tuple[str, int]]:
    """Yield what can be rolled for; stats of whoever is transformed are named without `stats.`."""
    for name, each in sheet.values.items():
        *place, stat = name.split(".")
        if stat in ruleset.vocabulary.stats and type(each.value) is int:
            form = [step for step in place if step != STATS.removesuffix(".")]
            yield ".".join((*form, stat)), each.value


def _options(sheet: Sheet, stat: str) -> Iterator[tuple[str, object]]:
    """Yield what differs from a check's own defaults.

    Base dice are those of the transformed, which a familiar never is.
    """
    transformed = PLAIN not in stat and not stat.startswith(_FAMILIAR)
    for name in ("base_dice", *_OPTIONS) if transformed else _OPTIONS:
        value = sheet.values.get(PLAY + name)
        if value is not None and value.value:
            yield name, value.value
