"""Writes the files that tests compare with: `python -m tests.rules.exports.golden`."""

from pathlib import Path

from majokko_rules import exports
from tests.rules.exports.people import FIXED

for system, character in FIXED.items():
    for form in exports.FORMS:
        written = exports.write(form, character, "ja")
        file = Path(__file__).parent / f"{system}.{written.ending}"
        file.write_text(written.text, "utf-8")
