"""Snapshots: a game that is opened by them tells what one tells that is folded from all of its lines."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from tests.engine import toy
from tests.table.postgres import BOTH
from tests.table.tables import DUEL, STONE_WALL, seated
from vedette import staff
from vedette.engine import making
from vedette.engine.archive import Folder
from vedette.engine.entries import live
from vedette.engine.game import Game
from vedette.engine.procedure import CHANCE
from vedette.engine.rulebook import PositionError
from vedette.staff.general.search import PLANNER
from vedette.table import Store, asking, branching, ending, log, past, report, shared, snapshots
from vedette.table.beat import WallClock
from vedette.table.commanders import FAILED
from vedette.table.copying import copy
from vedette.table.editions import shelf_of
from vedette.table.faces import Faces
from vedette.table.limits import Purse
from vedette.table.messages import Moment, Refused
from vedette.table.readers import reader_of
from vedette.table.room import Room
from vedette.table.schema import snapshots as rows
from vedette.table.showing import shown
from vedette.table.store import Grant

CEDAR, VALLEY, STONEWALL = "cedar-mountain/slaughter-mountain", "valley-campaign/cross-keys", "stonewall-1978/kernstown"
FEW = 8


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few entries are packed together."""
    for module in (snapshots, log):
        monkeypatch.setattr(module, "EVERY", FEW)
    monkeypatch.setattr(Game, "KEPT", 60)


def going(battle: str, entries: int, seed: int = 1, **more: Any) -> Game:
    """A practice game by lot in which much is taken back, also past dice and what others did."""
    game = Game.new(toy.load(battle), seed=seed, practice=True, digests=True, **more)
    return further(game, entries, random.Random(seed))


def further(game: Game, entries: int, rng: random.Random) -> Game:
    while len(game.entries) < entries and game.decisions:
        counted = live(game.entries)
        if len(counted) > 3 and rng.random() < 0.08:
            game.undo(to=rng.choice(counted[-30:-1]).n, consent=True)
            continue
        decision = rng.choice(game.decisions)
        game.play(rng.choice(decision.actions).text, decision.seat)
        if decision.seat != CHANCE and len(game.entries) % 5 == 0:
            game.entries[-1].note = FAILED
        elif decision.seat != CHANCE and len(game.entries) % 7 == 0:
            game.entries[-1].planned = PLANNER
    return game


def opened(store: Store, id: str, *, folded: bool = False) -> Room:
    stored = store.game(id, "" if folded else snapshots.fit())
    assert stored is not None and bool(stored.packed) is not folded
    return Room(stored, store, shelf_of(toy.load, store), WallClock())


def told(room: Room) -> dict[str, Any]:
    """All that a room tells anybody, now and of what has been."""
    game, faces, n = room.game, Faces(), len(room.game.entries)
    seats = game.rulebook.seats
    found: dict[str, Any] = {}
    for grant in (*(Grant(s, room.id, (s,)) for s in seats), Grant("both", room.id, seats), Grant("", room.id, ())):
        reader, who = reader_of(grant, room.setup), grant.token
        found[f"state {who}"] = [shown(room, grant, None, after, faces) for after in (-1, n - FEW - 2)]
        found[f"text {who}"] = report.text(game, room.log, reader)
        found[f"end {who}"] = ending.ending(game, room.log, reader)
        found[f"news {who}"] = past._news(game, room.log, reader, max(0, n - 3 * FEW))
        for at in (0, 1, FEW - 1, FEW, n // 2, n - 1, n):
            asked = past.moment(room, grant, None, Moment("m", at), faces, Purse(1.0, 20.0))
            found[f"moment {at} {who}"] = asyncio.run(asked)
            found[f"branch {at} {who}"] = branching.known(game, room, grant, at).digest()
    for seat in ("", *seats):
        found[f"record {seat}"] = game.record(seat or None)
    for at in range(n + 1):
        found[f"digest {at}"] = room.log.at(at).digest()
    for at in (n // 2, n):
        try:
            found[f"file {at}"] = asking.position_text(game, room.log, at)
        except (Refused, PositionError) as error:
            found[f"file {at}"] = str(error)
    for decision in game.decisions:
        if decision.seat != CHANCE:
            desk = staff.desk(game, decision.seat)
            given = [e.n for e in live(game.entries) if e.seat == decision.seat]
            if desk.past is not None and given:
                before = desk.past.before(desk._imagined, decision.seat, given[0])
                found[f"desk {decision.seat}"] = [before.number, before.count]
    found["chronicle"] = report.chronicle(game, room.log)
    found["dice"] = vars(game.chance) if game.chance is not None else None
    return {name: msgspec.json.encode(what) for name, what in found.items()}


def same(one: Room, other: Room) -> None:
    a, b = told(one), told(other)
    assert a.keys() == b.keys()
    for name, what in a.items():
        assert what == b[name], name


@pytest.mark.parametrize(
    "battle", [STONE_WALL, *(pytest.param(one, marks=pytest.mark.slow) for one in (STONEWALL, VALLEY, CEDAR, DUEL))]
)
def test_a_game_opened_by_its_snapshots_tells_what_a_folded_one_tells(battle: str, store: Store) -> None:
    """At several lengths, with much taken back; and once it is taken back to before the last snapshot and played on."""
    rng, game = random.Random(2), going(battle, 0)
    for entries in (21, 75):
        further(game, entries, rng)
        made = seated(store, game, setup={"free_undo": True})
        folded = opened(store, made["game"], folded=True)
        assert len(folded.log.snapshots) == (len(folded.game.entries) + 1) // FEW
        same(opened(store, made["game"]), folded)
    room = opened(store, made["game"])
    early = live(room.game.entries)[2]
    room.commit(lambda: room.game.undo(to=early.n, consent=True), None, None)
    for _ in range(FEW + 3):
        if room.game.decisions:
            decision = room.game.decisions[0]
            text = rng.choice(decision.actions).text
            room.commit(lambda seat=decision.seat, text=text: room.game.play(text, seat), None, None)
    same(opened(store, made["game"]), opened(store, made["game"], folded=True))


def test_only_what_came_after_the_last_snapshot_is_folded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    made = seated(store, going(STONE_WALL, 60), setup={"free_undo": True})
    read: list[int] = []
    step: Callable[..., None] = Folder.step
    monkeypatch.setattr(Folder, "step", lambda self, line, row: (read.append(line), step(self, line, row)))
    whole = opened(store, made["game"], folded=True)
    assert len(read) == len(whole.game.entries)
    read.clear()
    room = opened(store, made["game"])
    assert len(read) < FEW
    room.log.at(20), room.log.after(-1, "")
    assert len(room.log._unpacked) <= room.log.UNPACKED
    assert sum(entry.before is not None for entry in whole.game.entries) <= 2 * FEW


def test_lines_that_all_read_the_same_take_the_room_of_one(store: Store) -> None:
    """Where nothing is hidden all read the same: two thirds of a long game's lines."""
    made = seated(store, going(STONEWALL, 3 * FEW), setup={"free_undo": True})
    for room in (opened(store, made["game"], folded=True), opened(store, made["game"])):
        assert len(room.log.readers) > 2 and len(room.log.snapshots) == 3
        for one in room.log.snapshots:
            first, *others = one.lines.values()
            assert all(told is first for told in others)
        single = sum(len(one.events) + len(one.state) + len(one.lines["union"]) for one in room.log.snapshots)
        assert room.log.size == single


def test_a_snapshot_that_does_not_fit_is_passed_over_and_made_anew(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """Damaged, of another version of the program, of other lines, or missing: the record is the truth."""
    made = seated(store, going(STONE_WALL, 50), setup={"free_undo": True})
    id, fit = made["game"], snapshots.fit()
    folded = opened(store, id, folded=True)

    def kept() -> dict[int, bytes]:
        with store.reading() as db:
            found = db.execute(select(rows.c.fit, rows.c.n, rows.c.body).where(rows.c.game == id)).all()
        assert {row.fit for row in found} == {fit}
        return {row.n: row.body for row in found}

    whole = kept()
    other = seated(store, going(STONE_WALL, 50, seed=9), setup={"free_undo": True})
    opened(store, other["game"], folded=True)
    stranger = store.game(other["game"], fit)
    assert stranger is not None and len(whole) == len(stranger.packed) == 6
    third, last = sorted(whole)[2], max(whole)
    for n, body in (
        (third, whole[third][:-9] + b"?" + whole[third][-8:]), (third, b""), (last, stranger.packed[-1]),
        (third, stranger.packed[2]), (last, whole[third]),
    ):  # fmt: skip
        with store.writing() as db:
            db.execute(update(rows).where(rows.c.game == id, rows.c.n == n).values(body=body))
        caplog.clear()
        stored = store.game(id, fit)
        assert stored is not None
        room = Room(stored, store, shelf_of(toy.load, store), WallClock())
        assert "its snapshots do not fit, it is folded" in caplog.text
        assert kept() == whole
        assert room.game.record() == folded.game.record()
    with store.writing() as db:
        db.execute(update(rows).where(rows.c.game == id).values(fit="of an older version"))
    same(opened(store, id, folded=True), folded)
    assert kept() == whole
    same(opened(store, id), folded)


def test_what_would_come_back_otherwise_is_not_packed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which a unit was set by agreement is packed up to there; the rest of it is folded as ever."""
    game = going(STONE_WALL, 30)
    while True:
        try:
            view = game.view("")
            unit = next(u for u in view["units"] if u["hex"])
            game.overrule({"id": unit["id"], "hex": "2010" if unit["hex"] != "2010" else "2011"}, "union", consent=True)
            break
        except Exception:
            further(game, len(game.entries) + 1, random.Random(len(game.entries)))
    further(game, len(game.entries) + 30, random.Random(4))
    made = seated(store, game, setup={"free_undo": True})
    folded = opened(store, made["game"], folded=True)
    changed = next(e.n for e in folded.game.entries if e.change is not None)
    assert 0 < len(folded.log.snapshots) * FEW <= changed
    same(opened(store, made["game"]), folded)


@BOTH
def test_two_versions_at_one_database_leave_each_others_snapshots_alone(store: Store) -> None:
    """While servers are brought up to date one after the other; where there is one server, what is old goes at once."""
    made = seated(store, going(DUEL, 3))["game"]

    def kept() -> list[str]:
        with store.reading() as db:
            return list(db.execute(select(rows.c.fit).where(rows.c.game == made).order_by(rows.c.fit)).scalars())

    for version in ("1", "2", "1", "2"):
        store.keep_snapshots(made, version, {7: b"of it"}, anew=True)
    assert kept() == (["1", "2"] if store.is_shared else ["2"])
    if store.is_shared:
        with store.writing() as db:
            gone = shared.versions.c.fit == "1"
            db.execute(update(shared.versions).where(gone).values(seen=shared.now(db) - shared.IN_USE - 1))
        store.keep_snapshots(made, "3", {7: b"of it"}, anew=True)
        assert kept() == ["2", "3"]
        store.announce({}, (), "1")
        store.keep_snapshots(made, "1", {7: b"of it"}, anew=True)
        assert kept() == ["1", "2", "3"]


@BOTH
def test_snapshots_go_with_their_game_and_into_no_copy(store: Store, tmp_path: Any) -> None:
    made = seated(store, going(DUEL, 20), setup={"free_undo": True})
    opened(store, made["game"], folded=True)
    target = Store(f"sqlite:///{tmp_path / 'copy.sqlite'}")
    try:
        copy(store, target)
        for at, many in ((store, 1), (target, 0)):
            with at.reading() as db:
                assert (len(db.execute(select(rows.c.n)).all()) > 0) == bool(many)
    finally:
        target.close()
    store.remove(made["game"])
    with store.reading() as db:
        assert db.execute(select(rows.c.n)).all() == []


def test_a_game_that_begins_at_a_position_is_packed_as_well(store: Store) -> None:
    """Its empty marks are those of the moment and not those of the position."""
    begun = going(STONEWALL, 40)
    position = making.branch(begun.state, begun.header["options"], None)
    made = seated(store, going(STONEWALL, 60, position=position), setup={"free_undo": True})
    folded = opened(store, made["game"], folded=True)
    same(opened(store, made["game"]), folded)
