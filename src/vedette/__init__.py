"""Vedette: play, referee and study American Civil War hex-and-counter battles.

>>> import vedette
>>> game = vedette.battle("kernstown/the-stone-wall").new_game(seed=7)
>>> game.view("union")["turn"]
1
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vedette.engine import Action, Choice, Decision, Event, Game, IllegalAction, Odds, Outcome
    from vedette.packs import load as battle
    from vedette.staff import answer
    from vedette.staff import seat as commander

__all__ = [
    "Action",
    "Choice",
    "Decision",
    "Event",
    "Game",
    "IllegalAction",
    "Odds",
    "Outcome",
    "answer",
    "battle",
    "commander",
]


def __getattr__(name: str) -> Any:
    """The names above, imported when first asked for: a lower room used alone begins in 25 ms and not in 125."""
    if name == "battle":
        from vedette.packs import load

        return load
    if name in ("answer", "commander"):
        from vedette import staff

        return staff.answer if name == "answer" else staff.seat
    if name in __all__:
        import vedette.engine
        import vedette.packs  # who reads the battles of records

        return getattr(vedette.engine, name)
    raise AttributeError(f"vedette has no {name!r}; it has {', '.join(__all__)}")
