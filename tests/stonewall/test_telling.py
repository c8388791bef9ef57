"""What is told of a game of the third family: every event has words, a line its details, cards their news."""

from __future__ import annotations

import ast
import csv
import json
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import vedette
from tests.stonewall import fire_support
from tests.stonewall.melee_support import carry_out, field, hex_of, state
from tests.support import asked
from vedette.engine.choice import Choice
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.engine.procedure import Ask
from vedette.rules.common.text.news import reasons_once
from vedette.rules.great_battles import rulebook
from vedette.rules.great_battles.assist import standing
from vedette.rules.great_battles.chapters.columns import Shot
from vedette.rules.great_battles.chapters.fire import Volley
from vedette.rules.great_battles.text import guide, lines, words
from vedette.rules.great_battles.text.cards import chronicle, turn_end
from vedette.rules.great_battles.text.figures import FIRES, figures
from vedette.rules.great_battles.text.news import news
from vedette.rules.great_battles.text.score import score_section
from vedette.rules.great_battles.text.words import melee_words

FAMILY = Path(words.__file__).parents[1]
CASES = [FAMILY.parent / f"cases/{book}.csv" for book in ("SW", "GB")]
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
    """The cases of both books."""
    found = set()
    for name in CASES:
        with name.open(encoding="utf-8", newline="") as file:
            found |= {row["id"] for row in csv.DictReader(file)}
    return frozenset(found)


def test_every_kind_of_event_has_words() -> None:
    found = dict(kinds())
    assert {"turn", "moved", "entered", "lost", "routed", "melee", "outcome"} <= set(found)
    assert {kind: file for kind, file in found.items() if kind not in words.TABLE} == {}


def test_no_words_for_events_that_nobody_writes() -> None:
    assert set(words.TABLE) - set(dict(kinds())) - {"automatic", "resigned", *FIRES} == set()


def test_cases_that_are_named_exist() -> None:
    named = [cite for _, _, cite in guide.HINTS.values()] + list(words.WHY)
    for file in (FAMILY / "text").glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        named += [text for text in constants(tree) if text.startswith(("SW-", "GB-"))]
    assert sorted(set(named) - known()) == []


def test_hints_are_whole() -> None:
    for hint in rulebook.guide(vedette.battle("stonewall-1978/kernstown"), {}):
        assert set(hint) == {"kind", "title", "text", "cite"}
        assert all(hint.values())


def questions() -> set[str]:
    """The kinds of questions that modules of the family put to a seat."""
    found = set()
    for file in (FAMILY / "chapters").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ask" and node.args:
                asked = isinstance(node.args[0], ast.Name) and node.args[0].id == "CHANCE"
                found |= set() if asked else set(constants(node.args[3]))
    return found


def test_every_kind_of_question_has_a_hint() -> None:
    assert questions() == set(guide.HINTS)


@cache
def played(rules: str, seed: int, most: int = 110) -> tuple[Any, tuple[Event, ...], tuple[dict[str, Any], ...]]:
    """A game of answers by lot: its state, all events, and their lines worded as they happened."""
    game = vedette.battle("stonewall-1978/kernstown").new_game(seed=seed, options={"rules": rules})
    rng = random.Random(seed)
    events = list(game.start_events)
    told = [rulebook.event(game.state, e, 0, "") for e in events]
    while game.decision is not None and len(game.entries) < most:
        texts = [action.text for action in game.decision.actions]
        if len(game.entries) % 8 == 0:
            json.dumps([ask(game.state, game.decision.seat) for ask in (rulebook.notes, rulebook.undone)])
        new = game.play("done" if "done" in texts and rng.random() < 0.4 else rng.choice(texts), asked(game))
        events += new
        told += [rulebook.event(game.state, e, len(game.entries), "") for e in new]
    return game.state, tuple(events), tuple(told)


@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_both_seats_read_the_same_lines(rules: str) -> None:
    g, events, told = played(rules, 1)
    assert len(events) > 120
    for seat in ("union", "confederate", ""):
        assert [rulebook.event(g, e, 0, seat)["text"] for e in events] == [rulebook.say(g, e, "union") for e in events]
    for line in told:
        assert json.loads(json.dumps(line)) == line
        assert set(line) >= KEYS
        assert all(detail["cite"] in known() for detail in line["detail"] if detail["cite"])
        assert line["text"]
        assert line["kind"] in words.TABLE


def test_cards_are_json_ready_for_every_seat() -> None:
    g, events, _ = played("1978", 1)
    for seat in ("union", "confederate", ""):
        for section in turn_end(g, events[-200:], seat):
            assert section["title"] and (section.get("items") or section.get("head"))
        weights = [item["weight"] for item in news(g, events[-200:], seat)]
        json.dumps([turn_end(g, events, seat), news(g, events, seat)])
        assert all(isinstance(w, int | float) for w in weights)
    json.dumps([chronicle(g, events), figures(g, events)])


def test_a_turn_and_a_phase_open_chapters() -> None:
    g, _, told = played("1978", 1)
    heads = [row for row in told if row["opens"]]
    assert {row["kind"] for row in heads} <= {"turn", "phase", "outcome"}
    assert all(row["depth"] == 0 and row["heading"] for row in heads)
    assert f"Turn 2, {g.setting.hour(2)}" in [row["text"] for row in heads]
    assert "Union defensive fire" in [row["heading"] for row in heads], "the other side fires defensively"


def here(kind: str, cite: str, *data: Any, unit: str = "5 VA", seat: str = "confederate", roll: int = 0) -> Event:
    """An event of a unit in 2020."""
    return Event(kind, cite, seat, (unit,) if unit else (), hex_of("2020"), data, roll)


@cache
def quiet() -> Game:
    return field({"5 VA": "2020", "Hampden": "2022", "Garnett": "2020", "14 IN": ("2030", "S")})


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (here("lost", "SW-10.71-1", 2, "killed"), "5 VA loses 2 points"),
        (here("lost", "SW-13.83-1", 1, "captured"), "5 VA loses a point captured"),
        (here("lost", "SW-15.1-2", 3, "captured"), "5 VA loses 3 points captured, it has no way back"),
        (here("lost", "SW-10.72-1", 1, "destroyed", unit="Hampden"), "Hampden loses a gun destroyed"),
        (here("lost", "SW-13.82-3", 4, "captured", unit="Hampden"),
         "Hampden loses 4 guns captured, unlimbered guns cannot fall back"),
        (here("eliminated", "SW-15.1-2", "captured"), "5 VA is captured in 2020, it has no way back"),
        (here("routed", "SW-20.21-B-1"), "5 VA routs, its ineffective brigade runs"),
        (here("routed", "SW-14.1-1"), "5 VA routs"),
        (here("leader-lost", "SW-17.42", "captured", 5, unit="Garnett"), "Garnett is captured in 2020, he is cut off"),
        (here("morale", "SW-19.33-1", -3, 27, unit="", seat="union"),
         "Union army morale -3, now 27, men lost or routed"),
        (here("turned", "SW-7.12-1", 2), "5 VA faces SE"),
        (here("moved", "SW-5.16", -1, 6), "5 VA moves to 2020"),
        (here("formed", "SW-6.22-1", True), "5 VA forms column"),
        (here("formed", "SW-6.11-7", False, 1), "5 VA forms line, facing NE"),
        (here("formed", "SW-6.22-1", False, unit="Hampden"), "Hampden unlimbers"),
        (here("rout-check", "SW-14.22", "R", 5, "A", (("a leader", -1, "SW-17.2-2"),), roll=6),
         "5 VA checks for rout, morale A, rolled 6, a leader -1: it routs"),
        (here("leader-check", "SW-17.41-2", "", "small-arms", unit="Garnett", roll=25),
         "Garnett under fire, rolled 2 and 5: unhurt"),
    ],
)  # fmt: skip
def test_what_happened_and_why(event: Event, text: str) -> None:
    assert words.say(state(quiet()), event) == text


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("K R1 / -", "the attackers lose a point and fall back a hex"),
        ("- / K C2 R3", "the defenders lose a point and lose 2 captured points and fall back 3 hexes"),
        ("K / K Eng", "the attackers lose a point; the defenders lose a point; they stay engaged"),
        ("- / -", "no losses"),
    ],
)
def test_cells_of_the_melee_table_in_words(cell: str, text: str) -> None:
    assert melee_words(cell) == text


def test_every_cell_of_the_melee_table_has_words() -> None:
    found = {cell.words for column in state(quiet()).setting.melee.cells for cell in column}
    assert all(("K" in cell or "C" in cell) == ("lose" in melee_words(cell)) for cell in found)
    assert all(("R" in cell) == ("fall back" in melee_words(cell)) for cell in found)
    assert all(("Eng" in cell) == ("engaged" in melee_words(cell)) for cell in found)


def test_a_melee_shows_its_sums() -> None:
    game = field({"5 VA": "2020", "84 PA": ("2019", "S")}, phase="melee", dice=[6])
    events = [e for text in ("melee 2019", "add 5 VA", "melee") for e in game.play(text)]
    seen = rulebook.event(state(game), next(e for e in events if e.kind == "melee"), 1, "")
    assert seen["text"].startswith("5 VA in melee at 2019: 5 to 3, column +2, rolled 6: ")
    assert [row["text"] for row in seen["detail"]][:3] == [
        "attacker: 5 VA 5", "defender: 84 PA 3", "5 less 3: +2, column +2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("result", "arm", "what", "text"),
    [
        ("-", "small-arms", "", "no effect"),
        ("PIN", "artillery", "pin", "all in its hex pinned"),
        ("2", "small-arms", "point", "14 IN loses 2 points"),
        ("1*", "artillery", "pin", "14 IN is on foot: no loss, all in its hex pinned instead"),
        ("1*", "artillery", "gun", "14 IN loses a gun"),
        ("2", "small-arms", "crew", "14 IN loses 2 steps of its crew"),
        ("1*", "small-arms", "point", "14 IN loses a point"),
    ],
)
def test_results_of_fire_in_words(result: str, arm: str, what: str, text: str) -> None:
    shifts = (("enfilade", 1, "SW-7.22-1"),)
    data = ("4 1/2", "3-5", "6-8", result, arm, "14 IN", shifts, (("5 VA", 4, "4"), ("2 VA", 1, "1/2")), what)
    event = Event("fired", "SW-10.0-3", "confederate", ("5 VA", "2 VA"), hex_of("2030"), data, 6)
    seen = rulebook.event(state(quiet()), event, 1, "")
    assert seen["text"] == (
        f"5 VA + 2 VA fire at 14 IN in 2030: 4 1/2 in column 3-5, enfilade +1 = column 6-8, rolled 6: {text}"
    )
    assert (seen["trace"], seen["depth"], seen["from"], seen["fight"]) == ("fire", 1, ["2020"], True)
    assert [row["text"] for row in seen["detail"]][:5] == [
        "5 VA: 4 points, 4 at 14 IN", "2 VA: 1 point, 1/2 at 14 IN", "strength 4 1/2: column 3-5", "enfilade +1",
        f"column 6-8, die 6: {result}",
    ]  # fmt: skip
    stars = [(row["text"], row["cite"]) for row in seen["detail"]][5:]
    assert [cite for _, cite in stars] == ["SW-10.73"] * result.endswith("*")
    assert all(("pinned" in text) == (what == "pin") for text, _ in stars)


@pytest.mark.rule("SW-6.11-7", "SW-7.22-1")
def test_who_is_forced_into_line_is_told_by_which_fire_and_which_facing_meets_it() -> None:
    game = fire_support.field({"L 1 OH": ("2026", "N"), "5 VA": ("2020", "column")}, side="union", dice=[1] * 9)
    carry_out(game, Volley(0, hex_of("2020"), "artillery", (Shot("L 1 OH", 1),)))
    (asked,) = game.decisions
    assert asked.kind == "face" and asked.cite.startswith("SW-6.11")
    assert asked.prompt.startswith("5 VA is forced into line by the fire of L 1 OH in 2026: facing where? S turns its")
    assert asked.proposed is not None and asked.proposed.text == "5 VA: face S"
    notes = game.notes("confederate")
    assert state(game).units["5 VA"].column, "looking changes nothing"
    assert notes["5 VA: face S"] == "its front to L 1 OH"
    assert notes["5 VA: face N"] == "fire like that of L 1 OH would enfilade it"


@pytest.mark.rule("SW-10.73", "SW-10.72-1")
@pytest.mark.parametrize(
    ("target", "told", "after"),
    [
        (("Hampden", "N"), "rolled 6: Hampden loses a gun", "Hampden loses a gun destroyed"),
        (("5 VA", "N"), "5 VA is on foot: no loss, all in its hex pinned instead", "5 VA is pinned, artillery pins"),
    ],
)
def test_a_starred_result_says_what_it_does_to_this_target(target: tuple[str, str], told: str, after: str) -> None:
    """SW 10.73: of guns it takes one, men on foot it pins; the line never says both."""
    unit, facing = target
    game = fire_support.field({"L 1 OH": ("2026", "N"), unit: ("2020", facing)}, side="union", dice=[6, 6, 6, 6])
    volley = Volley(0, hex_of("2020"), "artillery", (Shot("L 1 OH", 1),))
    events = carry_out(game, volley)
    texts = [rulebook.event(state(game), e, 0, "")["text"] for e in events]
    fire = next(text for text in texts if " fires at " in text)
    assert fire.endswith(told) and "point" not in fire
    assert any(text.startswith(after) for text in texts)


def test_news_are_worst_first_and_by_whose_they_are() -> None:
    g = state(quiet())
    told = [
        here("moved", "SW-5.16", -1, 4, unit="Hampden"),
        here("retreated", "SW-14.1-1", -1),
        here("routed", "SW-14.1-1"),
        here("lost", "SW-10.71-1", 1, "killed"),
        here("leader-lost", "SW-17.41-2", "killed", 5, unit="Garnett"),
        here("morale", "SW-19.33-1", -3, 27, unit="", seat="union"),
    ]
    mine, other = news(g, told, "confederate"), news(g, told, "union")
    assert [item["text"] for item in mine][:2] == [
        "5 VA fell back one hex to 2020, routed, lost a point", "Garnett killed",
    ]  # fmt: skip
    assert {item["tone"] for item in mine[:2]} == {"bad"} and {item["tone"] for item in other[:2]} == {"good"}
    assert "Union army morale -3, now 27" in [item["text"] for item in mine]
    assert mine[-1]["text"] == "Burks moved: Hampden to 2020"
    assert len(mine) == len(other)


def test_a_summary_gives_each_reason_once_and_after_the_last_deed() -> None:
    """A battery taken in melee loses its crew, its guns and itself for one reason (SW 13.82)."""
    told = [
        here("crew-lost", "SW-13.82-3", 2, unit="Hampden"),
        here("lost", "SW-13.82-3", 4, "captured", unit="Hampden"),
        here("eliminated", "SW-13.82-3", "captured", unit="Hampden"),
    ]
    (item,) = news(state(quiet()), told, "confederate")
    assert item["text"] == "Hampden lost 2 steps of its crew, lost 4 guns, captured, unlimbered guns cannot fall back"
    assert reasons_once([("a", ", x"), ("b", ", y"), ("c", ", x"), ("d", "")]) == ["a", "b, y", "c, x", "d"]


@pytest.mark.parametrize(
    ("toll", "what", "told"),
    [
        ("confederate cavalry killed", 3, "9 points for 3 of strength"),
        ("confederate leaders captured", 8, "16 points for 8 points of radius"),
        ("confederate guns captured", 4, None),
        ("confederate infantry killed", 1, None),
    ],
)
def test_the_score_tells_points_from_what_they_are_for(toll: str, what: int, told: str | None) -> None:
    g = state(quiet()).clone()
    g.toll = ((toll, what),)
    (row,) = (row for row in score_section(g)["rows"] if row[0] == toll.removeprefix("confederate "))
    assert row[1] == told or (told is None and re.fullmatch(r"\d+ points?( for \d+ guns)?", row[1]))
    assert all(cell == "" or "point" in cell for row in score_section(g)["rows"][:-1] for cell in row[1:])


def test_the_card_of_a_turn_names_losses_brigades_and_morale() -> None:
    g = state(quiet())
    told = [
        here("lost", "SW-10.71-1", 2, "killed"),
        here("routed", "SW-14.1-1"),
        here("morale", "SW-19.2-2", 10, 40, unit="", seat="union"),
        here("morale", "SW-19.33-1", -4, 36, unit="", seat="union"),
    ]
    card = {section["title"]: section for section in turn_end(g, told, "confederate")}
    assert [item["text"] for item in card["Losses"]["items"]] == ["Confederate: 5 VA -2, routed"]
    assert card["Losses"]["items"][0]["tone"] == "bad"
    assert card["Brigades"]["items"][0]["text"].startswith("Garnett ☐")
    assert [item["text"] for item in card["Army morale"]["items"]][:2] == [
        "the income of a turn: +10", "men lost or routed: -4",
    ]  # fmt: skip
    assert card["Score"]["rows"]


def test_the_card_of_a_turn_does_not_count_the_income_of_the_next() -> None:
    g = state(quiet())
    g.turn, g.morale = 4, 46
    told = [Event("turn", "", data=(3,)), here("morale", "SW-19.33-1", -4, 36, unit="", seat="union")]
    card = {section["title"]: section for section in turn_end(g, told, "confederate")}
    assert card["Army morale"]["items"][-1]["text"] == "now 36" and g.morale == 46
    assert "army morale 36" in card["Score"]["items"][0]["text"]


def test_figures_count_points_by_what_took_them() -> None:
    g = state(quiet())
    told = [
        Event("turn", "", data=(1,)),
        here("lost", "SW-10.71-1", 1, "killed"),
        Event("melee", "", "union", ("14 IN",), hex_of("2020"), ("- / K R1", 5, 3, 2, "+2", (), ()), 5),
        here("lost", "SW-13.81-1", 2, "killed"),
        Event("phase", "", "union", data=("final",)),
        here("lost", "SW-13.82-3", 4, "captured", unit="Hampden"),
        here("morale", "SW-19.33-1", -3, 27, unit="", seat="union"),
    ]
    found = figures(g, told)
    assert found["points lost"]["confederate"] == {"by small arms": 0, "by artillery": 0, "in melee": 2, "otherwise": 1}
    assert found["guns lost"]["confederate"]["captured"] == 4
    assert found["melees"]["union"] == {"fought": 1, "hurt the defender": 1, "hurt the attacker": 0}
    assert found["army morale"] == {"1": {"union": 27}}


def test_standing_orders_answer_losses_of_units_alike() -> None:
    g = state(field({"2 VA": "2020", "4 VA": "2020", "14 IN": ("2030", "S")}))
    losing = Choice("lose", "2 VA", arg="killed"), Choice("lose", "4 VA", arg="killed")
    ask = Ask("confederate", losing, lambda g, v: None, "lose", "SW-13.6-5", "", usual=losing[0])
    found = standing.occasion(g, ask)
    assert found is not None and found.window == "losses" and found.facts == frozenset({"equal"})
    assert {row["name"] for row in standing.WINDOWS} >= set(standing.WHERE.values())
    assert lines.KINDS.depth(here("round-fired", "SW-12.3-1", 5, unit="Hampden")) == 3


def test_answers_say_what_they_come_to() -> None:
    game = field({"5 VA": "2020", "84 PA": ("2019", "S"), "14 IN": ("2030", "S")}, phase="melee", dice=[6])
    game.play("melee 2019")
    assert rulebook.notes(state(game), "confederate") == {"add 5 VA": "5 to 3, column +2"}
    assert rulebook.undone(state(game), "confederate") == ""
    game.play("add 5 VA")
    assert rulebook.notes(state(game), "confederate") == {"melee": "5 to 3, column +2"}


def test_ending_the_melees_says_what_could_still_be_attacked() -> None:
    game = field({"5 VA": "2020", "84 PA": ("2019", "S"), "14 IN": ("2030", "S")}, phase="melee", dice=[6])
    assert rulebook.undone(state(game), "confederate") == "1 hex could still be attacked: 2019"
    assert rulebook.undone(state(game), "union") == ""
