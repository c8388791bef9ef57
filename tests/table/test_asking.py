"""*Ask about this moment*: a position file and a picture over HTTP, the same whatever anybody holds."""

from __future__ import annotations

import multiprocessing
import random
import tomllib
from typing import Any

import httpx
import pytest

import vedette
from tests.table.tables import FAST, STONE_WALL, Table, pick, seated
from vedette.cli.position import read_position
from vedette.engine.entries import live, state_after
from vedette.engine.game import Game
from vedette.table import asking, painting
from vedette.table.painting import Painter

BATTLES = [
    STONE_WALL,
    *(
        pytest.param(battle, marks=pytest.mark.slow)
        for battle in ("cedar-mountain/slaughter-mountain", "valley-campaign/cross-keys", "stonewall-1978/kernstown")
    ),
]


def walked(battle: str, seed: int, acts: int) -> Game:
    """A game after so many answers by lot."""
    game, rng = vedette.battle(battle).new_game(seed=seed, digests=True), random.Random(seed)
    while len(game.entries) < acts and (decision := game.decision) is not None:
        game.play(f"{decision.seat}: {pick(rng, [a.text for a in decision.actions])}")
    return game


def asked(table: Table, made: dict[str, Any], key: str, more: str = "") -> str:
    """The file that a key gets."""
    answer = table.get(f"/api/games/{made['game']}/position?key={key}{more}")
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize("battle", BATTLES)
def test_a_moment_is_a_file_that_the_referee_reads(table: Table, battle: str, tmp_path: Any) -> None:
    game = walked(battle, 3, 240)
    made = seated(table.store, game)
    file = tmp_path / "moment.toml"
    exact = 0
    for n in (0, 61, 122, 183, 240):
        text = asked(table, made, made["keys"]["union"], f"&n={n}")
        assert text == asked(table, made, made["keys"]["confederate"], f"&n={n}")
        file.write_text(text, encoding="utf-8")
        walk = read_position(str(file)).walk()
        assert walk.refused is None and walk.game.state.turn == tomllib.loads(text)["turn"]
        if "The field as it" not in text:
            exact += 1
            state = state_after(game.first, live(game.entries), n)
            was, now = game.rulebook.written(state), game.rulebook.written(walk.game.state)
            assert was["unit"] == now["unit"] and was["turn"] == now["turn"]
    assert exact >= 1
    picture = table.get(f"/api/games/{made['game']}/position.png?key={made['keys']['union']}")
    assert picture.content.startswith(b"\x89PNG")
    assert table.get(f"/api/games/{made['game']}/position?key={made['keys']['union']}&n=999").status_code == 400
    assert table.get(f"/api/games/{made['game']}/position?key={made['keys']['union']}&n=x").status_code == 400
    assert table.get(f"/api/games/{made['game']}/position?key=nobody").status_code == 404


SMALL = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect x="{}" width="2" height="2"/></svg>'


def test_whoever_asks_pays_for_what_the_server_thinks(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture takes a processor for seconds: who looks on and asks again and again waits, and not who plays."""
    made = table.make()
    watch = httpx.post(f"{table.base}/api/games/{made['game']}/watch?key={made['keys']['union']}").json()["key"]
    room, grant = table.app.rooms.opened(made["game"]), table.store.grant(made["game"], watch)
    purse = room.purse(grant, FAST, "127.0.0.1")

    async def painted(self: Painter, svg: str) -> tuple[bytes, float]:
        return svg[:4].encode(), 0.5

    monkeypatch.setattr(Painter, "_painted", painted)
    for what, least in (("position", 0.0), ("position.png", 0.4)):
        before = purse.left = purse.saved
        assert table.get(f"/api/games/{made['game']}/{what}?key={watch}").status_code == 200
        assert before - purse.left > least


def test_who_plays_goes_on_while_a_board_is_drawn(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes seconds the first time: nobody waits for it but who has asked."""
    made = table.make()
    locked: list[bool] = []

    def drawn(seen: asking.Seen) -> str:
        room = table.app.rooms.opened(made["game"])
        assert room is not None
        locked.append(room.lock.locked())
        return SMALL.format(len(seen.units))

    async def painted(self: Painter, svg: str) -> tuple[bytes, float]:
        return svg.encode(), 0.0

    monkeypatch.setattr(asking, "picture", drawn)
    monkeypatch.setattr(Painter, "_painted", painted)
    answer = table.get(f"/api/games/{made['game']}/position.png?key={made['keys']['union']}")
    assert answer.text.startswith("<svg") and locked == [False]


@pytest.mark.slow
def test_a_picture_is_painted_by_another_process_and_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever paints lets nobody else do anything meanwhile: in the server itself all games would stand still."""

    def here(*_: Any, **__: Any) -> bytes:
        raise AssertionError("painted in the server itself")

    monkeypatch.setattr(painting, "png", here)
    monkeypatch.setattr(asking, "seen", lambda game, log, n: n or 0)
    monkeypatch.setattr(asking, "picture", SMALL.format)
    made = table.make()
    at = f"/api/games/{made['game']}/position.png?key={made['keys']['union']}"
    first = table.get(at)
    assert first.content.startswith(b"\x89PNG")
    with monkeypatch.context() as patch:
        patch.setattr(Painter, "_painted", None)
        assert table.get(at).content == first.content
    (process,) = multiprocessing.active_children()
    process.kill()
    process.join()
    other = table.get(at + "&n=5")
    assert other.content.startswith(b"\x89PNG") and other.content != first.content
    monkeypatch.setattr(asking, "picture", lambda n: "no picture")
    assert "cannot be made" in table.get(at + "&n=6").json()["error"]
