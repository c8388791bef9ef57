"""Who moves next, and what a moving unit does next; whom army morale is spent on; who enters where."""

from __future__ import annotations

from vedette.engine.choice import DONE, Choice
from vedette.engine.procedure import Ask, Procedure
from vedette.engine.temper import PLAIN, Temper
from vedette.rules.common.ai import each, only
from vedette.rules.great_battles.ai import aims
from vedette.rules.great_battles.ai.distances import gait
from vedette.rules.great_battles.ai.going import EXIT, FORM, LEAVE, STEP, STOP, TURN, Act, goal, leaves
from vedette.rules.great_battles.ai.melees import best as best_melee
from vedette.rules.great_battles.ai.places import place
from vedette.rules.great_battles.ai.scene import Scene
from vedette.rules.great_battles.chapters.army_morale import price
from vedette.rules.great_battles.chapters.command import commanded, may_act
from vedette.rules.great_battles.chapters.edges import formed
from vedette.rules.great_battles.chapters.leaving import edge_cost
from vedette.rules.great_battles.chapters.movement import COLUMN, MoveUnit, acts
from vedette.rules.great_battles.chapters.moves import left
from vedette.rules.great_battles.chapters.terrain import allowance
from vedette.rules.great_battles.state import State

SHAKY, BAND = 25.0, 10
"""The price of army morale that may end the turn one band too low on the demoralization table."""
SPARE = 3
"""Points that the fire of a turn may cost on top."""
OPENING = 0.25
"""The share of an expensive first move charged to this turn: it is paid once for the whole battle."""
WORTHWHILE = 1.3
"""What a brigade's moves must be worth, against what they cost."""
CHARGED = 0.6
"""The share of a melee's worth that is credited to the payment without which it cannot be begun."""


# -- who -------------------------------------------------------------------------------------------------


def rank(scene: Scene, id: str) -> tuple[int, int]:
    """The order in which units move: who leaves the map on his own, then troops, guns, the wagon, and leaders last."""
    c = scene.g.counter(id)
    if c.leader and leaves(scene.g, id):
        return -1, c.order
    return 3 if c.leader else 2 if c.wagon else 1 if c.gun else 0, c.order


def move_unit(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """The next in order who would do anything; then whoever enters; then nobody, or whom the phase waits for.

    Whoever comes before one that has spent points in this phase has been asked and stays.
    """
    g = scene.g
    moves = sorted((c for c in ask.options if c.kind == "move"), key=lambda c: rank(scene, c.unit))
    under_way = dict(g.spent)
    spent = [rank(scene, id) for id in under_way if not g.counter(id).leader]
    last = max(spent, default=(-1, -1))
    for option in moves:
        id = option.unit
        fresh = rank(scene, id) > last or (g.counter(id).leader and id not in under_way)
        if fresh and wanted(g, id, id in g.moved, scene.temper) is not None:
            return only(ask, option)
    entries = [c for c in ask.options if c.kind == "enter"]
    if entries:
        return _entering(scene, ask, entries)
    return only(ask, ask.usual)


def wanted(g: State, id: str, over: bool, temper: Temper = PLAIN) -> Choice | None:
    """What a unit would do next, if it may; None where it is content."""
    choice = _choice(g, id, over, temper)
    return choice if choice != DONE and choice in acts(g, id, over) else None


def _choice(g: State, id: str, over: bool, temper: Temper) -> Choice:
    """What a unit would do next."""
    if _should_lie_on_top(g, id):
        return Choice("on top", id)
    return as_choice(id, goal(g, id, left(g, id), can_move(g, id, over), temper))


def can_move(g: State, id: str, over: bool) -> bool:
    """Whether a unit can spend points, be it only after leaving reserve or limbering."""
    u = g.units[id]
    return not (over or u.pinned or u.engaged or u.abandoned) and may_act(g, id) is None


def as_choice(id: str, act: Act) -> Choice:
    """An act of a unit as the rules ask for it."""
    if act.what == STEP:
        return Choice("step", id, act.to)
    if act.what == TURN:
        return Choice("face", id, arg=act.to)
    kinds = {FORM: "change formation", EXIT: "exit", LEAVE: "leave reserve"}
    return DONE if act.what == STOP else Choice(kinds[act.what], id)


def _should_lie_on_top(g: State, id: str) -> bool:
    """Whether a unit that can fire lies under one that cannot."""
    u = g.units[id]
    if not u.layer or u.engaged or u.reserve or g.counter(id).leader:
        return False
    top = g.troops(u.at, g.side(id))[0]
    return _fires(g, id) and not _fires(g, top)


def _fires(g: State, id: str) -> bool:
    c, u = g.counter(id), g.units[id]
    if u.routed or u.column or c.wagon:
        return False
    return bool(u.rounds and u.crew) if c.gun else not u.depleted


def move(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """The next act on the way to the best end of its move."""
    id = ask.about[0]
    assert isinstance(top, MoveUnit)
    choice = _choice(scene.g, id, top.over, scene.temper)
    if choice == DONE and DONE in ask.options:
        choice = ask.usual  # its own change of formation, where the phase waits for it
    elif choice not in ask.options:
        choice = DONE if DONE in ask.options else _any_way(scene, id, ask)
    return only(ask, choice)


def _any_way(scene: Scene, id: str, ask: Ask) -> Choice:
    """The best adjacent hex for a unit that must go on; without one it may stay in reserve."""
    alone = Scene.of(scene.g, scene.side, id, scene.temper)
    steps: list[Choice] = [c for c in ask.options if c.kind == "step"]
    if steps:
        return max(steps, key=lambda c: place(alone, id, c.hex, scene.g.units[id].column))
    by_kind: dict[str, Choice] = {c.kind: c for c in ask.options}
    kinds = ("reserve", "change formation", "leave reserve")
    found: Choice = next((by_kind[kind] for kind in kinds if kind in by_kind), ask.options[0])
    return found


def leave_too(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Both, if the other would go as well: only one of them is fired at."""
    other = ask.about[1]
    g, has = scene.g, left(scene.g, other)
    goes = goal(g, other, has, can_move(g, other, other in g.moved), scene.temper).what == STEP
    return [float((option.kind == "leave too") == goes) for option in ask.options]


# -- who enters ------------------------------------------------------------------------------------------


def _entering(scene: Scene, ask: Ask, entries: list[Choice]) -> list[float]:
    """The first in order of march, where the way on is shortest; leaders after their troops."""
    first = min((c.unit for c in entries), key=lambda id: rank(scene, id))
    return [_entry_worth(scene, c) if c.kind == "enter" and c.unit == first else -1e6 for c in ask.options]


def _entry_worth(scene: Scene, option: Choice) -> float:
    id, hex = option.unit, option.hex
    g, kind = scene.g, gait(scene.g.counter(id))
    cost = edge_cost(formed(g, id, True) if g.counter(id).arm == "infantry" else g, id, hex) or 0
    far = scene.off(kind)[hex] if not scene.bars else scene.prey(kind)[hex]
    return -far - cost - 4.0 * len(g.troops(hex, scene.side))


def enter(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """On the march in column, with the enemy at hand in line."""
    hex = getattr(top, "hex", -1)
    near = hex >= 0 and scene.threat.fire[hex] > 0
    return [float((option.arg == COLUMN) != near) for option in ask.options]


# -- army morale -----------------------------------------------------------------------------------------


@each()
def pay(scene: Scene, option: Choice) -> float:
    """The brigade whose moves and melees are worth most above what they cost, if any."""
    g, brigade = scene.g, option.arg
    gain, reached = 0.0, commanded(g, scene.side)
    for id in g.on_map(scene.side):
        c, u = g.counter(id), g.units[id]
        if c.brigade != brigade or c.leader or u.pinned or u.engaged:
            continue
        if c.small_arms and id not in reached and not (c.arm == "cavalry" and u.column):
            continue
        gain += min(goal(g, id, allowance(g, id), temper=scene.temper).gain, 20.0)
    gain += CHARGED * max((best_melee(scene, hex, brigade).worth for hex in _beside(scene)), default=0.0)
    cost = price(g, brigade)
    first = g.setting.brigades[brigade].first_cost
    dear = first - g.setting.numbers["morale-move"] if first and brigade not in g.opened else 0
    charged = cost - (1 - OPENING) * dear
    return gain - scene.temper.thrift * WORTHWHILE * charged - (_shaky(g, g.morale - cost) - _shaky(g, g.morale))


def _shaky(g: State, morale: int) -> float:
    """What the demoralization checks at the end of a turn cost on average, with so much army morale."""
    missing = g.setting.numbers["demoralization-below"] + SPARE - morale
    return SHAKY * -(-missing // BAND) if missing > 0 else 0.0


def _beside(scene: Scene) -> list[int]:
    """Enemy hexes next to our own."""
    g, near = scene.g, 0
    for hex in g.hexes_of_side(scene.side):
        near |= scene.grid.near[hex] & scene.enemies
    return [h for h in g.hexes_of_side(scene.foe) if near >> h & 1]


# -- the wagon -------------------------------------------------------------------------------------------


def wagon(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """A captured wagon is kept: nobody else brings ammunition."""
    return [float(option.kind == "capture") for option in ask.options]


def guard(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """A wagon gets a guard while anybody needs it, from the strongest."""
    g = scene.g
    needed = any(g.units[id].depleted for id in g.on_map(scene.side)) and aims.turns_left(g) > 1
    return [0.5 if c == DONE else float(g.strength(c.unit)) if needed else -1.0 for c in ask.options]
