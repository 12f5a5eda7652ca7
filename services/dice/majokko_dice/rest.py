"""REST face of the dice service: read the call, ask the service, shape the answer.

Handlers take a `Call` and return an `Answer`, so that they can serve before FastAPI is reached;
`routes.py` describes the same paths for OpenAPI.
"""

from collections.abc import Iterator
from functools import lru_cache

import orjson

from majokko_dice import answers
from majokko_dice.asking import RollAsked, read_batch, read_odds, read_roll
from majokko_dice.deps import DRAWS_PER_UNIT, dice_of, idempotency_key, speak, speaking
from majokko_dice.ports import Receipt
from majokko_dice.service import Rolled
from majokko_kit import body, problems, query
from majokko_kit.call import NO_STORE, Answer, Call
from majokko_kit.refusals import NotFound
from majokko_rules import charts
from majokko_rules.errors import InvalidValue, RuleError

SVG = b"image/svg+xml; charset=utf-8"
CACHEABLE = b"public, max-age=3600"
LONGEST_REMEMBERED = 512  # bytes
REVALIDATED = b"no-cache"  # a key may be rotated at any moment


async def create_roll(call: Call) -> Answer:
    """Roll a notation or a check."""
    query.read(call)
    dice = dice_of(call)
    rolled = dice.roll(_roll_asked(call), idempotency_key(call))
    await call.charge(rolled.draws // DRAWS_PER_UNIT)
    receipt = await dice.seal(rolled)
    return _json(answers.roll(rolled, receipt, call.locale))


async def create_roll_batch(call: Call) -> Answer:
    """Roll up to 1,000 items, each answered by its roll or by its own problem."""
    query.read(call)
    dice = dice_of(call)
    items = read_batch(_body(call))
    await call.charge(len(items) - 1)
    rolled = await dice.roll_batch(items, idempotency_key(call))
    receipts = iter(dice.seal_all([roll for roll in rolled if isinstance(roll, Rolled)]))
    told = [_item(call, item, one, receipts) for item, one in zip(items, rolled, strict=True)]
    return _json({"items": told})


async def compute_odds(call: Call) -> Answer:
    """Tell exact odds; `?exact=true` adds fractions."""
    exact = query.flag(query.read(call, "exact"), "exact")
    told = await dice_of(call).odds(read_odds(_body(call)))
    return _json(answers.odds(told, exact=exact))


async def draw_odds_chart(call: Call) -> Answer:
    """Draw the odds of `?notation=` as a picture."""
    notation = query.read(call, "notation").get("notation")
    if notation is None:
        raise InvalidValue("required", pointer="/notation")
    told = await dice_of(call).odds(read_odds({"notation": notation}))
    picture = charts.svg(told.odds, told.asked.question.notation, call.locale)
    return Answer(200, picture.encode(), SVG, cache=CACHEABLE)


async def list_systems(call: Call) -> Answer:
    """List the systems with everything that a client needs in order to ask them."""
    query.read(call)
    systems = dice_of(call).systems(call.locale)
    return _json({"items": systems, "next_cursor": None}, CACHEABLE)


async def get_system(call: Call) -> Answer:
    """Describe one system."""
    query.read(call)
    found = dice_of(call).system(call.path.rpartition("/")[2], call.locale)
    if found is None:
        raise NotFound("thing")
    return _json(found, CACHEABLE)


async def list_fairness_keys(call: Call) -> Answer:
    """List the public keys that receipts are signed with, the youngest first."""
    query.read(call)
    return _json({"keys": dice_of(call).public_keys()}, REVALIDATED)


def _roll_asked(call: Call) -> RollAsked:
    """Read the body of a roll; a short one that came before is not read again."""
    if len(call.body) > LONGEST_REMEMBERED:
        return read_roll(_body(call))
    try:
        asked = _remembered(call.body)
    except RuleError:
        return read_roll(_body(call))  # the refusal again, in the language of the body
    call.speak(asked.locale)
    return asked


@lru_cache(maxsize=1024)
def _remembered(raw: bytes) -> RollAsked:
    """Read a body; a table asks for the same checks again and again."""
    return read_roll(body.read(raw))


def _body(call: Call) -> object:
    asked = body.read(call.body)
    speak(call, asked)
    return asked


def _item(
    call: Call, item: object, answer: Rolled | RuleError, receipts: Iterator[Receipt]
) -> object:
    with speaking(call, item):
        if isinstance(answer, RuleError):
            return problems.document((answer,), call)
        return answers.roll(answer, next(receipts), call.locale)


def _json(answer: object, cache: bytes = NO_STORE) -> Answer:
    return Answer(200, orjson.dumps(answer), cache=cache)
