"""What people call what a game tells, by the names of its ruleset.

>>> from majokko_rules.rulesets import shelf
>>> names = shelf.find("magion@1").names
>>> point(names, "head", "homura", "en"), point(names, "combo", "contract", "zh-Hant")
('Homura Akemi, complete', '跟我簽約吧')
>>> ending(names, "third_marker", "en")
'The last marker has come: the soul gem is lost.'
"""

from majokko_rules.rulesets import Names


def point(names: Names, what: str, of: str | None, locale: str) -> str:
    """Return what points are for, as `Scored` tells them."""
    if of is not None and what == "combo":
        return names.row("combos", of, locale)
    girl = "" if of is None else names.row("girls", of, locale)
    return names.of(f"points.{what}", locale, what).format(girl=girl)


def ending(names: Names, reason: str, locale: str) -> str:
    """Return why a game is over, as `Over` tells it; the reason itself where it has no sentence."""
    return names.of(f"endings.{reason}", locale, reason)
