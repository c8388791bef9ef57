"""A game is played over the socket by the listed texts alone, and goes on where it was."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import vedette
from tests.engine import toy
from tests.rules.field import flat
from tests.table.tables import (
    DUEL,
    FAST,
    PATIENCE,
    STONE_WALL,
    Client,
    Table,
    bare,
    pick,
    played,
    seated,
    serving,
    shown,
)
from vedette.engine.archive import verify
from vedette.engine.game import Game
from vedette.table import Store


def answer_by_lot(client: Client, rng: random.Random) -> None:
    """Answer at one screen, after a look where the choice is secret."""
    decision = client.asked()[0]
    if decision["secret"]:
        client.look(decision["seat"])
    answer = client.act(pick(rng, client.texts(decision["seat"])), seat=decision["seat"])
    assert answer["is"] == "done", answer


def test_turn_one_to_its_end_by_the_listed_texts_and_its_record(table: Table) -> None:
    made = table.make()
    rng = random.Random(1)
    with table.sit(made, "both") as client:
        while client.state["view"]["turn"] == 1:
            answer_by_lot(client, rng)
        client.look("union", on=False)
        record = table.record(made)
        assert bare(client.state["view"]) == bare(Game.from_record(record).view(""))
    assert verify(record).ok


def test_a_game_against_a_computer_goes_to_its_end_and_opens_its_record(table: Table) -> None:
    made = table.make(seats={"confederate": "random"}, options={"no-events": True})
    rng = random.Random(2)
    with table.sit(made, "union") as client:
        while client.state["outcome"] is None:
            if client.asked():
                client.act(pick(rng, client.texts()))
            else:
                client.until("state")
    found = verify(table.record(made, "union"))
    assert found.ok and "rolls" in found.checked


def test_two_people_each_with_a_key(table: Table) -> None:
    made = table.make(battle=DUEL)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        assert [d["kind"] for d in confederate.state["decisions"]] == ["waiting"]
        answer = union.act("Blue: 0101")
        confederate.up_to(answer["n"])
        assert confederate.state["view"]["units"][0]["hex"] == "0101"
        assert confederate.lines[-1]["text"] == "moved Blue"


def test_a_gesture_is_played_whole(table: Table) -> None:
    with table.sit(table.make(battle=DUEL), "union") as union:
        answer = union.act("Blue: 0101-0102")
        assert [line["hex"] for line in answer["events"] if line["units"]] == ["0101", "0102"]
        assert answer["left"] == []


def test_a_gesture_that_is_interrupted_gives_back_the_rest(table: Table) -> None:
    """The enemy beside 1733 is asked for opportunity fire; the last hex was not entered."""
    units = [{"id": "7 OH-a", "hex": "1532"}, {"id": "27 VA", "hex": "1834"}]
    hexes = [{"id": id, **row} for id, row in flat().items()]
    spec = {"empty": True, "begin": "movement", "active": "Tyler", "order": "attack", "unit": units, "hex": hexes}
    game = Game.new(vedette.battle(STONE_WALL), seed=1, position={"battle": STONE_WALL, **spec}, digests=True)
    with table.sit(seated(table.store, game), "both") as client:
        client.act("move 7 OH-a")
        answer = client.act("7 OH-a: 1633-1733-1734-1835")
        assert answer["left"] == ["7 OH-a: 1835"]
        assert client.asked()[0]["seat"] == "confederate"


@pytest.mark.parametrize("after", ["", "&after=5", "&after=nonsense"])
def test_a_client_that_comes_back_sees_the_same(table: Table, after: str) -> None:
    game = played(3, lambda g: g.decision is not None and g.decision.kind == "retreat")
    made = seated(table.store, game)
    with table.sit(made, "both") as first, table.sit(made, "both", after) as second:
        assert shown(first.state) == shown(second.state)
        assert second.lines == [line for line in first.lines if line["n"] > (5 if after == "&after=5" else -1)]
        assert "retreat" in {d["kind"] for d in first.asked()}


def test_see_gives_the_log_after_an_entry(table: Table) -> None:
    made = seated(table.store, played(3, lambda g: len(g.entries) > 30))
    with table.sit(made, "union") as client:
        client.send(see={"after": 20})
        lines = client.until("state")["log"]
        assert lines == [line for line in client.lines[: -len(lines)] if line["n"] > 20] and lines


def test_a_server_that_starts_anew_goes_on_in_mid_retreat(store: Store) -> None:
    game = played(3, lambda g: g.decision is not None and g.decision.kind == "retreat")
    made = seated(store, game)
    with serving(store, limits=FAST) as table, table.sit(made, "both") as client:
        before, lines = shown(client.state), client.lines
    with serving(store, limits=FAST) as table, table.sit(made, "both") as client:
        assert (shown(client.state), client.lines) == (before, lines)
        assert client.act(client.texts()[0])["is"] == "done"


def test_a_restart_at_any_moment_changes_nothing(store: Store, count) -> None:  # type: ignore[no-untyped-def]
    """The states that a running server shows are those that a fold of its storage shows, log and dice included."""
    rng = random.Random(5)
    seen = {}
    with serving(store, limits=FAST) as table:
        made = table.make(battle=STONE_WALL, seed=5)
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            while len(seen) < count(600) and union.state["outcome"] is None:
                who = rng.choice([c for c in (union, confederate) if c.asked()])
                n = who.act(pick(rng, who.texts()))["n"]
                (confederate if who is union else union).up_to(n)
                seen[n] = (shown(union.state), shown(confederate.state), list(union.lines), list(confederate.lines))
        game = Game.from_record(table.record(made))
        for n in rng.sample(sorted(seen), min(len(seen), count(200))):
            again = seated(store, game, upto=n)
            with table.sit(again, "union") as union, table.sit(again, "confederate") as confederate:
                assert seen[n] == (shown(union.state), shown(confederate.state), union.lines, confederate.lines)


def test_dice_after_a_restart_are_those_that_would_have_come(store: Store) -> None:
    """The same answers, with and without restarts between, make the same record."""
    records = []
    for parts in (1, 6):
        rng = random.Random(9)
        made: dict[str, Any] = {}
        for _ in range(parts):
            with serving(store, limits=FAST) as table:
                made = made or table.make(seed=9)
                with table.sit(made, "both") as client:
                    for _ in range(60 // parts):
                        answer_by_lot(client, rng)
                last = table.record(made)
        records.append(last)
    assert records[0] == records[1]


def test_the_client_of_the_protocols_page_plays_a_game(table: Table) -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    code = page.split("```python\n")[1].split("```")[0]
    assert code.count("127.0.0.1:8000") == 2
    code = code.replace("127.0.0.1:8000", table.base.removeprefix("http://")).replace(STONE_WALL, DUEL)
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert said.stdout.strip() in toy.Toy().levels(toy.TOY), said.stderr


def test_no_two_clients_of_the_tests_give_the_same_id_to_different_acts(store: Store) -> None:
    """Else the table answers the second act with the first one's answer, as it has to, and does nothing.

    A client's place in memory is not enough of a name: after a restart a new one may lie where an old one lay, and
    that is how games seemed to differ that a restart had parted.
    """
    with serving(store, limits=FAST) as table:
        made = table.make(battle=DUEL)
        names = []
        for _ in range(8):
            with table.sit(made, "union") as client:
                names.append(client.name)
            del client
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("commander", ["cautious", "adjutant", pytest.param("general:1", marks=pytest.mark.slow)])
def test_a_restart_changes_nothing_of_a_commanders_game(store: Store, commander: str) -> None:
    """Whenever it comes: before a commander's answer, between two of them, after it."""
    records = []
    for parts in (1, 4):
        rng = random.Random(4)
        made: dict[str, Any] = {}
        for _ in range(parts):
            with serving(store, limits=FAST) as table:
                made = made or table.make(seed=4, seats={"confederate": commander}, options={"no-events": True})
                with table.sit(made, "union") as client:
                    for _ in range(12 // parts):
                        while not client.asked():
                            client.until("state")
                        client.act(pick(rng, client.texts()))
        with serving(store, limits=FAST) as table, table.sit(made, "union") as client:
            while not client.asked():
                client.until("state")
        stored = store.game(made["game"])
        assert stored is not None
        records.append([(row["seat"], row["do"]) for row in map(json.loads, stored.entries)])
    assert records[0] == records[1] and {seat for seat, _ in records[0]} >= {"union", "confederate", "chance"}
