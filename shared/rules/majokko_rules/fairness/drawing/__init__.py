"""The side that holds the secret: a stream is committed, opened, drawn from, closed, proved.

>>> from majokko_rules import questions
>>> name = StreamName("default", "room-1", 0)
>>> committed = Committed(name, server_seed(epoch_key(bytes(32), "2026-11-30"), name))
>>> opened = committed.contribute(Contribution("ann", "tea")).open()
>>> turn = opened.turn("roll")
>>> result = questions.of_notation("3d6").roll(turn.chance)
>>> drawn = opened.record(turn, "3d6")
>>> drawn.values == tuple(die.face for die in result.dice), drawn.bounds
(True, (6, 6, 6))
>>> proof = opened.after(drawn).close([drawn]).proof()
>>> from majokko_rules.fairness.verifying import verify
>>> verify(proof)
()
"""

from majokko_rules.fairness.drawing.chance import CommittedChance
from majokko_rules.fairness.drawing.contributions import Contribution
from majokko_rules.fairness.drawing.decks import Dealt, Deck, Opening, openings
from majokko_rules.fairness.drawing.names import StreamName
from majokko_rules.fairness.drawing.seeds import epoch_key, server_seed
from majokko_rules.fairness.drawing.streams import Closed, Committed, Open, Turn
from majokko_rules.fairness.drawing.transcript import Drawn

__all__ = [
    "Closed",
    "Committed",
    "CommittedChance",
    "Contribution",
    "Dealt",
    "Deck",
    "Drawn",
    "Open",
    "Opening",
    "StreamName",
    "Turn",
    "epoch_key",
    "openings",
    "server_seed",
]
