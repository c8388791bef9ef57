"""Ways: where units can come to and fall back to, and the gestures by which whole ways are given."""
