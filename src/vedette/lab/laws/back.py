"""Taking back: what a way back names is what is gone, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine import Game, IllegalAction
from vedette.engine.entries import Entry, live
from vedette.engine.procedure import CHANCE
from vedette.engine.run import asks
from vedette.engine.state import State
from vedette.engine.ways import Way, take_back_unit, touched, ways
from vedette.lab.laws.telling import Scene, law

FREE, CONSENTED = 8, 1
"""Ways back that are carried out at one decision, drawn by lot: free ones, and those that need the consent of the other
seat, for which a long game is played again from its beginning."""


@law("taking back", share=10, most=400)
def taking_back(scene: Scene) -> Iterator[str]:
    """Ways back of every seat, carried out on a copy."""
    game = scene.game
    found = [way for seat in game.rulebook.seats for way in ways(game, seat)]
    free = [way for way in found if way.bar is None]
    barred = [way for way in found if way.bar is not None and game.decision is not None]
    for some, most in ((free, FREE), (barred, CONSENTED)):
        for way in scene.rng.sample(some, min(most, len(some))):
            yield from (f"{_title(way)}: {words}" for words in wrong(game, way))


def _title(way: Way) -> str:
    return f"{way.seat}, {way.kind} {way.unit or way.name}".strip()


def wrong(game: Game, way: Way) -> Iterator[str]:
    """What a way takes back otherwise than it says."""
    twin = game.clone()
    own = [e for e in live(game.entries) if e.seat == way.seat]
    named = [e for e in own if e.n in way.gone]
    if [e.n for e in named] != list(way.gone):
        yield f"names {way.gone}, which are not all answers of this seat that count"
    try:
        if way.unit:
            take_back_unit(twin, way.seat, way.unit)
        else:
            twin.undo(way.seat, to=way.to, consent=way.bar is not None)
    except IllegalAction as refused:
        yield f"is refused: {refused}"
        return
    mark = max(i for i, e in enumerate(twin.entries) if e.undo is not None)
    again = [*(e.do for e in twin.entries[mark + 1 :] if e.seat == way.seat), *twin.left]
    stands = {e.n for e in live(twin.entries)}
    gone = [e for e in own if e.n not in stands]
    if sorted(again) != sorted(e.do for e in gone if e.n not in way.gone):
        yield f"removes {[e.do for e in gone]} and gives {again} again, but names {[e.do for e in named]}"
    if way.unit:
        yield from _others(game, twin, way, named)


def _others(game: Game, twin: Game, way: Way, named: list[Entry]) -> Iterator[str]:
    """Of one unit alone: no other stands otherwise, and each answer was about this one."""
    for entry in named:
        about = _about(entry.before, way.seat)
        if way.unit not in about and way.unit not in entry.do:
            yield f"removes {entry.do!r}, which is not about it"
    if named and any(_begins(e, way) for e in named[1:]):
        yield f"removes more than one move: {[e.do for e in named]}"
    if twin.left:
        return
    if changed := [id for id in touched(game.state, twin.state) if id != way.unit]:
        yield f"changes {', '.join(changed)}"


def _begins(entry: Entry, way: Way) -> bool:
    """Whether an answer names the unit at a question that was not about it: its move begins."""
    about = _about(entry.before, way.seat)
    return way.unit not in about and way.unit in entry.do


def _about(before: State | None, seat: str) -> tuple[str, ...]:
    if before is None:
        return ()
    return next((a.about for a in asks(before) if a.seat in (seat, CHANCE)), ())
