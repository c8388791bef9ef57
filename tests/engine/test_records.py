"""Records: what they hold, that they notice every changed byte, that games play on from them (design 8)."""

import json
import random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine import toy
from tests.support import referee
from tools.playthroughs import pick
from vedette.engine import EngineError, Game, RecordError
from vedette.engine import record as rec
from vedette.engine.archive import verify
from vedette.engine.chance import commitment, key_of
from vedette.engine.choice import DONE
from vedette.engine.entries import live


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def rechained(lines: list[dict[str, Any]]) -> str:
    """A record forged with care: its chain holds."""
    out, chain = [], ""
    for row in lines:
        line, chain = rec.chained({k: v for k, v in row.items() if k != "chain"}, chain)
        out.append(line)
    return "\n".join(out) + "\n"


def refused(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Game.from_record(text, toy.load)
    return caught.value


def test_the_header_says_what_the_game_was_played_by(finished: Game) -> None:
    header = rows(finished.record())[0]
    assert header["battle"] == "kernstown/the-stone-wall" and header["pack_hash"] == finished.battle.hash
    assert header["rules"] == {"rulebook": "blind_swords", "profile": "kernstown", "version": 3}
    assert header["practice"] is True and header["seed"] == 4
    assert header["dice"] == {"kind": "seeded", "commitment": commitment(key_of(4))}


def test_a_whole_battle_verifies_and_its_rolls_are_rederived(finished: Game) -> None:
    text = finished.record()
    verdict = verify(text, toy.load)
    rolls = sum(1 for row in rows(text) if row.get("seat") == "chance")
    assert verdict.ok and verdict.over and verdict.entries == len(finished.entries) and verdict.rolls == rolls > 100
    assert verdict.checked == ("chain", "entries", "digests", "rolls")
    assert Game.from_record(text, toy.load).record() == text


@given(st.data())
def test_any_flipped_bit_is_named_by_its_line(duel: Game, data: st.DataObject) -> None:
    whole = duel.record().encode()
    at = data.draw(st.integers(0, len(whole) - 2))
    bad = bytearray(whole)
    bad[at] ^= 1 << data.draw(st.integers(0, 7))
    line = whole[:at].count(b"\n") + 1
    verdict = verify(bytes(bad), toy.load)
    assert verdict.bad is not None and not verdict.ok
    assert verdict.bad["line"] == line, verdict.bad
    assert verdict.entries == max(0, line - 2)


@given(st.binary(max_size=200))
@example(b"[" * 100_000)
@example(b'{"vedette":1,"chain":""}\n')
def test_what_is_no_record_is_refused_in_one_line(data: bytes) -> None:
    verdict = verify(data, toy.load)
    assert verdict.bad is not None and verdict.bad["line"] == 1 and "\n" not in verdict.bad["reason"]


@given(st.data())
def test_a_line_forged_with_its_chain_is_refused_where_it_stands(duel: Game, data: st.DataObject) -> None:
    """Somebody who knows the format changes what an entry says and chains it anew."""
    lines = rows(duel.record())
    at = data.draw(st.integers(1, len(lines) - 1))
    key = data.draw(st.sampled_from(sorted(set(lines[at]) - {"chain"})))
    lines[at][key] = data.draw(st.sampled_from([-7, "?", None, 10**30, [], {"winner": None}, True]))
    verdict = verify(rechained(lines), toy.load)
    assert verdict.bad is not None and verdict.bad["line"] in (at + 1, len(lines))


@pytest.mark.parametrize("key", ["rules", "battle", "pack_hash", "options", "dice", "practice", "seats"])
@pytest.mark.parametrize("value", [None, 7, "?", {}, [1]])
def test_a_forged_header_is_refused_in_one_line(duel: Game, key: str, value: object) -> None:
    lines = rows(duel.record())
    if key == "seats" and value == {}:
        value = {"union": 3}
    if key == "options" and value == {}:
        value = {"colour": "red"}
    lines[0][key] = value
    assert refused(rechained(lines)).line == 1


def test_a_record_cut_in_the_middle_of_a_line_names_it_and_plays_on_from_before(finished: Game) -> None:
    text = finished.record()
    half = text[: len(text) // 2]
    line = half.count("\n") + 1
    error = refused(half)
    assert (error.line, error.reason) == (line, "is cut off or is no JSON")
    game = Game.from_record(half, toy.load, upto_bad=True)
    assert len(game.entries) >= line - 2 and game.entries[line - 3].do == finished.entries[line - 3].do
    while game.decision:
        game.play(game.decision.actions[0])
    assert verify(game.record(), toy.load).ok


def test_a_record_of_other_rules_is_refused_naming_both_versions(duel: Game) -> None:
    lines = rows(duel.record())
    lines[0]["rules"]["version"] = 7
    error = refused(rechained(lines))
    assert error.line == 1 and "version 7" in error.reason and "version 1" in error.reason
    assert verify(rechained(lines), toy.load).ok is False
    assert len(Game.from_record(rechained(lines), toy.load, upto_bad=True).entries) == len(duel.entries)


def test_a_record_of_earlier_rules_is_read_as_far_as_these_play_it_alike(duel: Game) -> None:
    """The toy's rules name version 0 as one of which they read what they play alike; each digest says whether."""
    lines = rows(duel.record())
    lines[0]["rules"]["version"] = 0
    verdict = verify(rechained(lines), toy.load)
    assert verdict.ok and verdict.bad is None
    assert Game.from_record(rechained(lines), toy.load).state.digest() == duel.state.digest()
    lines[5]["digest"] = "0" * 16
    error = refused(rechained(lines))
    assert error.line == 6 and "another state" in error.reason and "version 0" in error.reason
    lines[5]["digest"] = ""
    assert "version 0" in refused(rechained(lines)).reason, "without its digest nothing says that it is alike"


def test_a_record_of_other_rules_names_the_first_entry_that_does_not_fit(duel: Game) -> None:
    lines = rows(duel.record())
    lines[0]["rules"]["version"] = 7
    at = next(i for i, row in enumerate(lines) if i > 4 and row.get("seat") == "union")
    lines[at]["do"] = "Blue: 0000"
    error = refused(rechained(lines))
    assert error.line == at + 1 and "version 7" in error.reason
    assert len(Game.from_record(rechained(lines), toy.load, upto_bad=True).entries) == at - 1


def test_a_record_of_another_pack_is_refused(duel: Game) -> None:
    def other(id: str) -> Any:
        return toy.battle(hash="changed by its owner")

    with pytest.raises(RecordError, match=r"line 1: .*another edition of the pack toy.*changed by its owner"):
        Game.from_record(duel.record(), other)


def test_a_battle_that_is_not_here_is_named(duel: Game) -> None:
    lines = rows(duel.record())
    lines[0]["battle"] = "kernstown/nowhere"
    error = refused(rechained(lines))
    assert error.line == 1 and "nowhere" in error.reason


def test_the_seed_is_opened_at_the_end_and_held_against_its_commitment(secret_duel: Game) -> None:
    lines = rows(secret_duel.record())
    assert "seed" not in lines[0] and lines[-1]["seed"] == bytes(range(32)).hex()
    assert verify(secret_duel.record(), toy.load).checked[-1] == "rolls"
    lines[-1]["seed"] = bytes(32).hex()
    verdict = verify(rechained(lines), toy.load)
    assert verdict.bad == {"line": len(lines), "reason": "the seed is not the one committed to"}


def test_a_roll_that_the_seed_does_not_give_is_named(secret_duel: Game) -> None:
    lines = rows(secret_duel.record())
    at = next(i for i, row in enumerate(lines) if row.get("do") in list("123456"))
    lines[at]["do"] = str(int(lines[at]["do"]) % 6 + 1)
    verdict = verify(rechained(lines), toy.load)
    assert verdict.bad == {"line": at + 1, "reason": "is not what the seed gives"}


def test_a_game_plays_on_from_its_record_with_the_dice_going_on(duel: Game) -> None:
    """Stopped anywhere, stored, read and finished by the same hands, it is the same game to the last byte."""
    whole = duel.record().splitlines(keepends=True)
    for stop in range(2, len(whole) - 1):
        game = Game.from_record("".join(whole[:stop]), toy.load)
        for entry in live(duel.entries)[len(game.entries) :]:
            if entry.seat != "chance":
                game.play(entry.do, entry.seat)
        assert game.record() == duel.record()


def test_a_game_with_secret_dice_needs_its_key_to_play_on(secret_duel: Game) -> None:
    text = "".join(secret_duel.record().splitlines(keepends=True)[:2])
    key = bytes(range(32))
    assert Game.from_record(text, toy.load).chance is None
    assert Game.from_record(text, toy.load, key=key).chance.counter == 1  # type: ignore[union-attr]
    with pytest.raises(RecordError, match="not the one committed to"):
        Game.from_record(text, toy.load, key=bytes(32))


def test_undo_stands_in_the_record_and_the_dice_go_on_after_it() -> None:
    game, rng = Game.new(toy.TOY, seed=8), random.Random(8)
    for _ in range(12):
        game.play(pick(game, rng))
    before = game.chance.counter  # type: ignore[union-attr]
    taken = game.undo(to=game.entries[5].n, consent=True)
    assert taken and game.chance.counter >= before  # type: ignore[union-attr]
    while game.decision:
        game.play(pick(game, rng))
    text = game.record()
    mark = next(row for row in rows(text) if "undo" in row)
    assert (mark["undo"], mark.get("consent")) == (6, True)
    assert verify(text, toy.load).ok and Game.from_record(text, toy.load).record() == text
    lines = rows(text)
    next(row for row in lines if "undo" in row).pop("consent")
    assert verify(rechained(lines), toy.load).bad == {
        "line": mark["n"] + 1, "reason": "takes back what may not be taken back"
    }  # fmt: skip


def test_digests_are_right_after_an_undo_even_when_none_were_kept() -> None:
    games = []
    for digests in (True, False):
        game = Game.new(toy.TOY, seed=1, digests=digests)
        for text in ("Blue: 0101", "Blue: 0102"):
            game.play(text)
        game.undo()
        game.play("done")
        games.append(game.record())
    assert games[0] == games[1] and verify(games[0], toy.load).ok
    assert [row["undo"] for row in rows(games[0]) if "undo" in row] == [2]


def test_an_undo_to_nowhere_is_refused(duel: Game) -> None:
    lines = rows(duel.record())[:4]
    for target in (9, -1, 3):
        forged = [*lines, {"n": 4, "seat": "union", "undo": target, "digest": ""}]
        assert refused(rechained(forged)).line == 5


def test_real_dice_are_typed_and_only_chits_are_drawn() -> None:
    game, rng = Game.new(toy.TOY, key=bytes(32), dice="real"), random.Random(1)
    typed = 0
    while game.decision:
        assert not (game.decision.seat == "chance" and game.decision.kind == "draw")
        typed += game.decision.seat == "chance"
        game.play(pick(game, rng))
    text = game.record()
    assert typed and rows(text)[0]["dice"]["kind"] == "real"
    verdict = verify(text, toy.load)
    assert verdict.ok and verdict.rolls == typed + 1
    lines = rows(text)
    lines[1]["do"] = "Ruse" if lines[1]["do"] == "Nothing" else "Nothing"
    assert verify(rechained(lines), toy.load).bad == {"line": 2, "reason": "is not what the seed gives"}


def test_a_position_is_part_of_its_record() -> None:
    game = referee({"7 OH-a": "1733", "27 VA": "1834"}, begin="fire", active="Tyler", dice=["65", "11", "32"])
    game.play("7 OH-a fire at 1834")
    again = Game.from_record(game.record(), toy.load)
    assert again.state == game.state and rows(game.record())[0]["dice"] == {"kind": "listed"}
    assert verify(game.record(), toy.load).ok


def test_a_seats_record_keeps_what_it_may_not_know_behind_commitments(secret_duel: Game) -> None:
    running = Game.from_record(
        "".join(secret_duel.record().splitlines(keepends=True)[:6]), toy.load, key=bytes(range(32))
    )
    whole, own = rows(running.record()), rows(running.record("union"))
    assert [row.get("do") for row in own][1] is None and whole[1]["do"] in ("Ruse", "Nothing")
    assert len(own) == len(whole) and all(
        o.get("digest") != w.get("digest") for o, w in zip(own[1:], whole[1:], strict=True)
    )
    assert rows(running.record("confederate"))[1]["do"] == whole[1]["do"]
    verdict = verify(running.record("union"), toy.load)
    assert verdict.ok and verdict.checked == ("chain",)
    assert "sealed: it cannot be played on" in refused(running.record("union")).reason


def test_a_seats_record_opens_at_the_end_and_only_adds_to_what_it_was(secret_duel: Game) -> None:
    own = secret_duel.record("union")
    assert own.startswith("".join(own.splitlines(keepends=True)[:6]))
    verdict = verify(own, toy.load)
    assert verdict.ok and verdict.checked == ("chain", "entries", "view digests", "commitments", "rolls")
    assert Game.from_record(own, toy.load).state == secret_duel.state
    lines = rows(own)
    chit = lines[-1]["open"]["1"]
    lines[-1]["open"]["1"] = "Ruse" if chit == "Nothing" else "Nothing"
    assert verify(rechained(lines), toy.load).bad == {
        "line": 2, "reason": "was opened to another answer than the one committed to"
    }  # fmt: skip


def test_a_seats_record_of_a_position_hides_hands_and_dice_until_the_end() -> None:
    game = referee(
        {"7 OH-a": "1733", "27 VA": "1834"}, begin="fire", active="Tyler", held={"confederate": ["Confident"]}
    )
    own = game.record("union")
    assert "Confident" not in own and rows(own)[0]["sealed"] and verify(own, toy.load).ok
    practice = Game.new(toy.TOY, seed=99)
    assert "seed" not in rows(practice.record("union"))[0]


def test_commitments_cannot_be_guessed_without_the_secret() -> None:
    """With dice from a list there is no key: the secret is the game's own."""
    made = [referee({"27 VA": "1834"}, begin="draw", chits=["Fog of War"]) for _ in range(2)]
    assert made[0].secret != made[1].secret and len(made[0].secret) == 32


def test_what_has_no_record_says_so(duel: Game) -> None:
    fast = Game.new(toy.TOY, seed=1)
    fast.answer("union", DONE)
    for game, why in ((fast, "past the record"), (duel.imagine("union"), "imagined")):
        with pytest.raises(EngineError, match=why):
            game.record()
    with pytest.raises(EngineError, match="there is no seat 'green'"):
        duel.record("green")


def test_nothing_follows_the_closing_line(duel: Game) -> None:
    lines = rows(duel.record())
    extra = {"n": len(lines), "seat": "union", "decision": 1, "do": "done", "digest": ""}
    assert refused(rechained([*lines, extra])).line == len(lines) + 1
    early = [*lines[:5], {**lines[-1], "n": 5}]
    assert "is not" in refused(rechained(early)).reason


def test_the_closing_line_tells_the_end_that_the_battle_had(duel: Game) -> None:
    lines = rows(duel.record())
    lines[-1]["over"]["points"] += 1
    assert refused(rechained(lines)).line == len(lines)
