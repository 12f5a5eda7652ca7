"""Gives up games that nobody goes on with, and boards that nobody releases.

One that is never ended keeps its stream open, and so its proof from everybody, and stays among
those that one can join.
"""
