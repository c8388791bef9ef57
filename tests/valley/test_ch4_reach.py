"""What `move_reach` finds is what a unit comes to hex by hex, on random ground among random units."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from tests.valley.support import GRID, field, hex_of, state
from vedette.board import path
from vedette.engine.procedure import Ask
from vedette.hexes import hexes_of
from vedette.rules.valley_campaign.chapters.deeds import place
from vedette.rules.valley_campaign.chapters.movement import (
    MoveUnit,
    allowance,
    can_move,
    move_bar,
    move_reach,
    start_bar,
)
from vedette.rules.valley_campaign.state import State

ROOM = [GRID.names[hex] for hex in hexes_of(GRID.within(hex_of("2010"), 4))]
GROUND = ("clear", "clear", "clear", "forest", "foothill 2", "hill 3", "forest 3", "peak 5", "town")
SIDES = ("river", "creek", "ford", "bridge", "slope")
MOVERS = ("1 VA", "2 VA Cavalry", "Poague Battery", "Jackson")
FRIENDS = ("2 VA", "4 VA", "5 VA", "27 VA", "Ewell")
ENEMIES = ("8 NY", "25 OH", "IN Battery", "Milroy")


def any_field(random: Random) -> State:
    """Ground, roads, friends and enemies at random around 2010."""
    hexes = {hex: random.choice(GROUND) for hex in ROOM}
    pairs = [(a, GRID.names[b]) for a in ROOM for b in GRID.neighbours[hex_of(a)]]
    hexsides = [(a, b, random.choice(SIDES)) for a, b in random.sample(pairs, 40)]
    roads = []
    for _ in range(2):
        road = [random.choice(ROOM)]
        while len(road) < 7:
            road.append(GRID.names[random.choice(GRID.neighbours[hex_of(road[-1])])])
        roads.append(road)
    places = random.choices([hex for hex in ROOM if hex != "2010"], k=len(FRIENDS) + len(ENEMIES))
    units: dict[str, object] = dict(zip((*FRIENDS, *ENEMIES), places, strict=True))
    units.update(zip(("2 VA", "5 VA"), (units["4 VA"], units["27 VA"]), strict=True))  # two full hexes
    friendly = {units[id] for id in FRIENDS}
    units.update({id: "5030" for id in ENEMIES if units[id] in friendly})
    mover = random.choice(MOVERS)
    units[mover] = {"at": "2010", "movement": random.randint(1, 6)}
    bridges = [(a, b) for a, b, word in hexsides if word == "bridge"]
    burned = bridges[:1] if random.random() < 0.5 else []
    game = field(units, hexes=hexes, hexsides=hexsides, roads=roads, burned=burned)  # type: ignore[arg-type]
    return state(game)


def walked(g: State, id: str) -> dict[int, int]:
    """Where a unit comes by its questions alone: hex -> the fewest points spent."""
    points, home = allowance(g, id), g.at(id)
    found = {home: 0}
    todo = [(home, MoveUnit(id, points))]
    while todo:
        at, frame = todo.pop()
        here = g.clone()
        place(here, id, at, "")
        ask = frame.choose(here)
        assert isinstance(ask, Ask)
        for step in (c for c in ask.options if c.kind == "step"):
            to = step.hex
            left = frame.go(here.clone(), step).then.__self__.left  # type: ignore[union-attr]
            if points - left < found.get(to, points + 1):
                found[to] = points - left
                todo.append((to, MoveUnit(id, left, False)))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_reach_is_what_walking_comes_to(seed: int) -> None:
    g = any_field(Random(seed))
    id = next(i for i in MOVERS if i in g.units)
    found = move_reach(g, id)
    assert {hex: cost for hex, (cost, _) in found.items()} == walked(g, id)
    assert (len(found) > 1) is (can_move(g, id) and start_bar(g, id) is None)


def test_the_way_to_each_hex_can_be_walked() -> None:
    g = any_field(Random(3))
    id = next(i for i in MOVERS if i in g.units)
    found = move_reach(g, id)
    assert len(found) > 5
    for hex, (cost, _) in found.items():
        way, left = path(found, hex), allowance(g, id)
        for a, b in pairwise(way):
            assert move_bar(g, id, a, b, left, left == allowance(g, id)) is None
            left = allowance(g, id) - found[b][0]
        assert left == allowance(g, id) - cost


def test_reach_in_the_middle_of_a_move() -> None:
    game = field({"1 VA": "2010", "8 NY": "2013", "2 VA": "1001"})
    g = state(game)
    game.play("move 1 VA")
    game.play("1 VA: 2011")
    assert set(move_reach(g, "1 VA", 1, False)) == {hex_of("2011"), *GRID.neighbours[hex_of("2011")]}
    place(g, "1 VA", hex_of("2012"), "")
    assert set(move_reach(g, "1 VA", 4, False)) == {hex_of("2012")}
