"""Positions of the referee (docs/positions.md)."""
