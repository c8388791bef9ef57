"""A unit is set in a running game: alone at will, else when the other seat agrees."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.table.tables import FAST, Client, Table, played, seated, serving
from tests.table.test_changed_values import of_request, respond
from tests.table.test_editions import FAMILIES
from vedette.engine.archive import verify
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.packs import load
from vedette.table import Store


def wished(client: Client, unit: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A unit is to be set so."""
    body = {"game": client.game, "id": f"o{next(client.ids)}-{client.name}", "unit": unit, **more}
    return client.sent("overrule", body)


def can_set(game: Game) -> bool:
    """Whether nothing is under way."""
    try:
        game.clone().overrule({"id": "nobody"}, "union")
    except IllegalAction as error:
        return "there is no unit" in error.reason
    return False


def off_the_map(client: Client) -> dict[str, Any]:
    """A regiment on the map, taken off."""
    unit = next(u for u in client.state["view"]["units"] if u.get("hex") and u.get("arm") == "infantry")
    return {"id": unit["id"], "box": "exited"}


@pytest.mark.parametrize("battle", FAMILIES)
def test_alone_a_unit_is_set_at_will(battle: str, store: Store) -> None:
    """It stands so in view, log, report and record, also after a restart; what could not be is refused."""
    with serving(store, limits=FAST) as table:
        made = table.make(battle=battle, seed=4, practice=True, open_hands=True)
        rng, twin = random.Random(1), load(battle).new_game(seed=4)
        with table.sit(made, "both") as both:
            while len(twin.entries) < 6 or not can_set(twin):
                decision = rng.choice(twin.decisions)
                text = rng.choice(decision.actions).text
                twin.play(text, decision.seat)
                assert both.act(text, seat=decision.seat)["is"] == "done"
            unit = off_the_map(both)
            assert "no hex '9999'" in wished(both, {"id": unit["id"], "hex": "9999"})["reason"]
            assert "has gone on" in wished(both, unit, n=0)["reason"]
            told = wished(both, unit)
            assert told["is"] == "done", told
            words = told["events"][0]["text"]
            assert words.startswith(f"Overruled: {unit['id']} is now in the box "), words
            assert all(way["to"] >= both.state["n"] for ways in both.state["back"].values() for way in ways)
    with serving(store, limits=FAST) as table, table.sit(made, "both") as both:
        gone = {u["id"]: u for u in both.state["view"]["units"]}.get(unit["id"], {})
        assert not gone.get("hex")
        record = table.record(made)
        assert verify(record).ok and f'"overrule":{{"id":"{unit["id"]}"' in record and "consent" not in record
        assert words in table.get(f"/api/games/{made['game']}/report?key={made['keys']['both']}").text


@pytest.mark.parametrize("accept", [True, False])
def test_the_other_seat_agrees_or_refuses(accept: bool, store: Store) -> None:
    with serving(store, limits=FAST) as table:
        made = seated(store, played(2, lambda g: len(g.entries) > 6 and can_set(g)))
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            n, unit = confederate.state["n"], off_the_map(union)
            assert wished(union, unit)["asked"]
            assert of_request(union, "open")["answer"] is False
            request = of_request(confederate, "open")
            assert (request["kind"], request["answer"]) == ("overrule", True)
            assert request["text"] == f"Union asks to set {unit['id']} so: the box exited"
            assert respond(confederate, accept)["is"] == "done"
            if not accept:
                assert of_request(union, "refused")["text"].endswith(": refused")
                assert wished(union, unit)["reason"] == "it was refused; play on"
                assert '"overrule"' not in table.record(made)
                return
            union.up_to(n + 1)
            assert union.lines[-1]["text"] == confederate.lines[-1]["text"]
            assert union.lines[-1]["text"].startswith("Overruled by agreement: ")
        line = next(line for line in table.record(made).splitlines() if '"overrule"' in line)
        assert '"consent":true' in line and '"seat":"union"' in line


def test_who_watches_sets_nothing(store: Store) -> None:
    with serving(store, limits=FAST) as table:
        made = seated(store, played(2, lambda g: len(g.entries) > 6 and can_set(g)))
        assert isinstance(table, Table)
        with table.sit(made, "union") as union:
            assert "not that of confederate" in wished(union, off_the_map(union), seat="confederate")["reason"]
