"""What one side asks of the other where the game stands: what of it is told elsewhere, how often and in which words."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select, update

from tests.engine import toy
from tests.table.postgres import BOTH
from tests.table.tables import DUEL, seated, serving
from tests.table.test_bringing import Ear, Slow, nudged, postman
from tests.table.test_told import sent, to_the_other, wished
from vedette.table import Store
from vedette.table.channels import Channels, nudging
from vedette.table.postman import Postman
from vedette.table.requests import DRAW, Request
from vedette.table.schema import manners, outbox


def in_the_outbox(store: Store, *, told: bool = True) -> list[tuple[str, str]]:
    """What is to be told to whom; from then on it counts as told."""
    with store.writing() as db:
        rows = db.execute(select(outbox.c.seat, outbox.c.what).where(~outbox.c.sent, outbox.c.due < 1e12)).all()
        if told:
            db.execute(update(outbox).values(sent=True))
    return sorted((row.seat, row.what) for row in rows if row.what in ("asked", "refused"))


@BOTH
def test_each_thing_that_is_asked_for_is_told_once(store: Store) -> None:
    with serving(store) as table:
        made = table.make(battle=DUEL)
        for seat in ("union", "confederate"):
            Channels(store).put(made["game"], seat, "webhook", "https://example.org/", "UTC", True)
        with table.sit(made, "union") as blue, table.sit(made, "confederate") as gray:
            to_the_other(blue, gray)
            blue.up_to(gray.act(gray.texts()[0])["n"])
            number = 0
            for name, told in [("draw", True), ("undo", True), ("draw", False), ("undo", False)]:
                assert sent(blue, name, **({"ask": True} if name == "undo" else {}))["asked"] is True
                assert in_the_outbox(store) == [("confederate", "asked")] * told, name
                number = wished(blue, number)
                assert sent(blue, "consent", request=number, accept=False)["is"] == "done"  # withdrawn
            assert sent(gray, "draw")["asked"] is True
            assert in_the_outbox(store) == [("union", "asked")]
            number = wished(gray, number)
            assert sent(blue, "consent", request=number, accept=False)["is"] == "done"
            assert in_the_outbox(store) == [("confederate", "refused")]


@BOTH
def test_a_second_refusal_of_something_else_is_told_too(store: Store) -> None:
    with serving(store) as table:
        made = table.make(battle=DUEL)
        Channels(store).put(made["game"], "union", "webhook", "https://example.org/", "UTC", True)
        with table.sit(made, "union") as blue, table.sit(made, "confederate") as gray:
            to_the_other(blue, gray)
            blue.up_to(gray.act(gray.texts()[0])["n"])
            number = 0
            for name in ("draw", "undo"):
                assert sent(blue, name, **({"ask": True} if name == "undo" else {}))["asked"] is True
                number = wished(blue, number)
                assert sent(gray, "consent", request=number, accept=False)["is"] == "done"
                assert in_the_outbox(store) == [("union", "refused")], name


def letters(store: Store, hour: int | None) -> tuple[Postman, Any]:
    """A postman, and what is due of a game whose Union side is asked for a draw."""
    game = str(seated(store, toy.TOY.new_game(seed=1), setup={})["game"])
    Channels(store).put(game, "union", "ear", "here", "UTC", True, hour)
    store.keep_request(game, f'{{"number":1,"seat":"confederate","to":1,"n":1,"kind":"{DRAW}"}}', before=None)
    with store.writing() as db:
        row = {"game": game, "n": 1, "seat": "union", "kind": "ear", "what": "asked"}
        db.execute(outbox.insert().values(**row, due=0.0, tries=0, sent=False))
    one = postman(Slow(store), Ear())
    return one, (one.channels.due(1e6) or one.channels.due_together(1e6)[0])[0]


def test_a_digest_says_what_the_other_side_asks_for(store: Store) -> None:
    one, due = letters(store, 0)
    letter = one.digest([due], [one._about(due)])
    assert letter.subject == "Vedette: there is news of a game"
    assert "- A duel (you are the Union): the other side asks for a draw\n" in letter.text
    assert letter.about["id"].endswith("-union-digest-asked")


@pytest.mark.parametrize(
    ("what", "words", "closing"),
    [
        ("over", "A duel (you are the Union): the battle is over.", "Open the game to see it."),
        ("turn", "A duel: you are asked, as the Union.", "Open the game to go on."),
    ],
)
def test_nobody_is_told_to_go_on_with_what_is_over(store: Store, what: str, words: str, closing: str) -> None:
    one, due = letters(store, None)
    one.address = ""
    assert one.letter(DUEL, due.channel, what, due.game).text == f"{words}\n{closing}"


def test_what_is_asked_for_after_something_else_has_a_name_of_its_own() -> None:
    assert Request(1, "union", 1, 1, kind=DRAW).first and Request(2, "union", 1, 1, kinds=("back",)).first
    assert not Request(2, "union", 1, 1, kind=DRAW, kinds=("back", DRAW)).first


def test_a_nudge_of_another_day_has_another_name(store: Store) -> None:
    """Else who knows what came twice by its name would take it for the one before."""
    game = nudged(store, "here")
    one, names = postman(Slow(store), Ear()), []
    for day in (1, 2):
        with store.writing() as db:
            db.execute(manners.delete())
            row = {"game": game, "who": "union", "note": "", "back": "", "nudged": day * 86_400.0, "asked": True}
            db.execute(manners.insert().values(**row))
        store.post(nudging(game, 1, "union", 0.0))
        (due,) = one.channels.due(1.0)
        names.append(one.letter(due.battle, due.channel, due.what, game, None, due.n, one._about(due)).about["id"])
    assert len(set(names)) == 2
