"""Clocks and what is stored with them: both or neither, and a claim by what is stored and not by what was read."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tests.table.postgres import BOTH
from tests.table.tables import DUEL
from tests.table.test_clocks import DAYS, LIVE, begun, claim, holiday, seen, timed
from vedette.table import Store, posting
from vedette.table.channels import Channels
from vedette.table.clocks import Time
from vedette.table.store import Overtaken, StoreError
from vedette.table.timing import Timing


@BOTH
def test_a_holiday_of_which_one_is_told_that_nothing_was_stored_does_not_run(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise StoreError("gone for a moment")

    with timed(store) as (table, _):
        made = table.make(battle=DUEL, time=DAYS)
        Channels(store).put(made["game"], "union", "webhook", "https://example.org/", "UTC", True)
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            assert seen(confederate)["begun"]
            with monkeypatch.context() as away:
                away.setattr(posting, "add", gone)
                assert "nothing was done" in holiday(union, True)["reason"]
            assert not seen(union)["sides"]["union"]["away"]
            assert holiday(union, True)["is"] == "holiday" and seen(union)["sides"]["union"]["away"]


def test_no_flag_is_claimed_by_clocks_that_could_not_be_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with timed(store) as (table, pulse):
        made = table.make(battle=DUEL, time=LIVE)
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            union.send(sitting={"game": union.game, "id": "s", "note": "", "back": "at nine"})
            union.until("sitting")

            append, clocks, failing = store.append, store.clocks, list[bool]()

            def stored(*what: Any, **more: Any) -> None:
                append(*what, **more)
                failing.append(True)

            def read(game: str) -> str | None:
                if failing:
                    failing.clear()
                    raise StoreError("gone for a moment")
                return clocks(game)

            monkeypatch.setattr(store, "append", stored)
            monkeypatch.setattr(store, "clocks", read)
            while not confederate.asked():
                confederate.up_to(union.act("done" if "done" in union.texts() else union.texts()[0]).get("n", 0))
            pulse.time += 700
            assert claim(confederate)["reason"].startswith("the Union still has 10 minutes")
            seen(confederate)
            assert "manners" not in confederate.state  # who has answered is back


def test_what_is_claimed_is_judged_as_it_is_stored(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """At another server the other side answers, or comes, between the look at its clock and the claim."""
    check = Timing.check_flag
    with timed(store) as (table, pulse):
        made = table.make(battle=DUEL, time=LIVE)
        with table.sit(made, "union"):
            room = table.app.rooms.opened(made["game"])
            assert room is not None
            room.timing.claimed = "confederate"
            turned = room.timing.turning(room, len(room.game.entries), None)
            room.timing.claimed = ""
            assert turned is not None
            with pytest.raises(Overtaken):
                turned(msgspec.json.encode(begun(Time(**LIVE))).decode())  # type: ignore[arg-type]

            def answered(timing: Timing, seat: str, now: float) -> None:
                check(timing, seat, now)
                monkeypatch.undo()
                body = json.loads(store.clocks(made["game"]) or "")
                body["sides"]["union"].update(left=60.0, since=None, used=0.0)
                store.change_clocks(made["game"], lambda _: json.dumps(body))

            with table.sit(made, "confederate") as confederate:
                assert seen(confederate)["begun"]
                pulse.time += 700
                monkeypatch.setattr(Timing, "check_flag", answered)
                assert claim(confederate)["reason"].startswith("the game has gone on")
                assert claim(confederate)["reason"].startswith("the Union still has 1 minute")
