"""What a record proves is told one by one; what it claims and cannot prove is refused; 500 random edits of records."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.engine import toy
from tests.engine.test_records import rechained
from tests.laws.worlds import CLASH, LINES, MOUNTAIN, PLACED, STONE_WALL
from tools.playthroughs import pick
from vedette import packs
from vedette.engine import Game
from vedette.engine.archive import verify
from vedette.engine.chance import Listed, commitment, is_practice, practice_key
from vedette.engine.record import Verdict

Row = dict[str, Any]
WHOLE = ("chain", "legality", "dice", "ended")
KEY, OTHER = bytes(range(32)), bytes(range(7, 39))


def load(id: str) -> Any:
    return toy.load(id) if id == toy.TOY.id else packs.load(id)


def finished(battle: str, luck: int = 1, **how: Any) -> Game:
    game, rng = Game.new(load(battle), digests=True, **how), random.Random(luck)
    while game.decisions:
        game.play(pick(game, rng))
    return game


@cache
def rows_of(name: str) -> str:
    """A finished game of each family, one with secret dice, one with undos, one as one seat reads it."""
    if name == "seat":
        return finished(toy.TOY.id, 2, key=KEY).record("union")
    if name == "secret":
        return finished(toy.TOY.id, key=KEY).record()
    if name == "undone":
        game = Game.new(load(toy.TOY.id), seed=1, digests=True)
        for text in ("Blue: 0101", "Blue: 0102"):
            game.play(text)
        game.undo()
        while game.decisions:
            game.play(game.decisions[0].actions[0])
        return game.record()
    if name in PLACED:
        return finished(PLACED[name]["battle"], seed=3, position=PLACED[name]).record()
    turn = load(name).scenario["turns"]["last"]
    return finished(name, seed=3, position={"turn": turn}).record()


def rows(name: str) -> list[Row]:
    return [{k: v for k, v in json.loads(line).items() if k != "chain"} for line in rows_of(name).splitlines()]


def judged(lines: list[Row]) -> Verdict:
    return verify(rechained(lines), load)


@pytest.mark.parametrize("name", ["secret", "undone", "seat", STONE_WALL, MOUNTAIN, CLASH, LINES])
def test_a_finished_record_proves_all_of_it(name: str) -> None:
    verdict = verify(rows_of(name), load)
    assert (verdict.ok, verdict.proved, verdict.unproved) == (True, WHOLE, {})


def forged(name: str, change: Callable[[list[Row]], Any]) -> Verdict:
    lines = rows(name)
    change(lines)
    return judged(lines)


def borrowed(kind: str) -> Callable[[list[Row]], None]:
    """Dice that somebody made up, under the commitment and the seed of a game that was honest."""

    def change(lines: list[Row]) -> None:
        lines[0]["dice"] = {"kind": kind, "commitment": commitment(OTHER)}
        lines[0].pop("seed", None)
        lines[-1]["seed"] = OTHER.hex()

    return change


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("secret", borrowed("listed"), "its dice were listed by hand, and holds a commitment"),
        (CLASH, borrowed("listed"), "its dice were listed by hand, and holds a commitment"),
        ("secret", lambda r: r[0].update(dice={"kind": "listed"}), "opens a seed, and the dice were listed by hand"),
        (LINES, lambda r: r[0].update(dice={"kind": "listed"}), "and holds a seed"),
        ("secret", lambda r: r[-1].pop("seed"), "ends without the seed that its header commits to"),
        (LINES, lambda r: r[-1].pop("seed"), "ends without the seed that its header commits to"),
        ("secret", lambda r: r[0]["dice"].pop("commitment"), "holds no commitment"),
        ("secret", lambda r: r.pop(), "the battle is over: its closing line is cut off"),
        (LINES, lambda r: r[0].update(practice=False), "that it is no practice game, and names its seed"),
        (LINES, lambda r: (r[0].update(practice=False), r[0].pop("seed")), "and its seed is that of one"),
        (LINES, lambda r: r[0].pop("seed"), "leaves out its seed, 3"),
        (LINES, lambda r: r[0].update(pack="other"), "says pack 'other'"),
        (LINES, lambda r: r[0].update(note="fair"), "holds a key 'note' that no record has"),
        (LINES, lambda r: r[0]["rules"].update(note="fair"), "holds a key 'rules.note' that no record has"),
        (LINES, lambda r: r[0].update(seats={"mars": "adjutant"}), "names a seat 'mars', which is none of this battle"),
        (LINES, lambda r: r[4].update(remark="fair"), "is not what the program writes here: key 'remark'"),
        (LINES, lambda r: r[4].update(note="fair"), "is not what the program writes here: key 'note'"),
        (LINES, lambda r: r[4].pop("digest"), "is not what the program writes here: key 'digest'"),
        (LINES, lambda r: r[-1].update(note="fair"), "is not what the program writes here: key 'note'"),
        ("undone", lambda r: next(x for x in r if "undo" in x).update(consent=True), "key 'consent'"),
        ("seat", lambda r: r[-1]["open"].update({"2": "done"}), "key 'open'"),
    ],
)  # fmt: skip
def test_a_claim_that_cannot_be_proved_is_refused(name: str, change: Any, words: str) -> None:
    verdict = forged(name, change)
    assert verdict.bad is not None and words in verdict.bad["reason"], verdict
    assert "dice" in verdict.unproved and not verdict.ok


@pytest.mark.parametrize("name", ["secret", CLASH, LINES, STONE_WALL, MOUNTAIN])
def test_typed_dice_are_never_proved_by_a_seed_that_was_borrowed(name: str) -> None:
    verdict = forged(name, lambda r: (borrowed("real")(r), r[0].update(practice=False)))
    assert "dice" in verdict.unproved and "dice" not in verdict.proved


def test_a_practice_game_with_secret_dice_is_known_for_one() -> None:
    """Relabelled as serious it is refused: its seed says what it was."""
    game = finished(toy.TOY.id, practice=True)
    lines = [{k: v for k, v in json.loads(line).items() if k != "chain"} for line in game.record().splitlines()]
    assert judged(lines).proved == WHOLE and is_practice(bytes.fromhex(lines[-1]["seed"]))
    lines[0]["practice"] = False
    verdict = judged(lines)
    assert verdict.bad == {"line": 1, "reason": "says that it is no practice game, and its seed is that of one"}
    assert not is_practice(KEY) and is_practice(practice_key(KEY))


def test_a_serious_game_relabelled_as_practice_is_not_proved_to_be_one() -> None:
    assert list(forged("secret", lambda r: r[0].update(practice=True)).unproved) == ["practice"]


@pytest.mark.parametrize("name", ["secret", LINES])
def test_a_record_cut_at_the_end_of_a_line_is_not_proved_to_its_end(name: str) -> None:
    verdict = judged(rows(name)[:6])
    dice = {"dice": "the seed is secret until the battle is over"} if name == "secret" else {}
    ended = "there is no closing line: the battle goes on, or the record was cut off here"
    assert verdict.ok and verdict.unproved == {**dice, "ended": ended}


def test_what_people_rolled_is_told_as_not_proved() -> None:
    real = verify(finished(toy.TOY.id, 1, key=KEY, dice="real").record(), load)
    assert real.ok and list(real.unproved) == ["dice"]
    assert "typed by the players; the other 1 are" in real.unproved["dice"]
    listed = verify(finished(toy.TOY.id, 1, chance=Listed()).record(), load)
    assert listed.ok and list(listed.unproved) == ["dice"] and "were listed by hand" in listed.unproved["dice"]


def test_that_the_other_side_agreed_is_told_as_not_proved() -> None:
    """Whoever has the seed can roll again until he likes the dice, and say that the other side agreed."""

    def taken_back(**how: Any) -> Verdict:
        game, rng = Game.new(toy.TOY, digests=True, **how), random.Random(1)
        while len(game.entries) < 12:
            game.play(pick(game, rng))
        game.undo(to=game.entries[1].n, consent=True)
        while game.decisions:
            game.play(pick(game, rng))
        return verify(game.record(), load)

    verdict = taken_back(key=KEY)
    assert verdict.ok and list(verdict.unproved) == ["consent"], verdict
    assert verdict.unproved["consent"].startswith("once something was taken back past a roll")
    assert taken_back(seed=1).unproved == {}


def test_a_record_that_stops_proves_what_was_checked_before() -> None:
    assert forged("secret", lambda r: r[3].update(do="dance")).proved == ("chain",)
    assert forged("secret", lambda r: r[-1].pop("seed")).proved == ("chain", "legality")
    assert verify(rows_of("secret").replace('"n":3', '"n":4'), load).proved == ()


def test_a_line_written_otherwise_is_refused_though_its_chain_fits() -> None:
    """A key that stands twice may be shown to one reader and hidden from another."""
    from vedette.engine import record

    lines = rows_of("secret").splitlines()
    text = record.body(json.loads(lines[0][: -record.TAIL] + "}"))
    text = text.replace(b'"practice":false', b'"practice":true,"practice":false')
    out = [f'{text[:-1].decode()},"chain":"{(chain := record.link("", text))}"}}']
    for row in rows("secret")[1:]:
        line, chain = record.chained(row, chain)
        out.append(line)
    bad = verify("\n".join(out) + "\n", load).bad
    assert bad is not None and bad["line"] == 1 and "keys twice" in bad["reason"]


@pytest.mark.parametrize("key", ["do", "seat", "digest"])
def test_an_answer_of_megabytes_is_not_told_whole(key: str) -> None:
    bad = forged("secret", lambda r: r[2].update({key: "x" * 3_000_000})).bad
    assert bad is not None and bad["line"] == 3 and len(bad["reason"]) < 500


# -- random edits ---------------------------------------------------------------------------------------------


def _bytes(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) - 1)
    return text[:at] + chr(rng.randrange(33, 127)) + text[at + 1 :]


def _lines(text: str, rng: random.Random) -> str:
    """A line lost, doubled, moved; the record cut at the end of a line or within one."""
    lines = text.splitlines(keepends=True)
    at, to = rng.randrange(1, len(lines)), rng.randrange(1, len(lines))
    kinds = (
        lines[:at] + lines[at + 1 :], [*lines[:at], lines[at], *lines[at:]], lines[:at],
        [*lines[:at], lines[at][: len(lines[at]) // 2]], [*lines[:at], lines[to], *lines[at + 1 :]],
    )  # fmt: skip
    return "".join(rng.choice(kinds))


def _rewritten(text: str, rng: random.Random) -> str:
    """Rows changed by somebody who knows the format: the chain and the numbers fit."""
    lines = [{k: v for k, v in json.loads(line).items() if k != "chain"} for line in text.splitlines()]
    row = rng.choice(lines[1:]) if rng.random() < 0.7 else lines[0]
    key = rng.choice([k for k in row if k != "seats"])
    kind = rng.randrange(5)
    if kind == 0:
        del row[key]
    elif kind == 1:
        row[key] = rng.choice(lines).get(key, "?")
    elif kind == 2:
        row[key] = rng.choice([None, 7, "?", [], {}, True, False, -1, 10**30])
    elif kind == 3:
        row[rng.choice(["note", "seed", "sealed", "consent", "for", "open", "secret", "position"])] = "x"
    else:
        del lines[rng.randrange(1, len(lines))]
        for n, line in enumerate(lines[1:], 1):
            line["n"] = n
    return rechained(lines)


def test_no_edit_passes_for_the_whole_truth(count: Callable[[int], int]) -> None:
    """Whatever is done to a record of any family: it is refused, or what is not proved is said."""
    rng, tried = random.Random(16), 0
    names = ["secret", "undone", "seat", STONE_WALL, MOUNTAIN, CLASH, LINES]
    while tried < count(500):
        name = names[tried % len(names)]
        whole = rows_of(name)
        text = rng.choice((_bytes, _lines, _rewritten))(whole, rng)
        if text == whole:
            continue
        tried += 1
        verdict = verify(text, load)
        lines = zip(text.splitlines(), whole.splitlines(), strict=False)
        assert not verdict.ok or verdict.unproved, (name, [a for a, b in lines if a != b][:1])
        assert verdict.ok or (verdict.bad is not None and verdict.bad["line"] <= len(whole.splitlines()) + 1)
