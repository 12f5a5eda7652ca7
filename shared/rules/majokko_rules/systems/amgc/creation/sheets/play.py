"""What a game plays with, so that checks and battles of this girl need not be told again."""

from majokko_rules.creation import Because, Value
from majokko_rules.systems.amgc.creation.book import Book

PLAY = "play."
_SETTINGS = (
    "mode",
    "base_dice",
    "fp_after",
    "fp_extra",
    "fp_limit",
    "tie_hits",
    "sp_absorbs",
    "threshold_penalties",
    "injury_table",
)


def values(book: Book) -> dict[str, Value]:
    """Return `play.mode` and the others."""
    reason = (Because("rule", "settings"),)
    return {PLAY + name: Value(book.settings[name], reason) for name in _SETTINGS}
