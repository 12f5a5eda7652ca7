"""The game master's review of a unit before play, for over-general factors (万能)."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from majokko_characters.creations import Creations
from majokko_characters.sheets import acting, views
from majokko_characters.sheets.doors import Held
from majokko_characters.sheets.guard import Guard
from majokko_characters.sheets.ledger import Ledger
from majokko_characters.sheets.records import Deed, Me
from majokko_characters.sheets.service import tagged
from majokko_characters.units.shapes import ReviewIn
from majokko_kit.bus.outside import Outside
from majokko_kit.database import Work
from majokko_kit.operations import Asked, Done
from majokko_kit.refusals import Forbidden
from majokko_rules.errors import InvalidValue

_OF_PLAYERS = frozenset({"narrow"})
_ONE: AbstractSet[str] = frozenset({"factor"})
_SAYS: Mapping[str, AbstractSet[str]] = {
    "question": _ONE,
    "narrow": frozenset({"factor", "name"}),
    "strike": _ONE,
    "keep": _ONE,
    "approve": frozenset(),
    "reopen": frozenset(),
}


class Reviews:
    def __init__(self, guard: Guard, ledger: Ledger, creations: Creations) -> None:
        self._guard = guard
        self._ledger = ledger
        self._creations = creations

    async def review(self, asked: Asked[ReviewIn]) -> Done[views.Character]:
        """Make one step of the review.

        Raises InvalidValue, IllegalAction, PendingChoices, Forbidden, and what `Guard.run` raises.
        """
        body = asked.body
        act = _act(body)

        async def review(work: Work, at: Held, _: Outside) -> views.Character:
            _may(at.me, body)
            after, changes = acting.after(self._creations, at.kept, act)
            if changes:
                deed = Deed(at.me, "changed", changes, body.reason)
                after = await self._ledger.change(work, at.kept, after, deed)
            return views.character(after, at.me)

        return tagged(await self._guard.run(asked, views.Character, review))


def _act(body: ReviewIn) -> Mapping[str, str]:
    """Return what is done; what an act has no use for is refused."""
    given = body.model_dump(include={"factor", "name"}, exclude_none=True)
    for name in given:
        if name not in _SAYS[body.act]:
            raise InvalidValue("not_together", pointer=f"/{name}", names=f"{body.act}, {name}")
    return {"act": body.act, **given}


def _may(me: Me, body: ReviewIn) -> None:
    if me.role != "gm" and body.act not in _OF_PLAYERS:
        raise Forbidden("role", pointer="/act")
