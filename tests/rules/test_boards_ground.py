"""Views of the whole board: range, sight, walls, levels, who holds what."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.field import flat
from tests.rules.fighting import man
from tests.support import play, referee
from vedette.engine.events import EngineError
from vedette.engine.game import Game


def view(game: Game, name: str, seat: str = "union", **place: str) -> dict[str, Any]:
    return dict(game.rulebook.board(game.state, seat, name, **place))


def tones(drawn: dict[str, Any]) -> dict[str, str]:
    return {hex: row["tone"] for hex, row in drawn["hexes"].items()}


def test_every_view_is_listed_with_what_it_needs() -> None:
    game = referee({"7 OH-a": "1532"})
    rows = {row["name"]: row for row in game.rulebook.boards()}
    assert {name: rows[name]["needs"] for name in ("range", "sight", "seen", "wall", "levels", "holds")} == {
        "range": ["unit"], "sight": ["hex", "to"], "seen": ["hex"], "wall": ["hex"], "levels": [], "holds": [],
    }  # fmt: skip
    assert len({row["key"] for row in rows.values()}) == len(rows)
    with pytest.raises(EngineError, match="say of which second hex"):
        view(game, "sight", at="1532")


def test_the_range_of_a_unit_by_the_terms_that_it_would_have() -> None:
    units = {"7 OH-a": "1532", "27 VA": "1634", "Carpenter-b": "2032"}
    game = referee(units, begin="fire", active="Tyler", order="defend", hexes=flat())
    mine, theirs = view(game, "range", unit="7 OH-a"), view(game, "range", unit="27 VA")
    assert mine["words"][0] == "7 OH-a: 2 movement points, under its order, defend"
    assert theirs["words"][0] == "27 VA: 4 movement points, if ordered to attack"
    assert view(game, "range", unit="Carpenter-b")["words"][0].endswith("6 movement points, in the artillery phase")
    assert mine["hexes"]["1533"]["text"] == "1" and "1535" not in mine["hexes"]


def test_the_range_now_marks_what_draws_fire_and_from_whom() -> None:
    game = referee({"7 OH-a": "1733", "27 VA": "1735"}, begin="movement", active="Tyler", order="attack", hexes=flat())
    drawn = view(game, "range", unit="7 OH-a")
    assert drawn["words"][0] == "7 OH-a: 4 movement points" and tones(drawn)["1736"] == "warn"
    assert tones(drawn)["1633"] == "good"
    assert {"from": "1735", "to": "1635", "tone": "bad", "text": "27 VA 1.5 SP"} in drawn["lines"]


def test_a_view_says_what_its_tones_mean_where_that_is_not_good_or_bad() -> None:
    game = referee({"7 OH-a": "1733", "27 VA": "1735"}, hexes=flat())
    sight = {"good": "clear", "warn": "obscured", "bad": "blocked"}
    assert view(game, "sight", at="1733", to="1735")["legend"] == sight == view(game, "seen", at="1733")["legend"]
    assert [view(game, "holds", seat)["legend"]["good"] for seat in ("union", "confederate")] == [
        "Union",
        "Confederate",
    ]
    assert "legend" not in view(game, "levels")


def test_a_unit_that_cannot_move_has_no_range() -> None:
    game = referee({"7 OH-a": {"hex": "1532", "marks": ["shaken"]}}, begin="rally", active="Tyler", order="regroup")
    assert view(game, "range", unit="7 OH-a") == {
        "name": "range", "title": "How far a unit comes", "hexes": {}, "lines": [], "words": ["7 OH-a cannot move"],
    }  # fmt: skip


@pytest.mark.rule("KT-12.1a-same-i", "KT-12.1a-same-ii-1", "SS-12.1a-same-i")
def test_sight_says_of_each_hex_what_it_does_and_why() -> None:
    ground = flat({"1534": {"level": 7}})
    game = referee({"7 OH-a": "1533", "27 VA": "1535"}, hexes=ground)
    drawn = view(game, "sight", at="1532", to="1536")
    assert drawn["words"][0] == "1532 to 1536: blocked, range 4"
    assert tones(drawn) == {"1533": "bad", "1534": "bad", "1535": "bad"}
    assert drawn["hexes"]["1534"]["why"] == "blocks: higher than both"
    assert drawn["lines"] == [{"from": "1532", "to": "1536", "tone": "bad", "text": "blocked"}]
    assert tones(view(game, "seen", at="1532"))["1536"] == "bad"
    assert tones(view(game, "seen", at="1532"))["1632"] == "good"


@pytest.mark.rule("KT-12.1a-7")
def test_a_target_in_an_orchard_is_said_to_be_in_cover() -> None:
    game = referee({"7 OH-a": "1532"}, hexes=flat({"1535": {"terrain": "orchard"}}))
    drawn = view(game, "sight", at="1532", to="1535")
    assert drawn["hexes"]["1535"]["cite"] == "KT-12.1a-7" and drawn["lines"][0]["tone"] == "warn"


@pytest.mark.rule("KT-12.3-wall-exception-1", "KT-12.3-wall-exception-2")
def test_the_hexes_from_which_a_wall_gives_nothing() -> None:
    game = referee({"27 VA": man("1834")})
    drawn = view(game, "wall", at="1834")
    assert {h for h, tone in tones(drawn).items() if tone == "bad"} == {"1835", "1933"}
    assert drawn["words"] == ["the wall in 1834 gives nothing against 1835 and 1933"]
    end = view(game, "wall", at="1933")
    assert "1932" in {h for h, tone in tones(end).items() if tone == "bad"}
    assert view(game, "wall", at="1532")["words"] == ["1532 has no wall"]


def test_levels_of_the_field_from_lowest_to_highest() -> None:
    game = referee({"7 OH-a": "1532"}, hexes=flat({"1534": {"level": 7}, "1535": {"level": 3}}))
    hexes = view(game, "levels")["hexes"]
    assert (hexes["1534"]["text"], hexes["1534"]["weight"], hexes["1535"]["weight"]) == ("7", 1.0, 0.0)
    assert hexes["1532"]["weight"] == 0.5


@pytest.mark.rule("KT-20.1f-2")
def test_who_holds_what_is_seen_from_the_seat_that_looks() -> None:
    game = referee({"7 OH-a": "1733", "27 VA": "1835"}, begin="movement", active="Tyler", order="attack")
    mine, theirs = view(game, "holds"), view(game, "holds", seat="confederate")
    assert tones(mine)["1733"] == "good" and tones(theirs)["1733"] == "bad"
    assert mine["hexes"]["1834"]["text"] == "C" and mine["words"][0] == "Union holds 0 of 4 victory hexes"
    play(game, "7 OH-a: 1733-1834", *(["pass"] if game.decision and game.decision.kind == "opportunity-fire" else []))
    assert view(game, "holds")["hexes"]["1834"]["text"] == "U"
    assert view(game, "holds")["hexes"]["1834"]["why"] == "victory hex held by the Union"
