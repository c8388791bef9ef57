"""Plans and whole-board views over the socket: for a seat and its key, changing nothing, telling nothing."""

from __future__ import annotations

from typing import Any

import pytest

import vedette
from tests.rules.field import flat
from tests.rules.fighting import man
from tests.support import BATTLE
from tests.table.tables import DUEL, Client, Table, seated
from vedette.engine.game import Game
from vedette.engine.rulebook import rulebook_of
from vedette.table import Store

UNITS = {
    "7 OH-a": man("1733", 6, 5),
    "7 OH-b": man("1733", 4, 5),
    "27 VA": man("1734", 5, 4),
    "4 VA": man("1834", 5, 4),
}


def firing(store: Store, **keys: Any) -> dict[str, Any]:
    """A game that stands at a Fire Combat Step, put on the table."""
    spec = {
        "battle": BATTLE,
        "empty": True,
        "begin": "fire",
        "active": "Tyler",
        "unit": [{"id": id, **row} for id, row in UNITS.items()],
        "hex": [{"id": id, **row} for id, row in flat().items()],
        **keys,
    }
    return seated(store, Game.new(vedette.battle(BATTLE), seed=4, position=spec, digests=True))


def test_plans_of_a_hex_and_of_the_decision(table: Table, store: Store) -> None:
    with table.sit(firing(store), "union") as union:
        n = union.state["n"]
        heat = union.ask("plans")
        assert heat["decision"] == union.asked()[0]["number"]
        assert {p["at"] for p in heat["plans"]} == {"1734", "1834"}
        found = union.ask("plans", at="1734")["plans"]
        keys = {"kind", "title", "text", "at", "units", "others", "headline", "shifts", "chances", "odds", "best",
                "warning", "ghosts", "path", "cite"}  # fmt: skip
        assert all(keys <= set(p) for p in found) and [p["best"] for p in found].count(True) == 1
        alone = union.ask("plans", at="1734", units=["7 OH-b"])["plans"]
        assert [p["units"] for p in alone] == [["7 OH-b"]]
        assert union.ask("plans", at="1735")["plans"] == []
        assert union.state["n"] == n


def test_a_plan_is_played_by_its_text_in_one_act(table: Table, store: Store) -> None:
    with table.sit(firing(store), "union") as union:
        best = next(p for p in union.ask("plans", at="1734")["plans"] if p["best"])
        done = union.act(best["text"])
        assert done["is"] == "done" and any(e["kind"] == "aim" for e in done["events"])


def test_odds_of_a_plan_are_asked_by_its_text(table: Table, store: Store) -> None:
    with table.sit(firing(store), "union") as union:
        row = next(p for p in union.ask("plans", at="1734", units=["7 OH-a"])["plans"])
        odds = union.ask("odds", texts=[row["text"]])
        chance = {c["name"]: c["probability"] for c in row["chances"]}["hex emptied"]
        words = [(r["probability"], r["units"].get("27 VA", [])) for r in odds["results"]]
        gone = sum(p for p, found in words if any(w.startswith(("retreat", "box")) for w in found))
        assert gone == pytest.approx(chance)


def test_the_decision_says_what_passing_leaves_undone(table: Table, store: Store) -> None:
    with table.sit(firing(store), "union") as union:
        assert union.asked()[0]["undone"].startswith("2 units could still fire, best ")
    with table.sit(table.make(battle=DUEL), "union") as union:
        assert union.asked()[0]["undone"] is None


def test_passing_is_proposed_where_no_fire_can_do_anything(table: Table, store: Store) -> None:
    weak = [{"id": "7 OH-a", **man("1733", 1, 5)}, {"id": "27 VA", **man("1734", 5, 4)}]
    walls = [{"id": id, **row} for id, row in flat({"1734": {"features": ["wall=w"]}}).items()]
    with table.sit(firing(store), "union") as union:
        assert union.asked()[0]["proposed"] is None
    with table.sit(firing(store, unit=weak, hex=walls), "union") as union:
        assert union.asked()[0]["undone"] == "1 unit could still fire, to no effect"
        assert union.asked()[0]["proposed"] == "done"


def test_views_are_listed_and_drawn(table: Table, store: Store) -> None:
    made = firing(store)
    listed = table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").json()["boards"]
    assert {"chances", "fire-at"} <= {b["name"] for b in listed}
    with table.sit(made, "union") as union:
        drawn = union.ask("board", name="fire-at", at="1734")
        assert (
            drawn["name"] == "fire-at" and drawn["hexes"]["1733"]["text"] == "10" and drawn["lines"] and drawn["words"]
        )
        assert union.ask("board", name="chances")["hexes"]["1734"]["tone"] == "good"


@pytest.mark.parametrize("question, says", [
    (("plans", {"at": "9999"}), "there is no hex"),
    (("plans", {"units": ["nobody"]}), "there is no unit"),
    (("plans", {"seat": "confederate"}), "this key is not that of confederate"),
    (("plans", {"units": "7 OH-a"}), "plans: "),
    (("board", {"name": "nothing"}), "there is no view"),
    (("board", {"name": "fire-at"}), "say of which hex"),
    (("board", {"name": "chances", "seat": "confederate"}), "this key is not that of confederate"),
    (("board", {}), "board: "),
])  # fmt: skip
def test_what_cannot_be_asked_is_refused(table: Table, store: Store, question: tuple[str, Any], says: str) -> None:
    name, body = question
    with table.sit(firing(store), "union") as union:
        answer = union.ask(name, **body)
        assert (answer["is"] == "refused" and answer["reason"].startswith(says)) or says in answer["reason"]


def test_who_is_not_asked_has_no_plans_but_every_view(table: Table, store: Store) -> None:
    with table.sit(firing(store), "confederate") as other:
        assert other.ask("plans")["plans"] == []
        assert other.ask("board", name="chances")["hexes"]


def answers(client: Client) -> list[dict[str, Any]]:
    asked = [client.ask("plans"), client.ask("plans", at="1734"), client.ask("board", name="chances")]
    return [*asked, client.ask("board", name="fire-at", at="1734"), client.state["decisions"]]


def test_two_games_that_differ_in_a_held_chit_answer_alike(table: Table, store: Store) -> None:
    found = []
    for chit in ("Fatigue", "Rebel Yell"):
        made = firing(store, held={"confederate": [chit]})
        with table.sit(made, "union") as union:
            found.append(answers(union))
    assert found[0] == found[1]


def test_any_rulebook_has_plans_and_views(table: Table) -> None:
    made = table.make(battle=DUEL)
    with table.sit(made, "union") as union:
        assert union.ask("plans")["plans"] == []
        assert union.ask("board", name="near", at="0100")["hexes"]["0100"]["text"] == "0"
        assert union.ask("board", name="far")["is"] == "refused"


def test_each_order_says_what_it_comes_to(table: Table, store: Store) -> None:
    with table.sit(firing(store, begin="orders"), "union") as union:
        notes = {a["text"]: a.get("note") for a in union.asked()[0]["actions"]}
        assert notes["order attack"] == "4 MP: 2 can fire, 2 can reach the enemy" and all(notes.values())


def test_what_is_proposed_is_worked_out_for_the_page_of_the_seat_that_is_asked(
    table: Table, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = type(rulebook_of(vedette.battle(BATTLE)))
    told, read = book.proposed, []

    def note(self: Any, g: Any, seat: str) -> Any:
        read.append(seat)
        return told(self, g, seat)

    monkeypatch.setattr(book, "proposed", note)
    made = firing(store, begin="orders", active="Tyler")
    with table.sit(made, "confederate") as confederate:
        assert confederate.asked() == [] and read == []
        with table.sit(made, "union") as union:
            assert union.asked()[0]["proposed"].startswith("order ") and read == ["union"]
