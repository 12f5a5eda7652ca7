"""A system of two versions: the second has other cups, and the same spoons."""
