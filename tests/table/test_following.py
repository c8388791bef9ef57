"""Looking back, news, cards and exports at the table: each built up for its reader, and none tells a held chit."""

from __future__ import annotations

import json
import random
from typing import Any

import httpx
import pytest

import vedette
from tests.table.tables import DUEL, FAST, PATIENCE, STONE_WALL, Client, Table, bare, pick, played, seated, serving
from vedette.engine.game import Game
from vedette.table import Store

BESIDE = [{"id": "Blue", "hex": "0101"}, {"id": "Gray", "hex": "0102"}]


def moment(client: Client, n: int) -> dict[str, Any]:
    return client.ask("moment", n=n)


def views(game: Game, seat: str) -> dict[int, dict[str, Any]]:
    """What a seat saw after each entry."""
    found = {}
    again = game.battle.new_game(seed=game.header["seed"], options=game.header["options"])
    for entry in game.entries:
        if entry.seat != "chance":
            again.play(entry.do, entry.seat)
            found[len(again.entries)] = bare(again.view(seat))
    return found


@pytest.mark.parametrize("seat", ["union", "confederate"])
def test_a_moment_is_the_board_as_the_seat_knew_it_then(table: Table, seat: str) -> None:
    game = played(5, lambda g: len(g.entries) > 90)
    was = views(game, seat)
    with table.sit(seated(table.store, game), seat) as client:
        now = client.state
        for n in [*list(was)[::9], len(game.entries)]:
            assert bare(moment(client, n)["view"]) == was[n], n
        assert all(line["n"] == 57 for line in moment(client, 57)["lines"])
        client.send(see={"after": len(game.entries)})
        client.until("state")
        assert client.state["view"] == now["view"] and client.state["n"] == now["n"]


def test_what_was_taken_back_can_be_looked_at_still(table: Table) -> None:
    made = table.make(battle=DUEL, seed=3, practice=True)
    with table.sit(made, "both") as client:
        start = client.state["n"]
        n = client.act("Blue: 0101", seat="union")["n"]
        client.undo(seat="union")
        where = {u["id"]: u["hex"] for u in moment(client, n)["view"]["units"]}
        after = {u["id"]: u["hex"] for u in moment(client, client.state["n"])["view"]["units"]}
        assert (where["Blue"], after["Blue"], client.state["n"]) == ("0101", "0100", start + 2)
        assert {u["id"]: u["hex"] for u in client.state["view"]["units"]}["Blue"] == "0100"


@pytest.mark.parametrize("n", [-1, 10_000])
def test_a_moment_that_never_was_is_refused(table: Table, n: int) -> None:
    with table.sit(table.make(battle=DUEL), "union") as client:
        before = client.state["n"]
        assert moment(client, n)["reason"] == f"the game has the entries 0 to {before}; there is no entry {n}"


def test_a_turn_that_is_not_over_has_no_card(table: Table) -> None:
    with table.sit(table.make(battle=DUEL), "union") as client:
        assert client.ask("turn", turn=1)["reason"] == "turn 1 is not over"
        assert client.ask("turn")["reason"] == "no turn is over yet"


def test_the_card_of_a_turn_comes_when_it_is_over(table: Table) -> None:
    game = played(4, lambda g: g.state.turn == 3)
    with table.sit(seated(table.store, game), "union") as client:
        card, first = client.ask("turn"), client.ask("turn", turn=1)
        assert (card["turn"], card["title"], first["turn"]) == (2, "Turn 2 is over", 1)
        assert [s["title"] for s in card["sections"]][:2] == ["Victory hexes", "Activations"]


def test_news_begin_with_the_keys_own_last_answer(table: Table) -> None:
    with table.sit(seated(table.store, hit(BESIDE)), "union") as client:
        news = client.ask("news")
        lines = [line for group in news["groups"] for line in group["lines"]]
        assert [(line["text"], line["tone"], line["hexes"]) for line in lines] == [("Blue is hit", "bad", ["0101"])]
        assert client.ask("news", after=len(client.lines) + 100)["groups"] == []


ORDERED = {
    "battle": STONE_WALL,
    "empty": True,
    "begin": "draw",
    "held": {"union": ["Rally"], "confederate": ["Firefight"]},
    "cup": ["Tyler", "Garnett"],
    "unit": [{"id": "7 OH-a", "hex": "1733"}, {"id": "27 VA", "hex": "2030"}],
}


def test_news_begin_before_answers_by_orders_also_where_the_page_is_opened_anew(store: Store) -> None:
    """Orders answer after the key: what befell its units in the meantime is not hidden by their answers."""
    game = Game.new(vedette.battle(STONE_WALL), seed=1, position=ORDERED, digests=True)
    made = seated(store, game, setup={"orders": True})

    def told(table: Table) -> tuple[int, int]:
        with table.sit(made, "union") as union:
            given = union.state["given"]
            return union.ask("news")["after"], given

    with serving(store, limits=FAST) as table:
        last, given = until_orders_answer(table, made)
        assert told(table) == (last, given)
    with serving(store, limits=FAST) as table:
        assert told(table) == (last, given)  # a server that has been started since


def until_orders_answer(table: Table, made: dict[str, Any]) -> tuple[int, int]:
    """Play until orders of the Union answer: its own answer before that, and the entries that there were with it."""
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        given, seats = 0, record(table, made)
        while not given or "union" not in seats[given:]:
            union.up_to(len(seats))
            confederate.up_to(len(seats))
            client = next((c for c in (union, confederate) if c.asked()), None)
            if client is not None:
                n = client.act("done" if "done" in client.texts() else client.texts()[-1])["n"]
                given = n if client is union else given
            seats = record(table, made)
        return max(i for i, seat in enumerate(seats[:given], 1) if seat == "union"), given


def test_who_has_never_answered_begins_at_the_beginning(table: Table) -> None:
    made = table.make(battle=DUEL)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        assert (union.state["given"], confederate.state["given"]) == (0, 0)
        n = union.act("done")["n"]
        assert "given" not in union.state  # only where all lines come, as to a page that is opened
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        assert (union.state["given"], confederate.state["given"]) == (n, 0)
    with table.sit(seated(table.store, hit(BESIDE)), "union") as union:
        assert "given" not in union.state  # a record that others have played: nobody knows what was seen of it


def record(table: Table, made: dict[str, Any]) -> list[str]:
    """Who gave each entry of a record."""
    return [json.loads(line)["seat"] for line in table.record(made).splitlines()[1:]]


def hit(units: list[dict[str, str]]) -> Game:
    """A duel in which Blue has passed and Gray has hit it."""
    from tests.engine import toy

    for seed in range(200):
        game = toy.TOY.new_game(seed=seed, position={"unit": units}, digests=True)
        game.play("done", "union")
        game.play("Gray fire at 0101", "confederate")
        if game.decision and game.decision.kind == "window":
            game.play("pass", "confederate")
        if game.state.units["Blue"].hits:
            return game
    raise AssertionError("nobody is ever hit")


def test_both_seats_read_as_many_lines_in_the_same_chapters(table: Table) -> None:
    game = played(8, lambda g: g.state.turn == 3)
    made = seated(table.store, game)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        keys = ("n", "kind", "chapter", "depth", "opens", "tone", "seat")
        mine, others = ([{k: line[k] for k in keys} for line in c.lines] for c in (union, confederate))
        assert mine == others and mine[-1]["chapter"] > 10
        opened = [line["chapter"] for line in mine if line["opens"]]
        assert opened == sorted(set(opened))


# -- secrets ----------------------------------------------------------------------------------------------------


def everything(table: Table, made: dict[str, Any], client: Client, seat: str) -> list[str]:
    """All that can be asked about the past, as it comes."""
    start = len(client.frames)
    for n in range(0, client.state["n"] + 1, 7):
        moment(client, n)
    for name in ("news", "turn"):
        client.ask(name)
    client.ask("news", after=0)
    base = f"/api/games/{made['game']}/"
    key = made["keys"][seat]
    pages = [table.get(f"{base}{what}?key={key}").text for what in ("report", "log", "chronicle")]
    at = f"{table.base}{base}report?key={key}&as="
    pages += [httpx.post(at + kind, json={}, timeout=PATIENCE).text for kind in ("markdown", "bbcode")]
    assert pages[-2].startswith("# ") and pages[-1].startswith("[b]")
    return [frame.replace(made["game"], "GAME") for frame in client.frames[start:]] + pages


def told_the_other(table: Table, seed: int, key: str) -> list[str]:
    """What the Confederate can learn of the past while the Union holds all that it draws, this Key Chit too."""
    made = table.make(seed=seed)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        union.name = confederate.name = "same"
        confederate.up_to(union.act(f"key {key}")["n"])
        for i in range(40):
            who = union if union.asked() else confederate
            texts = who.texts()
            quiet = next((t for t in texts if t == "pass" or t.startswith("hold ")), texts[i % len(texts)])
            n = who.act(quiet)["n"]
            (confederate if who is union else union).up_to(n)
        return everything(table, made, confederate, "confederate")


@pytest.mark.parametrize("seed", [31, 33])
def test_nothing_of_the_past_depends_on_a_chit_that_the_other_holds(table: Table, seed: int) -> None:
    one, two = told_the_other(table, seed, "Rally"), told_the_other(table, seed, "Fatigue")
    assert one == two


def test_no_summary_names_a_chit_before_it_is_played(table: Table) -> None:
    made = table.make(seed=6)
    rng = random.Random(6)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        game = Game.from_record(table.record(made))
        setting = game.rulebook.begin(game.battle, {"no-events": False}).setting
        hidden = {*setting.pool(1)} - {*setting.pool(0)}
        for _ in range(60):
            who = rng.choice([c for c in (union, confederate) if c.asked()])
            quiet = [t for t in who.texts() if not t.startswith("play ")] or who.texts()
            n = who.act(pick(rng, quiet))["n"]
            (confederate if who is union else union).up_to(n)
            hidden -= {t.removeprefix("play ") for t in quiet if t.startswith("play ")}
        told = "".join(everything(table, made, union, "union"))
        mine = "".join(everything(table, made, confederate, "confederate"))
        assert len(hidden) > 2 and [name for name in hidden if name in told] == []
        assert any(name in mine for name in hidden)


def test_one_screen_looks_back_at_the_public_board(table: Table) -> None:
    made = table.make(seed=7)
    with table.sit(made, "both") as client:
        client.look("union")
        n = client.act(client.texts("union")[0], seat="union")["n"]
        assert "mine" not in moment(client, n)["view"]["chits"]


# -- exports ----------------------------------------------------------------------------------------------------


def test_the_report_is_a_page_with_a_picture_a_turn(table: Table) -> None:
    game = played(2, lambda g: g.state.turn == 3)
    made = seated(table.store, game)
    page = table.get(f"/api/games/{made['game']}/report?key={made['keys']['union']}")
    assert page.headers["content-type"].startswith("text/html")
    assert page.text.count("<figure>") == 3 and page.text.count('id="vb-board"') == 1
    assert "src=" not in page.text and "Losses by brigade" in page.text and "Turn 2" in page.text


def test_the_log_as_text_is_worded_for_the_key(table: Table) -> None:
    game = played(2, lambda g: g.state.turn == 2)
    made = seated(table.store, game)
    mine, others = (
        table.get(f"/api/games/{made['game']}/log?key={made['keys'][seat]}").text for seat in ("union", "confederate")
    )
    assert mine != others and "The Confederates put a Key Chit into the cup" in mine
    assert "The Union put a Key Chit into the cup" in others


@pytest.mark.parametrize("what", ["report", "log", "chronicle"])
def test_without_a_key_nothing_is_exported(table: Table, what: str) -> None:
    made = table.make(battle=STONE_WALL)
    assert table.get(f"/api/games/{made['game']}/{what}?key=wrong").status_code == 404


def test_a_battle_without_a_picture_is_exported_all_the_same(table: Table) -> None:
    game = played(2, lambda g: g.decision is None, DUEL)
    made = seated(table.store, game)
    page = table.get(f"/api/games/{made['game']}/report?key={made['keys']['union']}").text
    assert "<figure>" not in page and "Turn 1" in page and "Hits" in page
