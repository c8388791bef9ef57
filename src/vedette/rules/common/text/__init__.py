"""How events, sections of cards and lines of the log are written, whatever the book."""
