"""What each chapter of the documentation of this service's operations is about."""

from collections.abc import Mapping

CHAPTERS: Mapping[str, str] = {
    "rolls": "Dice for anybody, with a signed receipt instead of a room.",
    "odds": "Exact odds of everything that can be rolled, as fractions and as charts.",
    "systems": "What each rulebook can be asked.",
    "fairness": "Streams of dice committed in advance, their proofs, and the keys of receipts.",
    "rooms": "Tables of people: who sits there, and what happens, live.",
    "rooms: members": "Who is in a room, and what she may do.",
    "rooms: rolls": "Dice that all in the room can check, open or secret, and second chances.",
    "rooms: foretellings": "What the game master says before any die is thrown.",
    "rooms: characters": "Who rolls for whom.",
    "rooms: tables": "Tables of a game master's own, and rolls on them.",
    "rooms: units": "Units of A-AWs, with their factors and items.",
    "rooms: shared-factors": "Factors of A-AWs that a whole table may use.",
    "rooms: checks": "Checks of A-AWs, from the demand to what came of it.",
}
