"""Card games at a table: sessions, their seats and decks, and what each seat may know."""
