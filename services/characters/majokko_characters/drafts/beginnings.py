"""How drafts begin: their names, where their dice come from, and the first of these."""

from dataclasses import dataclass
from typing import Any

from majokko_characters.creations import Creation, Creations
from majokko_characters.drafts import dicing, records, store, views
from majokko_characters.drafts.records import Kept
from majokko_characters.drafts.shapes import DraftIn
from majokko_characters.ports import Surroundings
from majokko_kit import auth
from majokko_kit.bus.outside import Outside
from majokko_kit.clock import now_ms
from majokko_kit.database import Work
from majokko_kit.operations import Asked
from majokko_rules.creation import Draft


@dataclass(frozen=True, slots=True)
class Begun:
    """A draft that has yet to be written down."""

    kept: Kept
    creation: Creation
    draft: Draft[Any]


class Beginnings:
    def __init__(self, creations: Creations, surroundings: Surroundings) -> None:
        self._creations = creations
        self._surroundings = surroundings

    def fresh(self) -> str:
        return self._surroundings.new_id("dra")

    async def name(self, work: Work, asked: Asked[DraftIn]) -> str:
        """Name a draft by its Idempotency-Key, so that its dice are known when it is asked again.

        Answers are remembered for a day, drafts for longer: then the next name is taken.
        """
        assert asked.key is not None
        whose = (asked.token or b"").hex()
        parts = ("draft", asked.tenant, whose, asked.key, asked.fingerprint.hex())
        number = 0
        while True:
            seed = self._surroundings.seed_of(*parts, str(number))
            name = self._surroundings.id_of("dra", seed)
            if not await store.exists(work.sql, name):
                return name
            number += 1

    def begin(self, asked: Asked[DraftIn], name: str, outside: Outside) -> Begun:
        """Throw the first dice.

        Raises what `Drafts.create` raises, and Lacking.
        """
        body = asked.body
        creation = self._creations.find(body.ruleset)
        ruleset = creation.ruleset
        options = ruleset.options(body.options)
        blank = Kept.blank(
            name=name,
            tenant=asked.tenant,
            ruleset=ruleset.name,
            digest=ruleset.hash,
            options=options,
            at=now_ms(),
        )
        kept = dicing.placed(blank, body, asked.token, outside)
        chance = dicing.chance_of(kept, None, body.faces, outside)
        draft = records.begun(creation, options, chance)
        chance.finish()
        return Begun(kept.moved(draft, chance.throws), creation, draft)


async def write(work: Work, begun: Begun, locale: str) -> views.DraftCreated:
    """Write a draft down, with a token that opens it."""
    kept = begun.kept.dated(work.at)
    token = auth.new_token("draft")
    await store.add(work.sql, kept, auth.hashed(token))
    return views.created(kept, begun.creation, begun.draft, locale, token)
