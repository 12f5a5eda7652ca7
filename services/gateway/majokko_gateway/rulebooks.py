"""`majokko rulesets`: which rulesets there are, and what is wrong with files that would be some."""

import argparse
import sys
from collections.abc import Iterator

from majokko_gateway import configured
from majokko_kit import rulesets as kept
from majokko_rules.rulesets import Ruleset, shelf
from majokko_rules.rulesets.shelf import Shelf
from majokko_rules.rulesets.telling import line

_HASH_SHOWN = 16


def rulesets(asked: argparse.Namespace) -> int:
    """List rulesets with the beginnings of their hashes; 1 if a file is refused."""
    try:
        found, refused = kept.look(asked.folder or configured.rulesets_folder())
    except kept.Unreadable as error:
        print(error, file=sys.stderr)
        return 1
    for told in _listed(found, asked.lang):
        print(told)
    for why in refused:
        print(line(why, asked.lang), file=sys.stderr)
    return 1 if refused else 0


def _listed(found: Shelf, locale: str) -> Iterator[str]:
    width = max(map(len, found.known), default=0)
    for name, ruleset in found.known.items():
        title = ruleset.names.title(locale, ruleset.id)
        yield f"{name:{width}}  {ruleset.hash[:_HASH_SHOWN]}  {_origin(ruleset):8}  {title}"


def _origin(ruleset: Ruleset) -> str:
    """Return whether a ruleset is built in, a file's own, or a file's in place of a built-in."""
    own = shelf.known().get(ruleset.name)
    if own is None:
        return "file"
    return "built-in" if own.hash == ruleset.hash else "replaced"
