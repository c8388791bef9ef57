"""What a key may not know reaches it in no byte, and in no number or size of messages."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.engine import toy
from tests.table.tables import DUEL, STONE_WALL, Client, Table, pick, played, seated
from vedette.engine.game import Game


class Spy:
    """Keeps every byte that one seat is sent."""

    def __init__(self, table: Table, made: dict[str, Any], client: Client) -> None:
        self.table = table
        self.made = made
        self.client = client
        self.http: list[str] = []

    def look(self) -> None:
        """Ask for everything that can be asked for over HTTP."""
        key = self.made["keys"][self.client.state["seat"]]
        game = f"/api/games/{self.made['game']}"
        state = self.client.state
        faces = {f"/api/faces/{unit['face']}.svg" for unit in state["view"]["units"]}
        battle = f"/api/battles/{state['view']['battle']}"
        paths = [
            f"{game}?key={key}",
            f"{game}/record?key={key}",
            f"{game}/position?key={key}",
            "/",
            f"{battle}/charts",
            f"{battle}/geometry",
        ]
        self.http = [self.table.get(path).text for path in [*paths, *sorted(faces)]]

    def bytes(self) -> str:
        """All of it."""
        return "".join([*self.client.frames, *self.http])


def test_a_hidden_chit_of_the_computer_is_in_no_byte(table: Table) -> None:
    """The toy's chit is dealt to the computer: its name comes when it is played and no sooner."""
    game = next(g for g in (toy.TOY.new_game(seed=s, digests=True) for s in range(9)) if g.state.hand == "Ruse")
    made = seated(table.store, game, confederate="random")
    with table.sit(made, "union") as client:
        spy = Spy(table, made, client)
        spy.look()
        while client.state["view"]["held"] and client.state["outcome"] is None:
            assert "Ruse" not in spy.bytes()
            if client.asked():
                client.act(client.texts()[0])
            else:
                client.until("state")
        assert client.state["outcome"] is not None or "played" in [line["kind"] for line in client.lines]


def names_of(game: Game, side: int) -> set[str]:
    """Chits of a side that the other has not seen in this game, and has none of the same name."""
    setting = game.rulebook.begin(game.battle, {"no-events": False}).setting
    others = {*setting.pool(1 - side)}
    shown = {name for d in game.state.drawn for name in (d.chit,)} | {*game.state.spent[side]}
    return {*setting.pool(side)} - others - shown


def test_chits_of_the_other_seat_are_in_no_byte(table: Table) -> None:
    """Of The Stone Wall: until the Confederate plays one, no name of his chits reaches the Union."""
    made = table.make(seed=6)
    rng = random.Random(6)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        hidden = names_of(Game.from_record(table.record(made)), 1)
        assert len(hidden) > 3
        for _ in range(60):
            who = rng.choice([c for c in (union, confederate) if c.asked()])
            quiet = [t for t in who.texts() if not t.startswith("play ")] or who.texts()
            n = who.act(pick(rng, quiet))["n"]
            (confederate if who is union else union).up_to(n)
            hidden -= {t.removeprefix("play ") for t in quiet if t.startswith("play ")}
        spy = Spy(table, made, union)
        spy.look()
        assert any(name in "".join(confederate.frames) for name in hidden)
        assert [name for name in hidden if name in spy.bytes()] == []


def files_of(table: Table, made: dict[str, Any], seat: str, n: int) -> list[str]:
    """What a seat is given of some moments to show to others."""
    at = f"/api/games/{made['game']}/position?key={made['keys'][seat]}"
    return [table.get(f"{at}&n={k}").text for k in {2, n // 2, n - 1, n}]


def bare_lines(record: str) -> list[str]:
    """A record without what only shows later that it was true: the seals of hidden answers, and the chain."""
    rows = [json.loads(line) for line in record.splitlines()]
    return [json.dumps({key: of for key, of in row.items() if key not in ("sealed", "chain")}) for row in rows]


def others_of(table: Table, made: dict[str, Any], seat: str, *what: str) -> list[str]:
    """What a key gets at other addresses, as by what values a game is played, and the board of the moment."""
    found = [table.get(f"/api/games/{made['game']}/{name}?key={made['keys'][seat]}") for name in what]
    assert {answer.status_code for answer in found} == {200}
    return [answer.content.hex() for answer in found]


def frames_of_the_other(table: Table, seed: int, key: str, acts: int) -> tuple[list[str], list[str], list[str], str]:
    """What the Confederate and who looks on are sent while the Union, which put this Key Chit in, holds all."""
    made = table.make(seed=seed)
    seat = f"{table.base}/api/games/{made['game']}/watch?key={made['keys']['confederate']}"
    made["keys"]["watch"] = httpx.post(seat).json()["key"]
    with (
        table.sit(made, "watch") as watcher,
        table.sit(made, "union") as union,
        table.sit(made, "confederate") as confederate,
    ):
        union.name = confederate.name = "same"
        n = union.act(f"key {key}")["n"]
        confederate.up_to(n)
        for i in range(acts):
            who = union if union.asked() else confederate
            texts = who.texts()
            quiet = next((t for t in texts if t == "pass" or t.startswith("hold ")), texts[i % len(texts)])
            n = who.act(quiet)["n"]
            (confederate if who is union else union).up_to(n)
        confederate.send(why={"id": "w", "text": "play Rally"})
        confederate.until("why")
        watcher.up_to(n)
        frames, looked = (
            [frame.replace(made["game"], "GAME") for frame in client.frames] for client in (confederate, watcher)
        )
        frames += files_of(table, made, "confederate", n)
        looked += files_of(table, made, "watch", n)
        looked += [*bare_lines(table.record(made, "watch")), *others_of(table, made, "watch", "values")]
        if seed != 31:  # a board takes seconds to draw
            looked += others_of(table, made, "watch", "position.png")
        return frames, looked, union.frames, table.record(made, "confederate")


@pytest.mark.parametrize("seed", [31, *(pytest.param(n, marks=pytest.mark.slow) for n in (32, 33))])
def test_games_that_differ_in_a_held_chit_send_the_other_seat_the_same(table: Table, seed: int) -> None:
    one, seen, mine, record = frames_of_the_other(table, seed, "Rally", 40)
    two, looked, others, other = frames_of_the_other(table, seed, "Fatigue", 40)
    assert mine != others
    assert [len(frame) for frame in one] == [len(frame) for frame in two]
    assert one == two
    assert seen == looked
    assert len(record) == len(other)


def frames_after_giving_up(table: Table, key: str) -> tuple[list[str], str, list[str]]:
    """What the Union is sent while the Confederate gives his first Event chit up, and asked for after it."""
    made = table.make(battle="kernstown/second-kernstown", seed=2)
    given = []
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        union.name = confederate.name = "same"
        union.up_to(confederate.act(f"key {key}")["n"])
        for i in range(60):
            who = confederate if confederate.asked() else union
            texts = who.texts()
            up = [t for t in texts if t.startswith("give up ")]
            calm = [t for t in texts if t in ("pass", "done") or t.startswith("hold ")]
            quiet = [*up, *calm, texts[i % len(texts)]][0]
            n = who.act(quiet)["n"]
            (confederate if who is union else union).up_to(n)
            if up and who is confederate:
                given.append(quiet)
                for message in ({"news": {}}, {"turn": {}}, {"moment": {"n": n}}, {"why": {"text": "give up Rally"}}):
                    for name, body in message.items():
                        union.ask(name, **body)
        frames = [frame.replace(made["game"], "GAME") for frame in union.frames]
        frames += files_of(table, made, "union", n)
        return frames, table.record(made, "union"), given


def test_a_chit_that_is_given_up_lies_back_up(table: Table) -> None:
    """Games that differ in the chit which the other side gave up send a seat the same, byte for byte."""
    one, record, given = frames_after_giving_up(table, "Rally")
    two, other, differently = frames_after_giving_up(table, "Fatigue")
    assert len(given) == len(differently) == 1 and given != differently
    assert one == two
    assert len(record) == len(other)


def test_the_toy_with_and_without_its_chit_looks_the_same(table: Table) -> None:
    """Players roll the dice themselves, so that nothing but the chit differs; the holder is asked either way."""
    found: dict[str, list[str]] = {}
    for seed in range(9):
        made = table.make(battle=DUEL, seed=seed, dice="real", options={"turns": 4})
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            union.name = confederate.name = "same"
            while union.state["outcome"] is None:
                who = union if union.asked() else confederate
                texts = who.texts()
                n = who.act("pass" if "pass" in texts else texts[-2] if len(texts) > 1 else texts[0])["n"]
                (confederate if who is union else union).up_to(n)
            hand = confederate.state["view"]["mine"]["hand"]
            found.setdefault(hand, [frame.replace(made["game"], "GAME") for frame in union.frames])
    assert len(found) == 2
    assert found["Ruse"] == found["Nothing"]


def test_the_record_of_one_seat_seals_what_it_may_not_know(table: Table) -> None:
    made = table.make(battle=DUEL)
    rows = [json.loads(line) for line in table.record(made, "union").splitlines()]
    assert rows[0]["for"] == "union" and "seed" not in rows[0]
    assert rows[1]["do"] is None and rows[1]["sealed"]
    assert json.loads(table.record(made, "confederate").splitlines()[1])["do"] in toy.CHITS


def test_the_record_is_whole_for_all_when_the_game_is_over(table: Table) -> None:
    game = played(2, lambda g: g.decision is None, DUEL)
    made = seated(table.store, game)
    assert table.record(made, "union") == table.record(made, "both")
    assert json.loads(table.record(made, "union").splitlines()[-1])["seed"]


def test_odds_do_not_depend_on_what_the_other_holds(table: Table) -> None:
    """Whether the enemy holds a Ruse or not, the same chances are told; and nobody may assume that he plays it."""
    told = set()
    for hand in toy.CHITS:
        beside = [{"id": "Blue", "hex": "0101"}, {"id": "Gray", "hex": "0102"}]
        games = (toy.TOY.new_game(seed=s, position={"unit": beside}, digests=True) for s in range(9))
        made = seated(table.store, next(g for g in games if g.state.hand == hand))
        with table.sit(made, "union") as union:
            answer = union.ask("odds", texts=["Blue fire at 0102"])
            told.add(json.dumps({k: v for k, v in answer.items() if k != "id"}))
            refused = union.ask("odds", texts=["Blue fire at 0102", "confederate: play Ruse"])
            told.add(json.dumps({k: v for k, v in refused.items() if k != "id"}))
    assert len(told) == 2


@pytest.mark.parametrize("message", ["odds", "why"])
def test_questions_for_another_seat_are_refused(table: Table, message: str) -> None:
    body = {"odds": {"texts": ["done"]}, "why": {"text": "done"}}[message]
    with table.sit(table.make(battle=DUEL), "union") as union:
        assert union.ask(message, seat="confederate", **body)["reason"] == "this key is not that of confederate"


def test_dice_of_a_game_that_runs_are_in_no_answer(table: Table, store: Any) -> None:
    made = table.make(battle=STONE_WALL)
    secret = store.game(made["game"]).secret
    with table.sit(made, "both") as client:
        spy = Spy(table, made, client)
        client.send(see={"after": -1})
        client.until("state")
        text = spy.bytes() + table.record(made)
    assert secret.hex() not in text and len(secret) == 32


Shown = Callable[[dict[str, Any]], Any]


def hand_of(state: dict[str, Any]) -> Any:
    """The own part of a view."""
    return state["view"]["chits"].get("mine")


def test_one_screen_shows_no_hand_until_somebody_looks(table: Table) -> None:
    with table.sit(table.make(), "both") as client:
        assert client.state["seat"] == "" and hand_of(client.state) is None
        assert [(d["seat"], d["secret"], d["actions"], d["count"]) for d in client.asked()] == [
            ("union", True, [], None),
            ("confederate", True, [], None),
        ]
        client.look("union")
        assert client.state["seat"] == "union" and hand_of(client.state) is not None
        assert client.texts("union") and not client.texts("confederate")
        client.look("union", on=False)
        assert hand_of(client.state) is None


def test_a_look_ends_with_the_secret_choice_behind_it(table: Table) -> None:
    with table.sit(table.make(), "both") as client:
        client.look("confederate")
        answer = client.act(client.texts("confederate")[0], seat="confederate")
        assert client.state["seat"] == "" and answer["is"] == "done"
        assert [d["seat"] for d in client.asked()] == ["union"]


def test_one_screen_offers_a_pass_and_hides_what_could_be_played(table: Table) -> None:
    game = played(3, lambda g: g.decision is not None and g.decision.kind == "window" and len(g.decision.actions) > 1)
    with table.sit(seated(table.store, game), "both") as client:
        decision = client.asked()[0]
        assert [a["text"] for a in decision["actions"]] == ["pass"]
        assert client.act("play Quick March, or so")["reason"] == "it is not offered here"
        client.look(decision["seat"])
        assert len(client.texts()) == len(game.decision.actions)  # type: ignore[union-attr]


def test_the_log_of_one_screen_is_worded_for_neither(table: Table) -> None:
    with table.sit(table.make(), "both") as client:
        for seat in ("union", "confederate"):
            client.look(seat)
            chit = client.texts(seat)[0]
            answer = client.act(chit, seat=seat)
        assert [line["text"] for line in answer["events"][:2]] == [
            "The Union put a Key Chit into the cup",
            "The Confederates put a Key Chit into the cup",
        ]


def test_open_hands_hide_nothing_from_the_key_of_both(table: Table) -> None:
    made = table.make(open_hands=True)
    with table.sit(made, "both") as client:
        assert all(d["actions"] for d in client.asked())
        assert {seat: hand_of({"view": view}) is not None for seat, view in client.state["views"].items()} == {
            "union": True,
            "confederate": True,
        }
    with table.sit(made, "union") as client:
        assert "views" not in client.state


def test_a_key_of_one_seat_looks_at_no_other(table: Table) -> None:
    with table.sit(table.make(), "union") as client:
        client.send(look={"seat": "confederate", "on": True})
        assert client.until("refused")["id"] is None
