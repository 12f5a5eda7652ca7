"""Takes an offer with what was picked, and points to where that stands in the request."""

from typing import Any

from majokko_characters.drafts.shapes import ChoiceIn
from majokko_rules.chance import Chance
from majokko_rules.creation import Draft
from majokko_rules.errors import RuleError

_BESIDE = ("/offer", "/faces")


def choose(draft: Draft[Any], body: ChoiceIn, chance: Chance) -> Draft[Any]:
    """Raises what `Draft.choose` raises."""
    try:
        return draft.choose(body.offer, body.picked(), chance)
    except RuleError as error:
        raise _placed(error, body) from None


def _placed(error: RuleError, body: ChoiceIn) -> RuleError:
    """Point into `picks` for what was picked there, or would have been."""
    first = error.pointer[1:].partition("/")[0]
    if body.picks is None or not first or error.pointer.startswith(_BESIDE):
        return error
    return error if first in (body.model_extra or {}) else error.under("/picks")
