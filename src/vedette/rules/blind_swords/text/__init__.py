"""Telling: what happened, what it was worth, what is left undone, in words and figures. Nothing here changes a game."""
