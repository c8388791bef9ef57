"""Records are read by the values with which their games were played, on this machine and on another's."""

from __future__ import annotations

import json
import random
import shutil
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import BATTLE, Vedette
from vedette import packs
from vedette.engine import Game
from vedette.engine.carried import BEGIN, line_of
from vedette.packs import editions, find
from vedette.packs.editions import edition_of
from vedette.table import Store

PLAYED = Path(__file__).parents[1] / "playthroughs" / "last-turns.jsonl"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The record of a finished battle."""
    return Path(shutil.copy(PLAYED, tmp_path / "game.jsonl"))


def own_pack_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer program has another number in its Kernstown."""
    folder = tmp_path / "newer"
    shutil.copytree(find._within().joinpath("kernstown"), folder / "kernstown")  # type: ignore[arg-type]
    board = folder / "kernstown" / "counters.csv"
    head, first, *rest = board.read_text(encoding="utf-8").split("\n")
    cells = first.split(",")
    at = next(i for i, cell in enumerate(cells) if cell.isdigit())
    cells[at] = str(int(cells[at]) + 1)
    board.write_text("\n".join([head, ",".join(cells), *rest]), encoding="utf-8")
    monkeypatch.setattr(find, "_within", lambda: folder)


def owner_types(home: Path) -> None:
    """The owner of the box types one value."""
    file = home / "packs" / "kernstown" / "counters.csv"
    file.parent.mkdir(parents=True)
    file.write_text("id,fresh_sp\n7 OH-a,9\n", encoding="utf-8")


@pytest.mark.parametrize("change", ["owner", "pack"])
def test_a_finished_record_is_verified_shown_and_told_after_the_values_changed(
    change: str, run: Vedette, file: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was read once while it fitted; so its edition is kept."""
    before = run("record", "verify", str(file), "--json"), run("record", "show", str(file), "--json")
    assert before[0].status == 0 and len(list((home / "editions").iterdir())) == 1
    hash = packs.load(BATTLE).hash
    owner_types(home) if change == "owner" else own_pack_changes(tmp_path, monkeypatch)
    assert packs.load(BATTLE).hash != hash
    assert (run("record", "verify", str(file), "--json"), run("record", "show", str(file), "--json")) == before
    page = tmp_path / "game.txt"
    assert run("record", "report", str(file), "-o", str(page)).status == 0 and "Turn 10" in page.read_text()


def test_an_edition_that_is_nowhere_is_named_with_the_mend(run: Vedette, file: Path, home: Path) -> None:
    owner_types(home)
    said = run("record", "verify", str(file))
    assert said.status == 1 and "another edition of the pack kernstown" in said.out
    assert "have the record sent with it (`vedette record export --with-edition`)" in said.out
    refused = run("record", "export", str(file), "--with-edition", "-o", str(file) + "2")
    assert refused.status == 2 and "is not kept here; export the record where it was played" in refused.err


def test_a_record_travels_with_its_edition(run: Vedette, file: Path, home: Path, tmp_path: Path) -> None:
    """Who has other values reads it by those that came with it, is told so, and sends it on by mail or without them."""
    sent = tmp_path / "sent.jsonl"
    said = run("record", "export", str(file), "--with-edition", "-o", str(sent))
    assert said.status == 0 and "and its values" in said.out
    lines = sent.read_bytes().splitlines()
    assert lines[-1].startswith(BEGIN) and b"\n".join(lines[:-1]) + b"\n" == file.read_bytes()
    assert run("record", "verify", str(sent), "--json").status == 0, "where the values are known nothing changes"
    shutil.rmtree(home)
    owner_types(home)
    verdict = run("record", "verify", str(sent), "--json")
    assert verdict.status == 3 and verdict.json["proved"] == ["chain", "legality", "dice", "ended"]
    assert (
        list(verdict.json["unproved"]) == ["edition"] and "came with the record" in verdict.json["unproved"]["edition"]
    )
    assert run("record", "show", str(sent)).status == 0
    assert run("record", "report", str(sent), "-o", str(tmp_path / "a.txt")).status == 0
    mail, bare = tmp_path / "sent.mail", tmp_path / "bare.jsonl"
    assert run("record", "mail", str(sent), "-o", str(mail)).status == 0
    assert run("record", "verify", str(mail), "--json").json == verdict.json
    assert run("record", "export", str(mail), "-o", str(bare)).status == 0
    assert bare.read_bytes() == file.read_bytes()


@pytest.mark.parametrize("harm", ["other battle", "no edition", "cut"])
def test_values_that_were_harmed_or_are_anothers_are_none(run: Vedette, file: Path, home: Path, harm: str) -> None:
    """The record is refused as if it had come without; nothing of it is taken for proved."""
    run("record", "export", str(file), "--with-edition", "-o", str(file))
    *lines, last = file.read_text(encoding="utf-8").splitlines()
    plain = json.loads(last)
    if harm == "other battle":
        plain["edition"]["battle"] = "kernstown/first-kernstown"
    elif harm == "no edition":
        plain["edition"]["body"] = "AAAA"
    last = json.dumps(plain, separators=(",", ":"))
    file.write_text("\n".join([*lines, last[:-40] if harm == "cut" else last]) + "\n", encoding="utf-8")
    shutil.rmtree(home, ignore_errors=True)
    owner_types(home)
    said = run("record", "verify", str(file), "--json")
    assert said.status == 1 and "another edition" in said.json["bad"]["reason"]


@pytest.mark.parametrize(
    ("where", "value", "words"),
    [
        (("scenario", "turns"), 7, "the edition that came with the record cannot be played (TypeError"),
        (("charts",), {}, "the edition that came with the record cannot be played (KeyError"),
        (("ground", "level"), [], "another edition"),
        (("ground", "hexsides"), [[9999, -1, ["stream"]]], "another edition"),
    ],
)
def test_values_that_were_forged_are_the_records_fault_and_not_the_programs(
    run: Vedette, file: Path, home: Path, where: tuple[str, ...], value: object, words: str
) -> None:
    """Of the right form and under the right fingerprint, and no battle all the same."""
    battle = packs.load(BATTLE)
    forged = json.loads(zlib.decompress(edition_of(battle)))
    inner = forged
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = value
    line = line_of(battle.id, battle.hash, zlib.compress(json.dumps(forged).encode()))
    file.write_text(file.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
    owner_types(home)
    said = run("record", "verify", str(file), "--json")
    assert said.status == 1 and words in said.json["bad"]["reason"], said.out
    assert "a fault of the program" not in run("record", "show", str(file)).err


def test_a_game_of_the_table_gives_its_edition_to_the_commands(run: Vedette, file: Path, home: Path) -> None:
    """In the database of the user, where the games of `vedette play` are kept."""
    battle = packs.load(BATTLE)
    home.mkdir()
    with closing(Store(f"sqlite:///{home / 'games.sqlite'}")) as store:
        store.keep_edition(battle.id, battle.hash, edition_of(battle))
    owner_types(home)
    assert run("record", "verify", str(file)).status == 0


def test_a_program_reads_a_record_by_the_edition_that_is_kept(run: Vedette, file: Path, home: Path) -> None:
    run("record", "verify", str(file))
    owner_types(home)
    game = Game.from_record(file.read_bytes())
    assert game.battle.counters["7 OH-a"] != packs.load(BATTLE).counters["7 OH-a"]
    assert game.record().encode() == file.read_bytes()


@pytest.mark.parametrize("seat", ["", "union"])
def test_a_record_in_which_other_values_hold_is_told_and_travels_with_both(
    run: Vedette, home: Path, tmp_path: Path, seat: str
) -> None:
    """Whole or that of one seat in mid-game, on this machine and on one that knows neither edition."""
    battle = packs.load(BATTLE)
    editions.keep(battle)
    game = Game.new(battle, key=bytes(32))
    rng = random.Random(1)

    def play_on(answers: int) -> None:
        for _ in range(answers):
            decision = rng.choice(game.decisions)
            game.play(rng.choice(decision.actions).text, decision.seat)

    play_on(25)
    owner_types(home)
    game.change_values(packs.load(BATTLE), "union", consent=True)
    play_on(25)
    file, sent, page = tmp_path / "game.jsonl", tmp_path / "sent.jsonl", tmp_path / "game.txt"
    file.write_text(game.record(seat or None), encoding="utf-8")
    assert run("record", "export", str(file), "--with-edition", "-o", str(sent)).status == 0
    assert sum(line.startswith(BEGIN) for line in sent.read_bytes().splitlines()) == 2
    for record, knows in ((file, True), (sent, False)):
        if not knows:
            shutil.rmtree(home)
        assert run("record", "verify", str(record)).status == 3
        shown = run("record", "show", str(record))
        assert shown.status == 0 and "union: other values, by agreement" in shown.out
        said = run("record", "report", str(record), "-o", str(page))
        assert said.status == 0 and "entries are not" not in said.out
        assert "The game goes on by edition" in page.read_text(encoding="utf-8")
