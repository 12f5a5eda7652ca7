"""Characters of A-AWs as units: reviewed before play, and what checks of a room did to them."""
