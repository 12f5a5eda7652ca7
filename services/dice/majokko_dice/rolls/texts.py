"""What players write: descriptions, answers, rows of tables."""

import unicodedata

from majokko_rules.errors import InvalidValue
from majokko_rules.values import UNPRINTABLE

MAX_TEXT = 500
_SEEN = "LNPS"  # letters, numbers, punctuation, symbols


def line(text: str, at: str, most: int = MAX_TEXT) -> str:
    """Accept text that shows what it says, composed (NFC) and without blanks around it.

    Raises InvalidValue.
    """
    written = unicodedata.normalize("NFC", text).strip()
    if len(written) > most:
        raise InvalidValue("too_long", pointer=at, limit=most)
    if found := UNPRINTABLE.search(written):
        raise InvalidValue("not_plain", pointer=at, position=found.start(), length=1)
    if not any(unicodedata.category(sign)[0] in _SEEN for sign in written):
        raise InvalidValue("too_short", pointer=at, limit=1)
    return written
