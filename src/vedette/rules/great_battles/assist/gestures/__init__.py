"""Ways: how far a unit comes, and gestures taken apart into single answers."""
