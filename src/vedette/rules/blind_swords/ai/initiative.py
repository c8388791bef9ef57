"""Common Events and the attack that they can earn: what giving a chit up is worth, and when brigades go."""

from __future__ import annotations

from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai.choosing import promise
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters import learning, surprise
from vedette.rules.blind_swords.chapters.common_events import purpose, track_of
from vedette.rules.blind_swords.chapters.specials.tracks import Row, chance
from vedette.rules.blind_swords.setting import SIDE_INDEX

ONSET = 7.0
"""What three brigades that act at once, far and steady, are worth."""
ACTIVATION = 2.0
"""What one more activation in a turn is worth, each turn that is left."""
REACH = 6
"""Hexes at which brigades that march eight points come to blows."""
BOX = 9.0
"""What one box of a track is worth, as long as the battle is young."""
LATE = 3
"""So many turns before the end an attack that was earned is not kept any longer."""


def giving_up(scene: Scene) -> float:
    """What the roll at the end of the turn is worth that an Event chit is given up for."""
    g = scene.g
    track = track_of(g, scene.side)
    if track is not None:
        return _nearer(scene, track)
    found = purpose(g, scene.side)
    if found is None:
        return -1.0
    row = found[0]
    left = g.setting.last_turn - g.turn
    gain = {
        surprise.NAME: ONSET if left > 1 else 0.0,
        learning.NAME: ACTIVATION * left * _more_often(scene, row["chit"]),
    }[row["do"]]
    return int(row["needs"]) / 6 * gain


def _nearer(scene: Scene, track: Row) -> float:
    """What one more Event chit beside a track is worth: how much likelier it moves a box on, by what that brings."""
    g = scene.g
    laid = len(g.common[scene.side])
    gain = chance(track, laid + 1, g.turn) - chance(track, laid, g.turn)
    return BOX * gain * (g.setting.last_turn - g.turn) / (g.setting.last_turn - g.setting.first_turn + 1)


def _more_often(scene: Scene, chit: str) -> float:
    """In how many more turns of six his chit would be active."""
    rating = scene.g.setting.ratings[chit]
    return max(0, rating.raised - rating.rating) / 6


def surprise_attack(scene: Scene, ask: Ask) -> list[float]:
    """Announced when most of the brigades' strength is near the enemy, and before it is too late.

    Best after they have acted by their own chit, since all of them act once more.
    """
    g = scene.g
    row = surprise.ready(g)
    units = [i for i in ask.about if g.at(i) >= 0]
    if row is None or not units:
        return [float(option == surprise.PASS) for option in ask.options]
    near = sum(scene.to_enemy(g.at(i)) <= REACH for i in units) / len(units)
    late = g.setting.last_turn - g.turn < LATE
    side = SIDE_INDEX[row["side"]]
    fresh = row["chit"] in g.cup and not any(f"{ask.seat}/{b}" in g.activated for b in row["brigades"])
    go = near - (0.9 if fresh and side == scene.side else 0.6) + (1.0 if late else 0.0)
    return [0.0 if option == surprise.PASS else go for option in ask.options]


def first_chit(scene: Scene, ask: Ask) -> list[float]:
    """The Division chit whose brigades can do most, all the more where the roll that it spares would often fail."""
    activations = scene.g.setting.activations
    values = []
    for chit in ask.options:
        a = activations.get(chit)
        best = max((promise(scene, b) for b in a.brigades), default=0.0) if a is not None else 0.0
        values.append(best * (1.0 + (6 - a.rating) / 6) if a is not None else 0.0)
    return values


def first_to_play(scene: Scene, ask: Ask) -> list[float]:
    """Who strikes first is struck by less."""
    return [float(seat == ask.seat) for seat in ask.options]
