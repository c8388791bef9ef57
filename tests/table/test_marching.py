"""Moves over the socket: ranges, marches, what fire leaves of them; the same whatever the other side holds."""

from __future__ import annotations

from typing import Any

import vedette
from tests.rules.field import flat
from tests.support import BATTLE
from tests.table.tables import DUEL, Table, seated
from vedette.engine.game import Game
from vedette.table import Store

UNITS = {"1 WV-a": "1532", "1 WV-b": "1532", "7 OH-a": "1733", "27 VA": "1834"}


def moving(store: Store, **keys: Any) -> dict[str, Any]:
    """A game that stands at the Movement Step of Tyler, put on the table."""
    spec = {
        "battle": BATTLE, "empty": True, "begin": "movement", "active": "Tyler", "order": "attack",
        "unit": [{"id": id, "hex": hex} for id, hex in UNITS.items()],
        "hex": [{"id": id, **row} for id, row in flat().items()], **keys,
    }  # fmt: skip
    return seated(store, Game.new(vedette.battle(BATTLE), seed=4, position=spec, digests=True))


def test_a_range_is_asked_before_a_unit_is_picked_and_for_a_stack(table: Table, store: Store) -> None:
    with table.sit(moving(store), "union") as union:
        row = union.ask("reach", unit="1 WV-a + 1 WV-b")["hexes"]["1533"]
        assert (row["cost"], row["left"], row["stack"], row["irreversible"]) == (1, 3, "8 of 10", None)
        assert union.ask("reach", unit="27 VA")["hexes"] == union.ask("reach", unit="nobody + 1 WV-a")["hexes"] == {}
        assert union.ask("board", name="range", unit="27 VA")["words"][0].endswith("if ordered to attack")
        union.act("1 WV-a + 1 WV-b: 1533")
        assert union.state["view"]["movement"]["moved"] == ["1 WV-a", "1 WV-b"]


def test_a_march_is_planned_played_and_what_fire_leaves_comes_back(table: Table, store: Store) -> None:
    with table.sit(moving(store), "union") as union:
        plan = union.ask("plans", at="1530", units=["7 OH-a", "1 WV-a"])["plans"][0]
        assert plan["kind"] == "march" and plan["ghosts"] == {"7 OH-a": "1530", "1 WV-a": "1531"}
        done = union.act(plan["text"])
        assert done["left"][-1] == "done move 1 WV-a" and "move 1 WV-a" in done["left"]
        assert union.state["decisions"] == [{"seat": "confederate", "kind": "waiting"}]


def test_a_step_of_all_is_planned_without_a_hex(table: Table, store: Store) -> None:
    with table.sit(moving(store), "union") as union:
        plans = union.ask("plans", units=["1 WV-a", "1 WV-b"])["plans"]
        west = next(p for p in plans if p["title"] == "2 hexes W")
        assert west["ghosts"] == {"1 WV-a": "1534", "1 WV-b": "1534"} and west["room"] == {"1534": "8 of 10"}
        assert union.act(west["text"])["left"] == []


def test_a_march_that_leads_nowhere_is_one_refusal_and_moves_nobody(table: Table, store: Store) -> None:
    with table.sit(moving(store), "union") as union:
        answer = union.act("march 1 WV-a to 1834")
        assert (answer["is"], answer["cite"]) == ("refused", "KT-13.1-3") and union.state["n"] == 0


def test_moves_tell_nothing_of_a_held_chit(table: Table, store: Store) -> None:
    found = []
    for chit in ("Fatigue", "Rebel Yell"):
        with table.sit(moving(store, held={"confederate": [chit]}), "union") as union:
            asked = [union.ask("reach", unit="7 OH-a"), union.ask("plans"), union.ask("plans", at="1632")]
            views = [union.ask("board", name=name, at="1733", to="1834", unit="27 VA") for name in ("range", "sight")]
            found.append([asked, views, union.state["decisions"], union.state["view"]["movement"]])
    assert found[0] == found[1]


def test_any_rulebook_may_have_no_movement_of_this_kind(table: Table) -> None:
    with table.sit(table.make(battle=DUEL), "union") as union:
        assert union.ask("plans", at="0101")["plans"] == [] and "movement" not in union.state["view"]


def test_an_end_that_is_over_already_is_done_with_no_entry(table: Table, store: Store) -> None:
    """What is left of a march may be sent again though its unit's move has ended meanwhile."""
    with table.sit(moving(store), "union") as union:
        n, asked = union.state["n"], union.state["decisions"]
        done = union.act("done move 1 WV-a")
        assert (done["is"], done["n"], done["events"], done["left"]) == ("done", n, [], [])
        assert union.state["n"] == n and union.state["decisions"] == asked
