"""Brigades: which are worth a closer look, which are called and where they come in, which attack by surprise."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.choice import PASS
from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai.fires import Values
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters import common_events
from vedette.rules.blind_swords.chapters.common_events import purpose, track_of
from vedette.rules.blind_swords.chapters.movement import start_bar
from vedette.rules.blind_swords.chapters.reinforcements import blocked, due
from vedette.rules.blind_swords.chapters.tracks import Row, chance, entries_for, uncalled
from vedette.rules.blind_swords.chapters.values import modified_sp
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.common.ai import only

FEW = 2
"""How many brigades are weighed in full."""
BESIDE, STRIKING, COMING = 1, 4, 8
"""Hexes to the enemy: in contact, within an attack, within a march."""
SHARE = {BESIDE: 1.0, STRIKING: 0.8, COMING: 0.4}
IDLE = 0.15
HURT = 0.4
"""What a Morale Hit adds for a brigade that could rally."""
FRESH = 0.3
"""What a strength point that would enter the map is worth."""


def promise(scene: Scene, brigade: str) -> float:
    """What a brigade could do at once, at a glance: its strength by how near the enemy is, and who could enter."""
    g = scene.g
    value = entering(scene, brigade)
    for id in g.brigade(scene.side, brigade):
        if g.at(id) >= 0:
            value += modified_sp(g, id) / SP * nearness(scene, id) + HURT * g.units[id].hits
    return value


def nearness(scene: Scene, id: str) -> float:
    """What a unit's strength counts for, by the distance to the enemy."""
    if start_bar(scene.g, id) is not None:
        return 0.0
    hex = scene.g.at(id)
    return next((s for off, s in SHARE.items() if scene.g.enemy_within(hex, scene.side, off)), IDLE)


def entering(scene: Scene, brigade: str) -> float:
    """What it is worth that reinforcements of a brigade come on."""
    rows = due(scene.g, scene.side, brigade)
    return FRESH * sum(scene.g.counter(unit).sp[0] for _, unit, _, _ in rows) / SP


def shortlist(scene: Scene, brigades: Sequence[str]) -> list[str]:
    """The brigades that promise most; on a small map all of them."""
    most = FEW if scene.aims else len(brigades)
    rated = {b: promise(scene, b) for b in brigades}
    return sorted(brigades, key=lambda b: (-rated[b], b))[:most]


def within_reach(scene: Scene) -> bool:
    """Whether a unit of the side could attack or be attacked now."""
    g = scene.g
    return any(g.enemy_within(g.at(i), scene.side, STRIKING) for i in g.on_map(scene.side))


# -- guns that open the battle, brigades that are called, and where they come in -------------------------------------


STEADY = 0.5
"""What a point of Cohesion counts for, in strength points."""
MARCH = 6
"""Hexes that a brigade covers in a turn, roughly."""
BLOCKED = 1.5
"""What it costs to enter where the enemy is, in turns."""


def bombard(scene: Scene, ask: Ask) -> Values:
    """The enemy who would lose most by turning to his worn side, the nearer to what is fought for the better."""
    return [_wear(scene, choice.unit) * 0.9 ** _off(scene, choice.hex) for choice in ask.options]


def _wear(scene: Scene, id: str) -> float:
    counter = scene.g.counter(id)
    return (counter.sp[0] - counter.sp[1]) / SP + STEADY * (counter.cr[0] - counter.cr[1])


def _off(scene: Scene, hex: int) -> int:
    goals = scene.goals or dict.fromkeys(scene.g.setting.victory_hexes)
    return min((scene.grid.distance(hex, goal) for goal in goals), default=0)


def call(scene: Scene, ask: Ask) -> Values:
    """The strongest and steadiest brigade."""
    counters = scene.g.setting.counters
    return [
        sum(counters[i].sp[0] / SP * (1.0 + 0.1 * counters[i].cr[0]) for i in uncalled(scene.g, scene.side, choice.arg))
        for choice in ask.options
    ]


def entry(scene: Scene, ask: Ask) -> Values:
    """The entry from which it is soonest where it is needed."""
    g, unit = scene.g, ask.about[0]
    entries = entries_for(g, scene.side, g.counter(unit).brigade)
    due = min(turn for turn, id, _, _ in g.waiting if id in ask.about)
    values = []
    for choice in ask.options:
        hex = choice.hex
        wait = max(0, due + entries[choice.arg]["delay"] - g.turn)
        values.append(-wait - _off(scene, hex) / MARCH - BLOCKED * blocked(g, hex, scene.side))
    return values


# -- common events and the attack that they can earn -----------------------------------------------------------------


ONSET = 7.0
"""What it is worth that three brigades, far away and steady, act at once."""
ACTIVATION = 2.0
"""What one more activation in a turn is worth, for each turn left."""
REACH = 6
"""The distance in hexes at which brigades that march eight points come to blows."""
BOX = 9.0
"""What one box of a track is worth while the battle is young."""
LATE = 3
"""So many turns before the end, an attack that was earned is no longer saved up."""


def giving_up(scene: Scene) -> float:
    """What the roll at the end of the turn is worth for which an Event chit is given up."""
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
        common_events.SURPRISE: ONSET if left > 1 else 0.0,
        common_events.LEARNS: ACTIVATION * left * _more_often(scene, row["chit"]),
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
    row = common_events.surprise_ready(g)
    units = [i for i in ask.about if g.at(i) >= 0]
    if row is None or not units:
        return only(ask, PASS)
    near = sum(scene.to_enemy(g.at(i)) <= REACH for i in units) / len(units)
    late = g.setting.last_turn - g.turn < LATE
    side = SIDE_INDEX[row["side"]]
    fresh = row["chit"] in g.cup and not any(f"{ask.seat}/{b}" in g.activated for b in row["brigades"])
    go = near - (0.9 if fresh and side == scene.side else 0.6) + (1.0 if late else 0.0)
    return [0.0 if choice == PASS else go for choice in ask.options]


def first_chit(scene: Scene, ask: Ask) -> list[float]:
    """The Division chit whose brigades can do most, all the more where the roll that it spares would often fail."""
    activations = scene.g.setting.activations
    values = []
    for choice in ask.options:
        a = activations.get(choice.arg)
        best = max((promise(scene, b) for b in a.brigades), default=0.0) if a is not None else 0.0
        values.append(best * (1.0 + (6 - a.rating) / 6) if a is not None else 0.0)
    return values


def first_to_play(scene: Scene, ask: Ask) -> list[float]:
    """Whoever strikes first is struck by less."""
    return [float(choice.arg == ask.seat) for choice in ask.options]
