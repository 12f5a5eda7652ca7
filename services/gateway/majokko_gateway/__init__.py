"""Every service in one process on one port, and the `majokko` command."""
