"""Pictures of counters and of their other faces, as a view names them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import vedette
from tests.table.tables import STONE_WALL
from vedette.table import faces as table_faces
from vedette.table.faces import Boards, Faces
from vedette.table.faces import _names as names
from vedette.table.lately import Lately

FEW = {"empty": True, "unit": [{"id": "7 OH-a", "hex": "1532"}, {"id": "27 VA", "hex": "1834"}]}


def test_a_second_game_of_a_battle_has_the_other_faces_of_all_its_units() -> None:
    """What is printed was once kept from the first game, which a position had begun with two units."""
    faces, battle = Faces(), vedette.battle(STONE_WALL)
    for game in (battle.new_game(position=FEW), battle.new_game(seed=1)):
        units = faces.added(game, game.view(""))["units"]
        assert units and all("back" in unit for unit in units)


def test_a_counter_that_lies_as_it_lay_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that is new again is told of again, though it lies as it lay."""
    faces, game, told, found = Faces(), vedette.battle(STONE_WALL).new_game(seed=1), list[str](), list[object]()
    printed = table_faces.printed
    monkeypatch.setattr(table_faces, "printed", lambda row, numbers: found.append(row) or printed(row, numbers))
    faces.first_shown = lambda name, battle, unit: told.append(name)
    first = faces.added(game, game.view(""))
    many, names = len(found), set(told)
    assert many and faces.added(game, game.view("")) == first and len(found) == many and len(told) == len(names)
    faces.forget([told[0]])
    assert faces.added(game, game.view("")) == first and told[len(names) :] == [told[0]]


def test_what_is_forgotten_for_want_of_room_is_told_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was worked out of a game at rest is no longer shown then; a view names nothing that cannot be asked for."""
    faces, game = Faces(), vedette.battle(STONE_WALL).new_game(seed=1)
    lately = Lately()

    def shown() -> list[str]:
        view = lately.get(game, ("view", faces.forgotten), lambda: faces.added(game, game.view("")))
        return [picture for unit in view["units"] for picture in names(unit)]

    first = shown()
    assert faces.forgotten == 0 and shown() == first
    monkeypatch.setattr(table_faces, "MOST", len(faces._known) + 1)
    monkeypatch.setattr(table_faces, "DROPPED", 5)
    for n in range(3):
        faces.know(f"another {n}", game.battle, {})
    assert faces.forgotten == 1 and not all(faces.svg(name) for name in first)
    assert shown() == first and all(faces.svg(name) for name in first)
    with ThreadPoolExecutor(4) as several:
        list(several.map(lambda n: faces.know(f"more {n}", game.battle, {}), range(200)))
    assert len(faces._known) <= table_faces.MOST and set(shown()) <= set(faces._known)


def test_what_is_forgotten_was_shown_and_asked_for_least_lately(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not what was told first: the counters of the battle that is played most came first of all."""
    faces, game = Faces(), vedette.battle(STONE_WALL).new_game(seed=1)

    def shown() -> list[str]:
        return [picture for unit in faces.added(game, game.view(""))["units"] for picture in names(unit)]

    first = shown()
    for n in range(20):
        faces.know(f"seen once {n}", game.battle, {})
    assert shown() == first
    one = faces._known["seen once 0"] = faces._known[first[0]]
    assert one and faces.svg("seen once 0")
    monkeypatch.setattr(table_faces, "MOST", len(faces._known))
    monkeypatch.setattr(table_faces, "DROPPED", 5)
    faces.know(first[0], *faces._known[first[0]])
    assert faces.forgotten == 0, "nothing is forgotten for what is known"
    for n in range(8):
        faces.know(f"another {n}", game.battle, {})
    assert faces.forgotten == 2 and {*first, "seen once 0"} <= set(faces._known)
    assert {name for name in faces._known if name.startswith("seen")} == {f"seen once {n}" for n in (0, *range(11, 20))}


def test_of_very_many_only_a_few_are_forgotten_for_one_more() -> None:
    faces, battle = Faces(), vedette.battle(STONE_WALL)
    for n in range(table_faces.MOST + 1):
        faces.know(f"counter {n}", battle, {})
    assert faces.forgotten == 1 and 0.99 * table_faces.MOST <= len(faces._known) <= table_faces.MOST


def test_the_other_face_of_a_worn_counter_is_its_fresh_one() -> None:
    faces, battle = Faces(), vedette.battle(STONE_WALL)
    worn = {"empty": True, "unit": [{"id": "7 OH-a", "hex": "1532", "face": "worn"}, {"id": "27 VA", "hex": "1834"}]}
    game = battle.new_game(position=worn)
    (unit,) = (u for u in faces.added(game, game.view(""))["units"] if u["id"] == "7 OH-a")
    assert (unit["pale"], unit["numbers"], unit["back"]["numbers"]) == (True, ["3", "R", "3"], ["6", "R", "4"])
    picture = faces.svg(unit["back"]["face"])
    assert picture and 'class="worn"' not in picture and 'data-words="6"' in picture


def test_a_card_that_did_not_come_with_the_program_is_drawn_on_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack of one's own: as SVG, and under another address, so that no browser keeps it for the other."""
    battle = vedette.battle(STONE_WALL)
    monkeypatch.setattr(table_faces, "kept_card", lambda battle: None)
    drawn, version = Boards().get(battle, "card"), Boards().version(battle, "card")
    assert drawn.kind == "image/svg+xml" and drawn.data.startswith(b"<svg") and b'width="252"' in drawn.data
    monkeypatch.setattr(table_faces, "kept_card", lambda battle: b"packed")
    came = Boards().get(battle, "card")
    assert (came.kind, came.data) == ("image/webp", b"packed") and Boards().version(battle, "card") != version
