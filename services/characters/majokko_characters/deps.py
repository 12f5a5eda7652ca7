"""What runs while the application does."""

from dataclasses import dataclass

from majokko_characters.drafts.service import Drafts
from majokko_characters.rulesets.service import Rulesets
from majokko_characters.sheets.files import Files
from majokko_characters.sheets.lookups import LookUps
from majokko_characters.sheets.service import Sheets
from majokko_characters.sheets.tokens import Tokens
from majokko_characters.units.lookups import UnitLookUps
from majokko_characters.units.returns import Returns
from majokko_characters.units.reviews import Reviews
from majokko_kit.call import Call


@dataclass(frozen=True, slots=True)
class Characters:
    """All of the characters service; operations name what they run."""

    rulesets: Rulesets
    drafts: Drafts
    sheets: Sheets
    tokens: Tokens
    files: Files
    lookups: LookUps
    units: UnitLookUps
    reviews: Reviews
    returns: Returns


def characters_of(call: Call) -> Characters:
    characters = call.state.characters
    assert isinstance(characters, Characters)
    return characters
