"""Each message is answered once: repeated, late, of another seat, taken back."""

from __future__ import annotations

import json
import threading

from tests.engine import toy
from tests.table.tables import DUEL, FAST, PATIENCE, Client, Table, played, seated, serving, shown
from vedette.table import Store
from vedette.table.log import ends_of


def act(client: Client, text: str, id: object, **more: object) -> dict[str, object]:
    """An act as the protocol has it."""
    return {"game": client.game, "decision": client.asked()[0]["number"], "text": text, "id": id, **more}


def test_a_repeated_id_gets_the_same_answer_and_does_nothing(table: Table) -> None:
    with table.sit(table.make(battle=DUEL), "union") as client:
        body = act(client, "Blue: 0101", "once")
        first, again = client.sent("act", body), client.sent("act", body)
        assert first == again and first["is"] == "done"
        assert client.state["n"] == first["n"]
        assert client.sent("act", {**body, "text": "done"}) == first


def test_a_repeated_id_is_known_after_a_restart(store: Store) -> None:
    with serving(store, limits=FAST) as table:
        made = table.make(battle=DUEL)
        with table.sit(made, "union") as client:
            body = act(client, "Blue: 0101", 7)
            first = client.sent("act", body)
    with serving(store, limits=FAST) as table, table.sit(made, "union") as client:
        assert client.sent("act", body) == first
        assert client.state["n"] == first["n"]


def test_a_refusal_is_repeated_as_well(table: Table) -> None:
    with table.sit(table.make(battle=DUEL), "union") as client:
        body = act(client, "Blue: 0204", "x")
        first = client.sent("act", body)
        assert first["is"] == "refused"
        assert client.sent("act", {**body, "text": "Blue: 0101"}) == first


def test_an_id_belongs_to_its_key(table: Table) -> None:
    made = table.make(battle=DUEL)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        union.sent("act", act(union, "done", "same"))
        confederate.until("state")
        assert confederate.sent("act", act(confederate, "Gray: 0103", "same"))["events"][0]["units"] == ["Gray"]


def test_a_number_and_a_text_are_two_ids(table: Table) -> None:
    with table.sit(table.make(battle=DUEL), "union") as client:
        client.sent("act", act(client, "Blue: 0101", 1))
        assert client.sent("act", act(client, "Blue: 0102", "1"))["n"] == 3


def test_a_stale_decision_is_refused(table: Table) -> None:
    with table.sit(table.make(battle=DUEL), "union") as client:
        old = client.asked()[0]["number"]
        client.act("Blue: 0101")
        answer = client.act("done", decision=old)
        assert answer["is"] == "refused" and f"decision {old} is not open" in answer["reason"]
        assert client.act("done", decision=old + 2)["is"] == "refused"
        assert client.act("done")["is"] == "done"


def test_another_seat_is_refused(table: Table) -> None:
    made = table.make(battle=DUEL)
    with table.sit(made, "confederate") as client:
        number = {"decision": 1}
        assert client.act("Blue: 0101", **number)["reason"] == "you are not asked anything now"
        assert client.act("Blue: 0101", seat="union", **number)["reason"] == "this key is not that of union"
        assert client.act("union: Blue: 0101", **number)["is"] == "refused"
        assert client.undo(seat="union")["reason"] == "this key is not that of union"
        assert client.state["n"] == 1


def test_what_is_not_offered_is_refused_with_its_case(table: Table) -> None:
    with table.sit(table.make(battle=DUEL), "union") as client:
        answer = client.act("Blue: 0204")
        assert (answer["reason"], answer["cite"]) == ("these rules do not offer it", "TOY-1")


def test_an_act_for_another_game_is_refused(table: Table) -> None:
    with table.sit(table.make(battle=DUEL), "union") as client:
        assert client.act("done", game="elsewhere")["reason"] == "this socket is not of game 'elsewhere'"


def test_seats_asked_at_once_do_not_stand_in_each_others_way(table: Table) -> None:
    """The Confederate answers the number that he was shown, though the Union's answer has raised it."""
    made = table.make()
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        number = confederate.asked()[0]["number"]
        n = union.act(union.texts()[0])["n"]
        told = union.act("union again", decision=number)
        assert told["is"] == "refused" and "the game has gone on: your answer is in" in told["reason"]
        confederate.up_to(n)
        assert confederate.act(confederate.texts()[0], decision=number)["is"] == "done"


def test_two_sockets_that_act_at_the_same_time_are_heard_in_turn(table: Table) -> None:
    made = table.make(battle=DUEL)
    with table.sit(made, "union") as one, table.sit(made, "both") as two:
        start = threading.Barrier(2)

        def press(client: Client, id: str) -> None:
            start.wait(PATIENCE)
            client.send(act=act(client, "Blue: 0101", id))

        threads = [threading.Thread(target=press, args=pair) for pair in ((one, "l"), (two, "r"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        answers = sorted(client.until("done", "refused")["is"] for client in (one, two))
        assert answers == ["done", "refused"]


def test_taking_back_is_an_entry_and_brings_the_state_back(table: Table) -> None:
    made = table.make(battle=DUEL)
    with table.sit(made, "union") as client:
        changing = ("n", "undo", "back", "again")
        before = shown(client.state, *changing)
        client.act("Blue: 0101")
        assert client.state["undo"] == {"union": None}
        answer = client.undo(n=2)
        assert answer["events"] == client.lines[-1:] and answer["events"][0]["back"] == 2
        assert answer["events"][0]["text"] == "Union takes back: Blue: 0101"
        assert (shown(client.state, *changing), client.state["n"]) == (before, 3)
    assert '"undo":1' in table.record(made)


def test_of_a_move_that_is_taken_back_the_last_hex_is_told() -> None:
    given = ["move 4 VA", "4 VA: 3025", "4 VA: 3124", "4 VA: burn", "5 VA: 3333", "fire at 3333", "fire at 3334"]
    assert ends_of(given) == given[2:]


def test_one_screen_takes_back_seat_after_seat(table: Table) -> None:
    made = table.make(battle=DUEL)
    with table.sit(made, "both") as client:
        for text in ("Blue: 0101", "done", "Gray: 0103"):
            client.act(text)
        gone = [client.undo()["events"][0]["text"] for _ in range(3)]
        assert gone == ["Confederate takes back: Gray: 0103", "Union takes back: done", "Union takes back: Blue: 0101"]
        assert client.undo()["reason"] == client.state["undo"]["union"]


def test_taking_back_stops_at_the_dice(table: Table) -> None:
    with table.sit(table.make(battle=DUEL), "union") as client:
        answer = client.undo()
        assert answer["is"] == "refused"
        assert answer["reason"] == client.state["undo"]["union"]


def test_a_second_press_of_undo_is_refused_when_it_names_what_it_saw(table: Table) -> None:
    with table.sit(table.make(battle=DUEL), "union") as client:
        client.act("Blue: 0101")
        client.act("Blue: 0102")
        n = client.state["n"]
        assert client.undo(n=n)["is"] == "done"
        assert "the game has gone on" in client.undo(n=n)["reason"]


def test_practice_takes_back_past_the_dice_and_says_so(table: Table) -> None:
    made = table.make(seats={"confederate": "random"}, practice=True, seed=3)
    with table.sit(made, "union") as client:
        while client.state["undo"]["union"] is not None or client.state["n"] < 20:
            if client.asked():
                client.act(client.texts()[0])
            else:
                client.until("state")
        assert client.undo()["is"] == "done"
    assert json.loads(table.record(made, "union").splitlines()[0])["practice"] is True


def test_one_key_alone_plays_a_practice_game_of_two_people(table: Table) -> None:
    assert list(table.make(battle=DUEL, practice=True)["keys"]) == ["both"]


def test_why_odds_and_reach_change_nothing(table: Table) -> None:
    made = seated(table.store, played(4, lambda g: len(g.entries) > 9, DUEL))
    with table.sit(made, "both") as client:
        seat = client.asked()[0]["seat"]
        assert client.ask("why", text="Blue: 9999")["offered"] is False
        assert client.ask("why", text=client.texts()[0])["offered"] is True
        assert client.ask("reach", unit="Blue")["hexes"]
        assert client.ask("odds", texts=["done"], seat=seat)["is"] == "refused"
        client.send(see={"after": 10**6})
        assert client.until("state")["n"] == client.state["n"]


def test_odds_of_a_shot_are_exact(table: Table) -> None:
    beside = [{"id": "Blue", "hex": "0101"}, {"id": "Gray", "hex": "0102"}]

    game = toy.TOY.new_game(seed=1, position={"unit": beside}, digests=True)
    with table.sit(seated(table.store, game), "both") as client:
        found = client.ask("odds", texts=["Blue fire at 0102"])
        assert [(r["units"], r["weight"]) for r in found["results"]] == [({}, 4), ({"Gray": ["hit"]}, 2)]
        assert (found["total_weight"], found["exact"]) == (6, True)
