"""Whole-board views of fire, and what every view must be told."""

import pytest

from tests.rules.field import flat
from tests.rules.fighting import man
from tests.support import play, referee
from vedette.engine.events import EngineError

UNITS = {
    "7 OH-a": man("1733", 6, 5),
    "7 IN-a": man("1735", 6, 4),
    "29 OH-a": man("1636", 4),
    "27 VA": man("1734", 5, 4),
}
FAR = {"4 VA": man("1836", 5, 4)}


def ready(units, **keys):
    return referee(units, **{"begin": "fire", "active": "Tyler", "hexes": flat(), **keys})


def look(game, name, seat="union", **where):
    return game.rulebook.board(game.state, seat, name, **where)


def test_every_view_says_what_it_needs():
    game = ready(UNITS)
    rows = {b["name"]: b for b in game.rulebook.boards()}
    assert rows["chances"]["needs"] == [] and rows["fire-at"]["needs"] == ["hex"]
    keys = [b["key"] for b in rows.values() if b["key"]]
    assert len(keys) == len(set(keys))
    for name, row in rows.items():
        if row["needs"]:
            with pytest.raises(EngineError, match="say of which"):
                look(game, name)


@pytest.mark.parametrize("name, where", [("nothing", {}), ("fire-at", {"at": "9999"}), ("fire-at", {"at": "x"})])
def test_what_is_not_there_is_refused(name, where):
    with pytest.raises(EngineError, match="there is no"):
        look(ready(UNITS), name, **where)


def test_the_chance_on_each_hex_is_that_of_its_best_plan():
    game = ready({**UNITS, **FAR})
    found = look(game, "chances")
    plans = game.rulebook.plans(game.state, "union")
    assert {h: row["why"] for h, row in found["hexes"].items()} == {p["at"]: p["headline"] for p in plans}
    assert all(
        row["weight"] == round(p["measure"]["probability"], 4) for p in plans for row in [found["hexes"][p["at"]]]
    )
    assert found["hexes"]["1734"]["text"].endswith(" %") and found["hexes"]["1734"]["tone"] == "good"


def test_a_seat_that_is_not_asked_sees_what_all_its_units_could_do():
    game = ready({**UNITS, **FAR})
    found = look(game, "chances", "confederate")
    assert set(found["hexes"]) >= {"1733", "1735"} and any("as if" in line for line in found["words"])


def test_nobody_in_range_is_said():
    found = look(ready({"7 OH-a": "1532", "4 VA": "2137"}, begin="movement", order="attack"), "chances")
    assert found["hexes"] == {} and found["words"][-1] == "nobody can fire at anybody"


def test_who_can_fire_at_an_enemy_hex():
    found = look(ready(UNITS), "fire-at", at="1734")
    assert {h: row["text"] for h, row in found["hexes"].items()} == {"1733": "6", "1735": "6"}
    assert {r["to"] for r in found["lines"]} == {"1734"} and {r["tone"] for r in found["hexes"].values()} == {"good"}
    assert found["words"][0] == "Union: 12 SP can fire at 1734 from 2 hexes"
    assert found["words"][1:] == ["29 OH-a: the line of sight is blocked"]


def test_who_can_fire_at_our_own_hex():
    found = look(ready(UNITS), "fire-at", at="1733")
    assert {h: (row["text"], row["tone"]) for h, row in found["hexes"].items()} == {"1734": ("5", "bad")}


def test_at_an_empty_hex_both_sides_are_counted():
    found = look(ready(UNITS), "fire-at", at="1834")
    assert {row["tone"] for row in found["hexes"].values()} == {"good", "bad"} and len(found["words"]) >= 2


def test_a_line_that_is_blocked_is_named():
    game = ready({"7 OH-a": man("1733", 6), "27 VA": "1734", "4 VA": "1735"})
    assert any(line == "7 OH-a: the line of sight is blocked" for line in look(game, "fire-at", at="1735")["words"])


def test_who_has_fired_is_not_counted_again_in_the_chances_of_the_step():
    game = ready({**UNITS, **FAR}, dice=["11"] * 4)
    before = look(game, "chances")["hexes"]["1734"]["weight"]
    play(game, "7 OH-a fire at 1734")
    assert look(game, "chances")["hexes"]["1734"]["weight"] < before
