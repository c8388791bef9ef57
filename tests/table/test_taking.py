"""Taking back by unit and step, playing again, and asking the other seat; what is offered is what is carried out."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.engine import toy
from tests.support import referee
from tests.table.tables import DUEL, FAST, Client, Table, pick, played, seated, serving
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE
from vedette.table import Store

BESIDE = {"unit": [{"id": "Blue", "hex": "0100"}, {"id": "Gray", "hex": "0101"}]}


def redo(client: Client, **more: Any) -> dict[str, Any]:
    return client.sent("redo", {"game": client.game, "id": f"r{next(client.ids)}-{client.name}", **more})


def consent(client: Client, request: int, accept: bool) -> dict[str, Any]:
    body = {"game": client.game, "id": f"c{next(client.ids)}-{client.name}", "request": request, "accept": accept}
    return client.sent("consent", body)


def until_request(client: Client, status: str | None) -> dict[str, Any]:
    """Read until a request stands so; None: until there is none."""
    while (client.state["request"] or {}).get("status") != status:
        client.until("state")
    return dict(client.state["request"] or {})


def ways(client: Client, seat: str) -> list[tuple[str, str | None]]:
    return [(way["title"], way["bar"]) for way in client.state["back"][seat]]


def moving() -> Game:
    units = {"7 OH-a": "1532", "7 OH-b": "1431", "27 VA": "2034"}
    game = referee(units, begin="movement", active="Tyler")
    return Game.new(game.battle, seed=3, position=game.header["position"], digests=True)


def duel(hand: str = "Nothing", **more: Any) -> Game:
    """Blue stands beside Gray and may fire at once."""
    games = (Game.new(toy.TOY, seed=s, position=BESIDE, digests=True, **more) for s in range(9))
    return next(game for game in games if game.state.hand == hand)  # type: ignore[attr-defined]


# -- free ------------------------------------------------------------------------


def test_the_state_says_what_would_be_taken_back_and_one_unit_goes_alone(table: Table) -> None:
    with table.sit(seated(table.store, moving()), "union") as client:
        assert client.state["back"] == {"union": []} and client.state["again"] == {"union": None}
        client.act("7 OH-a: 1533-1633")
        client.act("7 OH-b: 1432")
        assert ways(client, "union") == [
            ("take back “7 OH-b: 1432”", None),
            ("take back what was given last, up to “7 OH-b: 1432” (3 answers)", None),
            ("take back 7 OH-b (1432)", None),
            ("take back 7 OH-a (1533-1633)", None),
            ("take back all of movement (6 answers)", None),
        ]
        assert [way["kind"] for way in client.state["back"]["union"] if way["last"]] == ["gesture"]
        done = client.undo(unit="7 OH-a", n=client.state["n"])
        assert done["left"] == []
        places = {u["id"]: u["hex"] for u in client.state["view"]["units"]}
        assert (places["7 OH-a"], places["7 OH-b"]) == ("1532", "1432")
        client.act("done")
        assert client.state["again"]["union"] == {
            "title": "play again “move 7 OH-a”, “7 OH-a: 1533”, “7 OH-a: 1633”",
            "count": 3,
        }


def test_the_whole_step_is_taken_back_and_played_again(table: Table) -> None:
    made = seated(table.store, moving())
    with table.sit(made, "union") as client:
        client.act("7 OH-a: 1533-1633")
        client.act("7 OH-b: 1432")
        seen = client.state["view"]
        assert client.undo(to=client.state["back"]["union"][-1]["to"])["is"] == "done"
        assert client.state["view"] != seen and client.state["back"] == {"union": []}
        assert redo(client)["is"] == "done" and client.state["view"] == seen
        assert redo(client)["reason"] == "nothing that was taken back can be played again"
    with table.sit(made, "confederate") as other:
        assert redo(other, seat="union")["reason"] == "this key is not that of union"
        assert other.undo(unit="27 VA")["is"] == "refused"
        assert other.state["back"] == {"confederate": []}


def test_a_way_back_that_is_not_offered_is_refused(table: Table) -> None:
    with table.sit(seated(table.store, moving()), "union") as client:
        client.act("7 OH-a: 1533-1633")
        n = client.state["n"]
        for more in ({"to": 99}, {"to": -1}, {"to": n}, {"unit": "7 OH-b"}, {"unit": "27 VA"}, {"n": n - 1, "to": 0}):
            assert client.undo(**more)["is"] == "refused", more
        assert redo(client, n=n - 1)["is"] == "refused"
        assert client.state["n"] == n


def test_a_roll_in_the_way_is_named_as_the_log_tells_it(table: Table) -> None:
    with table.sit(seated(table.store, duel()), "both") as client:
        client.act("Blue fire at 0101")
        client.act("pass")
        way = client.state["back"]["union"][0]
        roll = next(line for line in reversed(client.lines) if line["kind"] == "aim")
        assert way["bar"] == f"a roll or draw has come since: {roll['text']}"
        assert way["ask"] is True
        assert client.state["undo"]["union"] == f"it would cross the roll or draw of entry {roll['n']}"


def test_an_answer_of_the_others_standing_order_stands_in_the_way_like_any(table: Table) -> None:
    """Nobody at the Union's page has done anything; its order passed, and that told the mover something."""
    units = {"7 OH-a": "1733", "110 PA-a": "1733", "27 VA": "1834"}
    start = referee(units, begin="movement", active="Garnett", order="attack")
    game = Game.new(start.battle, seed=3, position=start.header["position"], digests=True)
    made = seated(table.store, game, setup={"orders": True})
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        union.send(order={"id": "o", "window": "opportunity-fire", "setting": "pass"})
        assert union.until("ordered", "refused")["is"] == "ordered"
        confederate.act("27 VA: 1833")
        while not confederate.asked():
            confederate.until("state")
        way = confederate.state["back"]["confederate"][0]
        assert (way["bar"] or "").startswith("an answer of the Union has come since") and way["ask"]
        assert confederate.undo()["is"] == "refused"


# -- by consent ------------------------------------------------------------------------


def asked(union: Client) -> None:
    """The Union has fired and would like to have it back."""
    union.act("Blue fire at 0101")
    while not union.asked():
        union.until("state")
    done = union.undo(ask=True)
    assert (done["is"], done["asked"]) == ("done", True)


@pytest.fixture
def two(table: Table) -> Any:
    made = seated(table.store, duel())
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        union.act("Blue fire at 0101")
        confederate.up_to(union.state["n"])
        confederate.act("pass")
        union.up_to(confederate.state["n"])
        yield table, made, union, confederate


def test_consent_takes_back_past_the_dice_and_the_record_says_so(two: Any) -> None:
    table, made, union, confederate = two
    before = union.state["n"]
    assert union.undo()["is"] == "refused"
    assert union.undo(ask=True)["n"] == before
    mine, his = until_request(union, "open"), until_request(confederate, "open")
    assert (mine["mine"], mine["answer"], his["mine"], his["answer"]) == (True, False, False, True)
    assert his["text"] == "Union asks to take back “Blue fire at 0101”, “pass” (a roll or draw with it)"
    counter = table.app.rooms._open[made["game"]].game.chance.counter
    assert consent(confederate, his["number"], True)["is"] == "done"
    union.up_to(before + 1)
    assert union.state["request"] is None and "Blue fire at 0101" in union.texts()
    assert confederate.lines[-1]["text"].startswith("Union takes back by consent: Blue fire at 0101")
    assert table.app.rooms._open[made["game"]].game.chance.counter == counter
    mark = json.loads(table.record(made).splitlines()[-1])
    assert (mark["seat"], mark["consent"]) == ("union", True)


def test_a_refusal_is_shown_and_is_not_asked_again_until_the_game_goes_on(two: Any) -> None:
    _, _, union, confederate = two
    union.undo(ask=True)
    number = until_request(confederate, "open")["number"]
    n = confederate.state["n"]
    assert consent(confederate, number, False)["n"] == n
    assert until_request(union, "refused")["text"].endswith(": refused")
    assert union.undo(ask=True)["reason"] == "it was refused; play on"
    assert consent(confederate, number, True)["reason"].startswith("that request is no longer open")
    union.act("done") if union.asked() else confederate.act("done")
    for client in (union, confederate):
        client.up_to(n + 1)
        assert client.state["request"] is None and client.state["n"] == n + 1


def test_a_request_lapses_when_the_game_goes_on(two: Any) -> None:
    """Never modal: whoever is asked may go on playing, and the request is gone with a word to both."""
    _, _, union, confederate = two
    union.undo(ask=True)
    number = until_request(confederate, "open")["number"]
    who = union if union.asked() else confederate
    n = who.act("done")["n"]
    assert consent(confederate, number, True)["is"] == "refused"
    for client in (union, confederate):
        client.up_to(n)
        assert until_request(client, "lapsed")["text"] == "Union asked for a take-back; the game has gone on since"
    again = union if union.asked() else confederate
    again.act("done")
    assert until_request(again, None) == {}


def test_only_the_other_seat_agrees_and_the_asker_may_withdraw(two: Any) -> None:
    table, made, union, confederate = two
    union.undo(ask=True)
    number = until_request(confederate, "open")["number"]
    assert consent(union, number, True)["reason"] == "nobody agrees to a request of his own"
    for wrong in (number + 1, 0, -1):
        assert consent(confederate, wrong, True)["is"] == "refused"
    assert confederate.undo(ask=True)["reason"] == "Union has asked for a take-back; answer that first"
    assert consent(union, number, False)["is"] == "done"
    assert until_request(confederate, None) == {}
    assert union.undo(ask=True)["is"] == "done" and until_request(confederate, "open")["number"] >= 1
    third = seated(table.store, duel())
    with table.sit(third, "confederate") as stranger:
        assert consent(stranger, number, True)["is"] == "refused"
        stranger.send(consent={"game": made["game"], "id": "x", "request": number, "accept": True})
        assert stranger.until("done", "refused")["reason"].startswith("this socket is not of game")


def test_a_request_names_an_entry_that_is_a_way_back_of_its_seat(two: Any) -> None:
    _, _, union, confederate = two
    for to in (99, -1, 2):
        assert union.undo(ask=True, to=to)["is"] == "refused"
    assert union.state["request"] is None
    way = union.state["back"]["union"][0]
    assert union.undo(ask=True, to=way["to"])["is"] == "done"
    assert until_request(confederate, "open")["to"] == way["to"]


def test_what_is_free_is_taken_back_without_asking(table: Table) -> None:
    made = seated(table.store, moving())
    with table.sit(made, "union") as union:
        union.act("7 OH-a: 1533")
        done = union.undo(ask=True)
        assert "asked" not in done and union.state["request"] is None


def test_a_request_outlives_a_restart(store: Store) -> None:
    made = seated(store, duel())
    with serving(store, limits=FAST) as table, table.sit(made, "both") as client:
        client.act("Blue fire at 0101")
        client.act("pass")
        client.undo(ask=True, seat="union")
    with serving(store, limits=FAST) as table, table.sit(made, "confederate") as confederate:
        number = confederate.state["request"]["number"]
        assert consent(confederate, number, True)["is"] == "done"
        assert confederate.state["request"] is None


def test_at_one_screen_the_other_person_answers_on_the_same_page(table: Table) -> None:
    with table.sit(seated(table.store, duel()), "both") as client:
        client.act("Blue fire at 0101")
        client.act("pass")
        client.undo(ask=True, seat="union")
        request = until_request(client, "open")
        assert request["mine"] and request["answer"]
        assert consent(client, request["number"], False)["is"] == "done"
        assert until_request(client, "refused")


def test_the_computer_never_consents(table: Table) -> None:
    with table.sit(seated(table.store, duel(), confederate="random"), "union") as client:
        client.act("Blue fire at 0101")
        while not client.asked():
            client.until("state")
        way = client.state["back"]["union"][0]
        assert way["ask"] is False and way["bar"].endswith(
            "the computer never consents; a practice game takes back past dice"
        )
        assert client.undo(ask=True)["reason"] == "the computer never consents; a practice game takes back past dice"


def test_practice_takes_back_past_dice_without_asking_and_the_result_carries_the_mark(table: Table) -> None:
    made = table.make(battle=DUEL, practice=True, seats={"confederate": "random"}, options={"turns": 1})
    with table.sit(made, "union") as client:
        while not client.asked():
            client.until("state")
        client.act("done")
        while client.state["outcome"] is None:
            client.until("state")
        assert client.state["outcome"]["practice"] is True
        assert client.state["back"]["union"][0]["bar"] is None
        assert client.undo()["is"] == "done" and client.state["outcome"] is None
    game = table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").json()
    assert (game["free_undo"], game["practice"]) == (True, True)


def test_a_game_that_was_taken_back_by_consent_says_how_often_at_its_end(two: Any) -> None:
    _, _, union, confederate = two
    union.undo(ask=True)
    consent(confederate, until_request(confederate, "open")["number"], True)
    n = confederate.state["n"]
    union.up_to(n)
    while union.state["outcome"] is None:
        who, other = (union, confederate) if union.asked() else (confederate, union)
        n = who.act("pass" if "pass" in who.texts() else "done")["n"]
        other.up_to(n)
    assert (union.state["outcome"]["by_consent"], union.state["outcome"]["practice"]) == (1, True)


# -- what is said in advance ------------------------------------------------------------------------


def test_it_is_said_in_advance_which_answer_cannot_be_taken_back(table: Table) -> None:
    with table.sit(seated(table.store, duel()), "union") as client:
        told = client.ask("ends")
        assert told["decision"] == client.asked()[0]["number"]
        assert told["ends"] == {
            "Blue fire at 0101": "the other side answers: fire of Blue",
            "done": "the other side answers: Gray moves",
        }
        assert client.ask("ends", text="Blue: 0001")["ends"] == {}
        assert client.ask("ends", text="Blue: 9999")["ends"] == {}
        assert client.ask("ends", seat="confederate")["ends"] == {}


def test_at_one_screen_nothing_is_said_of_what_lies_face_down(table: Table) -> None:
    """A window of which the hand could play something: only of the pass, whatever text is asked about."""
    game = played(3, lambda g: g.decision is not None and g.decision.kind == "window" and len(g.decision.actions) > 1)
    assert game.decision is not None
    hidden = next(a.text for a in game.decision.actions if a.text != "pass")
    with table.sit(seated(table.store, game), "both") as client:
        assert set(client.ask("ends")["ends"]) <= {"pass"}
        assert client.ask("ends", text=hidden)["ends"] == {}
        client.look(game.decision.seat)
        assert hidden in client.ask("ends")["ends"]


# -- secrets ------------------------------------------------------------------------


@pytest.mark.parametrize("slips", [False, True], ids=["asked for", "agreed beforehand"])
def test_ways_and_requests_tell_the_other_seat_the_same_whatever_chit_is_held(table: Table, slips: bool) -> None:
    """Two games that differ only in the Key Chit of the Union: all that the Confederate is sent is the same."""
    found = []
    for key in ("Rally", "Fatigue"):
        made = table.make(seed=31, slips=slips)
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            union.name = confederate.name = "same"
            n = union.act(f"key {key}")["n"]
            confederate.up_to(n)
            n = union.undo()["n"]
            confederate.up_to(n)
            n = redo(union)["n"]
            confederate.up_to(n)
            for i in range(30):
                who, other = (union, confederate) if union.asked() else (confederate, union)
                texts = who.texts()
                quiet = next((t for t in texts if t == "pass" or t.startswith("hold ")), texts[i % len(texts)])
                other.up_to(who.act(quiet)["n"])
            if confederate.state["back"]["confederate"]:
                confederate.undo(ask=True)
            way = next(w for w in reversed(union.state["back"]["union"]) if w["bar"])
            union.undo(ask=True, to=way["to"]) if union.state["request"] is None else None
            confederate.send(ends={"id": "e"})
            confederate.until("ends")
            found.append([frame.replace(made["game"], "GAME") for frame in confederate.frames])
    assert found[0] == found[1]
    assert any('"request":{' in frame for frame in found[0])


def test_at_one_screen_no_way_back_names_a_secret_answer(table: Table) -> None:
    with table.sit(table.make(), "both") as client:
        client.look("union")
        chit = client.texts("union")[0]
        client.act(chit, seat="union")
        client.look("union", on=False)
        assert ways(client, "union") == [("take back an answer", None)]
        client.undo(seat="union")
        assert client.state["again"]["union"] == {"title": "play again an answer", "count": 1}
        assert chit not in json.dumps([client.state["back"], client.state["again"], client.state["request"]])


# -- dice ------------------------------------------------------------------------


def dice(client: Client, text: str, **more: Any) -> dict[str, Any]:
    number = next((d["number"] for d in client.asked() if d["seat"] == CHANCE), 0)
    body = {"game": client.game, "id": f"d{next(client.ids)}-{client.name}", "decision": number, "text": text, **more}
    return client.sent("dice", body)


def test_several_dice_are_typed_at_once_and_what_is_left_over_is_given_back(table: Table) -> None:
    made = table.make(battle=DUEL, dice="real")
    with table.sit(made, "both") as client:
        for text in ("Blue: 0101", "Blue: 0102", "Gray: 0103", "Gray fire at 0102", "pass"):
            client.act(text)
        n = client.state["n"]
        for wrong in ("7", "x", "", "55", "0"):
            assert dice(client, wrong)["is"] == "refused"
        assert (
            dice(client, "9")["reason"]
            == "entry 1, '9', cannot be rolled here (the die of the fire): one die is 1, 2, 3, 4, 5, 6"
        )
        assert client.state["n"] == n
        done = dice(client, "6, 52  1")
        assert (done["is"], done["left"]) == ("done", ["52", "1"])
        assert dice(client, "5", decision=1)["is"] == "refused"


def test_dice_are_not_typed_where_the_program_rolls(table: Table) -> None:
    with table.sit(table.make(battle=DUEL), "union") as client:
        assert dice(client, "5", decision=1)["reason"] == "the program rolls the dice of this game"


def test_pressed_dice_are_one_answer_and_nobody_chooses_them(table: Table) -> None:
    made = table.make(battle=DUEL, dice="pressed")
    with table.sit(made, "both") as client:
        for text in ("Blue: 0101", "Blue: 0102", "Gray: 0103", "Gray fire at 0102", "pass"):
            client.act(text)
        decision = client.asked()[0]
        assert (decision["seat"], client.texts(), decision["proposed"]) == (CHANCE, ["roll"], "roll")
        assert client.act("6")["reason"] == "the program rolls the dice of this game: answer roll"
        assert dice(client, "6")["reason"] == "the program rolls the dice of this game"
        assert client.act("roll")["events"][0]["kind"] == "aim"
        assert client.act("roll")["is"] == "refused"


# -- hands that nobody sees ------------------------------------------------------------------------


def test_a_drawn_hand_is_picked_at_random_and_nobody_looks_at_it(table: Table) -> None:
    made = table.make(hands="drawn", seed=5)
    assert list(made["keys"]) == ["both"]
    with table.sit(made, "both") as client:
        rng = random.Random(5)
        assert all(d["kind"] != "key" for d in client.asked())
        turned = passed = 0
        while client.state["outcome"] is None and client.state["view"]["turn"] < 6:
            decision = client.asked()[0]
            texts = client.texts()
            assert decision["kind"] not in ("key", "drawn") and decision["secret"] is False
            if "turn up a chit" in texts:
                assert texts == ["pass", "turn up a chit"] and decision["count"] is None
                done = client.act("turn up a chit") if rng.random() < 0.5 else {"is": "none"}
                turned += done["is"] == "done"
                if done["is"] == "refused":
                    assert done["reason"] == "nothing in this hand can be played here; pass"
                if done["is"] != "done":
                    client.act("pass")
                    passed += 1
            else:
                client.act(pick(rng, texts))
            assert client.state["view"]["chits"].get("mine") is None
        assert turned and passed
        client.send(look={"seat": "union", "on": True})
        assert client.until("refused")["reason"].startswith("the hands of this game are turned up")
    assert table.record(made)


def test_a_drawn_hand_in_a_practice_game_is_no_answer_to_be_taken_back(table: Table) -> None:
    made = table.make(hands="drawn", seed=5, practice=True)
    with table.sit(made, "both") as client:
        assert client.state["back"] == {"union": [], "confederate": []}
        seat = client.asked()[0]["seat"]
        client.act(client.texts()[-1])
        first = client.state["back"][seat]
        assert [way["bar"] for way in first] == [None] * len(first) and first
        assert client.undo(seat=seat)["is"] == "done"
        assert client.state["back"][seat] == []


@pytest.mark.parametrize(
    ("making", "words"),
    [
        ({"hands": "closed"}, "hands 'closed' are none of open, drawn"),
        ({"hands": "open", "seats": {"union": "random"}}, "hands are for one person on both sides"),
        ({"dice": "loaded"}, "dice 'loaded' are none of seeded, real, pressed"),
    ],
)
def test_a_way_of_playing_that_does_not_exist_is_refused(table: Table, making: dict[str, Any], words: str) -> None:
    import httpx

    made = httpx.post(table.base + "/api/games", json={"battle": DUEL, **making})
    assert made.status_code == 400 and words in made.json()["error"]


def test_open_hands_of_one_person_are_all_shown(table: Table) -> None:
    made = table.make(hands="open")
    with table.sit(made, "both") as client:
        assert list(made["keys"]) == ["both"] and set(client.state["views"]) == {"union", "confederate"}
        assert all(d["actions"] for d in client.asked())
