"""Being told that it is one's turn: by a real HTTP server and a real SMTP server on this machine."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from sqlalchemy import select, text

from tests.table.postgres import BOTH, Cluster
from tests.table.receivers import Sink, mail, text_of, web
from tests.table.tables import DUEL, FAST, Client, Metronome, Table, come_to, seated, serving
from tests.table.test_orders import game as position
from vedette.table import Store, couriers
from vedette.table import app as building
from vedette.table.channels import Channels, Due
from vedette.table.clocks import DAY
from vedette.table.couriers import Letter, Mail, Undelivered, Webhook, is_public
from vedette.table.messages import Refused
from vedette.table.postman import OF_TIME, Postman, Times
from vedette.table.schema import outbox

QUICK = Times(first=0.3, looks=0.05, again=(0.05, 0.05, 0.05, 0.05))
SOON = Times(first=0.1, looks=0.03)
PAGE = "https://club.example.org/"


@contextmanager
def telling(store: Store, *, smtp: int = 1, times: Times = QUICK, **more: Any) -> Iterator[Table]:
    """A table that tells people."""
    couriers = {
        "webhook": Webhook(frozenset({"127.0.0.1"})),
        "mail": Mail("127.0.0.1", smtp, "table@club.example.org", security="none"),
    }
    postmen: list[Postman] = []

    def hired(*what: Any) -> Postman:
        postmen.append(Postman(*what))
        return postmen[-1]

    with (
        patch.object(building, "Postman", hired),
        serving(store, limits=FAST, couriers=couriers, address=PAGE, times=times, **more) as table,
    ):
        table.postman = postmen[0]  # type: ignore[attr-defined]
        yield table


def gone_round(table: Table, later: float = 0.0) -> None:
    """Until the postman has brought all that is due so many seconds from now, if anything is."""
    begun: list[float] = []
    channels: Channels = table.postman.channels  # type: ignore[attr-defined]
    due = channels.due

    def noted(now: float) -> list[Due]:
        begun.append(now)
        return due(now)

    with patch.object(channels, "due", noted):
        come_to(lambda: len(begun) > 1)  # of the first the time may have been read before
        come_to(lambda: begun[-1] >= begun[1] + later)
        many = len(begun)
        come_to(lambda: len(begun) > many)


class Seat:
    """What the owner of a seat says of how he is told."""

    def __init__(self, table: Table, made: dict[str, Any], seat: str) -> None:
        self.at = f"{table.base}/api/games/{made['game']}/told"
        self.key = {"key": made["keys"][seat]}

    def put(self, target: str, kind: str = "webhook", zone: str = "Europe/Berlin", **more: Any) -> httpx.Response:
        body = {"kind": kind, "target": target, "zone": zone, **more}
        return httpx.put(self.at, params=self.key, json=body, timeout=30)

    def show(self) -> dict[str, Any]:
        found: dict[str, Any] = httpx.get(self.at, params=self.key).json()
        return found

    def test(self, kind: str = "webhook") -> httpx.Response:
        return httpx.post(self.at + "/test", params={**self.key, "kind": kind}, timeout=30)

    def broken(self) -> str:
        """Why, once it is."""
        return str(come_to(lambda: self.show()["channels"][0]["broken"]))


def hook(sink: Sink) -> str:
    return f"http://127.0.0.1:{sink.port}/hook?room=7"


def to_the_other(client: Client, other: Client) -> None:
    """Answer until the other side is asked."""
    while not other.asked():
        texts = client.texts()
        n = client.act("done" if "done" in texts else texts[0])["n"]
        other.up_to(n)


def until_looked(store: Store, game: str, by: str) -> None:
    """Until all servers have heard which seats look at a game where it is open."""

    def heard() -> bool:
        with store.reading() as db:
            rows = db.execute(text("select looked from present where game = :game"), {"game": game}).scalars()
            return any(by in looked for looked in rows if looked)

    come_to(heard)


@BOTH
def test_who_is_away_is_told_once_and_who_looks_is_not(store: Store) -> None:
    with web() as sink, telling(store) as table:
        made = table.make(battle=DUEL)
        union, confederate = Seat(table, made, "union"), Seat(table, made, "confederate")
        assert union.put(hook(sink)).status_code == confederate.put(hook(sink)).status_code == 200
        assert union.show()["can"] == ["webhook", "mail"]
        with table.sit(made, "union") as blue:
            with table.sit(made, "confederate") as gray:
                to_the_other(blue, gray)
            (told,) = sink.wait(1)  # gray has left, and blue looks on
            assert told["text"].startswith("A duel: you are asked, as the Confederate.") and PAGE in told["text"]
            assert told["content"] == told["text"] and "key=" not in str(told)
            assert (told["what"], told["game"], told["seat"]) == ("turn", made["game"], "confederate")
            with table.sit(made, "confederate") as gray:
                to_the_other(gray, blue)
        assert [one["seat"] for one in sink.wait(2)] == ["confederate", "union"]


@BOTH
def test_who_has_the_page_behind_another_is_told_and_nobody_twice(store: Store) -> None:
    """A tab that is left open and goes home with nobody looks at nothing (issue 25)."""
    with web() as sink, telling(store, times=SOON) as table:
        made = table.make(battle=DUEL)
        Seat(table, made, "confederate").put(hook(sink))
        with table.sit(made, "union") as blue, table.sit(made, "confederate") as gray:
            gray.send(hidden={"on": True})
            to_the_other(blue, gray)
            (told,) = sink.wait(1)
            assert (told["what"], told["seat"]) == ("turn", "confederate")
            gray.send(hidden={"on": False})
            to_the_other(gray, blue)
            to_the_other(blue, gray)
            gone_round(table, 2 * SOON.first)
            assert len(sink.got) == 1  # it is looked at again


def test_a_page_that_nobody_sees_at_another_server_is_no_look(postgres: Cluster) -> None:
    """Of two sockets of a seat at the other server one is enough; a beat goes on as long as both are there."""
    at = postgres.database()
    with closing(Store(at)) as old, old.writing() as db:
        db.execute(text("alter table present drop column looked"))  # as an older version has left it
    with ExitStack() as open:
        one, two = (open.enter_context(closing(Store(at))) for _ in range(2))
        sink, table = open.enter_context(web()), open.enter_context(telling(one, times=SOON))
        second = open.enter_context(serving(two, limits=FAST))  # it tells nobody
        made = table.make(battle=DUEL)
        Seat(table, made, "confederate").put(hook(sink))
        blue = open.enter_context(table.sit(made, "union"))
        gray, other = (open.enter_context(second.sit(made, "confederate")) for _ in range(2))
        gray.send(hidden={"on": True})
        until_looked(two, made["game"], "confederate")
        to_the_other(blue, other)
        gone_round(table, 2 * SOON.first)
        assert sink.got == []
        other.send(hidden={"on": True})
        assert sink.wait(1)[0]["what"] == "turn"
        room = table.app.rooms.opened(made["game"])
        assert room is not None and ("confederate",) in room.elsewhere


def test_a_channel_that_fails_is_tried_again_then_named_and_works_again_after_a_test(store: Store) -> None:
    with web() as sink, telling(store) as table:
        made = table.make(battle=DUEL)
        seat = Seat(table, made, "confederate")
        seat.put(hook(sink))
        sink.status = 500
        with table.sit(made, "union") as blue:
            with table.sit(made, "confederate") as gray:
                to_the_other(blue, gray)
            assert seat.broken() == "127.0.0.1 answers 500" and sink.tried == 5
            sink.status = 302
            sink.location = hook(sink)
            assert "sends on to another address" in seat.test().json()["channels"][0]["broken"]
            sink.status = 204
            assert seat.test().json()["channels"][0]["broken"] == ""
            assert sink.wait(1)[0]["what"] == "test" and sink.tried == 7


def test_mail_goes_to_who_has_agreed_and_to_nobody_after_he_has_enough(store: Store) -> None:
    with mail() as sink, telling(store, smtp=sink.port) as table:
        made = table.make(battle=DUEL)
        seat = Seat(table, made, "confederate")
        (row,) = seat.put("gray@example.org", "mail").json()["channels"]
        assert (row["confirmed"], row["broken"], row["target"]) == (False, "", "gray@example.org")
        first = sink.wait(1)[0]
        assert first["to"] == "gray@example.org" and "is this your address" in first["subject"]
        with table.sit(made, "union") as blue:
            with table.sit(made, "confederate") as gray:
                to_the_other(blue, gray)
            link = re.search(r"https://club.example.org(/told/\S+)", text_of(first))
            assert link is not None
            page = table.get(link[1])
            assert (
                page.status_code == 200 and "Tell me here" in page.text and not seat.show()["channels"][0]["confirmed"]
            )
            assert httpx.post(f"{table.base}{link[1]}?do=confirm").status_code == 200
            assert "Tell me here" not in table.get(link[1]).text
            second = sink.wait(2)[1]  # what was due meanwhile
            assert second["subject"] == "A duel: you are asked, as the Confederate"
            assert second["auto-submitted"] == "auto-generated" and link[1] in text_of(second)
            stopped = httpx.post(f"{table.base}{link[1]}?do=stop").text
            assert "Nothing more is sent to gray@example.org about your game of A duel, as the Confederate." in stopped
            assert seat.show()["channels"] == [] and "any more" in table.get(link[1]).text


def test_a_mail_server_that_refuses_breaks_the_channel(store: Store) -> None:
    with mail() as sink, telling(store, smtp=sink.port) as table:
        sink.status = 550
        seat = Seat(table, table.make(battle=DUEL), "union")
        assert "takes nothing for this address" in seat.put("blue@example.org", "mail").json()["channels"][0]["broken"]
    with telling(store, smtp=1) as table:
        seat = Seat(table, table.make(battle=DUEL), "union")
        assert "did not take it" in seat.put("blue@example.org", "mail").json()["channels"][0]["broken"]


def words(told: dict[str, Any]) -> str:
    """The first line of what was told."""
    return str(told["text"].splitlines()[0])


@BOTH
def test_what_one_waits_on_is_told(store: Store) -> None:
    """A wish of the other side, that it refuses, that the battle is over; to whom it is news, and each once."""
    with web() as sink, telling(store, times=SOON) as table:
        made = table.make(battle=DUEL)
        for seat in ("union", "confederate"):
            Seat(table, made, seat).put(hook(sink))
        with table.sit(made, "union") as blue:
            assert sent(blue, "draw")["asked"] is True
            assert words(sink.wait(1)[0]) == "A duel (you are the Confederate): the other side asks for a draw."
            number = wished(blue)
            noted(store)
            assert sent(blue, "consent", request=number, accept=False)["is"] == "done"  # withdrawn
            assert sent(blue, "draw")["asked"] is True
            number = wished(blue, number)
        with table.sit(made, "confederate") as gray:
            assert sent(gray, "consent", request=number, accept=False)["is"] == "done"
            assert words(sink.wait(2)[1]) == "A duel (you are the Union): the other side does not agree."
            assert sent(gray, "resign")["is"] == "done"
            told = sink.wait(3)[2]
            assert words(told) == "A duel (you are the Union): the battle is over."
            assert told["id"].endswith("-union-over")
        gone_round(table, 2 * SOON.first)
        assert [one["what"] for one in sink.got] == ["asked", "refused", "over"]


def test_an_agreed_take_back_is_told_to_who_is_asked_again(store: Store) -> None:
    with web() as sink, telling(store, times=SOON) as table:
        made = table.make(battle=DUEL)
        Seat(table, made, "union").put(hook(sink))
        with table.sit(made, "confederate") as gray:
            with table.sit(made, "union") as blue:
                to_the_other(blue, gray)
                blue.up_to(gray.act(gray.texts()[0])["n"])
                assert blue.undo(ask=True)["asked"] is True
            number = wished(gray)
            assert sent(gray, "consent", request=number, accept=True)["is"] == "done"
            assert sink.wait(1)[0]["what"] == "turn"


def test_who_is_asked_after_an_order_has_answered_for_him_is_told(store: Store) -> None:
    """The order gave the last answer before the question, and not he."""
    lone = position(cup=["Tyler"], held={"union": ["Rally"], "confederate": []})
    with web() as sink, telling(store, times=SOON) as table:
        made = seated(store, lone, setup={"orders": True})
        Seat(table, made, "union").put(hook(sink))
        with table.sit(made, "confederate") as gray:
            gray.up_to(2)
            assert gray.state["decisions"][0]["seat"] == "union"
            assert sink.wait(1)[0]["what"] == "turn"


def test_a_flag_of_the_other_side_that_may_be_claimed_is_told_when_it_has_fallen(store: Store) -> None:
    time_ = {"kind": "days", "bank": DAY, "increment": 0, "holiday": 10 * DAY, "claim": True}
    with web() as sink, telling(store, times=SOON) as table:
        pulse = table.app.rooms.pulse = Metronome()
        made = table.make(battle=DUEL, time=time_)
        with table.sit(made, "union") as blue, table.sit(made, "confederate"):
            Seat(table, made, "confederate").put(hook(sink), hour=6)  # it waits for no digest
            blue.send(holiday={"game": blue.game, "id": "h1", "on": True})
            blue.until("holiday")
            pulse.time += 2 * DAY
            blue.send(holiday={"game": blue.game, "id": "h2", "on": False})
            blue.until("holiday")
        pulse.time += DAY - 60
        gone_round(table)
        assert sink.got == []
        pulse.time += 4000  # on a holiday it is looked at once an hour
        (told,) = sink.wait(1)
        assert told["what"] == "flag"
        assert words(told).endswith(" Confederate): the other side's time is over; you may claim the battle.")
        with table.sit(made, "union"), table.sit(made, "confederate") as gray:
            assert sent(gray, "claim")["is"] == "done"
        pulse.time += DAY
        gone_round(table)
        assert len(sink.got) == 1  # who has claimed knows that it is over


def noted(store: Store) -> None:
    """Until all that was brought is put down as told: who has it in his hand may be ahead of the server."""

    def told() -> bool:
        with store.reading() as db:
            waited_for = select(outbox.c.sent).where(outbox.c.what.not_in(OF_TIME))  # those are due in a year
            return all(db.execute(waited_for).scalars())

    come_to(told)


def sent(client: Client, name: str, **body: Any) -> dict[str, Any]:
    return client.sent(name, {"game": client.game, "id": f"t{next(client.ids)}-{client.name}", **body})


def wished(client: Client, after: int = 0) -> int:
    """The number of the request that is open, a later one than another."""
    while (client.state["request"] or {"number": 0})["number"] <= after:
        client.until("state")
    return int(client.state["request"]["number"])


def test_a_reminder_comes_a_day_before_the_time_is_over_as_the_clocks_of_its_owner_show_it(store: Store) -> None:
    """Its owner lives 13 hours from here; a holiday puts the reminder off."""
    time_ = {"kind": "days", "bank": 3 * DAY, "increment": 0, "holiday": 10 * DAY}
    with web() as sink, telling(store, times=Times(first=1.0, looks=0.05)) as table:
        pulse = table.app.rooms.pulse = Metronome()
        table.app.rooms.wall = lambda: 1_800_000_000.0  # Friday 15 January 2027, 8:00 in Greenwich
        made = table.make(battle=DUEL, time=time_)
        with table.sit(made, "union") as union, table.sit(made, "confederate"):
            Seat(table, made, "union").put(hook(sink), zone="Pacific/Tongatapu")
            union.send(holiday={"game": union.game, "id": "h1", "on": True})
            union.until("holiday")
            pulse.time += 5 * DAY
            union.send(holiday={"game": union.game, "id": "h2", "on": False})
            union.until("holiday")
        pulse.time += 2 * DAY - 3600
        gone_round(table)
        assert sink.got == []
        pulse.time += 3600 + 30
        told = sink.wait(1)[0]
        assert told["what"] == "reminder"
        assert "You have 1 day left, until Saturday 23 January, 21:00 (Pacific/Tongatapu)." in told["text"]


def test_a_nudge_is_brought_to_who_is_away(store: Store) -> None:
    with web() as sink, telling(store) as table:
        made = table.make(battle=DUEL)
        Seat(table, made, "union").put(hook(sink))
        with table.sit(made, "confederate") as gray:
            gray.send(nudge={"game": gray.game, "id": "n"})
            assert gray.until("nudge", "refused")["is"] == "nudge"
            assert sink.wait(1)[0]["what"] == "nudge"


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("http://example.org/hook", "https://"),
        ("https://user:word@example.org/", "without a name or a password"),
        ("https:///hook", "no address of the Web"),
        ("https://example.org:99999/", "no address of the Web"),
        ("ftp://127.0.0.1/", "https://"),
        ("https://example.org/" + "a" * 600, "no address of the Web"),
        ("https://example.org/a b", "no address of the Web"),
    ],
)
def test_what_is_no_address_of_a_webhook_is_refused(target: str, why: str) -> None:
    with pytest.raises(Refused, match=re.escape(why)):
        Webhook(frozenset({"127.0.0.1"})).check(target)


@pytest.mark.parametrize("target", ["@b.c", "a@b", "a b@c.d", "a@b.c, d@e.f", "a@b.c\nBcc: d@e.f", "<a@b.c>", "ä@b.c"])
def test_what_is_no_address_of_mail_is_refused(target: str) -> None:
    with pytest.raises(Refused, match="no address of mail"):
        Mail("127.0.0.1", 1, "x@y.z").check(target)


def test_no_webhook_goes_into_a_private_network(store: Store) -> None:
    for address in ("127.0.0.1", "10.0.0.8", "192.168.1.1", "169.254.169.254", "::1", "fd00::1", "::ffff:10.0.0.1"):
        assert not is_public(address)
    for address in ("::127.0.0.1", "fec0::1", "5f00::1", "4000::1", "fe80::1%eth0", "2001:db8::1", "2001::1"):
        assert not is_public(address), address
    assert not is_public("64:ff9b::a00:1") and not is_public("2002:a00:1::1") and not is_public("100.64.0.1")
    assert not is_public("224.0.0.1") and is_public("9.9.9.9") and is_public("2620:fe::fe")
    with web() as sink, telling(store) as table:
        seat = Seat(table, table.make(battle=DUEL), "union")
        assert (
            seat.put(f"https://localhost:{sink.port}/").status_code == 200
        )  # who the name leads to is looked at later
        assert "private network" in seat.test().json()["channels"][0]["broken"] and sink.tried == 0
    with pytest.raises(Undelivered, match="private network"):
        Webhook().bring("https://127.0.0.1/", Letter("a", "b", {}))


def test_it_is_for_one_seat_of_two_people(store: Store, table: Table) -> None:
    with telling(store) as telling_table:
        made = telling_table.make(battle=DUEL)
        assert Seat(telling_table, made, "both").put("https://example.org/").status_code == 403
        seat = Seat(telling_table, made, "union")
        assert "no time zone" in seat.put("https://example.org/", zone="Mars/Base").json()["error"]
        assert "not by 'pigeon'" in seat.put("https://example.org/", kind="pigeon").json()["error"]
        assert seat.test().status_code == 404
        Channels(store).put(made["game"], "union", "push", "there", "UTC", True)  # by another server
        assert "not by 'push'" in seat.test("push").json()["error"] and seat.show()["channels"][0]["broken"] == ""
        Channels(store).drop(made["game"], "union", "push")
        assert seat.put("https://example.org/").json()["channels"][0]["zone"] == "Europe/Berlin"
        gone = httpx.delete(seat.at, params={**seat.key, "kind": "webhook"})
        assert gone.json()["channels"] == []
    made = table.make(battle=DUEL)
    assert table.get(f"/api/games/{made['game']}/told?key={made['keys']['union']}").status_code == 404
    assert table.get(f"/api/games/{made['game']}?key={made['keys']['union']}").json()["tells"] == []


def test_who_does_not_answer_in_time_is_named(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(couriers, "SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        letter = Letter("a", "b", {})
        with pytest.raises(Undelivered, match="cannot be reached: timed out"):
            Webhook(frozenset({"127.0.0.1"})).bring(f"http://127.0.0.1:{port}/", letter)
        with pytest.raises(Undelivered, match=r"did not take it: .*timed out"):
            Mail("127.0.0.1", port, "x@y.example", security="none").bring("a@b.example", letter)
