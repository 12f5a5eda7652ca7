"""All rulesets that a program knows: those shipped with the rules, and those of its files.

A request names one as `amgc@1`, as `amgc` for the newest version, or as `amgc@1#<hash>` for that
very content, which a file may have replaced.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from majokko_rules import systems
from majokko_rules.cards.rulebooks import RULEBOOKS, Rulebook
from majokko_rules.creation import Maker
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import builtin, files, trial
from majokko_rules.rulesets.files import RulesetFile
from majokko_rules.rulesets.refused import RulesetRefused
from majokko_rules.rulesets.ruleset import Ruleset
from majokko_rules.systems.system import System


@dataclass(frozen=True, slots=True)
class Shelf:
    """Rulesets in the order they came, old contents of a name before what replaced them."""

    rulesets: tuple[Ruleset, ...]

    @property
    def known(self) -> Mapping[str, Ruleset]:
        """Return the rulesets in use by name, `amgc@1`."""
        return {each.name: each for each in self.rulesets}

    def find(self, name: str, at: str = "/ruleset") -> Ruleset:
        """Return the ruleset that a request means.

        Raises InvalidValue, which points to `at`.
        """
        found = self.known.get(name) or self._newest(name) or self._same(name)
        if found is None:
            raise InvalidValue("not_a_choice", pointer=at, choices=", ".join(self.known))
        return found

    def _newest(self, id_: str) -> Ruleset | None:
        versions = (each for each in self.known.values() if each.id == id_)
        return max(versions, key=lambda each: each.version, default=None)

    def _same(self, name: str) -> Ruleset | None:
        return next((each for each in self.rulesets if f"{each.name}#{each.hash}" == name), None)

    def with_files(
        self, texts: Iterable[tuple[str, str]]
    ) -> tuple["Shelf", Sequence[RulesetRefused]]:
        """Put what ruleset files make beside these, and return why others of them are not taken.

        `texts` are names of files with what they say. A ruleset of the same name as a known one
        takes its place; what extends that name extends the new one, but for itself.
        """
        return _Taking(self).all(texts)


class _Taking:
    """Takes files in an order in which each finds what it extends."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._files: dict[str, RulesetFile] = {}
        self._refused: list[RulesetRefused] = []

    def all(self, texts: Iterable[tuple[str, str]]) -> tuple[Shelf, Sequence[RulesetRefused]]:
        for name, text in texts:
            with self._collecting():
                self._read(text, name)
        while ready := [name for name in self._files if self._is_ready(name)]:
            for name in ready:
                with self._collecting():
                    self._take(self._files.pop(name))
        for file in self._files.values():
            self._refused.append(file.refused(self._unknown()))
        return self._shelf, self._refused

    def _read(self, text: str, name: str) -> None:
        file = files.read(text, name)
        if taken := self._files.get(file.makes):
            raise file.refused(InvalidValue("id_taken", pointer="/id", file=taken.name))
        self._files[file.makes] = file

    def _is_ready(self, name: str) -> bool:
        """Whether all is there that a file extends; another file may have to come first."""
        wanted = self._files[name].extends
        return wanted in self._shelf.known and (wanted == name or wanted not in self._files)

    def _take(self, file: RulesetFile) -> None:
        made = trial.of(file, self._shelf.known[file.extends], _maker)
        self._shelf = Shelf((*self._shelf.rulesets, made))

    def _unknown(self) -> InvalidValue:
        names = ", ".join(self._shelf.known)
        return InvalidValue("not_a_choice", pointer="/extends", choices=names)

    @contextmanager
    def _collecting(self) -> Iterator[None]:
        try:
            yield
        except RulesetRefused as error:
            self._refused.append(error)


@cache
def built_in() -> Shelf:
    """Return the rulesets of all systems that make characters, and of all card games."""
    makers = (each for each in systems.SYSTEMS.values() if each.maker)
    books: tuple[System | Rulebook, ...] = (*makers, *RULEBOOKS.values())
    return Shelf(
        tuple(
            builtin.load(each.id, each.package, heading)
            for each in books
            for heading in each.rulesets
        )
    )


def known() -> Mapping[str, Ruleset]:
    return built_in().known


def find(name: str) -> Ruleset:
    """Return a ruleset that is shipped with the rules.

    Raises InvalidValue.
    """
    return built_in().find(name)


def makes_characters(ruleset: Ruleset) -> bool:
    """Whether it is for characters; card games are played by the others."""
    return ruleset.system not in RULEBOOKS


def maker(ruleset: Ruleset) -> Maker[Any]:
    """Return what makes characters by a ruleset.

    Raises RuleErrors that point into its document, if it is nothing to make characters by.
    """
    made = _maker(ruleset)
    assert made is not None, f"{ruleset.system} makes no characters"
    assert not isinstance(made, Rulebook), f"{ruleset.system} is a card game"
    return made


def _maker(ruleset: Ruleset) -> Maker[Any] | Rulebook | None:
    if rulebook := RULEBOOKS.get(ruleset.system):
        rulebook.check(ruleset)
        return rulebook
    system = systems.SYSTEMS.get(ruleset.system)
    return system.maker(ruleset) if system and system.maker else None
