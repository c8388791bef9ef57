"""Taking back agreed beforehand: a slip that told its seat nothing, and nothing else; in no rated game."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.table.tables import DUEL, STONE_WALL, Table, played, seated
from tests.table.test_taking import consent, duel, until_request
from vedette.engine.archive import verify
from vedette.engine.game import Game

SLIPS = {"slips": True}


def slip() -> Game:
    """The Confederate has named an Order, and the Union lets it pass at the window after it."""
    game = played(0, lambda g: len(g.entries) == 21)
    assert [(e.seat, e.do) for e in game.entries[-2:]] == [("confederate", "order regroup"), ("union", "pass")]
    return game


def test_what_the_other_side_has_only_let_pass_is_taken_back_without_asking(table: Table) -> None:
    made = seated(table.store, slip(), setup=SLIPS)
    with table.sit(made, "confederate") as confederate, table.sit(made, "union") as union:
        way = next(way for way in confederate.state["back"]["confederate"] if way["to"] == 19)
        assert (way["bar"], way["ask"], way["agreed"]) == (None, False, True)
        assert way["title"].endswith("; agreed beforehand") and confederate.state["undo"]["confederate"] is None
        assert not any(way["agreed"] for way in confederate.state["back"]["confederate"] if way["bar"])
        assert confederate.undo(to=19)["is"] == "done"
        assert "order regroup" in confederate.texts()
        union.up_to(confederate.state["n"])
        assert union.state["request"] is None
        assert "Confederate takes back by consent: order regroup" in " ".join(line["text"] for line in union.lines)
    record = table.record(made, "confederate")
    assert '"consent":true' in record.splitlines()[22]


def test_the_other_sides_pass_alone_is_not_taken_back(table: Table) -> None:
    """By agreement a slip of one's own is; else whoever has answered would have his half a minute again and again."""
    made = seated(table.store, slip(), setup=SLIPS)
    with table.sit(made, "confederate") as confederate:
        assert 20 not in [way["to"] for way in confederate.state["back"]["confederate"]]
        refused = confederate.undo(to=20)
        assert refused["is"] == "refused" and "no way back" in refused["reason"]
        assert confederate.undo(to=19)["is"] == "done"


def test_without_the_agreement_it_is_asked_for(table: Table) -> None:
    made = seated(table.store, slip())
    with table.sit(made, "confederate") as confederate, table.sit(made, "union") as union:
        way = next(way for way in confederate.state["back"]["confederate"] if way["to"] == 19)
        assert way["bar"] and way["ask"] and not way["agreed"]
        assert confederate.undo(to=19)["is"] == "refused" and confederate.undo(to=19, ask=True)["asked"] is True
        assert until_request(union, "open")["kind"] == "back"


def test_a_roll_or_what_the_other_side_chose_is_asked_for_all_the_same(table: Table) -> None:
    """What was rolled, or is more than a pass, has told something."""
    made = seated(table.store, duel(), setup=SLIPS)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        union.act("fire Gray" if "fire Gray" in union.texts() else next(t for t in union.texts() if "fire" in t))
        confederate.up_to(union.state["n"])
        n = confederate.act("pass")["n"]
        union.up_to(n)
        way = union.state["back"]["union"][0]
        assert way["bar"] and way["ask"] and not way["agreed"] and union.state["undo"]["union"]
        assert union.undo(to=way["to"])["is"] == "refused"
        assert union.undo(to=way["to"], ask=True)["asked"] is True
        number = until_request(confederate, "open")["number"]
        assert consent(confederate, number, False)["is"] == "done"


@pytest.mark.parametrize(
    "making",
    [
        {"seats": {"confederate": "random"}},
        {"practice": True},
        {"hands": "open"},
        {"open_hands": True},
        {"rated": True, "time": {"kind": "live", "bank": 600, "claim": True}},
    ],
    ids=["computer", "practice", "one person", "open hands", "rated"],
)
def test_it_is_agreed_between_two_people_who_play_for_no_rating(table: Table, making: dict[str, Any]) -> None:
    body = {"battle": STONE_WALL, "slips": True, **making}
    found = httpx.post(table.base + "/api/games", json=body)
    assert found.status_code == 400 and "leave out slips" in found.json()["error"]


def test_it_brings_no_time_is_shown_and_holds_for_the_rematch(table: Table) -> None:
    time = {"kind": "live", "bank": 600, "increment": 10}
    made = seated(table.store, slip(), setup={"slips": True, "time": time})
    with table.sit(made, "confederate") as confederate, table.sit(made, "union") as union:
        lefts = []
        for _ in range(3):
            assert confederate.undo(to=19)["is"] == "done"
            union.up_to(confederate.act("order regroup")["n"])
            confederate.up_to(union.act("pass")["n"])
            lefts.append(confederate.state["clocks"]["sides"]["confederate"]["left"])
        assert confederate.state["clocks"]["begun"] and max(lefts) <= 600
        confederate.send(resign={"game": confederate.game, "id": "over"})
        confederate.until("done")
    at = f"{table.base}/api/games/{made['game']}"
    assert httpx.get(at, params={"key": made["keys"]["confederate"]}).json()["slips"] is True
    again = httpx.post(at + "/rematch", params={"key": made["keys"]["confederate"]}).json()
    key = next(iter(again["keys"].values()))
    assert table.get(f"/api/games/{again['game']}?key={key}").json()["slips"] is True
    plain = table.make(battle=DUEL)
    assert table.get(f"/api/games/{plain['game']}?key={plain['keys']['confederate']}").json()["slips"] is False


def test_the_record_proves_it(table: Table) -> None:
    made = seated(table.store, slip(), setup=SLIPS)
    with table.sit(made, "confederate") as confederate:
        assert confederate.undo(to=19)["is"] == "done"
        confederate.send(resign={"game": confederate.game, "id": "over"})
        confederate.until("done")
    assert verify(table.record(made)).ok
