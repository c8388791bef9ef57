"""A law that does not hold."""


class LawError(AssertionError):
    """A law does not hold; says which, and where the game stands."""
