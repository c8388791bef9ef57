"""How far units come, and gestures: whole deeds given as one text, taken apart into single answers or refused."""
