"""Proofs as `majokko verify` tells of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Self

from majokko_gateway.replaying import asks_for_other_dice
from majokko_gateway.saying import Found, Voice, safe
from majokko_gateway.sworn import receipts_in
from majokko_rules.fairness.verifying import Saved, decks_of, verify
from majokko_rules.fairness.verifying.forms import PROOF

_SECRETS = frozenset({"server_seed", "genesis", "beacon"})  # no answer but a proof has one
_SERVER = "server"  # the label of what the server itself contributed


@dataclass(frozen=True, slots=True)
class Proof:
    document: Mapping[str, Any]

    @classmethod
    def found(cls, document: object) -> Self | None:
        """Return what means to be a proof, be it ever so wrong. A genuine receipt that somebody
        has put into it makes it nothing else.
        """
        if not isinstance(document, dict) or PROOF.members.keys().isdisjoint(document):
            return None
        is_receipt = receipts_in(document) and _SECRETS.isdisjoint(document)
        return None if is_receipt else cls(document)

    def faults(self, saved: Sequence[Saved]) -> Sequence[Found]:
        """Return all that is wrong; a true proof is asked, too, whether its dice are those that
        were asked for, which no hash can say.
        """
        found = verify(self.document, *saved)
        if found:
            return [Found(f"faults.{f.wrong}", f.pointer, f.expected, f.draw) for f in found]
        return [
            Found("command.dice", f"/draws/{at}/bounds", draw=at)
            for at, draw in enumerate(self._draws)
            if asks_for_other_dice(draw)
        ]

    def story(self, saved: Sequence[Saved], voice: Voice, *, draws: bool) -> str:
        """Tell what a true proof shows, in lines."""
        told = [self._stream(voice), *self._notes(saved, voice)]
        if draws:
            lay = decks_of(self.document)
            told += [_line(draw, lay, voice) for draw in self._draws]
        return "\n  ".join(told)

    @property
    def _draws(self) -> Sequence[Mapping[str, Any]]:
        draws: Sequence[Mapping[str, Any]] = self.document["draws"]
        return draws

    def _stream(self, voice: Voice) -> str:
        secret = sum("salt" in draw for draw in self._draws)
        counts = {"draws": len(self._draws), "secret": secret}
        return voice.say("notes.stream", **{**self.document, **counts})

    def _notes(self, saved: Sequence[Saved], voice: Voice) -> Iterator[str]:
        known = any(each.commitment for each in saved)
        yield voice.say(f"notes.commitment_{'saved' if known else 'unsaved'}")
        if also := sum(map(_count, saved)):
            yield voice.say("notes.also_saved", count=also)
        labels = [each["label"] for each in self.document["client_seeds"]]
        if others := [label for label in labels if label != _SERVER]:
            yield voice.say("notes.contributors", labels=", ".join(others))
        else:
            yield voice.say("notes.server")
        unread = sum(asks_for_other_dice(draw) is None for draw in self._draws)
        yield voice.say("command.asked_again", count=len(self._draws) - unread, unread=unread)


def _count(saved: Saved) -> int:
    return len(saved.seeds) + len(saved.heads) + bool(saved.closing)


def _line(draw: Mapping[str, Any], lay: Mapping[str, Sequence[str]], voice: Voice) -> str:
    told = [f"{draw['nonce']}: {draw['request']}"]
    if draw["purpose"] != "roll":
        told.append(f"[{draw['purpose']}]")
    if "salt" in draw:
        told.append(f"[{voice.say('table.hidden')}]")
    if deck := draw.get("deck"):
        told.append(voice.say("table.deck", id=deck["id"], count=len(deck["cards"])))
        told.append(" ".join(lay[deck["id"]]))
    thrown = zip(draw["bounds"], draw["values"], strict=True)
    for bound, group in groupby(thrown, itemgetter(0)):
        told.append(f"d{bound}: " + " ".join(str(value) for _, value in group))
    return safe("  ".join(told))
