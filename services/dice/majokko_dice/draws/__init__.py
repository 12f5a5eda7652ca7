"""Dice and cards for what other services keep: from streams of rooms, or those without a room."""
