"""What other services are told of characters: that something happened, never what is private."""

from majokko_characters.sheets.records import Deed, Kept
from majokko_kit.database import Fact


def of(deed: Deed, kept: Kept) -> Fact:
    """Tell what was done; `kept` is the character afterwards."""
    match deed.kind:
        case "created" | "imported":
            born = {"ruleset": kept.ruleset, "source": kept.source, "room": kept.room}
            return Fact("character.created", {"character": kept.id, **born})
        case "changed":
            what = [each.what for each in deed.changes]
            moved = {"version": kept.version, "what": what}
            return Fact("character.changed", {"character": kept.id, **moved})
        case "deleted" | "restored":
            return Fact(f"character.{deed.kind}", {"character": kept.id})
