"""Every message that crosses Redis: requests, events and their ids."""
