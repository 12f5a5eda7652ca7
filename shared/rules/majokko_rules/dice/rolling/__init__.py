"""What `evaluate` is made of: a plan, its steps, and the table where they are taken."""
