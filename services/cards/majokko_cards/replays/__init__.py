"""Games that are over, as data: shown, checked, and gone on with from any move."""
