"""What things and people may be called."""

import unicodedata

from majokko_rules.errors import InvalidValue
from majokko_rules.values import plain

MAX_NAME = 100
_SEEN = "LNPS"  # letters, numbers, punctuation, symbols


def named(text: str, at: str, most: int = MAX_NAME) -> str:
    r"""Accept a name, or another line, that shows what it says, composed (NFC) and without blanks
    around it.

    Raises InvalidValue.

    >>> named(" Caf\N{LATIN SMALL LETTER E}\N{COMBINING ACUTE ACCENT} ", "/name") == "Café"
    True
    """
    name = plain(unicodedata.normalize("NFC", text).strip(), at, most)
    if not any(unicodedata.category(sign)[0] in _SEEN for sign in name):
        raise InvalidValue("too_short", pointer=at, limit=1)
    return name
