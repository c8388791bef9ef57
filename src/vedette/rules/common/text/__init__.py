"""How events, sections of a card and lines of the log are written, whatever the book."""
