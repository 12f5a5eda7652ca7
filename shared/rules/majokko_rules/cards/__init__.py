"""Card games at a table: state, legal moves, what a seat may know.

`game` says what a session needs of any of them; each has a package of its own.
"""
