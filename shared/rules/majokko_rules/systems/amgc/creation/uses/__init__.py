"""What one coin buys, one module for each kind of thing that it changes."""
