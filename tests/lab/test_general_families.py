"""The general in all families: whole turns as plans, a plain count as their worth, the same from the record alone."""

from functools import cache
from hashlib import blake2b
from typing import Any

import msgspec
import pytest

import vedette
from tests.lab.test_general import searched
from tools import sense
from vedette import staff
from vedette.engine import Game
from vedette.engine.choice import DONE, Choice
from vedette.engine.planning import PARTS, parted, parts
from vedette.engine.run import answer, asks
from vedette.engine.temper import Temper
from vedette.packs import battles
from vedette.rules.blind_swords import state as kernstown
from vedette.rules.great_battles import ai as stonewall_ai
from vedette.rules.great_battles import state as stonewall
from vedette.rules.great_battles.ai.places import place
from vedette.rules.great_battles.ai.scene import Scene
from vedette.rules.great_battles.chapters import deeds as gb
from vedette.rules.valley_campaign import ai as valley_ai
from vedette.rules.valley_campaign import state as valley
from vedette.rules.valley_campaign.chapters import deeds as jv
from vedette.staff.general import Found, General
from vedette.staff.general import commander as commanding
from vedette.staff.general import search as searching
from vedette.staff.general.search import FEWEST, PLANNER, USUAL, Plan, Root, Search, gone, leaning, plans, varied
from vedette.staff.general.value import Plain, Worth, planning_of, value_of

SENSES = {s.name: s for s in sense.senses()}
ROOTS = {"coaling-mass": 1, "guns-come-in": 4, "cedar-keep-the-gate": 1}
"""A position of each family at which a plan begins, and the level that looks at all plans there."""


@cache
def _begun(name: str) -> Game:
    return SENSES[name].begun(1)


def begun(name: str) -> Game:
    """A game at a sense position, that may be played on."""
    return _begun(name).clone()


def general(level: int = 1) -> General:
    found = staff.seat(f"general:{level}", None, 3)
    assert isinstance(found, General)
    return found


@cache
def weighed(name: str) -> tuple[Found, str]:
    """What is weighed at a position, and the answer."""
    game, one = begun(name), general(ROOTS[name])
    desk = staff.desk(game, asks(game.state)[0].seat)
    text = one.choose(desk)
    return one.roots[desk.number], text


@pytest.mark.parametrize("battle", [row.id for row in battles()])
def test_it_plans_in_every_scenario(battle: str) -> None:
    game = vedette.battle(battle).new_game(seed=1)
    planning, value = planning_of(game.rulebook), value_of(game.battle, game.rulebook, game.state)[0]
    assert planning is not None and value is not None
    look = planning.look(game.state)
    assert look.least >= 0 and look.periods >= 1 and 1 + look.others + len(planning.postures) >= 8
    ahead = planning.lead(game.state)
    assert type(ahead) is int and abs(ahead) < PARTS * look.whole, "a count that is not whole is another one elsewhere"


@pytest.mark.parametrize("name", ROOTS)
def test_a_root_weighs_eight_whole_plans_and_again_the_same(name: str) -> None:
    found, text = weighed(name)
    game = begun(name)
    seat = asks(game.state)[0].seat
    desk = staff.desk(game, seat)
    planning = planning_of(desk.rulebook)
    assert planning is not None and planning.begins(desk.state, desk.ask)
    assert {row.posture for row in found.weighed} == {USUAL, *planning.postures} and len(found.weighed) >= 8
    assert found.weighed[0].posture == USUAL and found.weighed[0].gain == 0.0
    mine = {id for id in desk.state.units if desk.state.seat(id) == seat}  # type: ignore[attr-defined]
    assert all(unit in mine and frm != to for row in found.weighed for unit, frm, to in row.goes)
    before = game.state.digest()
    one = general(ROOTS[name])
    assert one.choose(desk) == text and one.roots[desk.number] == found and game.state.digest() == before
    assert general().plans_at(desk)


def test_to_do_nothing_is_one_plan_where_it_is_the_usual_one_too() -> None:
    """A usual plan that stood twice would be played twice a world, and each be compared with another world."""
    game = begun("coaling-mass")
    desk = staff.desk(game, asks(game.state)[0].seat)
    planning = planning_of(desk.rulebook)
    assert planning is not None and planning.look(desk.state).stands and DONE in desk.ask.options
    nothing = desk.ask.options.index(DONE)
    found = plans(Root(desk.battle, desk.rulebook, planning, desk.options, desk.state, desk.ask, {}, nothing))
    assert found[0] == Plan(nothing, USUAL) and found.count(found[0]) == 1


KEYS = [b"%d" % n for n in range(60)]


def root_of(name: str) -> Root:
    """The root at a position."""
    game = begun(name)
    desk = staff.desk(game, asks(game.state)[0].seat)
    planning = planning_of(desk.rulebook)
    assert planning is not None
    return Root(desk.battle, desk.rulebook, planning, desk.options, desk.state, desk.ask, {}, 0)


def test_where_few_plans_can_be_looked_at_they_are_not_the_same_few_nor_alike() -> None:
    """In Stonewall the lower levels end in the first world, and what stood last was never tried."""
    root = root_of("guns-come-in")
    assert root.planning.look(root.state).least == 0
    usual, *others = plans(root)
    value: Any = None
    tried: set[Plan] = set()
    for key in KEYS:
        found = Search(root, value, key, 1).plans
        assert found[0] == usual and sorted(found[1:]) == sorted(others)
        assert Search(root, value, key, 2).plans == found, "another budget, another order"
        first, second = (leaning(plan, root.planning.postures) for plan in found[1:3])
        assert not first & second, "the first two lean alike"
        tried |= {*found[1:3]}
    assert tried == {*others}


def test_of_a_plan_that_is_not_looked_at_no_first_answer_is_worked_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In Stonewall that took longer than the search of the lower levels: each asks for whom the army is to pay."""
    root = root_of("guns-come-in")
    value: Any = None
    asked: list[str] = []
    monkeypatch.setattr(searching, "liked", lambda root, posture: asked.append(posture) or 0)
    search = Search(root, value, b"key", 8 * 100)
    monkeypatch.setattr(search, "_gain", lambda plan: (1.0, 1.0))
    monkeypatch.setattr(search, "_weighed", lambda plan: plan)

    def played(plan: Plan, state: Any, key: bytes) -> int:
        search.given += 40
        return len(search.seen[plan])

    monkeypatch.setattr(search, "_played", played)
    search.value = Plain(root.planning, root.planning.look(root.state))
    rows: Any = search.found().weighed
    assert [plan.posture for plan in rows if plan.posture != USUAL] == asked and 1 <= len(asked) <= 2
    assert len(rows) == 3 and all(plan.at >= 0 for plan in rows)


def test_plans_that_all_lean_alike_have_an_order_too() -> None:
    postures = {"a": Temper(danger=2.0), "b": Temper(danger=3.0), "c": Temper(danger=0.5)}
    rows = [Plan(0, name) for name in postures]
    orders = {tuple(plan.posture for plan in varied(rows, postures, key)) for key in KEYS}
    assert orders == {("a", "c", "b"), ("b", "c", "a"), ("c", "a", "b"), ("c", "b", "a")}


@pytest.mark.parametrize("name", ["coaling-mass", "cedar-keep-the-gate"])
def test_where_all_are_looked_at_they_stand_as_they_always_did(name: str) -> None:
    root = root_of(name)
    value: Any = None
    assert {tuple(Search(root, value, key, 1).plans) for key in KEYS[:9]} == {tuple(plans(root))}


def test_a_plan_that_comes_to_the_same_in_one_world_is_looked_at_in_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other dice may part them: only after two worlds it counts as the same."""
    root = root_of("coaling-mass")
    value = value_of(root.battle, root.rulebook, root.state)[0]
    assert value is not None
    search = Search(root, value, b"key", 1000)
    alike, differs, *_ = search.plans[1:]
    came = {search.plans[0]: [0, 0, 0], alike: [0, 0, 0], differs: [0, 900, 900]}
    worlds: dict[Plan, int] = {}

    def played(plan: Plan, state: Any, key: bytes) -> int:
        worlds[plan] = worlds.get(plan, 0) + 1
        search.given += 1
        return came.get(plan, [-4000] * 3)[min(2, worlds[plan] - 1)]

    monkeypatch.setattr(search, "_played", played)
    search.found()
    assert worlds[alike] == 2 and worlds[differs] > 2


@pytest.mark.parametrize("name", ROOTS)
def test_a_search_ends_with_its_budget(name: str) -> None:
    """After the worlds that it always looks at, none is begun any more once the budget is spent."""
    game = begun(name)
    seat = asks(game.state)[0].seat
    one, desk = general(), staff.desk(game, seat)
    planning = planning_of(desk.rulebook)
    assert planning is not None
    one.budget = 1
    one.pick(desk)
    seen = one.roots[desk.number].weighed
    assert {row.worlds for row in seen} == {1}
    assert len(seen) >= 8 if planning.look(desk.state).least else len(seen) == 1 + FEWEST


@pytest.mark.parametrize("name", ["coaling-mass", "guns-come-in"])
def test_the_plan_holds_to_the_end_of_the_turn_and_is_found_again_from_the_record(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches: list[int] = []

    def fixed(root: Root, value: Worth, key: bytes, budget: int) -> Found:
        searches.append(1)
        return Found(root.usual, "bold")

    monkeypatch.setattr(commanding, "searched", fixed)
    game = begun(name)
    seat = asks(game.state)[0].seat
    planning: Any = planning_of(game.rulebook)
    keeps = general()
    keeps.think = fixed
    adjutant = staff.seat("adjutant-1", None, 3)
    doing, seen = planning.under_way(game.state, seat), 0
    while game.decisions and planning.under_way(game.state, seat) == doing and seen < 8:
        asked = asks(game.state)[0].seat
        if asked == seat:
            desk = staff.desk(game, seat)
            fresh, before = general(), len(searches)
            fresh.think = fixed
            assert fresh.pick(desk) == keeps.pick(desk)
            assert len(searches) == before + (2 if not seen else 1), "the one that remembers has searched again"
            if seen:
                assert fresh.pick(desk) == staff.seat("adjutant-1", None, 3).weigh(desk, planning.postures["bold"])  # type: ignore[attr-defined]
                assert not keeps.plans_at(desk) and not keeps.looks_back(desk) and general().looks_back(desk)
            seen += 1
            staff.answer(game, keeps, seat)
        else:
            staff.answer(game, adjutant, asked)
    assert seen > 2


def test_without_a_record_it_searches_once_a_turn() -> None:
    game = begun("guns-come-in")
    seat = asks(game.state)[0].seat
    imagined = game.imagine(seat, 1)
    one, asked = general(), list[bool]()
    one.think = lambda root, value, key, budget: asked.append(True) or Found(root.usual, USUAL)  # type: ignore[func-returns-value]
    for _ in range(6):
        if imagined.decisions and asks(imagined.state)[0].seat == seat:
            imagined.play(one.choose(staff.Desk(imagined, seat)), seat)
    assert asked == [True]


def lead_after(name: str, ai: Any, change: Any) -> tuple[float, float]:
    """By how much the Union is ahead at a position, and where something has been changed."""
    g: Any = begun(name).state
    before = ai.planning.lead(g)
    change(g)
    return before, ai.planning.lead(g)


def test_the_count_knows_strength_ground_and_the_edge() -> None:
    def lose(g: Any) -> None:
        jv.take_off(g, "29 OH", -2, "JV-6.3-2", "eliminated")

    def hold(g: Any) -> None:
        g.holders = (1, *g.holders[1:])

    for change in (lose, hold):
        before, after = lead_after("coaling-mass", valley_ai, change)
        assert after < before
    before, after = lead_after(
        "guns-come-in", stonewall_ai, lambda g: gb.change(g, "7 OH", "SW-10.31", "routed", routed=True)
    )
    assert after < before


LEADS = {"coaling-mass": -5566, "guns-come-in": -8814, "cedar-keep-the-gate": 1640}
"""What the plain count says of a position, to the last of its parts, on whichever machine."""


@pytest.mark.parametrize("name", LEADS)
def test_a_count_is_whole_and_the_same_everywhere(name: str) -> None:
    game = begun(name)
    planning = planning_of(game.rulebook)
    assert planning is not None
    assert planning.lead(game.state) == LEADS[name]


def test_whole_numbers_are_rounded_to_the_nearest() -> None:
    assert [parted(n, 4) for n in (-6, -5, -2, 1, 2, 3, 5)] == [-1, -1, 0, 0, 1, 1, 1]
    assert parts(0.4) == 410 and parts(-1.5) == -1536 and type(parts(0.1)) is int


FOUND = {
    "3": {
        "coaling-mass": "f4d7a5332da9516b",
        "guns-come-in": "1a3de8f29d823c91",
        "cedar-keep-the-gate": "a672d37f058956c0",
        "the-stone-wall": "8b331fead2a0b52d",
    }
}
"""By planner what it finds at a position: whoever changes what is found names the planner anew."""


@pytest.mark.parametrize("name", [*ROOTS, "the-stone-wall"])
def test_a_search_that_finds_other_plans_is_another_planner(name: str) -> None:
    """Else what an earlier program has begun would be carried on, and told as taken, as if it had been this one."""
    found = weighed(name)[0] if name in ROOTS else searched()[0]
    rows = [(row.answer, row.posture, row.gain, row.error, row.worlds) for row in found.weighed]
    said = blake2b(msgspec.json.encode([found.at, found.posture, rows]), digest_size=8).hexdigest()
    assert FOUND[PLANNER][name] == said


@pytest.mark.parametrize(
    ("battle", "places"),
    [
        ("valley-campaign/port-republic", valley),
        ("stonewall-1978/kernstown", stonewall),
        ("kernstown/the-stone-wall", kernstown),
    ],
)
def test_a_plan_leads_off_the_map_who_leaves_it_and_nobody_who_is_lost(battle: str, places: Any) -> None:
    before: Any = vedette.battle(battle).new_game(seed=1).state
    moved, left, lost = [*before.on_map(0)][:3]
    there = before.setting.grid.neighbours[before.at(moved)][0]
    after = before.clone()
    for id, at in ((moved, there), (left, places.EXITED), (lost, places.ELIMINATED)):
        after.units[id] = msgspec.structs.replace(after.units[id], at=at)
    where = {id: before.hex_name(before.at(id)) for id in (moved, left)}
    rows = {(moved, where[moved], before.hex_name(there)), (left, where[left], "")}
    assert {*gone(before, after, before.seat(moved))} == rows and not gone(before, after, "confederate")


def test_a_plan_says_whom_it_leads_where() -> None:
    """Somebody moves under some posture, and not everybody alike under all."""
    ways = {row.goes for row in weighed("guns-come-in")[0].weighed}
    assert len(ways) > 1 and any(ways)


def test_a_share_of_the_whole_is_worth_the_rest_to_the_other_side() -> None:
    game = begun("coaling-mass")
    planning = planning_of(game.rulebook)
    assert planning is not None
    look = planning.look(game.state)
    plain = Plain(planning, look)
    half = plain.of(game.state) / 4096 - 0.5
    assert half == pytest.approx(planning.lead(game.state) / (2 * PARTS * look.whole), abs=1e-3)
    assert plain.things(game.state) == 1 and plain.settled(game.state) == plain.of(game.state)


POSTURES = stonewall_ai.planning.postures


def test_a_melee_that_nobody_would_make_is_made_by_no_lot_however_bold_a_side_is() -> None:
    g: Any = begun("melee-two-to-eleven").state
    ask = asks(g)[0]
    values, within = stonewall_ai.advice(g, ask, POSTURES["bold"])
    done = ask.options.index(DONE)
    assert POSTURES["bold"].daring == 0.0 and all(values[done] > v + within for n, v in enumerate(values) if n != done)


def test_tempers_of_stonewall_weigh_otherwise_and_the_plain_one_as_before() -> None:
    game = begun("guns-come-in")
    g, ask = game.state, asks(game.state)[0]
    answer(g, ask.seat, next(c for c in ask.options if c == Choice("move", "5 VA", c.hex)))
    ask = asks(g)[0]
    plain = stonewall_ai.advice(g, ask)  # type: ignore[arg-type]
    worth = {place(Scene.of(g, 1, "5 VA", t), "5 VA", g.at("5 VA"), False) for t in POSTURES.values()}  # type: ignore
    assert len(worth) >= 3
    assert stonewall_ai.advice(g, ask) == plain  # type: ignore[arg-type]
