"""Whole-board views: one module a kind of view, entered by name in `book`."""
