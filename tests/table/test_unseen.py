"""Questions at one screen, and about a hand that nobody sees: no answer tells what is held."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.engine import toy
from tests.table.tables import DUEL, Client, Table, seated
from tests.table.test_orders import game
from vedette.engine.game import Game

BESIDE = [{"id": "Blue", "hex": "0101"}, {"id": "Gray", "hex": "0102"}]
FIRE = "Blue fire at 0102"


def holding(chit: str) -> Game:
    """Blue stands beside Gray, and the Confederate has been dealt this chit."""
    games = (toy.TOY.new_game(seed=s, position={"unit": BESIDE}, digests=True) for s in range(40))
    return next(g for g in games if g.state.hand == chit)


def asked_of(table: Table, chit: str, **setup: Any) -> list[Any]:
    """All that the one screen is told when somebody guesses at the chit, before and at the window."""
    made = seated(table.store, holding(chit), setup=setup)
    with table.sit(made, "both") as client:
        found = guesses(client, f"{FIRE}; play Ruse", "union")
        done = client.act(FIRE, seat="union")
        found += guesses(client, "play Ruse", "confederate") + guesses(client, "pass; play Ruse", "confederate")
        found.append({"left": done["left"], "decisions": client.state["decisions"]})
        return [{k: v for k, v in row.items() if k not in ("id", "game")} for row in found]


def guesses(client: Client, text: str, seat: str) -> list[dict[str, Any]]:
    return [
        client.ask("why", text=text, seat=seat),
        client.ask("ends", text=text, seat=seat),
        client.ask("ends", seat=seat),
        client.ask("odds", texts=[text], seat=seat),
        client.ask("plans", seat=seat),
        client.ask("hint", seat=seat),
    ]


def test_no_question_at_one_screen_tells_whether_a_chit_is_held(table: Table) -> None:
    assert asked_of(table, "Ruse") == asked_of(table, "Nothing")


def unseen(table: Table, chit: str) -> Any:
    """The Stone Wall before a draw; nobody sees what the Union holds."""
    held = {"union": [chit], "confederate": []}
    return table.sit(seated(table.store, game(held=held), setup={"hands": "drawn"}), "both")


def test_no_question_tells_what_a_hand_is_that_nobody_sees(table: Table) -> None:
    told = []
    for chit in ("Rally", "Fatigue"):
        with unseen(table, chit) as client:
            assert client.texts("union") == ["pass", "turn up a chit"]
            rows = [row for text in ("play Rally", "turn up a chit", "pass") for row in guesses(client, text, "union")]
            told.append([{k: v for k, v in row.items() if k != "id"} for row in rows])
    assert told[0] == told[1]


@pytest.mark.parametrize("text", ["play Rally", "Play  rally", "union: play Rally", "pass; play Rally", "play Fatigue"])
def test_a_hand_that_nobody_sees_plays_nothing_by_name(table: Table, text: str) -> None:
    with unseen(table, "Rally") as client:
        assert client.act(text, seat="union")["reason"] == "nobody sees this hand: pass, or turn up a chit"
        assert client.state["n"] == 0
        assert client.act("Union: pass", seat="union")["is"] == "done"


def test_a_look_answers_for_the_seat_that_looks(table: Table) -> None:
    made = seated(table.store, holding("Ruse"))
    with table.sit(made, "both") as client:
        client.act(FIRE, seat="union")
        client.look("confederate")
        assert client.ask("why", text="play Ruse", seat="confederate")["offered"] is True
        assert "play Ruse" in client.ask("ends", seat="confederate")["ends"]


@pytest.mark.parametrize("then", ["play Ruse", "play Nothing", "pass"])
def test_a_sequence_stops_at_a_question_that_would_tell_the_hand(table: Table, then: str) -> None:
    made = seated(table.store, holding("Ruse"))
    with table.sit(made, "confederate") as client, table.sit(made, "union") as union:
        client.up_to(union.act("done")["n"])
        done = client.act(f"Gray fire at 0101; {then}")
        assert done["left"] == [then] and client.asked()[0]["window"] == "fired-at"


def test_hands_are_not_both_open_and_unseen(table: Table) -> None:
    making = {"battle": DUEL, "hands": "drawn", "open_hands": True}
    made = httpx.post(table.base + "/api/games", json=making)
    assert made.status_code == 400 and "either open or drawn" in made.json()["error"]
