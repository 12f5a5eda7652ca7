"""Decides what a member may know: the one place where secrets are left out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import orjson

from majokko_dice.rolls import recorded, views
from majokko_dice.rolls.records import Draw, Foretelling, Json, Named, Push, Roll
from majokko_dice.rolls.stores.rolls import Kept
from majokko_dice.rooms.ports import Look, Seat
from majokko_kit import problems
from majokko_kit.bus.refused import refusal_of
from majokko_kit.clock import rfc3339
from majokko_rules import render
from majokko_rules.results import Die


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks; `leads` says that she is a game master, `closed` that her room has ended."""

    id: str
    leads: bool
    closed: bool
    locale: str

    @classmethod
    def of(cls, look: Look | Seat, locale: str) -> "Viewer":
        me = look.me
        return cls(me.id, me.role == "gm", look.room.state == "closed", locale)

    def knows(self, roll: Roll) -> bool:
        """Whether she may know a roll that was not revealed."""
        if not roll.secret or self.leads:
            return True
        return self.id == roll.by.id or self.id in roll.about.readers


@dataclass(frozen=True, slots=True)
class Since:
    """What has happened to a roll since it was made; `salt` opens a secret one."""

    push: Push | None = None
    salt: str | None = None


def is_revealed(kept: Kept, *, closed: bool) -> bool:
    """Whether a secret roll may be known by all."""
    return kept.roll.secret and (kept.revealed or closed)


def may_see(kept: Kept, viewer: Viewer) -> bool:
    return viewer.knows(kept.roll) or is_revealed(kept, closed=viewer.closed)


def roll(kept: Kept, viewer: Viewer, since: Since) -> views.RoomRoll:
    """Show a roll as it stands now."""
    if not may_see(kept, viewer):
        return _covered(kept.roll)
    return _whole(kept, viewer, since, revealed=is_revealed(kept, closed=viewer.closed))


def as_made(kept: Kept, viewer: Viewer) -> views.RoomRoll:
    """Show a roll as it stood when it was made: nothing was shown since, nothing pushed."""
    if not viewer.knows(kept.roll):
        return _covered(kept.roll)
    if told := kept.foretelling:
        kept = replace(kept, foretelling=replace(told, shown=kept.roll.about.open))
    return _whole(kept, viewer, Since(), revealed=False)


def _whole(kept: Kept, viewer: Viewer, since: Since, *, revealed: bool) -> views.RoomRoll:
    made, about = kept.roll, kept.roll.about
    return views.RoomRoll(
        id=made.id,
        room=made.room,
        number=made.number,
        at=rfc3339(made.at),
        by=person(made.by),
        source=made.source,
        secret=made.secret,
        revealed=revealed,
        reason=about.reason,
        results=_results(made, viewer.locale),
        void=_void(made.void, viewer.locale),
        stream=_stream(made),
        nonce=made.nonce,
        head=made.head,
        hidden=made.hidden,
        drawn=_drawn(kept.draw, since.salt),
        next_commitment=about.following,
        receipt=made.receipt,
        character=rolled_for(about.character),
        foretelling=_foretold(kept.foretelling, viewer),
        foretold=about.foretold,
        table=None if about.table is None else _table(about.table),
        rows=_rows(made),
        push=None if since.push is None else push(since.push, viewer),
        pushes=about.pushes,
    )


def _covered(made: Roll) -> views.RoomRoll:
    """Show only that there is a secret, and what it will be checked against."""
    return views.RoomRoll(
        id=made.id,
        room=made.room,
        number=made.number,
        at=rfc3339(made.at),
        by=person(made.by),
        source=made.source,
        secret=True,
        revealed=False,
        reason=None,
        results=None,
        void=None,
        stream=_stream(made),
        nonce=made.nonce,
        head=made.head,
        hidden=made.hidden,
        drawn=None,
        next_commitment=made.about.following,
        receipt=made.receipt,
        character=None,
        foretelling=None,
        foretold=None,
        table=None,
        rows=None,
        push=None,
        pushes=None,
    )


def push(asked: Push, viewer: Viewer) -> views.RollPush:
    return views.RollPush(
        state=asked.state,
        reason=asked.reason,
        by=person(asked.by),
        instead=asked.instead,
        consequence=asked.consequence if asked.shown or viewer.leads else None,
        roll=asked.roll,
        asked_at=rfc3339(asked.asked_at),
        answered_at=instant(asked.answered_at),
    )


def person(named: Named) -> views.Person:
    return views.Person(named.id, named.name)


def rolled_for(character: Named | None) -> views.RolledFor | None:
    return None if character is None else views.RolledFor(character.id, character.name)


def instant(at: int | None) -> str | None:
    return None if at is None else rfc3339(at)


def _stream(made: Roll) -> views.StreamPlace | None:
    return None if made.drawn_at is None else views.StreamPlace(*made.drawn_at[0])


def _drawn(draw: Draw | None, salt: str | None) -> views.RollDraw | None:
    if draw is None:
        return None
    return views.RollDraw(draw.purpose, draw.request, draw.values, salt)


def _foretold(told: Foretelling | None, viewer: Viewer) -> views.ForetoldHere | None:
    if told is None:
        return None
    text = told.text if told.shown or viewer.leads else None
    return views.ForetoldHere(told.id, told.aim, told.means, text, told.shown)


def _table(named: Named) -> views.TableUsed:
    return views.TableUsed(named.id, named.name)


def _rows(made: Roll) -> Sequence[views.RowPicked] | None:
    if made.about.table is None:
        return None
    return [
        views.RowPicked(row.result, _table(row.table), made.results[row.result]["total"], row.text)
        for row in made.about.rows
    ]


def _void(void: Json | None, locale: str) -> views.Voided | None:
    if void is None:
        return None
    refusal = refusal_of(orjson.dumps(void))
    return views.Voided(refusal.code, refusal.rule, problems.told(refusal, locale)[1])


def _results(made: Roll, locale: str) -> Sequence[views.RoomResult]:
    texts = _in(made.told, locale)
    return [_result(one, text, locale) for one, text in zip(made.results, texts, strict=True)]


def _in(told: Mapping[str, Sequence[str]], locale: str) -> Sequence[str]:
    """Return the wordings in a language; one we have learned since reads English."""
    return told[locale if locale in told else "en"]


def _result(one: Json, text: str, locale: str) -> views.RoomResult:
    return views.RoomResult(
        notation=one["notation"],
        total=one["total"],
        dice=[_die(die) for die in recorded.dice_in(one)],
        parts=[views.Labelled(label, total) for label, total in one["parts"]],
        outcome=one["outcome"],
        warnings=[views.Surprise(code, render.warning(code, locale)) for code in one["warnings"]],
        text=text,
    )


@lru_cache(maxsize=4096)
def _die(die: Die) -> views.RolledDie:
    return views.RolledDie(*die)
