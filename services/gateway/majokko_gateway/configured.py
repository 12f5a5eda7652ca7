"""Reads the settings for a command; what is wrong with them is said in a line each."""

import sys

from pydantic import ValidationError

from majokko_kit.settings import Settings

_USAGE = 2


def settings() -> Settings:
    """Return the settings; the program ends here when one of them means nothing.

    The values are not shown, for one of them may be a secret.
    """
    try:
        return Settings()
    except ValidationError as error:
        for wrong in error.errors(include_url=False, include_input=False):
            name = f"MAJOKKO_{wrong['loc'][0]}".upper()
            print(f"{name}: {wrong['msg']}", file=sys.stderr)
        sys.exit(_USAGE)
