"""Boards: one deck for several sessions, which stays hidden until the last of them is over."""
