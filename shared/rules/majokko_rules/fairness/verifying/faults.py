"""What can be wrong with a proof, and where."""

from dataclasses import dataclass
from enum import StrEnum


class Wrong(StrEnum):
    """Stable names, for programs and for whoever words them."""

    MISSING = "missing"  # a member that every proof has
    UNKNOWN = "unknown"  # a member that no proof has
    MALFORMED = "malformed"  # not the kind of value that belongs there
    REPEATED = "repeated"  # a label or a deck's id that stood before
    COMMITMENT = "commitment"  # the seed is not the one that was committed
    GENESIS = "genesis"  # seeds of clients or beacon are not those the chain began with
    GAP = "gap"  # a draw was left out, added or moved
    COUNT = "count"  # not one value for each bound
    VALUE = "value"  # the stream gives another value
    SEALED = "sealed"  # a secret roll that the proof does not open
    NOT_OPENED = "not_opened"  # a hidden deck that the proof does not open
    SALT = "salt"  # not the salt that the seed gives
    DECK = "deck"  # cards or id are not those of the request, or they lie in another order
    HEAD = "head"  # the chain leads elsewhere
    CLOSING = "closing"  # the bounds, or the end of the chain, are not those of the close
    NOT_SAVED = "not_saved"  # it differs from what the verifier wrote down at the time


@dataclass(frozen=True, slots=True)
class Fault:
    """`pointer` is a JSON pointer into the proof; `expected` is what would have been right, if
    the verifier can know it.
    """

    pointer: str
    wrong: Wrong
    expected: str = ""

    @property
    def draw(self) -> int | None:
        """The place of the draw at fault, counted from 0.

        >>> Fault("/draws/3/values/0", Wrong.VALUE, "4").draw
        3
        """
        match self.pointer.split("/"):
            case ["", "draws", place, *_]:
                return int(place)
            case _:
                return None
