"""What happened in a room while everything was killed, and what is wrong with it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from majokko_rules.fairness.verifying import verify

Json = Mapping[str, Any]
Place = tuple[str, int, int]
"""A stream, its index and a nonce."""


@dataclass(frozen=True)
class Answered:
    """One answer to a roll; `began` and `ended` are moments of one clock."""

    key: str
    began: float
    ended: float
    status: int
    body: bytes

    @property
    def roll(self) -> Json:
        roll: Json = orjson.loads(self.body)
        return roll

    @property
    def was_made(self) -> bool:
        """Whether dice came of it; else they were thrown in vain, and it says so."""
        return self.status == 201


@dataclass(frozen=True)
class History:
    """`answers` is what clients were told, `feed` the rolls of the room in their order, `heard`
    what a follower of the room was told, by number, `noted` how often a subscriber noted each roll.
    """

    answers: Sequence[Answered]
    feed: Sequence[Json]
    proofs: Sequence[dict[str, Any]]
    heard: Sequence[tuple[int, str, Json]]
    noted: Mapping[str, int]

    def faults(self) -> Sequence[str]:
        """Return everything that is wrong, each as a line."""
        return [
            *self._contradictions(),
            *self._missing(),
            *self._gaps(),
            *self._underivable(),
            *self._out_of_order(),
            *self._unheard(),
            *self._misnoted(),
        ]

    def _firsts(self) -> Mapping[str, Answered]:
        first: dict[str, Answered] = {}
        for answer in sorted(self.answers, key=lambda each: each.ended):
            first.setdefault(answer.key, answer)
        return first

    def _contradictions(self) -> Iterator[str]:
        """The same key is answered the same, byte by byte; another key is another roll."""
        firsts = self._firsts()
        for answer in self.answers:
            first = firsts[answer.key]
            if (answer.status, answer.body) != (first.status, first.body):
                yield f"{answer.key} was answered in two ways"
        made = Counter(answer.roll["id"] for answer in firsts.values() if answer.was_made)
        yield from (f"{roll} answers {keys} keys" for roll, keys in made.items() if keys > 1)

    def _missing(self) -> Iterator[str]:
        """What was answered is there with the same dice, and there is nothing else."""
        kept = {roll["id"]: roll for roll in self.feed}
        made = [answer.roll for answer in self._firsts().values() if answer.was_made]
        for told in made:
            if _fixed(kept.get(told["id"], {})) != _fixed(told):
                yield f"{told['id']} is missing or another"
        spent = sum(not answer.was_made for answer in self._firsts().values())
        void = sum(roll["void"] is not None for roll in self.feed)
        if (len(self.feed) - void, void) != (len(made), spent):
            yield f"{len(self.feed)} rolls, {void} void; answered: {len(made)} and {spent}"

    def _gaps(self) -> Iterator[str]:
        """Each stream gave its nonces from 0 on, each once."""
        for stream, nonces in _by_stream(map(_place, self.feed)).items():
            if sorted(nonces) != list(range(len(nonces))):
                yield f"{stream}: nonces {sorted(nonces)}"

    def _underivable(self) -> Iterator[str]:
        """The proofs are right, and prove the very dice of the feed."""
        proved: dict[Place, Json] = {}
        for proof in self.proofs:
            yield from (f"{proof['stream']}: {fault}" for fault in verify(proof))
            for draw in proof["draws"]:
                proved[proof["stream"], proof["index"], draw["nonce"]] = draw
        if proved.keys() != {_place(roll) for roll in self.feed}:
            yield "other draws are proved than were made"
        for roll in self.feed:
            draw = proved.get(_place(roll), {"head": "", "values": []})
            if (draw["head"], draw["values"]) != (roll["head"], roll["drawn"]["values"]):
                yield f"{roll['id']} is not what its stream gave"

    def _out_of_order(self) -> Iterator[str]:
        """A roll that was asked for after another one was answered has the larger nonce."""
        made = [
            (answer, _place(answer.roll)) for answer in self._firsts().values() if answer.was_made
        ]
        latest: dict[tuple[str, int], int] = {}
        moments = [(a.ended, 0, place) for a, place in made] + [(a.began, 1, p) for a, p in made]
        for _, begins, (stream, index, nonce) in sorted(moments):
            known = latest.get((stream, index), -1)
            if begins and nonce <= known:
                yield f"{stream} {index}: {nonce} was asked for when {known} was answered"
            elif not begins:
                latest[stream, index] = max(known, nonce)

    def _unheard(self) -> Iterator[str]:
        """The follower heard every number once and in order, and of every roll."""
        numbers = [seq for seq, _, _ in self.heard]
        if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            yield f"heard {numbers}"
        heard = [data["roll"]["id"] for _, kind, data in self.heard if kind == "roll.made"]
        if heard != [roll["id"] for roll in self.feed]:
            yield f"heard of {len(heard)} rolls instead of {len(self.feed)}, or in another order"

    def _misnoted(self) -> Iterator[str]:
        """The subscriber noted every roll once."""
        for roll in self.feed:
            if self.noted.get(roll["id"]) != 1:
                yield f"{roll['id']} was noted {self.noted.get(roll['id'], 0)} times"
        if others := self.noted.keys() - {roll["id"] for roll in self.feed}:
            yield f"noted, but never made: {sorted(others)}"


def _fixed(roll: Json) -> Json:
    """Return what of a roll can never change."""
    return {name: roll.get(name) for name in ("results", "stream", "nonce", "head", "number", "by")}


def _place(roll: Json) -> Place:
    return roll["stream"]["id"], roll["stream"]["index"], roll["nonce"]


def _by_stream(places: Iterable[Place]) -> Mapping[tuple[str, int], Sequence[int]]:
    found: dict[tuple[str, int], list[int]] = {}
    for stream, index, nonce in places:
        found.setdefault((stream, index), []).append(nonce)
    return found
