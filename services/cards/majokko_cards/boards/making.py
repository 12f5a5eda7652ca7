"""How boards come to be: a stream that is committed to, and the one deck that it deals."""

from collections.abc import Sequence
from dataclasses import replace

from majokko_cards.boards import store
from majokko_cards.boards.records import Kept
from majokko_cards.boards.shapes import BoardIn
from majokko_cards.games import Games
from majokko_cards.ports import Surroundings
from majokko_cards.records import Dealt
from majokko_cards.table.dealing import Wanted, dealt
from majokko_cards.table.deals import Deals
from majokko_contracts.deals import BeginStream
from majokko_kit.bus.outside import Outside
from majokko_kit.database import Work
from majokko_kit.names import named
from majokko_kit.operations import Asked

_PREFIX = "brd"
_LABEL = "host"


class Making:
    def __init__(self, games: Games, deals: Deals, surroundings: Surroundings) -> None:
        self._games = games
        self._deals = deals
        self._surroundings = surroundings

    def fresh(self) -> str:
        return self._surroundings.new_id(_PREFIX)

    async def name(self, work: Work, asked: Asked[BoardIn]) -> str:
        """Name a board by its Idempotency-Key, so that a retry gets the same stream.

        Answers are remembered for a day, boards for longer: then the next name is taken.
        """
        whose = (asked.token or b"").hex()
        parts = ("board", asked.tenant, whose, asked.key or "", asked.fingerprint.hex())
        number = 0
        while True:
            seed = self._surroundings.seed_of(*parts, str(number))
            name = self._surroundings.id_of(_PREFIX, seed)
            if not await store.exists(work.sql, name):
                return name
            number += 1

    def committed(self, name: str, asked: Asked[BoardIn], at: int, outside: Outside) -> Kept:
        """Return a board of which nothing is dealt yet.

        Raises InvalidValue, UnknownField, Lacking, and what dice raise.
        """
        body = asked.body
        rules = self._games.rules(self._games.find(body.game), body.players, body.options)
        title = None if body.name is None else named(body.name, "/name")
        begun = outside.know(BeginStream(tenant=asked.tenant, reference=name), f"{name}/stream")
        return Kept(
            id=name,
            tenant=asked.tenant,
            name=title,
            game=rules.ruleset_name.partition("@")[0],
            ruleset=rules.ruleset_name,
            digest=rules.ruleset_hash,
            options=rules.options,
            players=rules.players,
            stream=begun.stream,
            commitment=begun.commitment,
            receipt=begun.receipt,
            state="committed",
            closing=None,
            created_at=at,
            released_at=None,
        )

    def dealt(
        self, kept: Kept, contribution: str | None, at: int, outside: Outside
    ) -> tuple[Kept, Sequence[Dealt]]:
        """Return a board that is open, with what was dealt for it.

        Raises Lacking, and what dice raise.
        """
        rules = self._games.kept(kept.ruleset, kept.digest, kept.players, kept.options)
        given = () if contribution is None else ((_LABEL, contribution),)
        wanted = Wanted(kept.id, kept.tenant, kept.stream, rules, given, at)
        return replace(kept, state="open"), dealt(wanted, self._deals, outside)
