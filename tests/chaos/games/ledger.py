"""What was told of one card game while everything was killed, and what is wrong with it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from majokko_rules.cards.replays import Unreadable, read, verify
from majokko_rules.fairness import verifying
from majokko_rules.fairness.verifying import Saved, ShownCard, card_was_there
from majokko_rules.rulesets.shelf import built_in
from tests.chaos.games.clocks import Absence, clock_faults
from tests.chaos.games.ends import end_faults
from tests.chaos.games.players import Journal
from tests.chaos.history import Json

Face = tuple[str, int]
"""A deck and a position in it."""

_AFFAIRS = ("seat.", "session.", "clock.")
"""What happens in a session besides its moves."""


@dataclass(frozen=True, kw_only=True)
class Chronicle:
    """A game from its first answer to its proof.

    `seats` are those of people; `heard` is what one who followed was told as it happened, and
    `logs` what is told of it afterwards, by seat, and to those who only watch. `noted` is what a
    subscriber noted of its end. `absences` are spans in which nobody was there to play with.
    """

    made: Json
    board: Json | None
    seats: Sequence[int]
    journal: Journal
    heard_by: int | None
    heard: Sequence[Json]
    sent_away: bool
    facts: Json
    view: Json
    logs: Mapping[int | None, Sequence[Json]]
    openings: Sequence[Json]
    replay: dict[str, Any]
    proof: dict[str, Any]
    verdict: Json
    noted: Sequence[Json] = ()
    absences: Sequence[Absence] = ()

    @property
    def log(self) -> Sequence[Json]:
        return self.logs[None]

    def faults(self) -> Sequence[str]:
        """Return everything that is wrong, each as a line."""
        found = [
            *self._contradictions(),
            *self._gaps(),
            *self._acts(),
            *self._moves(),
            *self._unheard(),
            *self._ends(),
            *self._promises(),
            *self._faces(),
            *self._openings(),
            *self._replay(),
            *clock_faults(self.log, self.absences),
        ]
        return [f"{self.made['id']}: {fault}" for fault in found]

    def _contradictions(self) -> Iterator[str]:
        """The same key is answered the same, and every key has an effect of its own."""
        yield from self.journal.contradictions
        versions = Counter(each.answer["version"] for each in self.journal.acts)
        yield from (f"version {each} was told twice" for each, n in versions.items() if n > 1)

    def _gaps(self) -> Iterator[str]:
        """Events are numbered without gaps, and so are versions; all read the same ones."""
        for seat, log in self.logs.items():
            if [each["seq"] for each in log] != list(range(1, len(log) + 1)):
                yield f"seat {seat}: numbers {[each['seq'] for each in log]}"
            if [each["id"] for each in log] != [each["id"] for each in self.log]:
                yield f"seat {seat} reads other events"
        versions = list(dict.fromkeys(each["data"]["version"] for each in self.log))
        if versions != list(range(self.facts["version"] + 1)):
            yield f"versions {versions} of {self.facts['version']}"

    def _acts(self) -> Iterator[str]:
        """What was answered stands in the log, with the same events."""
        for said in self.journal.acts:
            version = said.answer["version"]
            kept = [each for each in self.logs[said.seat] if each["data"]["version"] == version]
            if said.answer["events"] != [_event(each) for each in kept]:
                yield f"version {version} is not as it was answered"
            if version <= said.body["expected_version"]:
                yield f"version {version} does not follow {said.body['expected_version']}"

    def _moves(self) -> Iterator[str]:
        """Each action that was answered stands in the replay, at its place; no other is there."""
        actions = self.replay["actions"]
        moves = self._versions_of_moves()
        if len(moves) != len(actions):
            yield f"{len(actions)} actions, and {len(moves)} versions with moves"
        told = {each.answer["version"]: each.body for each in self.journal.acts}
        for version, action in zip(moves, actions, strict=False):
            body = told.pop(version, None)
            if body and {**body, "expected_version": 0} != {"expected_version": 0, **action}:
                yield f"version {version} is {action} instead of {body}"
        yield from (f"the action of version {version} is no move" for version in told)
        played = set(range(4)) == set(self.seats) and not self._timed_out()
        if played and len(self.journal.acts) != len(actions):
            yield f"{len(actions)} actions, of which {len(self.journal.acts)} were answered"

    def _versions_of_moves(self) -> Sequence[int]:
        found = {
            each["data"]["version"]: None
            for each in self.log
            if not each["type"].startswith(_AFFAIRS)
        }
        return list(found)

    def _timed_out(self) -> bool:
        return any(each["type"] == "clock.expired" for each in self.log)

    def _unheard(self) -> Iterator[str]:
        """Whoever followed was told the log as it stands, whenever she had to come back."""
        if self.sent_away:
            yield "the follower was sent away"
        if list(self.heard) != list(self.logs[self.heard_by]):
            numbers = [each["seq"] for each in self.heard]
            yield f"seat {self.heard_by} heard {numbers}, or other events"

    def _ends(self) -> Iterator[str]:
        """It ended once, all were told so, and a subscriber noted it once."""
        ends = [each for each in self.log if each["type"] == "session.ended"]
        if len(ends) != 1 or ends != [self.log[-1]]:
            yield f"it ended {len(ends)} times, or not at last"
            return
        told, outcome = ends[0]["data"], self.view["outcome"]
        if self.facts["status"] not in ("won", "lost", "ended"):
            yield f"it is {self.facts['status']}"
        if {name: outcome[name] for name in ("status", "reason", "score", "rank")} != {
            name: told[name] for name in ("status", "reason", "score", "rank")
        }:
            yield f"it ended with {told}, and is shown as {outcome}"
        if [each["data"] for each in self.noted] != [told]:
            yield f"a subscriber noted {len(self.noted)} ends, or another one"

    def _promises(self) -> Iterator[str]:
        """Commitment and root never changed, and the proof is of that very stream."""
        promised = {(self.board or self.made)["commitment"], self.made["commitment"]}
        shown = {each["commitment"] for each in (*self.journal.views, self.facts, self.view)}
        if promised | shown | {self.proof["commitment"]} != {self.made["commitment"]}:
            yield f"{promised} was promised, {shown} shown, {self.proof['commitment']} proved"
        roots = {each["deck_root"] for each in (*self.journal.views, self.view)}
        if roots != {self.facts["dealt"]["deck_root"]}:
            yield f"roots {roots}"
        dealt = self.facts["dealt"]
        saved = Saved(
            commitment=self.made["commitment"],
            seeds={each["label"]: each["seed"] for each in dealt["client_seeds"]},
            heads={each["nonce"]: each["head"] for each in dealt["draws"]},
        )
        for fault in verifying.verify(self.proof, saved):
            yield f"proof: {fault}"
        if len(self.proof["draws"]) != len(dealt["draws"]):
            yield f"{len(self.proof['draws'])} draws, of which {len(dealt['draws'])} were told"

    def _faces(self) -> Iterator[str]:
        """A card that was seen once was the same whenever, and by whomever, it was seen."""
        girls = self.replay["deal"]["girls"]
        for position, card in self._seen():
            if girls[position] != card:
                yield f"position {position} was {card}, and is {girls[position]}"

    def _seen(self) -> Iterator[tuple[int, str]]:
        deck = self.facts["dealt"]["deck"]
        for view in self.journal.views:
            for hand in view["hands"]:
                yield from _shown(hand["cards"])
        for opening in self.journal.openings:
            if opening["deck"] == deck:
                yield opening["position"], opening["card"]
        told = [each for log in self.logs.values() for each in log]
        for said in self.journal.acts:
            told += said.answer["events"]
        for event in (*told, *self.heard):
            yield from _shown([event["data"]])
            for hand in event["data"].get("hands", ()):
                yield from _shown(hand["cards"])

    def _openings(self) -> Iterator[str]:
        """Whatever opened a card during the game opens it by the root of the beginning."""
        roots = {each["deck"]: each["root"] for each in self.facts["dealt"]["draws"]}
        final = {(each["deck"], each["position"]): each for each in self.openings}
        for each in self.journal.openings:
            if final.get((each["deck"], each["position"])) != each:
                yield f"{each['deck']} {each['position']} is opened otherwise now"
        for each in final.values():
            root = bytes.fromhex(roots[each["deck"]])
            if not card_was_there(root, each["size"], _as_shown(each)):
                yield f"{each['deck']} {each['position']} was not there"

    def _replay(self) -> Iterator[str]:
        """Played again, it is valid, and ends as it was shown."""
        yield from (f"verify: {fault}" for fault in self.verdict["faults"])
        try:
            replay = read(self.replay, built_in_rulesets())
        except Unreadable as unreadable:
            yield from (f"replay: {fault!r}" for fault in unreadable.faults)
            return
        verdict = verify(replay, self.proof)
        yield from (f"replay: {fault!r}" for fault in verdict.faults)
        if verdict.result is not None:
            yield from end_faults(replay, self.view)


def built_in_rulesets() -> Any:  # noqa: ANN401 - what `read` takes
    return built_in().rulesets


def _event(item: Json) -> Json:
    """Return an item of a stream as answers list it."""
    return {name: item[name] for name in item if name != "cursor"}


def _shown(cards: Sequence[Json]) -> Iterator[tuple[int, str]]:
    for card in cards:
        if card.get("card") is not None and "position" in card:
            yield card["position"], card["card"]


def _as_shown(opening: Json) -> ShownCard:
    return ShownCard(
        deck_id=opening["deck"],
        position=opening["position"],
        card=opening["card"],
        salt=bytes.fromhex(opening["salt"]),
        path=tuple(bytes.fromhex(each) for each in opening["path"]),
    )
