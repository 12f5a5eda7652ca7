"""Reads and writes what belongs to rolls. Rows never leave; statements are built once."""
