"""What deals and moves fold to. Who may see what of it is the business of `showing`."""
