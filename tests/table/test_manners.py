"""Between sittings: a note to oneself, when one is back, a nudge once a day; shown to whom they concern, and kept."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.table.postgres import BOTH
from tests.table.tables import DUEL, Client, Metronome, Table, serving
from vedette.table import Store, channels
from vedette.table.channels import Channels
from vedette.table.manners import ONCE
from vedette.table.store import StoreError


def sent(client: Client, name: str, **body: Any) -> dict[str, Any]:
    client.send(**{name: {"game": client.game, "id": f"m{next(client.ids)}-{client.name}", **body}})
    return client.until(name, "refused")


def manners(client: Client, wanted: dict[str, Any]) -> bool:
    """Read until the state says so."""
    while client.state.get("manners", {}) != wanted:
        client.until("state")
    return True


def test_a_note_is_for_its_own_key_and_when_one_is_back_for_both_until_one_answers(store: Store) -> None:
    with serving(store) as table:
        made = table.make(battle=DUEL)
        key = made["keys"]["union"]
        made["keys"]["watch"] = httpx.post(f"{table.base}/api/games/{made['game']}/watch?key={key}").json()["key"]
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            assert "manners" not in union.state
            note = "Fire before the move\nand mind the wall"
            assert sent(union, "sitting", note=f" {note} ", back=" at nine ")["note"] == note
            assert manners(union, {"note": note, "back": {"union": "at nine"}, "nudged": False})
            assert manners(confederate, {"note": "", "back": {"union": "at nine"}, "nudged": False})
            with table.sit(made, "watch") as watcher:
                assert "manners" not in watcher.state
                assert "answers nor asks" in sent(watcher, "sitting", note="x")["reason"]
    with serving(store) as table:  # a restart forgets nothing
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            assert manners(union, {"note": note, "back": {"union": "at nine"}, "nudged": False})
            union.act(union.texts()[0])
            assert manners(confederate, {})
            assert manners(union, {"note": note, "back": {}, "nudged": False})
            assert sent(union, "sitting")["note"] == ""
            assert manners(union, {})
        assert note not in table.record(made)


def test_who_hears_the_other_side_no_more_is_told_nothing_of_it(table: Table) -> None:
    made = table.make(battle=DUEL)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        union.send(hush={"game": union.game, "id": "h", "on": True})
        union.until("said")
        sent(confederate, "nudge")
        sent(confederate, "sitting", back="never mind", note="mine")
        assert manners(confederate, {"note": "mine", "back": {"confederate": "never mind"}, "nudged": False})
        sent(union, "sitting", note="own")
        assert manners(union, {"note": "own", "back": {}, "nudged": False})


@BOTH
def test_a_nudge_reaches_who_is_asked_once_a_day(store: Store) -> None:
    with serving(store) as table:
        made = table.make(battle=DUEL)
        with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
            assert sent(union, "nudge")["reason"] == "the Confederate is not asked anything now"
            assert sent(confederate, "nudge")["seat"] == "union"
            assert manners(union, {"note": "", "back": {}, "nudged": True})
            assert "manners" not in confederate.state
            union.act(union.texts()[0])
            assert manners(union, {})
            assert "once a day is enough" in sent(confederate, "nudge")["reason"]


def test_a_day_later_one_may_nudge_again(table: Table) -> None:
    pulse = table.app.rooms.pulse = Metronome()
    made = table.make(battle=DUEL)
    with table.sit(made, "union"), table.sit(made, "confederate") as confederate:
        assert sent(confederate, "nudge")["is"] == "nudge"
        pulse.time += ONCE - 1
        assert sent(confederate, "nudge")["is"] == "refused"
        pulse.time += 1
        assert sent(confederate, "nudge")["is"] == "nudge"


def test_at_one_screen_there_is_nobody_to_be_told(table: Table) -> None:
    made = table.make(battle=DUEL)
    with table.sit(made, "both") as both:
        assert sent(both, "sitting", note="mine")["note"] == "mine"
        assert manners(both, {"note": "mine", "back": {}, "nudged": False})
        assert "nobody waits" in sent(both, "sitting", back="at nine")["reason"]
        assert "nobody to be nudged" in sent(both, "nudge")["reason"]
        assert sent(both, "sitting", note="a\u0007")["reason"] == "a note has letters, signs and spaces"
    alone = table.make(battle=DUEL, seats={"confederate": "random"})
    with table.sit(alone, "union") as union:
        assert "nobody waits" in sent(union, "sitting", back="at nine")["reason"]


@BOTH
def test_a_nudge_that_could_not_be_brought_into_the_outbox_is_none(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else who has nudged would be told that nothing was done, and could not do it again for a day."""

    def gone(*_: object) -> None:
        raise StoreError("gone for a moment")

    with serving(store) as table:
        made = table.make(battle=DUEL)
        Channels(store).put(made["game"], "union", "webhook", "https://example.org/", "UTC", True)
        with table.sit(made, "confederate") as confederate:
            with monkeypatch.context() as away:
                away.setattr(channels, "add", gone)
                assert "nothing was done" in sent(confederate, "nudge")["reason"]
            assert sent(confederate, "nudge")["is"] == "nudge"
