"""What a seat sees of a game: counters with front and markers, stacks in order, sheets, tracks and lists."""

from __future__ import annotations

import json
from typing import Any

from tests.stonewall.melee_support import field, state
from vedette.engine.game import Game
from vedette.packs.drawing.counter import MARKS, SHAPES
from vedette.rules.great_battles import rulebook
from vedette.rules.great_battles.state import VACANT
from vedette.rules.great_battles.text.states import WORDS, points_words
from vedette.rules.great_battles.text.view import boxes


def view(game: Game, seat: str = "union") -> dict[str, Any]:
    return rulebook.view(state(game), seat)


def counter(game: Game, id: str) -> dict[str, Any]:
    return next(unit for unit in view(game)["units"] if unit["id"] == id)


def section(game: Game, title: str, side: str | None) -> list[str]:
    """The lines of a list; nothing where it is not shown."""
    found = [s for s in view(game)["lists"] if (s["title"], s["side"]) == (title, side)]
    return [item["text"] for s in found for item in s["items"]]


def test_both_seats_and_nobody_see_the_same() -> None:
    game = field({"5 VA": "2020", "14 IN": ("2030", "S")}, phase="melee")
    seen = [view(game, seat) for seat in ("union", "confederate", "")]
    assert json.loads(json.dumps(seen[0])) == seen[0]
    assert all({**one, "seat": ""} == seen[2] for one in seen)


def test_a_unit_in_line_shows_its_front_and_who_marches_none() -> None:
    game = field({"5 VA": ("2020", "NE"), "14 IN": ("2030", "S"), "84 PA": ("2032", "column")}, phase="melee")
    line, column = counter(game, "5 VA"), counter(game, "84 PA")
    assert (line["facing"], line["heading"], line["formation"]) == ("NE", 60, "line")
    assert len(line["front"]) == 3
    assert line["notes"] == ["line, faces NE"]
    assert (column["facing"], column["heading"], column["front"], column["marks"]) == (None, None, [], ["column"])
    assert counter(game, "14 IN")["heading"] == 180


def test_markers_lie_on_a_counter_and_say_what_they_mean() -> None:
    game = field({"5 VA": ("2020", "routed", "depleted"), "14 IN": ("2030", "S", "pinned"), "Hampden": "2022"})
    assert counter(game, "5 VA")["marks"] == ["routed", "depleted"]
    assert counter(game, "5 VA")["notes"][0].startswith("routed: ")
    assert counter(game, "14 IN")["marks"] == ["pinned"]
    g = state(game)
    crew = g.units["Hampden"]
    g.units["Hampden"] = type(crew)(crew.at, crew.strength, facing=0, crew=1, rounds=0)
    gun = counter(game, "Hampden")
    assert gun["marks"] == ["half-crew", "no-rounds"]
    assert gun["notes"][-1] == "0 rounds left, crew 1 of 2"
    assert set(WORDS) <= set(MARKS), "every mark has a picture"
    assert {unit["symbol"] for unit in view(game)["units"]} <= set(SHAPES)


def test_cavalry_on_horseback_and_on_foot_look_different() -> None:
    game = field({"7 VA Cav": ("2020", "column"), "1 MI Cav": ("2030", "S")})
    assert [counter(game, id)["symbol"] for id in ("7 VA Cav", "1 MI Cav")] == ["horse", "horse-off"]
    assert [counter(game, id)["movement"] for id in ("7 VA Cav", "1 MI Cav")] == [10, 5]


def test_losses_show_beside_the_printed_numbers() -> None:
    game = field({"5 VA": ("2020", 3), "14 IN": ("2030", "S")})
    seen = counter(game, "5 VA")
    assert (seen["numbers"], seen["now"]) == (["5", "R", "A"], ["3", "R", "A"])


def test_a_stack_says_its_order_and_its_points() -> None:
    game = field({"2 VA": "2020", "4 VA": "2020", "Garnett": "2020", "14 IN": ("2030", "S")})
    assert [counter(game, id)["layer"] for id in ("2 VA", "4 VA", "Garnett")] == [0, 1, None]
    assert view(game)["stacks"] == {"2020": "6 of 8"}


def test_a_hex_where_both_fight_says_both_sums() -> None:
    game = field({"2 VA": ("2020", "engaged"), "14 IN": ("2020", "S", "engaged")}, phase="final")
    assert view(game)["stacks"] == {"2020": "5 : 3"}
    assert counter(game, "2 VA")["heading"] is None, "engaged units face nowhere"


def test_a_sheet_has_its_boxes_up_to_the_rating() -> None:
    assert boxes(2, 4, 3) == "☒☒☐|☐"
    assert boxes(0, 3, 3) == "☐☐☐|"
    game = field({"5 VA": "2020", "14 IN": ("2030", "S", "depleted")})
    g = state(game)
    g.losses = (("Kimball", 9),)
    g.demoralized = (("Kimball", 2),)
    g.ineffective = ("Kimball",)
    words = section(game, "Brigades", "union")[0]
    assert words == (
        "Kimball ☒☒☒☒☒☒|☒☒☒☐☐☐☐☐☐☐☐ 9 of 17 lost, has lost its effectiveness "
        "(printed 9, less 2 demoralization and 1 no ammunition), 30 VP"
    )
    sheet = next(row for row in view(game)["brigade_sheets"] if row["brigade"] == "Kimball")
    assert (sheet["rating"], sheet["printed"], sheet["lost"], sheet["effective"]) == (6, 9, 9, False)


def test_tracks_of_rounds_and_of_army_morale() -> None:
    game = field({"Hampden": "2020", "14 IN": ("2030", "S")})
    assert section(game, "Rounds of the guns", "confederate") == ["Hampden ●●●●●● 6"]
    state(game).morale = 27
    assert section(game, "Army morale", "union")[:2] == [
        "27 points: tens 2, ones 7",
        "below 30: brigades check for demoralization at the end of the turn",
    ]


def test_leaders_say_how_far_they_lead() -> None:
    game = field({"5 VA": "2020", "Garnett": "2020", "14 IN": ("2030", "S")})
    assert section(game, "Leaders", "confederate") == ["Garnett at 2020: radius 5, rally 3"]
    g = state(game)
    g.units["Garnett"] = type(g.units["Garnett"])(VACANT, taken=True)
    g.vacant = ("Garnett",)
    g.reindex()
    assert section(game, "Leaders", "confederate") == ["Garnett: a successor comes in the final command phase"]
    assert counter(game, "Garnett")["place"] == "successor to be placed"


def test_quarters_of_a_point_are_read_as_fractions() -> None:
    assert [points_words(n) for n in (0, 2, 3, 4, 9)] == ["0", "½", "¾", "1", "2¼"]


def test_hills_fly_the_flag_of_whoever_stands_there() -> None:
    game = field({"5 VA": "2219", "14 IN": ("2411", "S"), "84 PA": ("2030", "S")})
    assert view(game)["control"] == {"2219": "confederate", "2411": "union"}
    assert view(game)["score"].startswith("Union ")
    rows = {row[0]: row[1:] for row in view(game)["tally"]["rows"]}
    assert rows["Pritchard's Hill"] == ["", "25 points for 5 of strength"], "five points for each strength point there"
    assert rows["total"][1] == "25"
