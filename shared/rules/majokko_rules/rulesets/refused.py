"""Why a ruleset file is not taken: a file, a line, and a sentence."""

from collections.abc import Mapping

from majokko_rules.errors import RuleError


class RulesetRefused(Exception):
    """`why` is a refusal of ours, or what the TOML parser says, in English only.

    `line` counts from 1, and is None for a file that cannot be read; `place` is what stands there,
    `tables.perks.wings.roll`.
    """

    def __init__(self, file: str, line: int | None, why: RuleError | str, place: str = "") -> None:
        self.file = file
        self.line = line
        self.why = why
        self.place = place
        super().__init__(f"{file}:{line}: {place} {why}")


def of(error: RuleError, file: str, lines: Mapping[str, int]) -> RulesetRefused:
    """Return a refusal that names the line of what a pointer means."""
    pointer = error.pointer
    while pointer and pointer not in lines:
        pointer = pointer.rpartition("/")[0]
    steps = error.pointer.split("/")[1:]
    place = ".".join(step.replace("~1", "/").replace("~0", "~") for step in steps)
    return RulesetRefused(file, lines.get(pointer, 1), error, place)
