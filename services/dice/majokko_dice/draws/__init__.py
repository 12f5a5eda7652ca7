"""Dice for what other services keep: from the stream of a room, or from one without a room."""
