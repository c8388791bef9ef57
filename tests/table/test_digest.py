"""Being told once a day, at an hour of one's own zone."""

from __future__ import annotations

import re

import httpx

from tests.table.receivers import mail, text_of, web
from tests.table.tables import DUEL, Metronome
from tests.table.test_told import Seat, gone_round, hook, sent, telling, to_the_other
from vedette.table import Store
from vedette.table.clocks import DAY
from vedette.table.couriers import Letter, Webhook
from vedette.table.hours import moment, next_hour
from vedette.table.postman import Times


def test_a_moment_in_any_zone() -> None:
    assert moment(1_800_000_000, "Pacific/Tongatapu") == "Friday 15 January, 21:00 (Pacific/Tongatapu)"
    assert moment(1_800_000_000, "Pacific/Pago_Pago") == "Thursday 14 January, 21:00 (Pacific/Pago_Pago)"
    assert moment(1_800_000_000, "nowhere") == "Friday 15 January, 08:00 (UTC)"


def test_the_next_hour_in_any_zone_also_where_a_day_has_one_hour_more_or_less() -> None:
    friday = 1_800_000_000  # 8:00 in Greenwich, 21:00 in Tonga
    assert next_hour(friday, "UTC", 8) == friday and next_hour(friday, "UTC", 7) == friday + 23 * 3600
    assert next_hour(friday, "Pacific/Tongatapu", 21) == friday
    assert next_hour(friday, "Pacific/Tongatapu", 6) == friday + 9 * 3600
    spring = 1_805_590_800.0  # Saturday 20 March 2027, 21:00 in Berlin
    for zone, at in (("Europe/Berlin", spring + 7 * DAY), ("America/New_York", spring - 7 * DAY)):
        for hour in range(24):
            found = next_hour(at, zone, hour)
            assert at <= found < at + DAY + 3601 and (f" {hour:02}:00 " in moment(found, zone) or hour in (2, 3))


def test_a_digest_tells_once_a_day_of_all_games_at_the_hour_of_ones_own_zone(store: Store) -> None:
    """13 hours from here; what was answered meanwhile is in none, and a reminder does not wait for it."""
    with web() as sink, telling(store, times=Times(first=1.0, looks=0.05)) as table:
        pulse = table.app.rooms.pulse = Metronome()
        table.app.rooms.wall = lambda: 1_800_000_000.0  # 21:00 in Tonga
        games = [table.make(battle=DUEL) for _ in range(3)]
        for made in games:
            seat = Seat(table, made, "confederate")
            (row,) = seat.put(hook(sink), zone="Pacific/Tongatapu", hour=6).json()["channels"]
            assert row["hour"] == 6
            with table.sit(made, "union") as blue, table.sit(made, "confederate") as gray:
                to_the_other(blue, gray)
        answered = games[2]
        with table.sit(answered, "union") as blue, table.sit(answered, "confederate") as gray:
            to_the_other(gray, blue)
        pulse.time += 9 * 3600 - 5
        gone_round(table)
        assert sink.got == []
        pulse.time += 10
        (told,) = sink.wait(1)
        assert (told["what"], told["count"]) == ("digest", "2")
        assert told["text"].startswith("Vedette: you are asked in 2 games.\n- A duel, as the Confederate")
        pulse.time += 3 * DAY
        gone_round(table)
        assert len(sink.got) == 1  # each question once
        with table.sit(games[0], "union") as blue:
            sent(blue, "resign")
        pulse.time += DAY
        text = sink.wait(2)[1]["text"]
        assert text.startswith("Vedette: there is news of a game.\n- A duel (you are the Confederate): the battle is ")
        assert Seat(table, games[0], "confederate").put(hook(sink)).json()["channels"][0]["hour"] is None
        assert Seat(table, games[0], "confederate").put(hook(sink), hour=24).status_code == 400


def test_mail_that_was_agreed_to_stays_so_when_it_comes_once_a_day_and_its_refusal_is_named(store: Store) -> None:
    with (
        mail() as sink,
        telling(store, smtp=sink.port, times=Times(first=0.2, looks=0.05, again=(0.05, 0.05))) as table,
    ):
        made = table.make(battle=DUEL)
        seat = Seat(table, made, "confederate")
        seat.put("gray@example.org", "mail")
        link = re.search(r"https://club.example.org(/told/\S+)", text_of(sink.wait(1)[0]))
        assert link is not None and httpx.post(f"{table.base}{link[1]}?do=confirm").status_code == 200
        (row,) = seat.put("gray@example.org", "mail", hour=8).json()["channels"]
        assert (row["confirmed"], row["hour"]) == (True, 8) and len(sink.got) == 1
        (row,) = seat.put("gray@example.org", "mail").json()["channels"]
        assert row["confirmed"] and row["hour"] is None
        assert "Nothing more" in table.get(link[1]).text  # the link of an earlier mail stays good
        sink.status, tried = 550, sink.tried
        with table.sit(made, "union") as blue:
            with table.sit(made, "confederate") as gray:
                to_the_other(blue, gray)
            assert seat.broken() == "the mail server takes nothing for this address" and sink.tried == tried + 3
        assert "Nothing more" in httpx.post(f"{table.base}{link[1]}?do=stop").text
        assert seat.show()["channels"] == []


def test_a_long_digest_is_cut_for_talk_servers_and_whole_for_programs() -> None:
    with web() as sink:
        Webhook(frozenset({"127.0.0.1"})).bring(hook(sink), Letter("a", "games " * 400, {}))
        (told,) = sink.wait(1)
    assert len(told["text"]) == 2400 and len(told["content"]) == 2000 and told["content"].endswith("…")
