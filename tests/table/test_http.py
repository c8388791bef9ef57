"""Battles, games, pictures, cases, the page; and what is refused there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest

from tests.table.tables import DUEL, FAST, STONE_WALL, Table, played, seated, serving
from vedette.engine.battle import Battle
from vedette.packs import PackError
from vedette.table import Store, in_short, pages
from vedette.table.guard import Guard
from vedette.table.limits import Limits


def test_the_list_of_battles_says_what_a_game_needs(table: Table) -> None:
    found = table.get("/api/battles").json()
    assert found["commanders"][:2] == ["random", "cautious"]
    wall = next(row for row in found["battles"] if row["id"] == STONE_WALL)
    assert wall["seats"] == ["union", "confederate"]
    assert wall["options"]["no-events"]["type"] == "bool"
    assert {row["id"] for row in found["battles"]} >= {STONE_WALL, DUEL}


def test_the_list_has_a_card_for_each_battle_with_picture_badge_and_tasks(table: Table) -> None:
    found = table.get("/api/battles").json()
    rows, cards = {row["id"]: row for row in found["battles"]}, found["cards"]
    assert sorted(id for card in cards for id in card["battles"]) == sorted(rows)
    card = next(one for one in cards if STONE_WALL in one["battles"])
    assert card["title"] == "The Stone Wall" and card["day"] == "First Kernstown, 23 March 1862"
    assert card["badge"] == {"word": "Chits", "sign": "disc"} and len(card["battles"]) == 3
    assert rows[STONE_WALL]["tasks"] == {"union": "must take the wall", "confederate": "must hold it"}
    picture = table.get(card["picture"])
    assert picture.headers["content-type"] in ("image/webp", "image/svg+xml")
    assert "immutable" in picture.headers["cache-control"]
    toy = next(one for one in cards if DUEL in one["battles"])
    assert toy["picture"] == "" and toy["badge"] == {"word": "", "sign": ""} and rows[DUEL]["tasks"]["union"] == ""


def test_a_guided_game_whose_file_is_spoilt_is_named_with_what_is_wrong(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoilt(battle: Battle) -> None:
        if battle.id == STONE_WALL:
            raise PackError("lessons/the-stone-wall.toml: Expected `str`")

    monkeypatch.setattr(in_short, "lesson_of", spoilt)
    found = table.get("/api/battles").json()
    assert found["untaught"] == [{"id": STONE_WALL, "error": "lessons/the-stone-wall.toml: Expected `str`"}]
    assert STONE_WALL in [row["id"] for row in found["battles"]]


def test_what_has_its_hash_in_its_address_is_kept_for_ever(table: Table) -> None:
    assets = table.get("/api/battles").json()["battles"][0]["assets"]
    for address in assets.values():
        answer = table.get(address)
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
        plain = table.get(address.split("?")[0])
        assert plain.content == answer.content and plain.headers["cache-control"] == "no-cache"
        known = table.get(address.split("?")[0], headers={"if-none-match": plain.headers["etag"]})
        assert known.status_code == 304
        assert table.get(address[:-3] + "abc").headers["cache-control"] == "no-cache"


def test_board_geometry_and_charts(table: Table) -> None:
    at = f"/api/battles/{STONE_WALL}"
    board = table.get(at + "/board.svg").text
    assert board.startswith("<svg")
    dark, turned = (table.get(f"{at}/board.svg?{how}").text for how in ("theme=dark", "turned=1&levels=0&theme=none"))
    assert dark != board and len(dark) == len(board) and turned != board and 'class="levels"' not in turned
    geometry = table.get(at + "/geometry").json()
    assert len(geometry["corners"]) == 6 and len(geometry["hexes"]["1834"]) == 2
    charts = table.get(at + "/charts").json()
    assert {"fire_cohesion", "terrain"} <= set(charts["charts"])
    assert charts["columns"]["crt"][:4] == ["roll", "C", "1", "2"]
    assert charts["words"]["crt"]["title"] == "Combat Results Table"
    assert all(chit["effect"] for chit in table.get(at + "/chits").json()["chits"])
    assert table.get(at).json()["turns"] == {"first": 1, "last": 11}


def test_each_counter_of_a_view_has_its_picture(table: Table) -> None:
    with table.sit(table.make(), "both") as client:
        units = client.state["view"]["units"]
    infantry, guns = (next(u for u in units if u["arm"] == arm) for arm in ("infantry", "artillery"))
    pictures = {u["face"]: table.get(f"/api/faces/{u['face']}.svg") for u in units}
    assert all(p.status_code == 200 and "immutable" in p.headers["cache-control"] for p in pictures.values())
    assert f'data-words="{infantry["name"]}"' in pictures[infantry["face"]].text
    assert "<circle" in pictures[guns["face"]].text
    small = table.get(f"/api/faces/{infantry['face']}.svg?detail=strength").text
    assert infantry["name"] in small and f'data-words="{infantry["name"]}"' not in small
    back = infantry["back"]
    turned = table.get(f"/api/faces/{back['face']}.svg").text
    assert 'class="worn"' in turned and f'data-words="{back["numbers"][0]}"' in turned
    other = table.get(f"/api/faces/{infantry['face']}.svg?detail=huge").text
    assert other == pictures[infantry["face"]].text


def test_a_case_in_our_own_words(table: Table) -> None:
    case = table.get("/api/cases/KT-8.1-1").json()
    assert case["book"] == "Kernstown" and "Key" in case["title"] + case["requirement"]
    assert case["rulings"] == []
    assert "13.7, 15.4" in [row["cite"] for row in table.get("/api/cases/KT-13.7-1").json()["rulings"]]


def test_cases_are_searched_in_the_book_of_the_battle(table: Table) -> None:
    found = table.get("/api/cases?book=Kernstown&q=flanking fire").json()
    assert found["book"] == "Kernstown" and found["found"] == len(found["cases"]) > 0
    assert found["chapters"][11]["id"] == "KT-12" and found["chapters"][11]["title"]
    assert all("flank" in f"{c['title']} {c['requirement']}".lower() for c in found["cases"])
    assert "13.3, 16.1" in [row["cite"] for row in table.get("/api/cases?q=skirmish order").json()["rulings"]]
    assert len(table.get("/api/cases?q=a").json()["cases"]) == 200
    assert table.get("/api/cases?book=none").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/api/cases/KT-0", "/api/faces/0.svg", "/api/battles/none/none", "/api/battles/kernstown/the-stone-wall/x",
        "/api/games/none?key=x", "/api/games/none/record", "/api/battles/toy/duel/board.svg", "/api/none",
        "/assets/x.js", "/assets/..%2f..%2findex.html", "/..%2fstore.py", "/assets/%2e%2e/index.html",
    ],
)  # fmt: skip
def test_what_is_not_there(table: Table, path: str) -> None:
    assert table.get(path).status_code == 404


def test_a_summary_of_a_game(table: Table) -> None:
    made = table.make(seats={"confederate": "cautious"}, options={"no-events": True})
    found = table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").json()
    assert found["computers"] == {"confederate": "cautious"}
    assert (found["seats"], found["hotseat"], found["over"]) == (["union"], False, False)
    assert found["options"]["no-events"] is True
    assert made["url"] == f"/?game={made['game']}&key={made['keys']['union']}"


def test_the_record_is_an_attachment(table: Table) -> None:
    made = table.make()
    answer = table.get(f"/api/games/{made['game']}/record?key={made['keys']['both']}")
    assert re.search(r'attachment; filename="kernstown-the-stone-wall-\w+\.vedette\.jsonl"', str(answer.headers))
    assert json.loads(answer.text.splitlines()[0])["battle"] == STONE_WALL


@pytest.mark.parametrize(
    ("making", "words"),
    [
        ({}, "battle"),
        ({"battle": "none/none"}, "there is no"),
        ({"battle": STONE_WALL, "options": {"x": 1}}, "has no option 'x'"),
        ({"battle": STONE_WALL, "options": {"no-events": "perhaps"}}, "neither true nor false"),
        ({"battle": STONE_WALL, "seats": {"union": "nobody"}}, "there is no commander 'nobody'"),
        ({"battle": STONE_WALL, "seats": {"french": "human"}}, "there is no seat 'french'"),
        ({"battle": STONE_WALL, "seats": {"union": "random", "confederate": "random"}}, "one seat at least"),
        ({"battle": STONE_WALL, "dice": "loaded"}, "dice 'loaded'"),
        ({"battle": STONE_WALL, "sead": 1}, "sead"),
        ([], "object"),
    ],
)
def test_a_game_that_cannot_be_made(table: Table, making: object, words: str) -> None:
    answer = httpx.post(table.base + "/api/games", json=making)
    assert answer.status_code == 400
    assert words in answer.json()["error"] and "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (415, {"content": b"{}", "headers": {"content-type": "text/plain"}}),
        (400, {"content": b"{", "headers": {"content-type": "application/json"}}),
        (400, {"content": b"[" * 60_000, "headers": {"content-type": "application/json"}}),
        (413, {"content": b" " * 70_000, "headers": {"content-type": "application/json"}}),
        (403, {"json": {"battle": STONE_WALL}, "headers": {"origin": "http://elsewhere.example"}}),
        (403, {"json": {"battle": STONE_WALL}, "headers": {"host": "elsewhere.example"}}),
    ],
)
def test_a_request_that_is_refused(table: Table, status: int, sent: dict) -> None:  # type: ignore[type-arg]
    answer = httpx.post(table.base + "/api/games", **sent)
    assert answer.status_code == status and answer.json()["error"]


def test_a_page_of_the_server_itself_may_make_a_game(table: Table) -> None:
    made = httpx.post(table.base + "/api/games", json={"battle": DUEL}, headers={"origin": table.base})
    assert made.status_code == 201


def test_new_games_and_wrong_keys_are_counted(store: Store) -> None:
    with serving(store, limits=Limits(games=2, misses=3)) as table:
        answers = [httpx.post(table.base + "/api/games", json={"battle": DUEL}) for _ in range(3)]
        assert [a.status_code for a in answers] == [201, 201, 429]
        made = answers[0].json()
        misses = [table.get(f"/api/games/{made['game']}?key=guess{i}").status_code for i in range(4)]
        assert misses == [404, 404, 404, 429]


def test_no_answer_lets_a_foreign_script_in(table: Table) -> None:
    for path in ("/", "/api/battles", "/api/none", "/assets/none.js"):
        headers = table.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"


def test_the_page_and_its_files(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Vedette</title>")
    (tmp_path / "assets" / "index-1.js").write_text("1")
    (tmp_path / "icon.svg").write_text("<svg/>")
    monkeypatch.setattr(pages, "client", lambda: tmp_path)
    page = table.get("/?game=x&key=y")
    assert page.text == "<title>Vedette</title>" and page.headers["cache-control"] == "no-cache"
    script = table.get("/assets/index-1.js")
    assert "javascript" in script.headers["content-type"] and "immutable" in script.headers["cache-control"]
    assert table.get("/icon.svg").headers["cache-control"] == "no-cache"


def test_a_page_that_is_not_built_says_how(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "client", lambda: tmp_path)
    answer = table.get("/")
    assert answer.status_code == 503 and "make play" in answer.text


def test_a_server_for_the_network_answers_to_any_name() -> None:
    from starlette.datastructures import Headers

    headers = Headers({"host": "club.example"})
    assert Guard(lambda *_: None, None)._wrong({"type": "http", "method": "GET"}, headers) == ""  # type: ignore
    assert "club.example" in Guard(lambda *_: None, frozenset({"localhost"}))._wrong(  # type: ignore
        {"type": "http", "method": "GET"}, headers
    )


def test_a_game_of_another_edition_is_refused_with_its_reason(store: Store) -> None:
    game = played(2, lambda g: len(g.entries) > 3, DUEL)
    game.header["pack_hash"] = "older"
    made = seated(store, game)
    with serving(store, limits=FAST) as table:
        answer = table.get(f"/api/games/{made['game']}?key={made['keys']['both']}")
        assert answer.status_code == 409 and "another edition of the pack" in answer.json()["error"]


def test_a_guided_game_is_as_its_file_says_and_takes_no_other_wish(table: Table) -> None:
    """Who asks for another person, other dice or options with it is told so, instead of getting something else."""
    asked = {"battle": STONE_WALL, "lesson": True}
    for name, wish in {
        "seats": {"union": "human", "confederate": "human"}, "watched": True, "dice": "real", "beat": 2.0, "seed": 3,
        "options": {"no-events": False}, "hands": "open", "open_hands": True, "orders": False, "practice": True,
    }.items():  # fmt: skip
        answer = httpx.post(table.base + "/api/games", json={**asked, name: wish})
        assert answer.status_code == 400 and f"leave out {name}" in answer.json()["error"], name
    assert set(table.make(lesson=True)["keys"]) == {"union"}
