"""Standing orders at the table: ordinary answers through the queue, secret, kept over a restart."""

from __future__ import annotations

import json
from typing import Any

import pytest

import vedette
from tests.table.tables import DUEL, FAST, STONE_WALL, Client, Table, seated, serving
from vedette.engine.game import Game
from vedette.table import Store, carrying, standing
from vedette.table.late import weight
from vedette.table.messages import Refused
from vedette.table.store import StoreError

ORDERS = {"orders": True}
UNITS = {"7 OH-a": "1733", "110 PA-a": "1732", "27 VA": "2030", "4 VA": "2031"}


def game(seed: int = 1, **keys: Any) -> Game:
    """A position of The Stone Wall with seeded dice: both hold a chit before a draw."""
    shaken = ("7 OH-a", "27 VA")
    units = [{"id": id, "hex": hex, "marks": ["shaken"] if id in shaken else []} for id, hex in UNITS.items()]
    held = {"union": ["Rally"], "confederate": ["Firefight"]}
    spec = {"battle": STONE_WALL, "empty": True, "begin": "draw", "held": held, "cup": ["Tyler"], "unit": units, **keys}
    return Game.new(vedette.battle(STONE_WALL), seed=seed, position=spec, digests=True)


def holding(client: Client, window: str, seat: str = "union") -> dict[str, Any]:
    """What an owner's state says of a window."""
    return next(o for o in client.state["orders"][seat]["orders"] if o["window"] == window)


def ordered(client: Client, name: str, **body: Any) -> dict[str, Any]:
    """Send a message about orders; its answer."""
    client.send(**{name: {"id": f"o{next(client.ids)}-{client.name}", **body}})
    return client.until("ordered", "refused")


def windows(client: Client) -> list[str]:
    """What a client is asked, by window or kind."""
    return [d["window"] or d["kind"] for d in client.asked()]


def settled(client: Client) -> None:
    """Read until this client is asked something: answers by orders come before."""
    while not client.asked():
        client.until("state")


def done(table: Table, made: dict[str, Any]) -> list[str]:
    """The answers of the record."""
    return [json.loads(line)["do"] for line in table.record(made).splitlines()[1:]]


def test_default_orders_pass_before_a_draw_by_ordinary_entries(table: Table) -> None:
    made = seated(table.store, game(), setup=ORDERS)
    with table.sit(made, "union") as union:
        settled(union)
        assert done(table, made)[:3] == ["pass", "pass", "Tyler"] and windows(union) != ["before-draw"]
        assert holding(union, "before-draw")["setting"] == "pass" and not holding(union, "before-draw")["given"]


def test_an_order_to_ask_once_stops_the_window_once(table: Table) -> None:
    made = seated(table.store, game(cup=["Garnett", "Tyler"], held={"union": ["Rally"], "confederate": []}))
    with table.sit(made, "union") as union:
        ordered(union, "order", window="before-draw", setting="ask", until="once")
        ordered(union, "orders", suspended=False)
        assert windows(union) == ["before-draw"] and union.state["n"] == 0
        union.act("pass")
        assert not holding(union, "before-draw")["given"]


@pytest.mark.parametrize(("other", "asked"), [("cautious", False), ("human", True)], ids=["computer", "person"])
def test_a_lone_answer_is_played_at_once_against_a_computer_alone(table: Table, other: str, asked: bool) -> None:
    """Quick March is nothing before a draw: to pass is all that there is."""
    lone = game(held={"union": ["Quick March"], "confederate": []})
    assert [action.text for action in lone.decisions[0].actions] == ["pass"]
    made = seated(table.store, lone, confederate=other)
    with table.sit(made, "union") as union:
        settled(union)
        assert (windows(union) == ["before-draw"]) is asked
        assert (done(table, made)[:1] == ["pass"]) is not asked


def test_an_order_given_at_the_question_answers_it_at_once(table: Table) -> None:
    made = seated(table.store, game(), setup=ORDERS)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        while windows(union) != ["turn-end"]:
            mine = next((c for c in (union, confederate) if c.asked()), None)
            if mine is None:
                union.until("state")
            elif mine is union or mine.asked():
                n = mine.act("done" if "done" in mine.texts() else mine.texts()[-1])["n"]
                union.up_to(n)
                confederate.up_to(n)
        offers = union.asked()[0]["standing"]
        assert offers == {"window": "turn-end", "offers": [{"deed": "pass", "setting": "pass", "answer": "pass"}]}
        n = union.state["n"]
        answer = ordered(union, "order", window="turn-end", setting="pass", until="turn")
        assert answer["is"] == "ordered" and not union.asked()
        assert done(table, made)[n] == "pass"


def test_orders_are_kept_over_a_restart(store: Store) -> None:
    made = seated(store, game())
    with serving(store, limits=FAST) as first, first.sit(made, "union") as union:
        assert windows(union) == ["before-draw"]
        ordered(union, "order", window="turn-end", setting="pass", until="turn")
        ordered(union, "order", window="attacked", setting="hexes", names=["hex 1733"])
    with serving(store, limits=FAST) as second, second.sit(made, "union") as union:
        assert holding(union, "attacked") == {
            "window": "attacked", "setting": "hexes", "names": ["hex 1733"], "until": "always", "given": True,
            "text": "A hex of mine is fired at or assaulted: ask at the hexes of my list, else pass: 1733",
        }  # fmt: skip
        assert holding(union, "turn-end")["until"] == "turn" and union.state["orders"]["union"]["suspended"]
        ordered(union, "order", window="attacked")
        assert not holding(union, "attacked")["given"]


def test_a_restart_goes_on_with_what_orders_have_to_answer(store: Store) -> None:
    """The first who comes sets it going; nobody has to be there for whom the orders answer."""
    made = seated(store, game(), setup=ORDERS)
    with serving(store, limits=FAST) as first, first.sit(made, "confederate") as confederate:
        while "Tyler" not in done(first, made):
            confederate.until("state")


def test_suspended_orders_answer_nothing_and_stand_again(table: Table) -> None:
    made = seated(table.store, game())
    with table.sit(made, "union") as union:
        assert union.texts() == ["play Rally", "pass"] and union.state["orders"]["union"]["suspended"]
        answer = ordered(union, "orders", suspended=False)
        assert answer["orders"]["union"]["suspended"] is False
        assert not union.asked() and done(table, made) == ["pass"]
        assert ordered(union, "orders", suspended=True)["orders"]["union"]["suspended"] is True


def test_an_order_never_answers_for_another_seat(table: Table) -> None:
    made = seated(table.store, game(held={"union": ["Rally"], "confederate": ["Rally"]}))
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        ordered(union, "orders", suspended=False)
        confederate.up_to(1)
        assert confederate.texts() == ["play Rally", "pass"]
        refused = ordered(union, "order", window="before-draw", setting="pass", seat="confederate")
        assert refused["reason"] == "this key is not that of confederate"
        assert list(union.state["orders"]) == ["union"] and union.state["n"] == 1


def moving(**more: Any) -> Game:
    """A Confederate unit is about to leave a hex beside two of the Union."""
    units = [{"id": id, "hex": hex} for id, hex in {"7 OH-a": "1733", "110 PA-a": "1733", "27 VA": "1834"}.items()]
    return game(begin="movement", active="Garnett", order="attack", held={}, cup=[], unit=units, **more)


def test_opportunity_fire_by_order_is_the_best_plan(table: Table) -> None:
    made = seated(table.store, moving(), setup=ORDERS)
    with table.sit(made, "union"), table.sit(made, "confederate") as confederate:
        n = confederate.act("27 VA: 1833")["n"]
        settled(confederate)
        answers = done(table, made)[n:]
        assert answers[0] == "fire at 1834" and set(answers[1:3]) == {"add 7 OH-a", "add 110 PA-a"}


@pytest.mark.parametrize(("more", "asked"), [({"setting": "pass"}, False), ({"setting": "ask"}, True),
                                             ({"setting": "hexes", "names": ["place 1834"]}, True),
                                             ({"setting": "hexes", "names": ["place 1835"]}, False)])  # fmt: skip
def test_opportunity_fire_as_it_was_ordered(table: Table, more: dict[str, Any], asked: bool) -> None:
    made = seated(table.store, moving(), setup=ORDERS)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        ordered(union, "order", window="opportunity-fire", **more)
        n = confederate.act("27 VA: 1833")["n"]
        union.up_to(n)
        assert (windows(union) == ["opportunity-fire"]) is asked
        while not asked and len(done(table, made)) == n:
            union.until("state")
        if not asked:
            assert done(table, made)[n] == ("pass" if more["setting"] == "pass" else "fire at 1834")


@pytest.mark.parametrize(
    ("name", "body", "reason"),
    [
        ("order", {"window": "lunch", "setting": "pass"}, "there is no window 'lunch'"),
        ("order", {"window": "lunch"}, "there is no window 'lunch'"),
        ("order", {"window": "before-draw", "setting": "play"}, "before-draw has no setting 'play'; it has pass, ask"),
        ("order", {"window": "before-draw", "setting": "ask", "until": "tea"}, "an order lasts once, activation"),
        ("order", {"window": "attacked", "setting": "hexes", "names": ["hex 9999"]}, "there is no 'hex 9999'"),
        ("order", {"window": "attacked", "setting": "hexes", "names": ["Tyler"]}, "this setting names hex, not"),
        ("order", {"window": "attacked", "setting": "pass", "names": ["hex 1733"]}, "this setting names nothing"),
        ("order", {"window": "attacked", "setting": "hexes", "names": ["hex 2030"]}, "the enemy holds 2030"),
        ("order", {"window": "attacked", "setting": "hexes", "names": ["hex 1733"] * 41}, "an order names at most 40"),
        ("order", {"window": "drawn", "setting": "choice"}, "this setting would tell the other side something"),
        ("order", {"window": ["x"], "setting": "pass"}, "order: Expected `str`"),
        ("order", {"setting": "pass"}, "order: Object missing required field `window`"),
        ("orders", {"suspended": "yes"}, "orders: Expected `bool | null`"),
        ("hold", {}, "the beat is over"),
        ("hold", {"seat": "chance"}, "this key is not that of chance"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_changes(
    table: Table, name: str, body: dict[str, Any], reason: str
) -> None:
    made = seated(table.store, game())
    with table.sit(made, "union") as union:
        before = union.state
        assert ordered(union, name, **body)["reason"].startswith(reason)
        union.send(see={"after": union.state["n"]})
        union.until("state")
        assert union.state["orders"] == before["orders"] and union.state["decisions"] == before["decisions"]


def test_one_screen_has_to_say_for_which_seat(table: Table) -> None:
    made = seated(table.store, game())
    with table.sit(made, "both") as client:
        assert ordered(client, "orders", suspended=True)["reason"] == "say for which seat, union or confederate"
        assert ordered(client, "orders", seat="confederate", suspended=False)["is"] == "ordered"
        assert list(client.state["orders"]) == ["union", "confederate"]
        assert client.state["orders"]["union"]["suspended"] and not client.state["orders"]["confederate"]["suspended"]


def test_who_takes_back_decides_himself(table: Table) -> None:
    """The pass of an order is taken back: it does not come again by itself."""
    held = {"union": ["Quick March"], "confederate": []}
    made = seated(table.store, game(begin="orders", active="Tyler", held=held, cup=["Garnett"]), setup=ORDERS)
    with table.sit(made, "union") as union:
        ordered(union, "order", window="after-order", setting="pass")
        union.act("order attack")
        settled(union)
        assert done(table, made) == ["order attack", "pass"] and windows(union) != ["after-order"]
        union.undo()
        assert windows(union) == ["after-order"]
        union.act("pass")
        assert windows(union) != ["after-order"]


def test_an_order_lapses_with_a_note_to_its_owner_alone(table: Table) -> None:
    """The enemy takes the hex that it names."""
    made = table.make(battle=DUEL, seed=3, orders=True)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        ordered(union, "order", window="fired-at", setting="hexes", names=["hex 0103"])
        union.act("done")
        confederate.up_to(union.state["n"])
        n = confederate.act("Gray: 0103")["n"]
        union.up_to(n)
        notes = union.state["orders"]["union"]["notes"]
        assert notes == [{
            "n": n, "text": "My unit is fired at: the enemy holds 0103, so the order is lifted.",
        }]  # fmt: skip
        assert not holding(union, "fired-at")["given"]
        assert "lifted" not in "".join(confederate.frames) and "hex 0103" not in "".join(confederate.frames)
        assert ordered(union, "orders", read=True)["orders"]["union"]["notes"] == []


def frames_of_the_other(table: Table, seed: int, key: str) -> tuple[list[str], list[str]]:
    """What the Confederate is sent while the Union, which put in this Key Chit, has default orders as he has."""
    made = table.make(seed=seed, orders=True, beat=0)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        union.name = confederate.name = "same"
        first = True
        for i in range(20):
            who = union if union.asked() else confederate
            texts = who.texts()
            quiet = next((t for t in texts if t == "pass" or t.startswith("hold ")), texts[i % len(texts)])
            who.act(f"key {key}" if first and who is union else quiet)
            first = False
            n = len(done(table, made))  # asked once the orders have answered
            union.up_to(n)
            confederate.up_to(n)
        return [frame.replace(made["game"], "GAME") for frame in confederate.frames], union.frames


@pytest.mark.parametrize("seed", [31, pytest.param(33, marks=pytest.mark.slow)])
def test_games_that_differ_in_a_chit_send_the_other_seat_the_same_where_orders_answer(table: Table, seed: int) -> None:
    one, mine = frames_of_the_other(table, seed, "Rally")
    two, others = frames_of_the_other(table, seed, "Fatigue")
    assert mine != others
    assert [len(frame) for frame in one] == [len(frame) for frame in two]
    assert one == two


def test_an_order_that_cannot_be_stored_is_not_given(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*more: Any) -> None:
        raise StoreError("the disk is full")

    made = seated(table.store, game())
    with table.sit(made, "union") as union:
        monkeypatch.setattr(table.store, "keep_orders", full)
        refused = ordered(union, "order", window="turn-end", setting="pass")
        assert refused["reason"] == "it could not be stored, so nothing was done: the disk is full"
        monkeypatch.undo()
        assert not ordered(union, "orders", read=True)["orders"]["union"]["orders"][1]["given"]


def test_where_orders_fail_the_question_is_put(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the orders stops no game."""

    def broken(*more: Any) -> None:
        raise RuntimeError("a fault")

    made = seated(table.store, game(begin="orders", active="Tyler", cup=["Garnett"]), setup=ORDERS)
    with table.sit(made, "union") as union:
        monkeypatch.setattr(standing.Orders, "deed", broken)
        n = union.act("order defend")["n"]
        assert union.state["n"] == n == len(done(table, made))
        assert union.asked() or union.state["decisions"] == [{"seat": "confederate", "kind": "waiting"}]


def test_an_order_that_the_rules_refuse_is_asked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made = seated(table.store, moving(), setup=ORDERS)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        monkeypatch.setattr(standing.Standing, "_words", lambda *more: "fire at the moon")
        confederate.act("27 VA: 1833")
        settled(union)
        assert windows(union) == ["opportunity-fire"]


def test_alone_against_the_computer_a_chit_without_a_choice_is_kept(table: Table) -> None:
    """What is drawn from the cup: Fatigue can only be kept, Rally may be played at once."""
    made = table.make(seed=5, orders=True, seats={"confederate": "cautious"})
    asked = []
    with table.sit(made, "union") as union:
        while union.state["view"]["turn"] < 4:
            if not union.asked():
                union.until("state")
                continue
            if union.asked()[0]["kind"] == "drawn":
                asked.append(len(union.texts()))
            union.act("done" if "done" in union.texts() else union.texts()[-1])
        assert holding(union, "drawn")["setting"] == "choice"
        kept = [line for line in union.lines if line["kind"] == "held" and line["seat"] == "union"]
    assert asked and set(asked) == {2} and len(kept) > len(asked)


def test_what_is_remembered_of_orders_is_little_and_weighs(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent again gets the same answer; a refusal holds nothing of what was under way."""
    made = seated(table.store, game(), setup=ORDERS)
    monkeypatch.setattr(carrying, "REMEMBERED", 5)
    with table.sit(made, "union") as union:
        settled(union)
        room = table.app.rooms.opened(made["game"])
        before = weight(room)
        first = [ordered(union, "orders", read=True) for _ in range(4)]
        assert weight(room) - before > 0.6 * sum(len(json.dumps(one)) for one in first)
        wrong = {"id": "wrong", "window": "no such window", "setting": "pass", "until": "once"}
        union.send(order=wrong)
        refused = union.until("refused")
        told = list(room.carrier._told.values())
        assert [one.__traceback__ for one in told if isinstance(one, Refused)] == [None] and len(told) == 5
        for _ in range(2):
            union.send(order=wrong)
            assert union.until("refused") == refused
        union.send(orders={"id": first[3]["id"], "suspended": True})
        assert union.until("ordered") == first[3], "it was carried out before"
        for _ in range(5):
            ordered(union, "orders", read=True)
        assert room.carrier.size == sum(len(one) for one in room.carrier._told.values()) < weight(room)
