"""The score in words and tables: view, turn card, summary, log, `show`, figures, positions, laws."""

import pytest

import vedette
from tests.rules.field import refused
from tests.rules.scored import AWARE, FIRST, FLANK, HILL, RIDGE, SECOND, closing, gone, held, lost
from tests.support import BATTLE, play, referee, texts
from vedette.engine.rulebook import ContentError, PositionError, rulebook_of
from vedette.rules.blind_swords.scoring import read
from vedette.rules.blind_swords.text.score import lead_words

UNITS = {"45 VA": lost("1", 9, 4), "13 WV": lost("2", 9, 4), "5 WV": gone(15, "north", 8)}


def afternoon(turn=8, **keys):
    """Second Kernstown's flank attack at the end of a turn: the Union holds the hill, losses and an exit."""
    return closing(FLANK, turn, held(HILL, "union"), UNITS, points={"union": 20, "confederate": 30}, **keys)


def test_the_view_has_the_score_with_its_parts_and_what_the_next_level_needs():
    view = afternoon().view("union")
    assert view["score"] == "Union 34 points, Confederates 34" and view["points"] == 0
    assert view["tally"]["rows"] == [
        ["at the start", "20", "30"],
        ["Pritchard's Hill, turn by turn", "3", "0"],
        ["Pritchard's Hill, bonus", "0", ""],
        ["enemy losses", "9 (9 SP)", "4 (9 SP / 2)"],
        ["own units led off", "2 (15 SP / 7)", ""],
        ["all together", "34", "34"],
    ]
    assert view["tally"]["note"] == (
        "Equal: now Draw. Union: 1 more for Minor USA Victory. Confederates: 1 more for Minor CSA Victory."
    )


def test_at_the_best_level_there_is_no_next_one():
    game = closing(SECOND, 3, points={"union": 200})
    assert game.view("")["tally"]["note"] == (
        "Union ahead by 200: now Decisive USA Victory. Confederates: 101 more for Major USA Victory."
    )
    assert afternoon(9).view("")["tally"]["note"] == "Equal: Draw."


def test_a_battle_of_hexes_has_no_table_of_points():
    view = referee({}, begin="turn").view("")
    assert (view["tally"], view["score"]) == (None, "Union holds 0 of 4")


def test_all_see_the_same_score():
    game = afternoon()
    assert game.view("union")["tally"] == game.view("confederate")["tally"] == game.view("")["tally"]


def test_the_card_of_the_turn_says_what_it_brought():
    game = closing(FIRST, 15, held(RIDGE[:3], "confederate"))
    card = game.rulebook.turn_end(game.state, game.start_events, "union")
    score = next(section for section in card if section["title"] == "Score")
    assert [item["text"] for item in score["items"]] == [
        "Union 3: Pritchard's Hill", "Confederates 3: Sandy Ridge", "Confederates 16: Sandy Ridge (bonus)",
    ]  # fmt: skip
    assert score["rows"][-1] == ["all together", "3", "19"]
    assert [s["title"] for s in referee({}, begin="turn").rulebook.turn_end(referee({}, begin="turn").state, [], "")][
        1
    ] == ("Activations")


def test_the_log_tells_points_and_score():
    game = closing(FIRST, 15, held(RIDGE[:1], "confederate"))
    said = texts(game, game.start_events)
    assert "3 victory points for the Union: Pritchard's Hill" in said
    assert "1 victory point for the Confederates: Sandy Ridge" in said
    assert "8 victory points for the Confederates: Sandy Ridge, a bonus" in said
    assert "Score: Union 3, Confederates 9; as it stands Major USA Victory" in said


def test_the_news_say_who_left_the_map():
    first = vedette.battle(FIRST)
    game = referee({"62 OH": "1026"}, battle=first, begin="movement", active="Sullivan", order="maneuver")
    events = play(game, "move 62 OH", "62 OH: exit")
    told = [item["text"] for item in game.rulebook.news(game.state, events, "confederate")]
    assert "62 OH left the map with 10 SP" in told


def test_the_summary_has_the_score_at_the_end():
    game = afternoon(9)
    sections = game.rulebook.chronicle(game.state, game.start_events)
    assert [item["text"] for item in sections[0]["items"]][:2] == ["Draw", "Union 34 points, Confederates 34"]
    assert sections[1]["title"] == "Score" and sections[1]["rows"][-1] == ["all together", "34", "34"]


def test_the_figures_of_a_game_have_points_and_hexes_by_turn():
    game = closing(FIRST, 15, held(RIDGE[:2], "confederate"))
    found = game.rulebook.figures(game.state, game.start_events)
    assert found["points"] == {"15": {"union": 3, "confederate": 14}}
    for battle, holds in ((FIRST, 7), (FLANK, 1), (SECOND, 0), (BATTLE, 0)):
        fresh = vedette.battle(battle).new_game(seed=1, options={"no-events": True})
        table = rulebook_of(fresh.battle).figures(fresh.state, fresh.start_events)
        assert table["hexes held"]["1"]["union"] == holds and "points" not in table


def test_show_says_how_each_battle_is_won():
    def lines(battle):
        loaded = vedette.battle(battle)
        return rulebook_of(loaded).summary(loaded, {})["victory"]

    first, flank, second = lines(FIRST), lines(FLANK), lines(SECOND)
    assert first == lines(AWARE)
    for line in (
        "Union: 3 points at each turn's end for holding Pritchard's Hill (2423)",
        "Confederates: 1 point at each turn's end from turn 7 (3:20) on for holding each hex of Sandy Ridge "
        "(1834, 1835, 1836, 1933, 2131, 2332), unless they hold 2423",
        "Confederates: once, at the end of turn 15 (6:00), 20 points for holding Pritchard's Hill (2423)",
        "Union: 1 point for 10 strength points led off the north or east edge",
        "Union ahead by 15 to Confederates ahead by 14: Major USA Victory",
        "Confederates ahead by 51 or more: Decisive CSA Victory",
    ):
        assert line in first
    for line in (
        "Confederates: 1 point for each enemy strength point on the Broken Track or eliminated at the end, by its "
        "Fresh side, the sum divided by 2",
        "Union: 1 point for 7 strength points led off the north or east edge, of their own will from turn 3 (3:00) on; "
        "a retreat off the map counts always, instead of the Broken Track",
        "equal: Draw",
    ):
        assert line in flank
    assert "Union: 15 points at the start" in second and "Union: 15 points at the start" not in flank
    assert lines(BATTLE)[1] == "0 hexes held by the Union: Major CSA Victory"


@pytest.mark.parametrize(
    "least, most, words",
    [(-9999, -16, "Union ahead by 16 or more"), (-40, -1, "Union ahead by 1 to 40"), (0, 0, "equal"),
     (-15, 14, "Union ahead by 15 to Confederates ahead by 14"), (15, 28, "Confederates ahead by 15 to 28"),
     (51, 9999, "Confederates ahead by 51 or more"), (-3, -3, "Union ahead by 3")],
)  # fmt: skip
def test_stretches_of_the_difference_in_words(least, most, words):
    assert lead_words(least, most) == words


# -- positions and laws ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "units, keys, message",
    [
        ({}, {"points": {"union": -1}}, "points.union: -1 is less than nothing: write 0 or more"),
        ({}, {"points": {"blue": 1}}, "key 'points.blue' is not known"),
        ({"13 WV": {"hex": "2423", "exit": {"edge": "north"}}}, {},
         "unit '13 WV': exit is for units off the map: write box = \"exited\""),
        ({"13 WV": {"box": "exited", "exit": {"edge": "up"}}}, {},
         "unit '13 WV': exit.edge 'up' is none of north, east, south, west"),
        ({"13 WV": {"box": "exited", "exit": {"turn": 5}}}, {"turn": 4},
         "unit '13 WV': exit.turn 5 is none from 1 to 4"),
    ],
)  # fmt: skip
def test_wrong_keys_are_named(units, keys, message):
    with pytest.raises(PositionError) as error:
        referee(units, battle=vedette.battle(FLANK), **{"begin": "turn", **keys})
    assert str(error.value) == message


def test_points_are_no_matter_of_a_battle_of_hexes():
    with pytest.raises(PositionError) as error:
        referee({}, begin="turn", points={"union": 1})
    assert str(error.value) == "points: this battle counts no points: take the key out"


def test_an_exit_without_more_is_over_the_own_edge_in_this_turn():
    game = referee({"13 WV": {"box": "exited"}}, battle=vedette.battle(FLANK), begin="turn", turn=4)
    [noted] = game.state.exits
    assert (noted.edges, noted.turn, noted.forced) == (("north",), 4, False)


def test_the_laws_of_the_score():
    game = afternoon()
    book = game.rulebook
    assert book.broken_laws(game.state) == []
    twice, more, fewer = game.state.clone(), game.state.clone(), game.state.clone()
    twice.exits = (*twice.exits, twice.exits[0])
    more.earned = (99, *more.earned[1:])
    fewer.earned = ()
    assert book.broken_laws(twice) == ["exits that were noted are not those of the units off the map"]
    assert book.broken_laws(more) == ["99 points for Pritchard's Hill: 27 are the most by now"]
    assert book.broken_laws(fewer) == ["the points kept are not those of the scenario's rows"]


def test_exits_and_points_are_saved():
    game = afternoon()
    again = game.rulebook.load(game.battle, {}, game.state.saved())
    assert again.key() == game.state.key() and again.exits == game.state.exits


# -- rows of a scenario ---------------------------------------------------------------------------------------

BAND = {"level": "Draw", "cite": "KT-20.4i-level-0"}


HELD = {"do": "hexes_held", "side": "union", "levels": [{"hexes": 0, "level": "A"}, {"hexes": 1, "level": "B"}]}


@pytest.mark.parametrize(
    "rows, message",
    [
        ({"do": "luck"}, "here, victory: do = 'luck' is no way to win: write hexes_held or points"),
        ({"do": None}, "here, victory: do = None is no way to win: write hexes_held or points"),
        ({"levels": [BAND], "bonnus": []}, "here, victory: Object contains unknown field `bonnus`: mend it there"),
        ({"levels": [{**BAND, "least": -50}]},
         "here, victory: the first level has no least and the last no most: take them out"),
        ({"levels": [BAND], "casualties": [{"side": "union", "divide": 0, "cite": "x"}]},
         "here, victory: Expected `int` >= 1 - at `casualties[0].divide`: mend it there"),
        ({"levels": [BAND], "each_turn": [{"side": "union", "hexes": [], "points": 1}]},
         "here, victory: Expected `array` of length >= 1 - at `each_turn[0].hexes`: mend it there"),
        ({**HELD, "side": None}, "here, victory: no side: write side = the one whose hexes are counted"),
        ({**HELD, "levels": HELD["levels"][:1]},
         "here, victory: levels for [0] hexes: write one for each number, 0 to 1"),
        ({**HELD, "levels": [{"hexes": 0}]},
         "here, victory: Object missing required field `level` - at `levels[0]`: mend it there"),
        ({"levels": []}, "here, victory: no levels: add [[victory.levels]], best for the Union first"),
        ({"levels": [{**BAND, "most": 0}, {**BAND, "least": 2}]},
         "here, victory: Draw begins at 2, not at 1: close the gap"),
        ({"levels": [BAND], "start": {"blue": 1}},
         "here, victory: start has a side 'blue': write union or confederate"),
        ({"levels": [BAND], "each_turn": [{"side": "union", "hexes": ["9999"], "points": 1}]},
         "here, victory: 9999 is not among victory.hexes: add it there"),
        ({"levels": [BAND], "exits": [{"side": "union", "edges": ["up"], "per": 1, "cite": "x"}]},
         "here, victory: Invalid enum value 'up' - at `exits[0].edges[0]`: mend it there"),
        ({"levels": [BAND], "bonus": [{"side": "union", "hexes": ["2423"], "turn": 1, "by_number": [1], "cite": "",
                                         "a": 1}]},
         "here, victory: Object contains unknown field `a` - at `bonus[0]`: mend it there"),
    ],
)  # fmt: skip
def test_wrong_rows_are_named(rows, message):
    with pytest.raises(ContentError) as error:
        read({"do": "points", "hexes": ["2423"], **rows}, "here")
    assert str(error.value) == message


# -- leaving the map as a gesture -------------------------------------------------------------------------------


def at_the_edge(units, turn=4):
    return referee(units, battle=vedette.battle(FLANK), begin="movement", active="Hayes", order="maneuver", turn=turn)


def test_the_view_says_who_could_leave_and_what_that_would_earn():
    movement = at_the_edge({"13 WV": "1026", "5 WV": "1127"}, 2).view("union")["movement"]
    assert movement["leaving"] == {"13 WV": "it leaves for good with 6 SP: no points before turn 3 (3:00)"}


def test_units_leave_by_one_gesture_also_after_a_way():
    game = at_the_edge({"13 WV": "1026", "5 WV": "1026", "23 OH": "1127", "36 OH": "1030"})
    play(game, "13 WV + 5 WV: exit")
    play(game, "23 OH: 1027-exit")
    assert [noted.unit for noted in game.state.exits] == ["13 WV", "5 WV", "23 OH"]
    assert game.view("union")["movement"]["waiting"] == ["36 OH"]


def test_leaving_is_refused_away_from_the_edge_and_out_of_an_area():
    assert refused(at_the_edge({"13 WV": "1127"}), "13 WV: exit") == "KT-20.1a-3"
    inside = referee({"7 OH-a": "1030"}, begin="movement", active="Tyler", order="maneuver")
    assert refused(inside, "7 OH-a: exit") == "KT-20.1a-3"
    assert inside.view("union")["movement"]["leaving"] == {}
