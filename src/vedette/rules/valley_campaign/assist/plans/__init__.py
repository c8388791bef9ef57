"""Plans: gestures worth giving, with their chances."""
