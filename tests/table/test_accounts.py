"""Accounts by choice: made, entered elsewhere with one's games, recovered, exported, closed, and guessed at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.table.postgres import BOTH
from tests.table.receivers import mail, text_of
from tests.table.tables import DUEL, FAST, Table, serving
from vedette.cli.program import run
from vedette.table import Store, StoreError
from vedette.table.channels import Channels, nudging
from vedette.table.couriers import Mail
from vedette.table.limits import Limits
from vedette.table.people import People, Person

pytest.importorskip("argon2", reason="the extra vedette[accounts] is not installed")
PASSWORD = "four maps of the valley"
ANOTHER = "no longer the old password"
PAGE = "https://club.example.org/"
AT = "/api/account"


SEATS = ("union", "confederate")


@contextmanager
def club(store: Store, smtp: int = 0, limits: Limits = FAST, address: str = PAGE) -> Iterator[Table]:
    """A server with accounts."""
    from vedette.table.passwords import Passwords

    couriers = {"mail": Mail("127.0.0.1", smtp, "table@club.example.org", security="none")} if smtp else {}
    light = Passwords(light=True)
    with serving(store, limits=limits, lobby=True, passwords=light, couriers=couriers, address=address) as table:
        yield table


class Browser:
    """A browser of somebody's, with its own cookies."""

    def __init__(self, table: Table) -> None:
        self.client = httpx.Client(base_url=table.base, timeout=60)

    def post(self, path: str = "", /, **body: Any) -> httpx.Response:
        return self.client.post(AT + path, json=body)

    def make(self, name: str = "Ann Lee", password: str = PASSWORD) -> httpx.Response:
        return self.post(name=name, password=password)

    def enter(self, name: str = "ann lee", password: str = PASSWORD) -> httpx.Response:
        return self.post("/enter", name=name, password=password)

    def put(self, **body: Any) -> httpx.Response:
        return self.client.put(AT, json=body)

    def shown(self) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.client.get(AT).json()["account"]
        return found


@BOTH
def test_games_follow_a_person_to_another_machine(store: Store) -> None:
    with club(store) as table:
        assert table.get("/api/battles").json()["accounts"] is True
        home, away = Browser(table), Browser(table)
        assert home.shown() is None and home.post("/games", known=[]).status_code == 401
        made = home.make()
        assert (made.status_code, made.json()) == (201, {"name": "Ann Lee"})
        assert all(word in made.headers["set-cookie"] for word in ("HttpOnly", "SameSite=strict", "Path=/api;"))
        game, other = table.make(battle=DUEL), table.make(battle=DUEL)
        keys = {game["game"]: game["keys"]["union"], other["game"]: "wrong", "none": game["keys"]["union"]}
        assert home.client.put(f"{AT}/games", json={"keys": keys}).json() == {"games": [game["game"]]}
        assert away.enter(password=ANOTHER).status_code == 403 and away.shown() is None
        assert away.enter().status_code == 200
        (row,) = away.post("/games", known=[]).json()["games"]
        assert (row["game"], row["seats"], row["title"]) == (game["game"], ["union"], "A duel")
        assert row["key"] not in game["keys"].values()
        assert table.get(f"/api/games/{row['game']}?key={row['key']}").json()["seats"] == ["union"]
        assert away.post("/games", known=[game["game"]]).json() == {"games": []}
        shown = away.shown()
        assert shown is not None and shown["browsers"] == 2 and shown["games"] == [game["game"]]
        assert away.client.delete(f"{AT}/games/{game['game']}").status_code == 204
        assert home.post("/games", known=[]).json() == {"games": []}
        assert away.post("/leave").status_code == 204 and away.shown() is None
        assert home.shown() is not None


def test_a_name_is_somebodys_once_and_a_password_is_none_that_is_guessed(store: Store) -> None:
    with club(store) as table:
        browser = Browser(table)
        assert browser.make().status_code == 201
        for name in ("ANN LEE", " Ann  Lee ", "Ａnn Lee"):
            assert Browser(table).make(name).status_code == 409, name
        for name in ("", "x", "-ann", "a" * 31, "a\nb\u202e", "<b>bold</b>"):
            assert Browser(table).make(name).status_code == 400, name
        for password in ("short", "aaaaaaaaaaaaaaa", "Bob BartonBob Barton", "x" * 201):
            assert Browser(table).make("Bob Barton", password).status_code == 400, password
        assert PASSWORD not in str(store.game("x"))
        with store.reading() as db:
            rows = (
                db.exec_driver_sql("select * from accounts").all() + db.exec_driver_sql("select * from sessions").all()
            )
        assert PASSWORD not in str(rows) and browser.client.cookies["vedette"] not in str(rows)


def test_a_new_password_ends_what_was_entered_elsewhere_and_needs_the_old_one(store: Store) -> None:
    with club(store) as table:
        home, away = Browser(table), Browser(table)
        home.make()
        away.enter()
        assert home.put(password=ANOTHER, new_password=ANOTHER).status_code == 403
        assert home.put(password=PASSWORD, new_password="short").status_code == 400
        assert home.put(password=PASSWORD, new_password=ANOTHER).status_code == 200
        assert home.shown() is not None and away.shown() is None
        assert away.enter().status_code == 403 and away.enter(password=ANOTHER).status_code == 200
        assert away.client.post(f"{AT}/leave?all=1").status_code == 204 and home.shown() is None


@BOTH
def test_who_has_forgotten_his_password_gets_a_link_by_mail_once(store: Store) -> None:
    with mail() as sink, club(store, sink.port) as table:
        home = Browser(table)
        home.make()
        assert home.put(password=PASSWORD, mail="no address").status_code == 400
        assert home.put(password=PASSWORD, mail="ann@example.org").status_code == 200
        asked = sink.wait(1)[0]
        assert asked["to"] == "ann@example.org" and "Ann Lee" in text_of(asked)
        assert Browser(table).post("/forgotten", mail="ann@example.org").status_code == 202  # not yet hers: no mail
        (agree,) = re.findall(rf"{PAGE}#mail=(\S+)", text_of(asked))
        assert home.post("/mail", token=agree).json() == {"mail": "ann@example.org"}
        assert home.post("/mail", token=agree).status_code == 403
        away = Browser(table)
        assert away.post("/forgotten", mail="bob@example.org").status_code == 202
        assert away.post("/forgotten", mail="ann@example.org").status_code == 202
        told = sink.wait(2)
        (link,) = re.findall(rf"{PAGE}#recover=(\S+)", text_of(told[1]))
        assert away.post("/recover", token=agree, password=ANOTHER).status_code == 403
        assert away.post("/recover", token=link, password="short").status_code == 400
        assert away.post("/recover", token=link, password=ANOTHER).json() == {"name": "Ann Lee"}
        assert away.shown() is not None and home.shown() is None
        assert away.post("/recover", token=link, password=PASSWORD).status_code == 403
        assert home.enter(password=ANOTHER).status_code == 200
        assert len(sink.got) == 2


def test_who_has_agreed_to_an_address_once_is_told_there_in_every_game(store: Store) -> None:
    """Of his own account, in his own browser; nobody else's word counts for it."""
    with mail() as sink, club(store, sink.port) as table:
        home, other = Browser(table), Browser(table)
        home.make()
        people = People(store)
        ann, _ = people.named("Ann Lee") or pytest.fail("she has no account")
        people.change(ann.id, mail="ann@example.org")
        made = table.make(battle=DUEL)
        at = f"/api/games/{made['game']}/told"
        wish = {"kind": "mail", "target": "ann@example.org"}

        def put(browser: Browser, seat: str) -> dict[str, Any]:
            found: dict[str, Any] = browser.client.put(at, params={"key": made["keys"][seat]}, json=wish).json()
            return found

        assert home.client.get(at, params={"key": made["keys"]["union"]}).json()["mail"] == "ann@example.org"
        assert "mail" not in other.client.get(at, params={"key": made["keys"]["union"]}).json()
        assert not put(other, "confederate")["channels"][0]["confirmed"]
        assert "is this your address" in sink.wait(1)[0]["subject"]
        assert put(home, "union")["channels"][0]["confirmed"]
        assert len(sink.got) == 1


def test_without_mail_the_owner_of_the_server_prints_a_link(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    with club(store) as table:
        browser = Browser(table)
        browser.make()
        assert browser.post("/forgotten", mail="ann@example.org").status_code == 404
        assert browser.put(password=PASSWORD, mail="ann@example.org").status_code == 404
        assert run(["recovery-link", "nobody", "--database", store.url]) == 2
        assert "there is no account nobody" in capsys.readouterr().err
        assert run(["recovery-link", "ann lee", "--database", store.url, "--address", PAGE]) == 0
        link = capsys.readouterr().out.strip()
        assert link.startswith(f"{PAGE}#recover=")
        token = link.partition("=")[2]
        people = People(store)
        begun = people.now()
        people.now = lambda: begun + 25 * 3600
        assert people.redeem("recover", token) is None  # too old
        assert browser.post("/recover", token=token, password=ANOTHER).status_code == 200


@BOTH
def test_an_account_is_exported_and_closed_and_its_games_stay_without_its_name(store: Store) -> None:
    with club(store) as table:
        browser = Browser(table)
        browser.make()
        made = browser.client.post("/api/games", json={"battle": DUEL, "open": {"seat": "confederate"}}).json()
        key = made["keys"]["union"]
        browser.client.put(f"{AT}/games", json={"keys": {made["game"]: key}})
        Channels(store).put(made["game"], "union", "mail", "ann@example.org", "Europe/Berlin", True, 8)
        other = table.make(battle=DUEL, open={"seat": "union", "by": "Bob"})["game"]
        taken = browser.client.post(f"/api/lobby/{other}?by=Annie").json()["keys"]
        browser.client.put(f"{AT}/games", json={"keys": {other: taken["union"]}})
        (row,) = table.get("/api/lobby").json()["watch"]
        assert row["taker"] == "Ann Lee"  # by the account that was entered, whatever the browser has kept
        browser.client.delete(f"{AT}/games/{other}")
        file = browser.client.get(f"{AT}/export")
        assert "attachment" in file.headers["content-disposition"]
        kept = file.json()
        assert kept["took"] == [{"game": other, "by": "Ann Lee"}]
        assert kept["account"]["name"] == "Ann Lee" and kept["games"][-1]["game"] == made["game"]
        told = {"seat": "union", "kind": "mail", "target": "ann@example.org", "zone": "Europe/Berlin", "hour": 8}
        assert kept["games"][-1]["told"] == [told]
        assert len(kept["entered"]) == 1 and not {"password", "token"} & set(re.findall(r'"(\w+)":', file.text))
        Channels(store).put(made["game"], "confederate", "mail", "bob@example.org", "Europe/Berlin", True)
        store.post(nudging(made["game"], 1, "union", 0.0))
        cookie = browser.client.cookies["vedette"]
        assert browser.client.request("DELETE", AT, json={"password": ANOTHER}).status_code == 403
        assert browser.client.request("DELETE", AT, json={"password": PASSWORD}).status_code == 204
        known = Channels(store, ["mail"])  # who has closed his account is written to no more
        assert known.of(made["game"], "union") == [] and known.due(1.0) == []
        assert [one.target for one in known.of(made["game"], "confederate")] == ["bob@example.org"]
        late = Browser(table)
        late.client.cookies.set("vedette", cookie)
        assert late.shown() is None and late.enter().status_code == 403
        assert table.get(f"/api/games/{made['game']}?key={key}").status_code == 200
        assert [row["by"] for row in table.get("/api/lobby").json()["open"]] == [""]
        assert ["taker" in row for row in table.get("/api/lobby").json()["watch"]] == [False]
        assert late.make().status_code == 201  # the name is free again


@BOTH
def test_nobody_passes_for_an_account_that_he_has_not_entered(store: Store) -> None:
    """Its name is refused, however it is written; any other name is told as that of a guest."""
    with club(store) as table:
        browser, guest = Browser(table), httpx.Client(base_url=table.base, timeout=60)
        browser.make()
        offer = {"battle": DUEL, "open": {"seat": "confederate", "by": " ann  LEE"}}
        refused = guest.post("/api/games", json=offer)
        assert (refused.status_code, "is the name of an account" in refused.json()["error"]) == (400, True)
        made = browser.client.post("/api/games", json=offer).json()
        alike = guest.post("/api/games", json={**offer, "open": {"seat": "confederate", "by": "\u0410nn Lee"}}).json()
        rows = {row["game"]: row for row in table.get("/api/lobby").json()["open"]}
        assert (rows[made["game"]]["by"], rows[made["game"]].get("guests")) == ("Ann Lee", None)
        assert rows[alike["game"]]["guests"] == ["by"]
        for game, by in ((made["game"], "ANN LEE"), (alike["game"], "ann lee")):
            assert guest.post(f"/api/lobby/{game}?by={by}").status_code == 409
        at = f"/api/lobby/{alike['game']}?key={alike['keys']['union']}&by="
        assert guest.delete(at).status_code == 204
        assert guest.put(at + "Ann Lee").status_code == 409
        assert browser.client.put(at + "whoever").status_code == 204
        assert guest.post(f"/api/lobby/{made['game']}?by=Bob").status_code == 201
        assert browser.client.post(f"/api/lobby/{alike['game']}").status_code == 201
        rows = {row["game"]: row for row in table.get("/api/lobby").json()["watch"]}
        assert (rows[made["game"]]["taker"], rows[made["game"]]["guests"]) == ("Bob", ["taker"])
        assert rows[alike["game"]]["taker"] == rows[alike["game"]]["by"] == "Ann Lee"


@BOTH
def test_an_offer_is_its_accounts_though_the_game_leaves_its_list(store: Store) -> None:
    with club(store) as table:
        ann = Browser(table)
        ann.make()
        made = ann.client.post("/api/games", json={"battle": DUEL, "open": {"seat": "confederate"}}).json()
        assert ann.client.delete(f"{AT}/games/{made['game']}").status_code == 204
        (row,) = table.get("/api/lobby").json()["open"]
        assert (row["by"], row.get("guests")) == ("Ann Lee", None)
        assert ann.client.get(f"{AT}/export").json()["offered"] == [made["game"]]
        assert ann.client.request("DELETE", AT, json={"password": PASSWORD}).status_code == 204
        (row,) = table.get("/api/lobby").json()["open"]
        assert row["by"] == ""


@pytest.mark.parametrize("again", [False, True])
def test_who_offers_a_seat_gets_his_keys_though_the_game_does_not_become_his_accounts(
    store: Store, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    with club(store) as table:
        ann = Browser(table)
        ann.make()
        offer = {"battle": DUEL, "open": {"seat": "confederate"}}
        made = ann.client.post("/api/games", json=offer).json() if again else {}
        at = f"/api/lobby/{made['game']}?key={made['keys']['union']}" if again else ""
        if again:
            assert ann.client.delete(at).status_code == 204

        def away(*_: object) -> list[str]:
            raise StoreError("it is away")

        monkeypatch.setattr(People, "claim", away)
        done = ann.client.put(at) if again else ann.client.post("/api/games", json=offer)
        assert done.status_code == (204 if again else 201)
        (row,) = table.get("/api/lobby").json()["open"]
        assert (row["by"], row.get("guests")) == ("Ann Lee", None)


def test_who_closes_his_account_ends_no_channel_of_somebody_else(store: Store) -> None:
    """Ann has the key of both seats of one game, and has handed another on to Bob, who has it in his account now."""
    with club(store) as table:
        people, known = People(store), Channels(store)
        ann, bob = (people.make(name, "x") for name in ("Ann", "Bob"))
        people.change(ann.id, mail="Ann@example.org")
        ann = people.person(ann.id) or ann
        shared, handed, mine = (table.make(battle=DUEL)["game"] for _ in range(3))
        people.claim(ann.id, {shared: ["union", "confederate"], handed: ["union"], mine: ["union"]})
        people.claim(bob.id, {handed: ["union"]})
        for game, seat, kind, target in [
            (shared, "union", "mail", "ann@example.org"),
            (shared, "confederate", "mail", "carl@example.org"),
            (shared, "union", "webhook", "https://example.org/carl"),
            (handed, "union", "mail", "bob@example.org"),
            (mine, "union", "webhook", "https://example.org/ann"),
        ]:
            known.put(game, seat, kind, target, "UTC", True)
        people.close(ann)
        left = [one.target for game in (shared, handed, mine) for seat in SEATS for one in known.of(game, seat)]
        assert left == ["https://example.org/carl", "carl@example.org", "bob@example.org"]


def test_wrong_passwords_are_counted_by_address_whoever_is_meant(store: Store) -> None:
    with club(store, limits=Limits(passwords=3, accounts=2)) as table:
        browser = Browser(table)
        assert browser.make().status_code == 201
        found = [Browser(table).enter(name, ANOTHER).status_code for name in ("ann lee", "nobody", "Ann Lee", "bob")]
        assert found == [403, 403, 403, 429]
        assert browser.shown() is not None  # who has entered stays
        assert browser.post("/recover", token="guess", password=ANOTHER).status_code == 429
        assert [Browser(table).make(name).status_code for name in ("Bob", "Carl")] == [201, 429]


def test_a_page_of_another_site_and_one_without_json_change_nothing(store: Store) -> None:
    with club(store) as table:
        browser = Browser(table)
        browser.make()
        cross = {"origin": "http://elsewhere.example", "sec-fetch-site": "cross-site"}
        body = {"name": "Ann Lee", "password": PASSWORD}
        assert browser.client.post(f"{AT}/enter", json=body, headers=cross).status_code == 403
        assert browser.client.post(f"{AT}/leave", headers=cross).status_code == 403
        assert browser.client.get(AT, headers=cross).status_code == 403
        form = {"content-type": "text/plain"}
        assert browser.client.post(f"{AT}/enter", content="{}", headers=form).status_code == 415
        assert browser.shown() is not None


def test_a_browser_that_is_not_used_for_a_season_has_to_enter_again(store: Store) -> None:
    people = People(store)
    person = people.make("Ann", "kept")
    assert isinstance(person, Person)
    token, begun = people.enter(person.id), people.now()
    for day in (1, 80, 160, 249):
        people.now = lambda day=day: begun + day * 86_400  # type: ignore[misc]
        assert people.of(token) == person, day
    people.now = lambda: begun + 340 * 86_400
    assert people.of(token) is None


def test_a_server_without_accounts_knows_nothing_of_them(table: Table) -> None:
    assert "accounts" not in table.get("/api/battles").json()
    assert table.get("/api/account").status_code == 404
