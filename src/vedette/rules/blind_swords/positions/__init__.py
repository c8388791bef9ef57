"""Positions: a state set up by hand, checked key by key, and where play may begin from it."""
