"""Rooms: who sits at a table, and the streams that their dice come from."""
