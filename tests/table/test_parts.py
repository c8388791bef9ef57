"""The computer takes a part: some formations of a person's side, or his answers at a kind of question."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

import vedette
from tests.table.tables import STONE_WALL, Table, seated
from tests.table.test_orders import game as drawing
from tests.table.test_orders import ordered, windows
from vedette import staff
from vedette.engine.archive import verify
from vedette.engine.game import Game
from vedette.staff import parts

MOVING = {
    "battle": STONE_WALL,
    "empty": True,
    "turn": 6,
    "active": "Tyler",
    "order": "maneuver",
    "begin": "movement",
    "waiting": False,
    "unit": [{"id": id, "hex": hex} for id, hex in {"1 WV-a": "1332", "7 OH-a": "1432", "27 VA": "1834"}.items()],
}


def at(table: Table, spec: dict[str, Any]) -> dict[str, Any]:
    game = Game.new(vedette.battle(spec["battle"]), seed=4, position=spec, digests=True)
    return seated(table.store, game, setup={"orders": True})


def test_a_brigade_is_led_by_the_computer_until_it_is_taken_back(table: Table) -> None:
    """Its moves are entries like any other, the record holds, and a restart forgets nothing of it."""
    made = at(table, MOVING)
    with table.sit(made, "union") as union:
        assert union.ask("orders", parts=["Nobody"])["reason"].startswith("there is no formation")
        told = table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").json()
        assert "Tyler" in told["formations"]["union"] and set(told["formations"]) == {"union"}
        expected = staff.hint(Game.from_record(table.record(made)).imagine("union"), "union").text
        union.send(orders={"id": "p1", "parts": ["Tyler"]})
        assert union.until("ordered")["orders"]["union"]["parts"] == ["Tyler"]
        done = [row for row in table.record(made).splitlines() if '"seat":"union"' in row]
        assert f'"do":"{expected}"' in done[0] and len(done) > 2
        union.up_to(len(done))
        assert all(d["kind"] not in ("move-unit", "move") for d in union.asked())
        union.send(orders={"id": "p2", "parts": []})
        assert union.until("ordered")["orders"]["union"]["parts"] == []
    assert verify(table.record(made)).bad is None


def test_of_a_whole_army_only_its_part_is_moved(table: Table) -> None:
    """In the Valley all units move in one step: the computer takes those of its formation, the person the rest."""
    game = vedette.battle("valley-campaign/cross-keys").new_game(seed=3, digests=True)
    while game.decision is not None and game.decision.kind != "move-unit":
        staff.answer(game, staff.seat("adjutant", seed=1))
    decision = game.decision
    assert decision is not None
    view = game.view(decision.seat)
    there = {a.choice.unit for a in decision.actions if a.choice and a.choice.unit}
    name, units = next(
        (name, ids) for name, ids in parts.formations(view, decision.seat).items() if ids & there and there - ids
    )
    moved = set()
    while game.decision is not None and game.decision.seat == decision.seat:
        text = parts.taken(game, game.decision, units)
        if text is None:
            break
        moved |= {a.choice.unit for a in game.decision.actions if a.text == text and a.choice and a.choice.unit}
        game.play(text, decision.seat)
    assert moved and moved <= units, name
    assert game.decision is not None and game.decision.kind == "move-unit"


def test_a_kind_of_question_is_handed_over(table: Table) -> None:
    """The setting stands at every window of every family, and lasts as long as any order."""
    made = at(table, {**MOVING, "begin": "fire", "order": "attack", "unit": [
        {"id": "7 OH-a", "hex": "1733"}, {"id": "27 VA", "hex": "1834"}, {"id": "4 VA", "hex": "1835"},
    ]})  # fmt: skip
    told = table.get(f"/api/games/{made['game']}?key={made['keys']['confederate']}").json()
    assert all("computer" in [s["name"] for s in row["settings"]] for row in told["windows"])
    with table.sit(made, "confederate") as confederate, table.sit(made, "union") as union:
        for i, row in enumerate(told["windows"]):
            order = {"window": row["name"], "setting": "computer", "until": "always"}
            confederate.send(order={"id": f"o{i}", **order})
            rows = confederate.until("ordered", "refused")["orders"]["confederate"]["orders"]
            assert any(r["window"] == row["name"] and r["text"].endswith("the computer answers") for r in rows)
        n = union.act("7 OH-a fire at 1834")["n"]
        for _ in range(8):
            confederate.up_to(n)
            assert not [d for d in confederate.asked() if (d.get("standing") or {}).get("window")]
            if not union.asked():
                break
            n = union.act(union.texts()[-1])["n"]
    assert '"seat":"confederate"' in table.record(made), "it was asked, and the computer answered"


@pytest.mark.parametrize("chit", ["Rally", "Fatigue"])
def test_what_it_answers_follows_from_what_its_side_may_know(chit: str) -> None:
    """The same whatever the other side holds."""
    told = []
    for held in ("Rally", "Fatigue"):
        spec = {**MOVING, "held": {"union": [chit], "confederate": [held]}}
        game = Game.new(vedette.battle(STONE_WALL), seed=4, position=spec, digests=True)
        assert game.decision is not None
        told.append(parts.taken(game, game.decision, frozenset({"1 WV-a", "7 OH-a"})))
    assert told[0] == told[1] is not None


def test_of_a_hand_that_nobody_sees_the_computer_knows_nothing_either(table: Table) -> None:
    """A window about it is asked, whoever leads; and what a part is answered is the same whatever the hand holds."""
    told = []
    for chit in ("Rally", "Fatigue"):
        held = {"union": [chit], "confederate": ["Firefight"]}
        made = seated(table.store, drawing(held=held), setup={"hands": "drawn"})
        with table.sit(made, "both") as both:
            n = both.state["n"]
            for seat in ("union", "confederate"):
                answer = ordered(both, "order", seat=seat, window="before-draw", setting="computer")
                assert answer["is"] == "ordered"
                assert ordered(both, "orders", seat=seat, suspended=False)["is"] == "ordered"
            assert both.state["n"] == n and windows(both) == ["before-draw"] * len(both.asked()) and both.asked()
        game = Game.new(vedette.battle(STONE_WALL), seed=4, position={**MOVING, "held": held}, digests=True)
        assert game.decision is not None
        told.append(parts.taken(game, game.decision, frozenset({"1 WV-a", "7 OH-a"}), ""))
    assert told[0] == told[1] is not None


def test_a_new_game_begins_with_a_part_in_the_computers_hands(table: Table) -> None:
    scene = table.get(f"/api/battles/{STONE_WALL}/scene").json()
    assert "Tyler" in scene["formations"]["union"]
    window = scene["windows"][0]["name"]
    seats = {"union": "human", "confederate": "random"}
    made = table.make(seats=seats, orders=True, parts={"union": ["Tyler"]}, answered={"union": [window]})
    with table.sit(made, "union") as union:
        orders = union.state["orders"]["union"]
        assert orders["parts"] == ["Tyler"] and not orders["suspended"]
        assert [row["window"] for row in orders["orders"] if row["setting"] == "computer"] == [window]
    for wrong, said in (
        ({"parts": {"union": ["Nobody"]}}, "there is no formation 'Nobody'"),
        ({"answered": {"union": ["nowhere"]}}, "there is no window 'nowhere'"),
        ({"parts": {"confederate": ["Fulkerson"]}}, "confederate is no seat of one"),
        ({"parts": {"union": ["Tyler"]}, "orders": False}, "orders = true"),
    ):
        answer = httpx.post(
            table.base + "/api/games", json={"battle": STONE_WALL, "seats": seats, "orders": True, **wrong}
        )
        assert answer.status_code == 400 and said in answer.json()["error"], answer.text
