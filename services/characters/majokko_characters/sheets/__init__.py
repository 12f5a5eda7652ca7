"""Finished characters: sheets, marks, history."""
