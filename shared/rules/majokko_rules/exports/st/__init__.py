"""Lines by which dice bots keep a character, `.st STR60 DEX50`: written and read."""

from majokko_rules.exports.st.reading import Told, read
from majokko_rules.exports.st.writing import written

__all__ = ["Told", "read", "written"]
