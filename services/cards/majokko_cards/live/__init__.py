"""Sessions as they happen: to each seat what it may know, to those who watch a little later.

`logs` reads the log once for all who follow a session in this process; `followers` are one of them
each, and `showing` decides what she is told.
"""
