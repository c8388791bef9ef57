"""Below a printed map: the turn track with who is to come, and the boxes of those that broke."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from vedette import packs
from vedette.engine import Game
from vedette.packs import drawing, printing
from vedette.packs.drawing.frame import Frame
from vedette.packs.drawing.track import Group, words_of

PLAYED = Path(__file__).parents[1] / "playthroughs" / "whole-battle.jsonl"
"""A game of The Stone Wall to its end, in which units broke."""
EVERY = [info.id for info in packs.battles()]
DRAWN = (
    "kernstown/the-stone-wall",
    "cedar-mountain/valley-vengeance",
    "valley-campaign/both-battles",
    "stonewall-1978/kernstown",
)


def of(name, settings=None):
    battle = packs.load(name)
    game = battle.new_game(seed=0, options=settings or {})
    return battle, game.view(""), printing.track_of(battle, game.view(""), game.header["options"])


def picture(battle, view, track, **more):
    return ElementTree.fromstring(drawing.map_svg(battle, view["units"], control=view["control"], track=track, **more))


def said(element, kind):
    return [e.get("data-words") for e in element.iter() if e.get("class") == kind]


@pytest.mark.parametrize("name", EVERY)
def test_every_turn_has_its_space_and_whoever_is_to_come_lies_once_below_his(home, name):
    _, view, track = of(name)
    turns = view["turns"]
    assert [turn.words for turn in track.turns if turn.words != "?"] == [
        str(n) for n in range(turns["first"], turns["last"] + 1)
    ]
    assert all(turn.hour for turn in track.turns)
    laid = [unit["id"] for turn in track.turns for group in turn.groups for unit in group.units]
    assert sorted(laid) == sorted(unit["id"] for unit in view["units"] if unit["place"] == "not arrived"), name


def test_who_comes_lies_under_his_turn_with_where_he_enters(home):
    _, _, track = of("kernstown/the-stone-wall")
    second = next(turn for turn in track.turns if turn.words == "2")
    assert second.hour == "4:00"
    assert [([u["id"] for u in g.units], g.hexes) for g in second.groups] == [
        (["23 VA", "37 VA"], ("2134", "2135")),
        (["21 VA"], ("2139",)),
    ]


def test_who_may_be_called_has_a_space_behind_the_last_turn(home):
    _, _, plain = of("cedar-mountain/slaughter-mountain")
    _, _, track = of("cedar-mountain/slaughter-mountain", {"popes-reinforcements": "true"})
    assert plain.turns[-1].words == "14" and track.turns[-1].words == "?"
    assert {str(unit["side"]) for group in track.turns[-1].groups for unit in group.units} == {"union"}


def test_after_a_game_the_last_turn_is_marked_and_those_that_broke_lie_in_their_boxes(home):
    game = Game.from_record(PLAYED.read_bytes())
    view = game.view("")
    track = printing.track_of(game.battle, view, game.header["options"])
    assert [turn.state for turn in track.turns] == ["past"] * 10 + ["now"]
    assert not any(turn.groups for turn in track.turns), "all have come"
    assert {box.name: [unit["id"] for unit in box.units] for box in track.boxes} == {
        "Broken Box 3": [],
        "Broken Box 2": ["21 VA", "33 VA"],
        "Broken Box 1": ["7 OH-b", "4 VA"],
        "Available": ["1 WV-b", "27 VA"],
    }
    drawn = picture(game.battle, view, track)
    boxes = {e.get("data-box"): said(e, "name") for e in drawn.iter() if e.get("data-box")}
    assert boxes["Broken Box 2"] == ["21 VA", "33 VA"] and boxes["Broken Box 3"] == []


@pytest.mark.parametrize("name", ["valley-campaign/both-battles", "stonewall-1978/kernstown"])
def test_a_book_without_a_broken_track_has_no_boxes(home, name):
    battle, view, track = of(name)
    assert not track.boxes and "broken-track" not in drawing.map_svg(battle, view["units"], track=track)


@pytest.mark.parametrize("name", DRAWN)
def test_the_strip_lies_below_the_map_within_the_picture_and_nothing_of_it_on_the_ground(home, name):
    battle, view, track = of(name)
    plain, full = (picture(battle, view, shown, whole=True) for shown in (None, track))
    foot = Frame(battle.board.grid).height
    _, _, wide, high = map(float, full.get("viewBox").split())
    assert float(plain.get("viewBox").split()[3]) == pytest.approx(foot, abs=0.1) and high > foot + 100
    strip = next(e for e in full if e.get("class") == "tracks")
    edges = [(0.0, 0.0)]
    for e in strip.iter():
        x, y = float(e.get("x") or 0), float(e.get("y") or 0)
        if e.tag.endswith("rect") and y >= foot - 1:
            edges.append((x + float(e.get("width")), y + float(e.get("height"))))
        if any(c.get("class") == "counter" for c in e):
            found = re.match(r"translate\(([-.\d]+) ([-.\d]+)\)", e.get("transform"))
            edges.append((float(found[1]) + 80, float(found[2]) + 80))
            assert float(found[2]) > foot
    assert len(edges) > len(track.turns)
    assert max(x for x, _ in edges) <= wide and max(y for _, y in edges) <= high


def test_a_bare_board_says_in_words_who_comes_and_has_no_counters(home):
    battle, _, track = of("kernstown/the-stone-wall")
    drawn = ElementTree.fromstring(drawing.map_svg(battle, flags=False, track=track))
    assert said(drawn, "name") == []
    assert said(drawn, "arrival")[:3] == ["Fulkerson", "2 units", "2134, 2135"]


def test_words_below_a_stack_name_two_hexes_or_the_first_and_the_last():
    units = [{"top": "Toombs"}] * 3
    for hexes, words in (((), []), (("0101",), ["0101"]), (("0101", "0201", "0301"), ["0101 to 0301"])):
        assert words_of(Group(units, hexes), counters=True) == words
