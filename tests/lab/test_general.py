"""The general: plans as wholes, the same dice for all, the usual plan as the null; what it remembers it finds again."""

from functools import cache
from hashlib import blake2b
from math import exp
from typing import Any

import msgspec
import pytest

import vedette
from vedette import staff
from vedette.engine import Game
from vedette.engine.run import asks
from vedette.engine.temper import PLAIN
from vedette.lab.games import Plan
from vedette.lab.simulation import simulate
from vedette.rules.blind_swords import ai
from vedette.rules.blind_swords.ai import planning
from vedette.rules.blind_swords.state import ELIMINATED
from vedette.staff.general import LEVELS, General
from vedette.staff.general import commander as commanding
from vedette.staff.general import value as valuing
from vedette.staff.general.imagined import Hashed
from vedette.staff.general.search import USUAL, Found, Root, Search
from vedette.staff.general.value import Plain, Value, value_of
from vedette.staff.seats import Adjutant

STONE_WALL = "kernstown/the-stone-wall"
SEED = 3


@cache
def _begun() -> Game:
    """The Stone Wall where the last brigade of a turn is given an Order and the enemy is near to it."""
    game = vedette.battle(STONE_WALL).new_game(seed=SEED)
    seats = {seat: staff.seat("adjutant-1", game.battle, SEED) for seat in game.rulebook.seats}
    while game.state.cup or not planning.begins(game.state, asks(game.state)[0]):  # type: ignore
        staff.answer(game, seats[asks(game.state)[0].seat])
    return game


def begun() -> Game:
    """A copy of it that may be played on."""
    return _begun().clone()


def general(budget: int = 1) -> General:
    """One that looks at no more worlds than it must."""
    found = staff.seat("general:1", None, SEED)
    assert isinstance(found, General)
    found.budget = budget
    return found


@cache
def searched() -> tuple[Found, str]:
    """What is weighed there, and the answer."""
    game, one = begun(), general()
    desk = staff.desk(game, asks(game.state)[0].seat)
    text = one.choose(desk)
    return one.roots[desk.number], text


def test_every_posture_weighs_otherwise_and_none_gets_into_the_cache_of_another() -> None:
    game = begun()
    g, ask = game.state, asks(game.state)[0]
    before = ai.advice(g, ask, PLAIN)  # type: ignore[arg-type]
    rows = {name: ai.advice(g, ask, temper) for name, temper in planning.postures.items()}  # type: ignore[arg-type]
    assert all(row.values != before.values for row in rows.values())
    assert ai.advice(g, ask, PLAIN) == before  # type: ignore[arg-type]
    assert {name: ai.advice(g, ask, temper) for name, temper in planning.postures.items()} == rows  # type: ignore[arg-type]


def test_a_root_weighs_eight_whole_plans_and_the_usual_one_is_the_null() -> None:
    found, text = searched()
    usual, *others = found.weighed
    assert usual.posture == USUAL and usual.gain == usual.error == 0.0 and usual.worlds >= 3
    assert {row.posture for row in others} == {USUAL, *planning.postures} and len(found.weighed) >= 7
    assert all(0.0 <= row.value <= 4.0 and 1 <= row.worlds <= usual.worlds for row in found.weighed)
    taken = next(row for row in found.weighed if (row.answer, row.posture) == (text, found.posture))
    assert taken == usual or taken.gain > Value.surely * taken.error


def test_the_same_seed_weighs_the_same_and_more_work_looks_at_more_worlds() -> None:
    game = begun()
    desk = staff.desk(game, asks(game.state)[0].seat)
    before = game.state.digest(), desk.state.digest()
    assert (one := general()).choose(desk) == searched()[1] and one.roots[desk.number] == searched()[0]
    assert (game.state.digest(), desk.state.digest()) == before


def test_what_was_thought_once_in_a_world_is_not_thought_again_and_comes_to_the_same() -> None:
    game = begun()
    ask = asks(game.state)[0]
    value = value_of(game.battle, game.rulebook, game.state)[0]
    assert value is not None
    tempers = dict.fromkeys(game.rulebook.seats, PLAIN)
    search = Search(Root(game.battle, game.rulebook, planning, {}, game.state, ask, tempers, 0), value, b"key", 1)  # type: ignore[arg-type]
    state, key = search._world(0)
    first = {plan: search._played(plan, state, key) for plan in search.plans}
    thought = search.given
    assert {plan: search._played(plan, state, key) for plan in search.plans} == first
    assert search.given == thought > 0
    apart: list[int] = []
    for plan in first:
        search.judged.clear()
        before = search.given
        assert search._played(plan, state, key) == first[plan]
        apart.append(search.given - before)
    assert sum(apart) > thought, "plans that go alike share nothing"


def test_a_larger_budget_looks_at_more_worlds_and_halves_the_plans_by_its_shares(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every plan comes out a little better than the one before: none is dropped for being alike, or hopeless."""
    game = begun()
    ask = asks(game.state)[0]
    value = value_of(game.battle, game.rulebook, game.state)[0]
    assert value is not None
    root = Root(game.battle, game.rulebook, planning, {}, game.state, ask, {}, 0)  # type: ignore[arg-type]
    found = {}
    for level, budget in LEVELS.items():
        search = Search(root, value, b"key", budget)
        order = {plan: n for n, plan in enumerate(search.plans)}

        def played(plan: Any, state: Any, key: bytes, search: Search = search, order: Any = order) -> int:
            search.given += 20
            return order[plan] + key[0] % 3

        monkeypatch.setattr(search, "_world", lambda n: (None, bytes([n])))
        monkeypatch.setattr(search, "_played", played)
        found[level] = search.found()
        assert budget <= search.given < budget + 20 * len(order), "it stops before its work is done, or goes on"
        others = sorted((row.worlds for row in found[level].weighed[1:]), reverse=True)
        assert others[0] == found[level].weighed[0].worlds and len(set(others)) == 3
        assert sum(n < others[0] for n in others) >= len(others) // 2
    worlds = [one.weighed[0].worlds for one in found.values()]
    assert worlds == sorted(set(worlds))


def test_games_that_differ_in_what_the_enemy_holds_have_the_same_answer() -> None:
    game = begun()
    seat = asks(game.state)[0].seat
    other = game.imagine(seat, 7)
    assert other.state.digest() != game.state.digest()
    assert general().choose(staff.desk(other, seat)) == searched()[1]


class Loud(Value):
    """A value that leaves no doubt, by which each side likes what is good for it, or what is good for the other."""

    sign = 1

    def of(self, g: Any) -> int:
        return 50 * self.sign * super().of(g)


class Turned(Loud):
    sign = -1


def test_a_plan_replaces_the_usual_one_where_it_is_valued_more_and_never_where_less() -> None:
    """All plans but one come to the same there: whoever likes that one takes it, else the usual stays."""
    game = begun()
    g, ask = game.state, asks(game.state)[0]
    usual = Adjutant(SEED, {}).pick(staff.desk(game, ask.seat))
    weights = valuing.learned(game.rulebook.name)[STONE_WALL].weights
    root = Root(game.battle, game.rulebook, planning, {}, g.clone(), ask, {}, usual)
    taken = []
    for kind in (Loud, Turned):
        found = Search(root, kind(planning, weights), b"a key", 1).found()
        best = max(found.weighed, key=lambda row: row.gain)
        answer = g.text_of(ask.options[found.at]), found.posture
        assert answer == (best.answer, best.posture) or best.gain <= best.error
        taken.append((found.at, found.posture))
    assert (usual, USUAL) in taken and len(set(taken)) == 2


@pytest.mark.slow
def test_a_whole_game_keeps_the_laws_and_goes_alike_without_them() -> None:
    seats = {"union": "adjutant-1", "confederate": "general:1"}
    plans = [Plan(battle=STONE_WALL, games=1, seed=5, seats=seats, laws=laws) for laws in (True, False)]
    watched, plain = (simulate(plan)[0] for plan in plans)
    assert watched.errors == plain.errors == [] and watched.digests == plain.digests


def test_what_is_forgotten_is_found_again_from_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan of a posture of its own, so that forgetting it would show."""
    made: list[int] = []

    class Fixed:
        def __init__(self, root: Root, value: Value, key: bytes, budget: int) -> None:
            made.append(root.ask.options.index(root.ask.options[0]))

        def found(self) -> Found:
            return Found(made[-1], "storm")

    monkeypatch.setattr(commanding, "Search", Fixed)
    game = begun()
    seat = asks(game.state)[0].seat
    keeps = general()
    staff.answer(game, keeps, seat)
    seen = 0
    usual = Adjutant(SEED)
    while planning.under_way(game.state, seat) is not None and seen < 6:  # type: ignore[arg-type]
        if asks(game.state)[0].seat == seat:
            desk = staff.desk(game, seat)
            fresh, before = general(), len(made)
            weighed = usual.weigh(desk, planning.postures["storm"])
            assert keeps.pick(desk) == fresh.pick(desk) == weighed
            assert len(made) == before + 1  # the fresh one alone has searched again
            seen += 1
            staff.answer(game, keeps, seat)
        else:
            staff.answer(game, usual, asks(game.state)[0].seat)
    assert seen


def test_a_value_that_is_missing_or_of_other_values_is_told_and_a_plain_count_stands_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = begun()
    value, told = value_of(game.battle, game.rulebook, game.state)
    assert value is not None and told == ""
    kept = valuing.learned(game.rulebook.name)[STONE_WALL]
    for rows, words in (({}, "no value was learned"), ({STONE_WALL: type(kept)("other", 1, kept.weights)}, "by other")):
        monkeypatch.setattr(valuing, "learned", lambda family, rows=rows: rows)
        value, told = value_of(game.battle, game.rulebook, game.state)
        assert isinstance(value, Plain) and words in told and "plain count" in told and "\n" not in told
        assert "no match has shown" in told


def test_by_rules_that_know_no_plans_the_general_is_the_adjutant_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun()
    desk = staff.desk(game, asks(game.state)[0].seat)
    monkeypatch.delattr(game.rulebook.counsel, "planning")
    value, told = value_of(game.battle, game.rulebook, game.state)
    assert value is None and "does not plan ahead" in told and "\n" not in told
    one = general()
    assert one.pick(desk) == Adjutant(SEED).pick(desk) and not one.roots and not one.planned


FEATURES = {"1": "8f8044ab8a094db0"}
"""What the features of a name say of three positions, as a hash: whoever changes them names them anew."""


def begin() -> Any:
    """The set-up."""
    return vedette.battle(STONE_WALL).new_game(seed=SEED).state


def later(turn: int, control: tuple[int, ...], part: int) -> Any:
    """The set-up, later on: one unit of so many is hurt, another is worn, one is gone and one has come, hurt, to a
    hex that is fought for. No rule has a part in it."""
    g: Any = begin().clone()
    g.turn, g.control = turn, control
    goals = g.setting.victory_hexes
    for n, id in enumerate(sorted(g.units)):
        kinds = {
            0: {"hits": 1 + n % 2},
            1: {"worn": True},
            2: {"at": ELIMINATED},
            3: {"at": goals[n % len(goals)], "hits": 2},
        }
        g.units[id] = msgspec.structs.replace(g.units[id], **kinds.get(n % part, {}))
    g.reindex()
    return g


def test_features_that_change_have_another_name() -> None:
    """Else weights that were learned by others would be taken for theirs, in silence."""
    states = [begin(), later(6, (0, 1, 1, 0), 7), later(11, (0, 0, 1, 0), 5)]
    rows = [[list(row) for row in planning.features(g)] for g in states]
    said = blake2b(msgspec.json.encode(rows), digest_size=8).hexdigest()
    assert {planning.made: said} == FEATURES


@pytest.mark.parametrize("change", ["name", "width", "both"])
def test_weights_of_other_features_are_told_and_not_used(monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    game, features = begun(), planning.features
    monkeypatch.setattr(valuing, "_WIDTHS", {})
    if change == "name":
        monkeypatch.setattr(planning, "made", "other")
    elif change == "both":
        kept = valuing.learned(game.rulebook.name)[STONE_WALL]
        rows = {STONE_WALL: msgspec.structs.replace(kept, made="other", made_for=valuing.mark(game.state, "other"))}
        monkeypatch.setattr(valuing, "learned", lambda family: rows)
    else:
        monkeypatch.setattr(planning, "features", lambda g: [[*row, 0] for row in features(g)])
    value, told = value_of(game.battle, game.rulebook, game.state)
    assert isinstance(value, Plain) and "by another program" in told


def test_widths_of_ever_new_values_are_not_all_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each battle that a player brings has a mark of its own."""
    monkeypatch.setattr(valuing, "_WIDTHS", {})
    g = begun().state
    wide = [valuing._width(planning, g, str(n)) for n in range(valuing.KEPT + 9)]
    assert len(set(wide)) == 1 and len(valuing._WIDTHS) == valuing.KEPT


def test_dice_of_an_imagined_world_come_again_and_differ_by_what_is_rolled_for() -> None:
    rolls = [Hashed(b"world").below(1000, said) for said in ("a", "a", "b")]
    dice = Hashed(b"world")
    again = [dice.below(1000, "a"), dice.below(1000, "a"), dice.below(1000, "b")]
    assert rolls[0] == rolls[1] == again[0] != again[1] and rolls[2] == again[2]


def test_no_chance_of_the_table_lies_so_near_a_half_that_a_machine_may_round_it_otherwise() -> None:
    """The last digit of `exp` is not the same in every library."""
    for z in range(-valuing.WIDE, valuing.WIDE + 1):
        exact = valuing.SURE / (1.0 + exp(-z / valuing.STEP))
        assert abs(exact - int(exact) - 0.5) > 1e-6, z


def test_levels_have_names_and_no_other_is_one() -> None:
    assert {"general", "general:1", "general:4"} <= set(staff.names())
    assert staff.seat("general", None, 1).budget == staff.seat("general:2", None, 1).budget  # type: ignore[attr-defined]
    with pytest.raises(staff.SeatError, match="general:9"):
        staff.seat("general:9")
