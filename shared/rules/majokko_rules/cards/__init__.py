"""Card games at a table: state, legal moves, what a seat may know.

Each game has a package of its own; `bots` play them, `replays` keep them.
"""
