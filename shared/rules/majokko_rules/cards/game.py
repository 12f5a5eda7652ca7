"""What a session needs of any card game, and which games there are.

A game is a package: its functions are the methods named here.

>>> sorted(GAMES)
['magion']
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from majokko_rules.cards import magion
from majokko_rules.rulesets import Ruleset

_Rules = TypeVar("_Rules")
_Deal = TypeVar("_Deal")
_State = TypeVar("_State")
_Action = TypeVar("_Action")


class Game(Protocol[_Rules, _Deal, _State, _Action]):
    """Rules are of one ruleset, number of players and options; a deal is all that chance decides; a
    state never changes.
    """

    def compiled(
        self, ruleset: Ruleset, players: object, options: Mapping[str, object]
    ) -> _Rules: ...

    def practice(self, rules: _Rules, said: Mapping[str, object]) -> _Deal:
        """Read a deal that somebody wrote down."""
        ...

    def begin(self, rules: _Rules, deal: _Deal) -> _State: ...

    def legal(self, state: _State) -> Sequence[_Action]:
        """Return the actions of the seat whose turn it is, by what that seat sees alone."""
        ...

    def play(self, state: _State, action: _Action) -> _State: ...

    def read(self, said: Mapping[str, object]) -> _Action: ...

    def write(self, action: _Action) -> Mapping[str, str | int | bool]: ...


GAMES: Mapping[str, Game[Any, Any, Any, Any]] = {"magion": magion}
"""By the id of the ruleset that they are played by."""
