"""Whole-board views by one key."""
