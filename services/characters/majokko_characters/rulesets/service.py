"""Shows the rulesets that characters are made by, and those that card games are played by."""

from majokko_characters.creations import Creations
from majokko_characters.rulesets import views
from majokko_kit.operations import Asked, Done, Nothing
from majokko_kit.refusals import NotFound
from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Ruleset


class Rulesets:
    def __init__(self, creations: Creations) -> None:
        self._shelf = creations.shelf

    async def every(self, asked: Asked[Nothing]) -> views.Rulesets:
        known = self._shelf.known.values()
        return views.Rulesets(
            [views.listed(each, asked.locale, newest=self._is_newest(each)) for each in known]
        )

    async def get(self, asked: Asked[Nothing]) -> Done[views.Ruleset]:
        """Raises NotFound."""
        try:
            found = self._shelf.find(asked.path["ruleset"])
        except InvalidValue:
            raise NotFound("thing") from None
        shown = views.whole(found, asked.locale, newest=self._is_newest(found))
        return Done(shown, etag=f"{found.hash}-{found.names.hash}-{asked.locale}")

    def kept(self, name: str, digest: str) -> Ruleset:
        """Return what a character was made by, though a file may have replaced it since.

        Raises InvalidValue where this program knows it no more.
        """
        return self._shelf.find(f"{name}#{digest}")

    def _is_newest(self, ruleset: Ruleset) -> bool:
        return self._shelf.find(ruleset.id).hash == ruleset.hash
