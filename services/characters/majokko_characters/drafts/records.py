"""Drafts as they are kept, and as the rules know them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any, Literal

import orjson

from majokko_characters.creations import Creation
from majokko_characters.drafts.chances import Stands, Throw
from majokko_rules.chance import Chance
from majokko_rules.creation import Draft, Move, begin, replay

Json = Mapping[str, Any]
DiceOf = Literal["supplied", "room", "stream", "signed"]
"""Where the dice of a draft come from: a hand, the stream of a room, one of its own, or nowhere
that was fixed before.
"""

State = Literal["open", "finished", "abandoned"]
Source = Literal["supplied", "signed", "committed"]


@dataclass(frozen=True, slots=True)
class Kept:
    """A draft as its row has it, but for the token."""

    id: str
    tenant: str
    ruleset: str
    digest: str
    options: Json
    dice: DiceOf
    room: str | None
    member: str | None
    stream: str | None
    commitment: str | None
    state: State
    version: int
    moves: Sequence[Json]
    laid: Mapping[str, Sequence[int]]
    throws: Sequence[Json]
    character: str | None
    created_at: int
    changed_at: int

    @classmethod
    def blank(  # noqa: PLR0913 - what a draft is before its first dice
        cls,
        *,
        name: str,
        tenant: str,
        ruleset: str,
        digest: str,
        options: Json,
        at: int,
    ) -> "Kept":
        """Return a draft that was not begun yet; its dice would be signed."""
        return cls(
            id=name,
            tenant=tenant,
            ruleset=ruleset,
            digest=digest,
            options=options,
            dice="signed",
            room=None,
            member=None,
            stream=None,
            commitment=None,
            state="open",
            version=0,
            moves=(),
            laid={},
            throws=(),
            character=None,
            created_at=at,
            changed_at=at,
        )

    @property
    def place(self) -> tuple[str, str]:
        """All that says where the creation stands."""
        told = orjson.dumps([self.moves, self.laid], option=orjson.OPT_SORT_KEYS)
        return self.id, sha256(told).hexdigest()

    @property
    def source(self) -> Source:
        """What may be said of all its dice: the least of what may be said of each."""
        sources = {throw["source"] for throw in self.throws}
        if not sources:
            return _PROMISED[self.dice]
        return next(each for each in _LEAST_FIRST if each in sources)

    def dated(self, at: int) -> "Kept":
        """Return it as it begins at an instant."""
        return replace(self, created_at=at, changed_at=at)

    def moved(self, draft: Draft[Any], throws: Sequence[Throw]) -> "Kept":
        """Return it after a move; when that was, is said by whoever writes it down."""
        offer = draft.moves[-1].offer
        return replace(
            self,
            version=self.version + 1,
            moves=[written(move) for move in draft.moves],
            laid=draft.thrown,
            throws=[*self.throws, *(_throw(offer, throw) for throw in throws)],
        )


_LEAST_FIRST: tuple[Source, ...] = ("supplied", "signed", "committed")
_PROMISED: Mapping[DiceOf, Source] = {
    "supplied": "supplied",
    "room": "committed",
    "stream": "committed",
    "signed": "signed",
}


def written(move: Move) -> Json:
    return {"offer": move.offer, "picks": dict(move.picks), "faces": list(move.faces)}


def read(move: Json) -> Move:
    return Move(move["offer"], move["picks"], tuple(move["faces"]))


def restored(kept: Kept, creation: Creation) -> Draft[Any]:
    """Return the draft that its moves lead to."""
    options = creation.ruleset.options(kept.options)  # lists come back from JSON
    draft = replay(creation.maker, options, [read(move) for move in kept.moves])
    return replace(draft, thrown={offer: tuple(faces) for offer, faces in kept.laid.items()})


def begun(creation: Creation, options: Json, chance: Chance) -> Draft[Any]:
    return begin(creation.maker, options, chance)


def _throw(offer: str | None, throw: Throw) -> Json:
    stands = {} if throw.stands is None else asdict(throw.stands)
    return {
        "offer": offer,
        "sides": throw.sides,
        "faces": list(throw.faces),
        "source": throw.source,
        **{name: stands.get(name) for name in Stands.__slots__},
    }
