"""Checks of A-AWs in a room: its units, what they share, and each check, move by move."""
