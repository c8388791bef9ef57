"""What helps people to play, whatever the book: gestures, marches, plans, overlays of the board."""
