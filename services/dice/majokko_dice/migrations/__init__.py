"""The history of the tables of this service; a step that has been released never changes."""
