"""What is told of a game of the valley campaign: every event has words, a line its details, cards their news."""

from __future__ import annotations

import ast
import csv
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import vedette
from tests.support import asked
from tests.valley.support import field, hex_of, state
from vedette.engine.choice import Choice
from vedette.engine.events import Event
from vedette.engine.procedure import Ask
from vedette.rules.valley_campaign import rulebook
from vedette.rules.valley_campaign.assist import standing
from vedette.rules.valley_campaign.text import guide, lines, words
from vedette.rules.valley_campaign.text.asked import NOTES
from vedette.rules.valley_campaign.text.cards import chronicle, turn_end
from vedette.rules.valley_campaign.text.combat_words import result_words
from vedette.rules.valley_campaign.text.figures import figures
from vedette.rules.valley_campaign.text.news import news

FAMILY = Path(words.__file__).parents[1]
CASES = FAMILY.parent / "cases/JV.csv"
DEEDS = {"place": (4, "kind"), "change": (3, "kind"), "take_off": (4, "kind")}
"""Deeds that write an event of a kind which they are told: where its name stands."""
KEYS = {"depth", "opens", "heading", "note", "from", "trace", "tone", "detail"}


def kinds() -> Iterator[tuple[str, str]]:
    """Every kind of event that a module of the family writes, with its file."""
    for file in sorted(FAMILY.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name in DEEDS:
                yield from ((kind, file.name) for default in node.args.defaults for kind in constants(default) if kind)
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            name = node.func.id
            if name == "Event" and node.args:
                yield from ((kind, file.name) for kind in constants(node.args[0]))
            elif name in DEEDS:
                place, key = DEEDS[name]
                given = [node.args[place]] if len(node.args) > place else []
                given += [k.value for k in node.keywords if k.arg == key]
                yield from ((kind, file.name) for arg in given for kind in constants(arg))


def constants(node: ast.AST) -> list[str]:
    """The texts that an expression may be."""
    return [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


@cache
def known() -> frozenset[str]:
    """The cases of the book."""
    with CASES.open(encoding="utf-8", newline="") as file:
        return frozenset(row["id"] for row in csv.DictReader(file))


def test_every_kind_of_event_has_words() -> None:
    found = dict(kinds())
    assert {"turn", "moved", "entered", "recovered", "bridge-burned", "outcome"} <= set(found)
    assert {kind: file for kind, file in found.items() if kind not in words.TABLE} == {}


def test_cases_that_are_named_exist() -> None:
    named = [cite for _, _, cite in guide.HINTS.values()] + list(words.WHY)
    for file in (FAMILY / "text").glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        named += [text for text in constants(tree) if text.startswith("JV-")]
    assert sorted(set(named) - known()) == []


def test_hints_are_whole() -> None:
    for hint in rulebook.guide(vedette.battle("valley-campaign/cross-keys"), {}):
        assert set(hint) == {"kind", "title", "text", "cite"}
        assert all(hint.values())


@cache
def played(scenario: str, seed: int, most: int = 900) -> tuple[Any, tuple[Event, ...], tuple[dict[str, Any], ...]]:
    """A game of answers by lot: its state, all events, and their lines worded as they happened."""
    game = vedette.battle(f"valley-campaign/{scenario}").new_game(seed=seed)
    rng = random.Random(seed)
    events, told = list(game.start_events), []
    while game.decision is not None and len(game.entries) < most:
        texts = [action.text for action in game.decision.actions]
        done = "done" in texts and rng.random() < 0.1
        new = game.play(
            "rest as proposed" if "rest as proposed" in texts else "done" if done else rng.choice(texts), asked(game)
        )
        events += new
        told += [rulebook.event(game.state, e, len(game.entries), "") for e in new]
    return game.state, tuple(events), tuple(told)


@pytest.mark.parametrize("scenario", ["cross-keys", "port-republic"])
def test_both_seats_read_the_same_lines(scenario: str) -> None:
    g, events, told = played(scenario, 1)
    assert len(events) > 200
    for seat in ("union", "confederate", ""):
        seen = [rulebook.event(g, e, 0, seat) for e in events]
        assert len(seen) == len(events)
        assert [row["text"] for row in seen] == [rulebook.say(g, e, "union") for e in events]
    for line in told:
        assert json.loads(json.dumps(line)) == line
        assert set(line) >= KEYS
        assert all(detail["cite"] in known() for detail in line["detail"] if detail["cite"])
        assert line["text"]
        assert line["kind"] in words.TABLE


@pytest.mark.parametrize("scenario", ["cross-keys", "port-republic"])
def test_cards_are_json_ready_for_every_seat(scenario: str) -> None:
    g, events, _ = played(scenario, 1)
    for seat in ("union", "confederate", ""):
        for section in turn_end(g, events[-200:], seat):
            assert section["title"] and (section.get("items") or section.get("head"))
        weights = [item["weight"] for item in news(g, events[-200:], seat)]
        json.dumps([turn_end(g, events, seat), news(g, events, seat)])
        assert all(isinstance(w, int | float) for w in weights)
    json.dumps([chronicle(g, events), figures(g, events)])


def line(game: Any, kind: str, events: list[Event]) -> dict[str, Any]:
    event = next(e for e in events if e.kind == kind)
    return rulebook.event(game.state, event, 1, "")


def test_a_move_leaves_its_way_and_says_what_it_cost() -> None:
    game = field({"25 OH": "1808"}, side="union", hexes={"1809": "forest"})
    game.play("move 25 OH")
    seen = line(game, "moved", game.play("25 OH: 1809"))
    assert (seen["text"], seen["from"], seen["trace"], seen["cite"]) == (
        "25 OH moves to 1809",
        ["1808"],
        "way",
        "JV-4.8-7",
    )
    assert seen["detail"][0]["text"].endswith(" MP")


def test_a_turn_and_a_phase_open_chapters() -> None:
    g, _, told = played("port-republic", 1)
    heads = [row for row in told if row["opens"]]
    assert {row["kind"] for row in heads} <= {"turn", "phase", "outcome"}
    assert "Confederate combat" in [row["heading"] for row in heads]
    assert all(row["depth"] == 0 and row["heading"] for row in heads)
    turns = [row["text"] for row in heads if row["kind"] == "turn"]
    assert f"Turn 2, {g.setting.hour(2)}" in turns


def test_entering_says_its_place_in_the_column() -> None:
    game = field({"1 VA": "3010"}, side="union", waiting=[(2, "60 OH", "1015"), (2, "8 WV", "1015")])
    game.play("enter 60 OH at 1015")
    game.play("60 OH: 1115")
    game.play("done", asked(game))
    seen = line(game, "entered", game.play("enter 8 WV at 1015"))
    assert seen["text"] == "8 WV enters at 1015, number 2 of the column, 2 MP"
    assert seen["trace"] == "way"


def test_burning_a_bridge_names_it() -> None:
    game = field({"25 OH": "1808"}, side="union", hexsides=[("1808", "1809", "bridge")])
    game.play("move 25 OH")
    seen = line(game, "bridge-burned", game.play("25 OH: burn 1808-1809"))
    assert seen["text"] == "25 OH burns the bridge 1808-1809"


def test_why_a_loss_came_is_said() -> None:
    g = state(field({"25 OH": "1808", "1 VA": "3010"}))
    lost = Event("step-lost", "JV-6.14-3", "union", ("25 OH",), hex_of("1808"))
    assert words.say(g, lost) == "25 OH loses a step, for retreating into an enemy zone"
    gone = Event("eliminated", "JV-6.12-12", "union", ("25 OH",), hex_of("1808"))
    assert words.say(g, gone) == "25 OH is eliminated in 1808, it cannot retreat"
    assert lines.extra(g, lost)["tone"] == "bad"


def test_news_are_worst_first_and_by_whose_they_are() -> None:
    g = state(field({"25 OH": "1808", "1 VA": "3010", "8 WV": "1810"}))
    there = hex_of("1808")
    told = [
        Event("moved", "", "confederate", ("1 VA",), hex_of("3010"), (hex_of("3009"), 1)),
        Event("retreated", "", "union", ("8 WV",), there, (hex_of("1810"),)),
        Event("retreated", "", "union", ("8 WV",), hex_of("1807"), (there,)),
        Event("step-lost", "JV-2.6-6", "union", ("8 WV",), there),
        Event("eliminated", "JV-2.6-7", "union", ("25 OH",), there),
    ]
    mine, other = news(g, told, "union"), news(g, told, "confederate")
    assert [item["text"] for item in mine][:2] == ["25 OH eliminated", "8 WV fell back two hexes to 1807, reduced"]
    assert [item["tone"] for item in mine][:2] == ["bad", "bad"]
    assert [item["tone"] for item in other][:2] == ["good", "good"]
    assert mine[-1]["text"] == f"{g.counter('1 VA').brigade} moved: 1 VA to 3010"
    assert len(mine) == len(other)


def test_a_summary_gives_each_reason_once_and_after_the_last_deed() -> None:
    g = state(field({"25 OH": "1808", "1 VA": "3010"}))
    told = [Event(kind, "JV-6.12-12", "union", ("25 OH",), hex_of("1808")) for kind in ("step-lost", "eliminated")]
    assert news(g, told, "union")[0]["text"] == "25 OH reduced, eliminated, it cannot retreat"


def test_the_card_of_a_turn_names_losses_and_who_comes_next() -> None:
    g = state(field({"25 OH": "1808", "1 VA": "3010"}, waiting=[(3, "60 OH", "1015"), (8, "8 WV", "1015")]))
    told = [Event("step-lost", "JV-2.6-6", "union", ("25 OH",), hex_of("1808")),
            Event("demoralized", "JV-6.3-1", "union", ("25 OH",), hex_of("1808"))]  # fmt: skip
    card = {section["title"]: section for section in turn_end(g, told, "union")}
    assert card["Losses"]["items"][0]["text"] == "Union: 25 OH reduced"
    assert card["Losses"]["items"][0]["tone"] == "bad"
    assert [item["text"] for item in card["Arrivals"]["items"]] == ["Union, turn 3, 12:00 at 1015: 60 OH"]
    assert card["Score"]["rows"]


def test_figures_count_steps_by_what_took_them() -> None:
    g = state(field({"25 OH": "1808", "1 VA": "3010", "8 WV": "1810", "12 OH Battery": "1812"}))
    here = hex_of("1808")
    told = [
        Event("turn", "", data=(1,)),
        Event("bombarded", "", "confederate", ("Poague Battery", "25 OH"), here, (True, 5, 2, ()), 5),
        Event("step-lost", "", "union", ("25 OH",), here),
        Event("phase", "", "union", data=("recovery",)),
        Event("eliminated", "", "union", ("25 OH",), here),
        Event("eliminated", "", "union", ("8 WV",), here),
        Event("exited", "", "confederate", ("1 VA",), here),
    ]
    found = figures(g, told)
    assert found["steps lost"]["union"] == {
        "by attack": 0,
        "by bombardment": 1,
        "otherwise": 1 + g.counter("8 WV").steps,
    }
    assert found["bombardments"]["confederate"] == {"made": 1, "hits": 1}
    assert found["exit points"] == {"1": {"union": 0, "confederate": 1}}


def test_ending_the_movement_says_who_has_not_moved() -> None:
    units = {"25 OH": "1808", "8 WV": "1812", "60 OH": "1815", "75 OH": "1818", "73 OH": "1821"}
    game = field(units, side="union", waiting=[(2, "55 OH", "1015")])
    told = rulebook.undone(state(game), "union")
    assert told.startswith("5 units could still move: 25 OH, 8 WV, 60 OH, 73 OH and 1 more; ")
    assert told.endswith("; 1 reinforcement could still enter: 55 OH")
    assert rulebook.undone(state(game), "confederate") == ""


def test_answers_say_what_they_come_to() -> None:
    game = field({"25 OH": "1808"}, side="union", waiting=[(2, "55 OH", "1015")], hexsides=[("1808", "1809", "bridge")])
    assert rulebook.notes(state(game), "union") == {"enter 55 OH at 1015": "number 1 of the column: 1 of 6 MP"}
    game.play("move 25 OH")
    assert rulebook.notes(state(game), "union") == {"25 OH: burn 1808-1809": "3 MP; the bridge is river from then on"}


def test_leaving_the_map_says_what_it_earns() -> None:
    game = field({"Poague Battery": "6110"}, side="confederate", hexes={"6110": "clear"})
    assert rulebook.view(state(game), "confederate")["movement"]["leaving"] == {
        "Poague Battery": "it leaves for good: 2 points, then 2 of 30"
    }
    game.play("move Poague Battery")
    assert rulebook.notes(state(game), "confederate")["Poague Battery: exit"].startswith("it leaves for good: 2 points")
    seen = line(game, "exited", game.play("Poague Battery: exit"))
    assert seen["text"] == "Poague Battery leaves the map"


FACING: dict[str, Any] = {"25 OH": "1808", "8 WV": "1807", "Milroy": "1808", "1 VA": {"at": "1809", "strength": (2, 1)}}
"""1807, 1808 and 1809 lie in a row."""


def fight(texts: list[str], **laid: Any) -> tuple[Any, list[Event]]:
    """A combat phase of the Union."""
    game = field(laid.pop("units", FACING), side="union", phase="combat", **laid)
    events: list[Event] = []
    for text in texts:
        events += game.play(text)
    return game, events


def test_an_attack_says_odds_shifts_column_and_result() -> None:
    units = {**FACING, "25 OH": {"at": "1808", "strength": (4, 2)}}
    game, events = fight(
        ["attack 1809", "add 25 OH", "attack"], units=units, dice=[5], hexsides=[("1809", "1808", "slope")]
    )
    seen = line(game, "attacked", events)
    rating = state(game).counter("Milroy").shift
    assert seen["text"].startswith(f"25 OH attacks 1809: 4 to 2 = 2:1, slope up -1, Milroy +{rating}, column ")
    assert ", rolled 5: the defenders " in seen["text"]
    assert seen["text"].endswith(")")
    assert (seen["from"], seen["trace"], seen["depth"], seen["roll"]) == (["1808"], "fire", 1, 5)
    assert [e.kind for e in events if rulebook.event(state(game), e, 1, "").get("fight")] == ["attacked"]
    rows = seen["detail"]
    assert [row["text"] for row in rows[:3]] == [
        "4 to 2, in favour of the defender: column 2:1", "slope up -1", f"Milroy +{rating}",
    ]  # fmt: skip
    assert rows[-1]["text"] == "the row of the odds table is reconstructed"
    assert all(row["cite"] in known() for row in rows if row["cite"])


def test_a_shift_that_does_not_count_is_told_in_the_details_alone() -> None:
    units = {**FACING, "8 WV": "1708"}
    game, events = fight(
        ["attack 1809", "add 25 OH", "add 8 WV", "attack"], units=units, dice=[5],
        hexsides=[("1809", "1808", "slope")],
    )  # fmt: skip
    seen = line(game, "attacked", events)
    assert "slope" not in seen["text"]
    assert [row["used"] for row in seen["detail"] if row["text"].startswith("slope")] == [False]


def test_every_result_of_the_odds_table_has_words() -> None:
    g = state(field({"25 OH": "1808", "1 VA": "3010"}))
    told = {found.code + "*" * found.demoralizes: result_words(found) for found in g.setting.odds.values()}
    assert told["-"] == "nothing happens"
    assert told["AL2AR*"] == "the attackers lose 2 steps and fall back, demoralized"
    assert told["BL1AR"] == "both sides lose a step; the attackers fall back"
    assert told["DL1DR"] == "the defenders lose a step and fall back"
    assert len(set(told.values())) == len(told)


def test_answers_of_a_combat_say_their_odds() -> None:
    game = field({**FACING, "12 OH Battery": "1807"}, side="union", phase="combat", dice=[])
    notes = rulebook.notes(state(game), "union")
    assert notes["attack 1809"].startswith("all 1: ")
    assert notes["12 OH Battery bombard 1 VA"] == "2 hexes: 4 in 6 hit"
    assert rulebook.undone(state(game), "union") == (
        "1 hex could still be attacked: 1809; 1 gun could still hit: 12 OH Battery"
    )
    assert rulebook.passing(state(game), "union") == ""
    game.play("attack 1809")
    assert " to 2 = " in rulebook.notes(state(game), "union")["add 25 OH"]
    game.play("add 25 OH")
    notes = rulebook.notes(state(game), "union")
    assert " to 2 = " in notes["attack"]
    assert "cancel" not in notes


def test_a_combat_phase_in_which_nothing_can_hit_is_passed() -> None:
    units = {"12 OH Battery": "1807", "1 VA": "1811"}
    game = field(units, side="union", phase="combat", hexes={"1811": "forest building"})
    assert rulebook.notes(state(game), "union") == {
        "12 OH Battery bombard 1 VA": "4 hexes, forest -1, building -1: 0 in 6 hit"
    }
    assert rulebook.passing(state(game), "union") == "done"
    assert rulebook.undone(state(game), "union") == ""


def test_ways_back_and_losses_say_what_they_cost() -> None:
    g = state(
        field(
            {
                "25 OH": "1808",
                "60 OH": {"at": "1807", "face": "reduced", "steps": 2, "strength": (3, 2)},
                "1 VA": "1810",
            }
        )
    )
    near, far = (Choice("retreat", "25 OH", hex_of(name)) for name in ("1809", "1708"))
    ask = Ask("union", (near,), lambda g, v: None, "retreat", about=("25 OH",))
    assert NOTES["retreat"](g, ask, near) == "in an enemy zone: it loses a step"
    assert NOTES["retreat"](g, ask, far) == ""
    assert NOTES["lose-step"](g, ask, Choice("lose", "60 OH")).startswith("it is eliminated: ")
    assert NOTES["lose-step"](g, ask, Choice("lose", "25 OH")).startswith("strength ")


def test_orders_answer_losses_of_like_units() -> None:
    like = {"side": "union", "at": "1808", "arm": "infantry", "steps": 2, "strength": (3, 2), "movement": 6}
    same = {"division": "", "brigade": "", "command": ""}
    g = state(field({"one": {**like, **same}, "two": {**like, **same}, "three": {**like, **same, "strength": (4, 2)}}))
    for ids, equal in ((("one", "two"), True), (("one", "three"), False)):
        options = tuple(Choice("lose", id) for id in ids)
        ask = Ask("union", options, lambda g, v: None, "lose-step", usual=options[0])
        found = standing.occasion(g, ask)
        assert found is not None
        assert (found.window, "equal" in found.facts, found.answers) == ("losses", equal, {"proposed": options[0]})
    assert standing.occasion(g, Ask("union", (Choice("move", "one"),), lambda g, v: None, "move-unit")) is None


def test_windows_have_a_default_that_they_offer() -> None:
    for window in standing.WINDOWS:
        assert window["default"] in {setting["name"] for setting in window["settings"]}
    assert {window["name"] for window in standing.WINDOWS} == set(standing.WHERE.values())
