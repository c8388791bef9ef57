"""A running game goes on by the present values of its pack: alone at will, else when the other seat agrees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.table.tables import FAST, Client, Table, played, seated, serving
from tests.table.test_editions import FAMILIES, STONE_WALL, goes_on, type_a_value
from vedette import packs
from vedette.engine.archive import verify
from vedette.table import Store
from vedette.table.editions import shelf_of


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, empty."""
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def wished(client: Client, **more: Any) -> dict[str, Any]:
    """Other values are asked for."""
    return client.sent("values", {"game": client.game, "id": f"v{next(client.ids)}-{client.name}", **more})


def respond(client: Client, accept: bool) -> dict[str, Any]:
    """The open request is answered."""
    number = client.state["request"]["number"]
    body = {"game": client.game, "id": f"c{next(client.ids)}-{client.name}", "request": number, "accept": accept}
    return client.sent("consent", body)


def of_request(client: Client, status: str) -> dict[str, Any]:
    """The request once it stands so."""
    while (client.state["request"] or {}).get("status") != status:
        client.until("state")
    found: dict[str, Any] = client.state["request"]
    return found


@pytest.mark.parametrize("battle", FAMILIES)
def test_alone_a_game_goes_on_by_what_was_typed(battle: str, store: Store, home: Path) -> None:
    """The new value is on the counter, the old one in the moment before; all of it holds after a restart."""
    with serving(store, limits=FAST) as table:
        made = table.make(battle=battle, seed=4, practice=True, open_hands=True)
        before = len(goes_on(table, made, 1))
        old = packs.load(battle)
    unit = type_a_value(home, battle)[0]
    with serving(store, limits=FAST) as table, table.sit(made, "both") as both:
        assert both.state["edition"] == old.hash
        told = wished(both, edition=packs.load(battle).hash)
        assert told["is"] == "done" and told["events"][0]["text"].startswith("The game goes on by edition"), told
        assert both.state["edition"] == packs.load(battle).hash and both.state["n"] == before + 1
        assert all(way["to"] > before for ways in both.state["back"].values() for way in ways)
        then = both.ask("moment", n=before)["view"]
        assert "already" in wished(both)["reason"]
        with_it = {u["id"]: u for u in both.state["view"]["units"]}[unit]
        without = {u["id"]: u for u in then["units"]}[unit]
        assert with_it["numbers"] != without["numbers"] or with_it.get("back") != without.get("back")
    with serving(store, limits=FAST) as table:
        goes_on(table, made, 2)
        record = table.record(made)
        assert verify(record, shelf_of(packs.load, store)).ok
        assert '"edition":' in record and "consent" not in record


def both_seats(table: Table, store: Store, home: Path) -> dict[str, Any]:
    """A game of two people, in which a value was typed since."""
    made = seated(store, played(2, lambda g: len(g.entries) > 6))
    with table.sit(made, "union"):
        type_a_value(home, STONE_WALL)
    return made


def test_the_other_seat_is_asked_and_agrees(store: Store, home: Path) -> None:
    with serving(store, limits=FAST) as table:
        made = both_seats(table, store, home)
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            assert wished(union)["asked"]
            assert of_request(union, "open")["answer"] is False
            request = of_request(confederate, "open")
            assert request["kind"] == "values" and request["answer"]
            assert request["text"].startswith("Union asks to go on by the present values of the pack (edition ")
            n = confederate.state["n"]
            assert respond(confederate, True)["is"] == "done"
            union.up_to(n + 1)
            assert union.lines[-1]["text"] == confederate.lines[-1]["text"]
            assert union.state["edition"] == packs.load(STONE_WALL).hash
        line = next(line for line in table.record(made).splitlines() if '"edition"' in line)
        assert '"consent":true' in line and '"seat":"union"' in line


def test_the_other_seat_refuses_and_nothing_changes(store: Store, home: Path) -> None:
    with serving(store, limits=FAST) as table:
        made = both_seats(table, store, home)
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            old = union.state["edition"]
            assert wished(union)["asked"]
            of_request(confederate, "open")
            respond(confederate, False)
            assert of_request(union, "refused")["text"].endswith(": refused")
            assert wished(union)["reason"] == "it was refused; play on"
            assert union.state["edition"] == old and '"edition"' not in table.record(made)


def test_values_that_do_not_fit_are_refused_with_the_reason(store: Store, home: Path) -> None:
    with serving(store, limits=FAST) as table:
        made = table.make(seed=4, practice=True, open_hands=True)
        file = home / "packs" / "kernstown" / "counters.csv"
        file.parent.mkdir(parents=True)
        file.write_text("id,fresh_sp\n7 OH-a,many\n", encoding="utf-8")
        with table.sit(made, "both") as both:
            assert wished(both)["reason"].startswith("the present values cannot be read: ")
            assert both.act(both.texts()[0])["is"] == "done", "the game goes on by its own"
            file.write_text("id,fresh_sp\n7 OH-a,8\n", encoding="utf-8")
            assert "changed once more" in wished(both, edition="0" * 32)["reason"]
            assert "has gone on" in wished(both, n=0)["reason"]
