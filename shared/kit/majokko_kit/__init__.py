"""What every service shares: the application, problems, the bus, limits, settings."""
