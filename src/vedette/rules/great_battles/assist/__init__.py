"""What helps people to play: gestures, plans with their chances, overlays of the board."""
