"""Every address of docs/protocol.md answers for every battle, book and theme, and odd questions get a JSON error."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from tests.table.tables import FAST, PATIENCE, Table, serving
from vedette import packs
from vedette.packs.cases import BOOKS, cases_of, searched
from vedette.table import Store, StoreError

FIRST = {row.pack: row.id for row in reversed(packs.battles())}
BATTLES = [pytest.param(row.id, marks=[] if FIRST[row.pack] == row.id else pytest.mark.slow) for row in packs.battles()]
"""Of each pack one in `make test`."""
THEMES = ("light", "dark", "contrast")
DOCS = Path(__file__).parents[2] / "docs"
ADDRESS = re.compile(r"^\| `(?:GET|POST|DELETE) (/\S*?)(?:`| )", re.M)
KNOWN = {
    "/", "/api/battles", "/api/games", "/api/battles/B", "/api/battles/B/board.svg", "/api/battles/B/key.svg",
    "/api/battles/B/geometry", "/api/battles/B/charts", "/api/battles/B/chits", "/api/faces/HASH.svg",
    "/api/cases?book=Kernstown&q=WORDS", "/api/cases/ID", "/api/games/ID?key=K", "/api/games/ID/record?key=K",
    "/api/games/ID/report?key=K", "/api/games/ID/log?key=K", "/api/games/ID/chronicle?key=K",
    "/api/health", "/api/ready", "/api/battles/B/scene", "/api/battles/B/card", "/api/games/ID/scene?key=K",
    "/api/games/ID/ending?key=K", "/api/games/ID/position?key=K", "/api/games/ID/values?key=K",
}  # fmt: skip
"""The addresses that the tests of this module ask."""
ELSEWHERE = {
    "/api/own/PACK",  # only on one's own machine: test_own.py
    "/api/games/ID/position.png?key=K",  # test_asking.py
    "/api/games/ID/report?key=K&as=markdown",  # test_forum.py
    "/api/lobby", "/api/lobby/ID?by=NAME", "/api/lobby/ID?key=K", "/api/lobby/ID/watch",  # test_lobby.py
    "/api/games/ID/rematch?key=K",
    "/api/games/ID/why?key=K",  # test_why.py
    "/api/games/ID/told?key=K", "/api/games/ID/told/test?key=K&kind=mail", "/told/TOKEN",  # test_told.py
    "/api/account", "/api/account/enter", "/api/account/leave", "/api/account/forgotten", "/api/account/recover",
    "/api/account/mail", "/api/account/export", "/api/account/games", "/api/account/games/ID",  # test_accounts.py
    "/api/account/passkeys", "/api/account/passkeys/ask", "/api/account/passkeys/ID", "/api/account/enter/ask",
    "/api/account/enter/passkey",  # test_passkeys.py
    "/api/account/unheard",  # test_unheard.py
}  # fmt: skip
"""What the tests of other modules ask."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One server for all that only ask."""
    url = f"sqlite:///{tmp_path_factory.mktemp('asked') / 'games.sqlite'}"
    with closing(Store(url)) as store, serving(store, limits=FAST) as running:
        yield running


def answered(table: Table, client: httpx.Client, path: str) -> httpx.Response:
    """What an address answers, which is never a fault of the server."""
    answer = client.get(table.base + path)
    assert answer.status_code == 200, (path, answer.status_code, answer.text[:300])
    return answer


def test_every_address_of_the_page_is_asked_here() -> None:
    assert set(ADDRESS.findall((DOCS / "protocol.md").read_text(encoding="utf-8"))) == KNOWN | ELSEWHERE


def test_what_watches_over_the_server_is_answered(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it runs, and whether its database can be read."""
    with httpx.Client(timeout=PATIENCE) as client:
        assert answered(table, client, "/api/health").json()["is"] == "up"
        assert answered(table, client, "/api/ready").json() == {"is": "ready"}

        def away(self: Store) -> int:
            raise StoreError("database sqlite:///secret/place: it is away", "it is away")

        monkeypatch.setattr(Store, "count", away)
        told = client.get(table.base + "/api/ready")
        assert (told.status_code, told.json()) == (503, {"is": "not ready", "reason": "it is away"})
        assert answered(table, client, "/api/health").json()["is"] == "up"


@pytest.mark.parametrize("battle", BATTLES)
def test_every_address_of_a_battle(table: Table, battle: str) -> None:
    with httpx.Client(timeout=PATIENCE) as client:
        listed = {row["id"]: row for row in answered(table, client, "/api/battles").json()["battles"]}
        at = f"/api/battles/{battle}"
        assert answered(table, client, at).json()["battle"] == battle
        assert answered(table, client, f"{at}/scene").json()["units"]
        assert answered(table, client, f"{at}/card").content
        for name, asset in listed[battle]["assets"].items():
            assert answered(table, client, asset).content, name
        for theme in THEMES:
            for more in ("", "&turned=1&levels=0"):
                assert answered(table, client, f"{at}/board.svg?theme={theme}{more}").text.startswith("<svg")
        made = table.make(battle=battle)
        mine = f"/api/games/{made['game']}"
        for key in made["keys"].values():
            assert answered(table, client, f"{mine}?key={key}").json()["battle"] == battle
            for file in ("record", "report", "log", "chronicle", "scene", "position", "values"):
                assert answered(table, client, f"{mine}/{file}?key={key}").content
        with table.sit(made, "both") as sat:
            view = sat.state["view"]
        for unit in view["units"]:
            assert answered(table, client, f"/api/faces/{unit['face']}.svg").text.startswith("<svg")


def books_of(battle: str) -> list[tuple[str, str]]:
    """Each option of a battle that names the book it is played by, with each of its values."""
    options = packs.load(battle).scenario.get("options", {})
    choices = [(name, option["values"]) for name, option in options.items() if option.get("type") == "choice"]
    return [(name, str(value)) for name, values in choices for value in values]


@pytest.mark.parametrize("battle", BATTLES)
def test_the_page_finds_the_cases_of_every_book_that_a_battle_is_played_by(table: Table, battle: str) -> None:
    """Of the book itself, and of the one that holds where it leaves something to each game."""
    with httpx.Client(timeout=PATIENCE) as client:
        for name, value in books_of(battle) or [("", "")]:
            made = table.make(battle=battle, options={name: value} if name else {})
            key = made["keys"]["both"]
            with table.sit(made, "both") as sat:
                view = sat.state["view"]
            assert view["book"] in BOOKS.values()
            for book in filter(None, (view["book"], view["under"])):
                found = answered(table, client, f"/api/cases?book={quote(book)}&q=").json()
                assert found["chapters"] and book in found["books"]
            for file in ("", "/chronicle"):
                assert answered(table, client, f"/api/games/{made['game']}{file}?key={key}").content


@pytest.mark.parametrize("prefix", list(BOOKS))
def test_every_book_lists_its_chapters_and_every_chapter_its_cases(table: Table, prefix: str) -> None:
    """By its title and its letters; every chapter has a name, and what is listed under it are its cases."""
    title = BOOKS[prefix]
    with httpx.Client(timeout=PATIENCE) as client:
        found = answered(table, client, f"/api/cases?book={quote(title)}&q=").json()
        assert found == answered(table, client, f"/api/cases?book={prefix}&q=").json()
        assert found["book"] == title and found["books"] == list(BOOKS.values())
        assert sum(row["cases"] for row in found["chapters"]) == len(cases_of(prefix))
        for chapter in found["chapters"]:
            assert chapter["title"], chapter
            under = answered(table, client, f"/api/cases?book={quote(title)}&q={chapter['id']}").json()
            assert under["found"] == chapter["cases"], chapter
        ids = random.Random(1).sample(list(cases_of(prefix)), 12)
        for id in ids:
            assert answered(table, client, f"/api/cases/{quote(id)}").json()["id"] == id
            assert id in [row["id"] for row in answered(table, client, f"/api/cases?q={quote(id)}").json()["cases"]]


WORDS = ["", " ", "12.3", "SW-BCE", "sw bce-1", "%", "\x00", "(", "[", "*", "é", "中", "☃", "a" * 300, "ß" * 190, "how",
         "0", "-1", "99999999999999999999", "12.", ".", "KT-", "-", "²", "٣", "①", "how do I win"]  # fmt: skip


@pytest.mark.parametrize("book", [*BOOKS.values(), "", "none", "k" * 3_000, "²"])
def test_odd_words_are_searched_like_any(table: Table, book: str) -> None:
    with httpx.Client(timeout=PATIENCE) as client:
        for words in WORDS:
            answer = client.get(table.base + "/api/cases", params={"book": book, "q": words})
            known = book in BOOKS.values() or words in ("SW-BCE", "sw bce-1")
            assert answer.status_code == (200 if known else 404), (words, answer.text)
            assert ("cases" if known else "error") in answer.json()


def test_how_do_i_win_finds_the_chapter_of_that_name() -> None:
    for prefix, chapter in (("KT", "2"), ("SS", "2"), ("SW", "22"), ("GB", "29")):
        first = searched("How do I win?", (prefix,))[0]
        assert str(first.chapter) == chapter, (prefix, first)
