"""Bots in seats: they act by themselves as soon as it is their turn, and are listed for players."""
