"""What is not right on the way and right when the phase ends: mounting in pairs, and leaving the map (SW 8.3, 16.0)."""

from __future__ import annotations

import random

import pytest

from tests.stonewall.move_support import at, barred, field, hex_of, kind, offered, play, spent, state, steps
from tests.support import asked
from vedette import staff
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.movement import owed
from vedette.rules.great_battles.chapters.moves import end_bar
from vedette.rules.great_battles.chapters.stacking import over
from vedette.rules.great_battles.state import EXITED

PAIR = {"1 MI Cav": ("3030", "column"), "1 OH Cav": ("3030", "column")}


def pair(first: tuple[object, ...] = ("3030", "column"), second: tuple[object, ...] = ("3030", "column")) -> Game:
    return field({"1 MI Cav": first, "1 OH Cav": second}, side="union")


def mounted(game: Game, *ids: str) -> list[bool]:
    return [state(game).units[id].column for id in ids or ("1 MI Cav", "1 OH Cav")]


def why_not(game: Game, text: str) -> str:
    """What is said of an answer that is not offered, with its case."""
    with pytest.raises(IllegalAction) as error:
        game.play(text, asked(game))
    return f"{error.value} ({error.value.cite})"


# -- two squadrons in a hex ----------------------------------------------------------------------------------------


@pytest.mark.rule("SW-8.24-1", "SW-8.3-1", "SW-8.0-4", "SW-6.22-2")
@pytest.mark.parametrize(
    ("before", "word"), [(("3030", "column"), "dismount"), (("3030", "S"), "mount")], ids=["dismount", "mount"]
)
def test_two_squadrons_change_one_after_the_other_before_the_phase_ends(before: tuple[object, ...], word: str) -> None:
    game = pair(before, before)
    was = before[1] == "column"
    play(game, "move 1 MI Cav", f"1 MI Cav: {word}")
    if kind(game) == "move":  # mounted it has nothing else to do, and its move has ended by itself
        assert "done" in offered(game), "its own move may end: the other can still follow"
        play(game, "done")
    assert kind(game) == "move-unit"
    g = state(game)
    assert over(g, hex_of("3030"), 0) is not None and list(owed(g, 0)) == ["1 OH Cav"]
    assert "done" not in offered(game), "the phase does not end before the other has followed"
    said = " ".join(game.rulebook.refusal(g, "union", "done"))
    assert "1 MI Cav and 1 OH Cav cannot stay together in 3030" in said and "SW-8.24-1" in said
    assert f"before the phase ends 1 OH Cav must {word} or go away" in said
    notes = game.rulebook.notes(g, "union")
    assert notes["move 1 OH Cav"] == f"must {word} or go away before the phase ends"
    assert "must" not in notes.get("move 1 MI Cav", "")
    play(game, "move 1 OH Cav")
    assert "done" not in offered(game) and "SW-8.24-1" in why_not(game, "done")
    play(game, f"1 OH Cav: {word}", "done")
    assert mounted(game) == [not was] * 2 and "done" in offered(game) and not over(state(game), hex_of("3030"), 0)
    faces = {state(game).units[id].facing for id in PAIR}
    assert len(faces) == 1, "and both face the same way (8.4)"
    play(game, "done")
    assert [at(game, id) for id in PAIR] == ["3030", "3030"]


@pytest.mark.rule("SW-8.24-1", "SW-8.3-1")
def test_the_other_may_ride_away_instead() -> None:
    game = pair()
    play(game, "move 1 MI Cav", "1 MI Cav: dismount", "done", "move 1 OH Cav", "1 OH Cav: 3031", "done")
    assert mounted(game) == [False, True] and "done" in offered(game) and not list(owed(state(game), 0))


@pytest.mark.rule("SW-8.24-1", "SW-6.22-3", "SW-10.81-3")
@pytest.mark.parametrize("how", ["pinned", "moved", "out of points", "foot"])
def test_none_changes_beside_one_that_cannot_follow(how: str) -> None:
    other: tuple[object, ...] = ("3030", "column", *(["pinned"] if how == "pinned" else []))
    units = {"1 MI Cav": ("3030", "column"), "1 OH Cav": other}
    if how == "foot":
        units = {"1 MI Cav": ("3030", "S"), "14 IN": ("3030", "S")}
    game = field(units, side="union")
    g = state(game)
    if how == "moved":
        g.moved = ("1 OH Cav",)
    if how == "out of points":
        g.spent = (("1 OH Cav", 8 * 4),)
    play(game, "move 1 MI Cav")
    word = "mount" if how == "foot" else "dismount"
    assert f"1 MI Cav: {word}" not in offered(game) and "SW-8.24-1" in why_not(game, f"1 MI Cav: {word}")


@pytest.mark.rule("SW-8.24-1", "SW-6.23-4")
def test_horse_artillery_unlimbers_beside_cavalry_that_dismounts() -> None:
    game = field({"7 VA Cav": ("2020", "column"), "Chew": ("2020", "column")})
    play(game, "move Chew", "Chew: unlimber", "done")
    assert "done" not in offered(game) and list(owed(state(game), 1)) == ["Chew", "7 VA Cav"]
    assert "Chew must limber or 7 VA Cav must dismount or go away" in why_not(game, "done")
    play(game, "move 7 VA Cav", "7 VA Cav: dismount", "done")
    assert "done" in offered(game) and not over(state(game), hex_of("2020"), 1)


FOES = ("14 IN", "8 OH", "67 OH", "84 PA", "5 OH", "62 OH", "29 OH", "7 OH")


def hemmed(units: dict[str, object], hex: str, **given: object) -> Game:
    """A field with enemies in every hex beside one in which nobody of these stands."""
    game = field(units, **given)  # type: ignore[arg-type]
    taken = {at(game, id) for id in units}
    grid = state(game).setting.grid
    ring = [name for h in grid.neighbours[hex_of(hex)] if (name := grid.name(h)) not in taken]
    return field({**units, **dict(zip(FOES, ring, strict=False))}, **given)  # type: ignore[arg-type]


@pytest.mark.rule("SW-8.24-1", "SW-8.0-4", "SW-6.22-3")
def test_cavalry_comes_among_foot_if_it_has_the_points_to_dismount_there() -> None:
    full = {"42 VA": ("2021", 4), "21 VA": ("2021", 4)}
    game = hemmed({"7 VA Cav": ("2022", "column"), "27 VA": ("2020", 3), **full}, "2020", hexes={"2021": "woods"})
    play(game, "move 7 VA Cav", "7 VA Cav: 2021")
    assert barred(game, "7 VA Cav", "2020", (1 + 3) * 4) == ""
    assert barred(game, "7 VA Cav", "2020", (1 + 3) * 4 - 1) == "SW-8.3-1", "neither back nor dismounted"
    play(game, "7 VA Cav: 2020", *(["hold fire"] if "hold fire" in offered(game) else []))
    assert "done" not in offered(game) and end_bar(state(game), "7 VA Cav").cite == "SW-8.24-1"
    play(game, "7 VA Cav: dismount", "done")
    assert not over(state(game), hex_of("2020"), 1) and at(game, "7 VA Cav") == "2020"


@pytest.mark.rule("SW-8.3-1", "SW-8.7-1")
@pytest.mark.parametrize("who", ["1 OH Cav", "1 MI Cav"])
def test_neither_gets_round_it_by_reserve_status(who: str) -> None:
    game = pair()
    play(game, "move 1 MI Cav", "1 MI Cav: dismount", *(["done", "move 1 OH Cav"] if who == "1 OH Cav" else []))
    assert f"{who}: reserve" not in offered(game)
    assert "SW-8.24-1" in why_not(game, f"{who}: reserve")
    if who == "1 MI Cav":
        play(game, "done", "move 1 OH Cav")
    play(game, "1 OH Cav: dismount")
    assert "1 OH Cav: reserve" in offered(game), "together they may"


CASES: dict[str, tuple[dict[str, tuple[object, ...]], str, tuple[str, ...]]] = {
    "squadrons": (PAIR, "union", ("move 1 MI Cav", "1 MI Cav: dismount", "done")),
    "guns first": (
        {"7 VA Cav": ("2020", "column"), "Chew": ("2020", "column")}, "confederate",
        ("move Chew", "Chew: unlimber", "done"),
    ),
    "cavalry first": (
        {"7 VA Cav": ("2020", "column"), "Chew": ("2020", "column")}, "confederate",
        ("move 7 VA Cav", "7 VA Cav: dismount", "done"),
    ),
    "a leader": ({"Garnett": ("3003",), "5 VA": ("3001",)}, "confederate", ("move 5 VA", "5 VA: exit", "move Garnett")),
}  # fmt: skip


@pytest.mark.rule("SW-8.3-1")
@pytest.mark.parametrize("by", ["usual", "adjutant"])
@pytest.mark.parametrize("name", CASES)
def test_the_usual_answers_and_the_adjutants_come_to_the_end_of_the_phase(name: str, by: str) -> None:
    units, side, texts = CASES[name]
    game = field(units, side=side)
    play(game, *texts)
    adjutant = staff.seat("adjutant", game.battle, 1)
    for _ in range(30):
        ask, decision = state(game).ask, game.decision
        assert ask is not None and decision is not None
        if ask.kind not in ("move", "move-unit"):
            break
        n = ask.options.index(ask.usual) if by == "usual" else adjutant.pick(staff.desk(game, decision.seat))
        game.play(decision.actions[n])
    assert kind(game) not in ("move", "move-unit"), "the phase has ended"
    g = state(game)
    assert not any(over(g, g.at(id), g.side(id)) for id in units if g.at(id) >= 0)


MANY = {"1 MI Cav": "3030", "1 OH Cav": "3030", "7 VA Cav": "2020", "Chew": "2020", "14 IN": "3031", "27 VA": "2021"}


@pytest.mark.parametrize("seed", range(12))
def test_from_wherever_lots_have_led_the_usual_answers_end_the_phase(seed: int) -> None:
    """Squadrons, guns and foot, moved and changed by lot; then the usual answer at each question."""
    rng, side = random.Random(seed), ("union", "confederate")[seed % 2]
    game = field({id: (hex, rng.choice(("column", "S"))) for id, hex in MANY.items()}, side=side)
    for _ in range(rng.randrange(1, 30)):
        options = [text for text in offered(game) if kind(game) != "move-unit" or text != "done"]
        if kind(game) not in ("move", "move-unit") or not options:
            break
        game.play(rng.choice(options), asked(game))
    for _ in range(80):
        ask, decision = state(game).ask, game.decision
        assert ask is not None and decision is not None
        if kind(game) not in ("move", "move-unit"):
            return
        game.play(decision.actions[ask.options.index(ask.usual)])
    raise AssertionError(f"without end: {offered(game)}")


@pytest.mark.rule("SW-8.24-1")
def test_a_stack_dismounts_by_one_gesture() -> None:
    game = pair()
    for text in ("1 MI Cav + 1 OH Cav: dismount",):
        game.play(text, asked(game))
    if kind(game) == "move":
        play(game, "done")
    assert mounted(game) == [False, False] and "done" in offered(game)


# -- the last who leaves the map -----------------------------------------------------------------------------------


@pytest.mark.rule("SW-8.3-1", "SW-16.0-3", "SW-17.3-2")
def test_a_leader_goes_on_to_leave_the_map_when_his_last_unit_has() -> None:
    game = field({"Garnett": "3003", "5 VA": "3001"})
    play(game, "move 5 VA", "5 VA: exit")
    assert steps(game, "Garnett") == []
    play(game, "move Garnett")
    assert "Garnett: 3002" in offered(game)
    play(game, "Garnett: 3002")
    assert "done" not in offered(game)
    play(game, "Garnett: 3001", "Garnett: exit")
    assert state(game).at("Garnett") == EXITED and spent(game, "Garnett") == 3


@pytest.mark.rule("SW-8.3-1", "SW-16.0-4")
def test_he_does_not_set_out_if_his_points_do_not_take_him_off() -> None:
    game = field({"Garnett": "3003", "5 VA": "3001"})
    play(game, "move 5 VA", "5 VA: exit")
    assert barred(game, "Garnett", "3002", 3 * 4) == ""
    assert barred(game, "Garnett", "3002", 3 * 4 - 1) == "SW-8.3-1"
    south = field({"Kimball": "3003"}, side="union")
    assert barred(south, "Kimball", "3002") == "SW-8.3-1", "the Union leaves by no edge"


@pytest.mark.rule("SW-8.3-1", "SW-8.73-3")
def test_troops_pass_a_full_hex_to_leave_the_map_but_no_reserves() -> None:
    full = {"21 VA": ("3001", 4), "42 VA": ("3001", 4), "5 VA": ("3002", 3)}
    game = hemmed(full, "3001", hexes={"3002": "woods"})
    assert barred(game, "5 VA", "3001", 8) == "" and barred(game, "5 VA", "3001", 7) == "SW-8.3-1"
    held = field({**full, "5 VA": ("3002", "column"), "21 VA": ("3001", 4, "reserve"), "42 VA": ("3001", 4, "reserve")})
    assert barred(held, "5 VA", "3001", 40) == "SW-8.73-3"
