"""`vedette record`: show, verify and mail."""

import json
from pathlib import Path

import pytest

import vedette
from tests.cli.conftest import BATTLE, Vedette
from tests.engine.test_records import rechained

WHOLE = Path(__file__).parents[1] / "playthroughs" / "last-turns.jsonl"


@pytest.fixture(scope="module")
def text() -> str:
    """The record of a few decisions."""
    game = vedette.battle(BATTLE).new_game(seed=3)
    for _ in range(30):
        decision = game.decision
        assert decision is not None
        game.play(decision.usual or decision.actions[0])
    found: str = game.record()
    return found


@pytest.fixture
def file(tmp_path: Path, text: str) -> Path:
    """The same as a file."""
    found = tmp_path / "game.jsonl"
    found.write_text(text, encoding="utf-8")
    return found


def test_good_record(run: Vedette, file: Path, text: str) -> None:
    said = run("record", "verify", str(file), "--json")
    assert said.status == 3 and said.json["ok"] and said.json["bad"] is None
    assert said.json["proved"] == ["chain", "legality", "dice"] and list(said.json["unproved"]) == ["ended"]
    assert said.json["entries"] == len(text.splitlines()) - 1 and said.json["rolls"] > 0


def test_cut_record_is_good_up_to_the_cut(run: Vedette, file: Path, text: str) -> None:
    file.write_text(text[: len(text) // 2])
    said = run("record", "verify", str(file), "--json")
    line = text[: len(text) // 2].count("\n") + 1
    assert said.status == 1 and said.json["bad"]["line"] == line and said.json["entries"] == line - 2
    shown = run("record", "show", str(file))
    assert shown.status == 1 and f"line {line}: is cut off" in shown.out and "Traceback" not in shown.err


def test_changed_byte_is_named_by_its_line(run: Vedette, file: Path, text: str) -> None:
    lines = text.splitlines(keepends=True)
    lines[7] = lines[7].replace('"decision":', '"decision": ')
    file.write_text("".join(lines))
    said = run("record", "verify", str(file), "--json")
    assert said.status == 1 and said.json["bad"]["line"] == 8
    assert f"{file}, line 8: was changed" in run("record", "verify", str(file)).out


def test_no_record_at_all(run: Vedette, file: Path) -> None:
    file.write_text("hello\n")
    said = run("record", "show", str(file))
    assert (said.status, said.out) == (2, "") and "line 1: is cut off or is no JSON" in said.err
    assert run("record", "verify", str(file)).status == 1


def test_show_tells_entries_and_events(run: Vedette, file: Path) -> None:
    out = run("record", "show", str(file)).out
    assert "Turn 1, 3:40  (KT-7.0-1)" in out and "    1  union: key " in out
    entries = run("record", "show", str(file), "--json").json["entries"]
    numbers = [e["n"] for row in entries for e in row["events"]]
    assert numbers == list(range(1, len(numbers) + 1))


def test_undo_is_told(run: Vedette, file: Path) -> None:
    game = vedette.battle(BATTLE).new_game(seed=3)
    game.play("union: key Rally")
    game.undo("union")
    game.play("union: key Firefight")
    file.write_text(game.record())
    assert run("record", "verify", str(file)).status == 3
    assert "union: takes back all after entry 0" in run("record", "show", str(file)).out


def test_record_of_one_seat_shows_what_is_open(run: Vedette, file: Path) -> None:
    game = vedette.battle(BATTLE).new_game(seed=3)
    game.play("confederate: key Rally")
    file.write_text(game.record(for_seat="union"))
    said = run("record", "show", str(file))
    assert said.status == 0 and "confederate: (sealed)" in said.out and "Rally" not in said.out


def test_map_of_a_record(run: Vedette, file: Path, tmp_path: Path) -> None:
    assert run("map", BATTLE, "-o", str(tmp_path / "m.svg"), "--record", str(file)).status == 0
    assert "27 VA" in (tmp_path / "m.svg").read_text()


# -- what is proved ---------------------------------------------------------------------------------------------


def judged(run: Vedette, file: Path, data: str | bytes) -> tuple[int, list[str], str]:
    """Exit status, what is told of each claim, and the first line that was said."""
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    said = run("record", "verify", str(file))
    first, *rest = said.out.splitlines()
    return said.status, [" ".join(line.split()) for line in rest], first.removeprefix(str(file))


def test_what_is_proved_is_told_one_by_one(run: Vedette, file: Path) -> None:
    status, claims, first = judged(run, file, WHOLE.read_bytes())
    lines = WHOLE.read_text().splitlines()
    rolls = sum('"seat":"chance"' in line for line in lines)
    assert status == 0 and first == f": good, {len(lines) - 2} entries, {rolls} rolls and draws"
    assert claims == [
        "chain proved every line fits the one before it, byte by byte",
        "legality proved every answer was allowed, and every state is the one that its line names",
        "dice proved every roll and draw is that of the seed committed to",
        "ended proved the battle is over, and ended as the record says",
    ]


def test_a_record_cut_at_the_end_of_a_line_says_so_in_words_and_by_the_exit_status(run: Vedette, file: Path) -> None:
    lines = WHOLE.read_text().splitlines(keepends=True)
    status, claims, first = judged(run, file, "".join(lines[:90]))
    assert status == 3 and first.endswith("not everything is proved")
    assert claims[3].startswith("ended not proved there is no closing line") and "dice proved" in claims[2]
    status, claims, first = judged(run, file, "".join(lines[:-1]))
    assert status == 1 and "its closing line is cut off" in first and claims[2].startswith("dice not proved")


def test_forged_dice_under_a_seed_that_was_borrowed_do_not_pass(run: Vedette, file: Path) -> None:
    rows = [json.loads(line) for line in WHOLE.read_text().splitlines()]
    rows[0]["dice"]["kind"] = "listed"
    status, claims, first = judged(run, file, rechained(rows))
    assert status == 1 and ", line 1: says that its dice were listed by hand" in first
    assert claims[2] == "dice not proved the check stopped at line 1"


# -- carried by hand and by mail --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "carried",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n") + b"\r\n\r\n",
    ],
)
def test_byte_order_mark_and_line_ends_are_no_change(run: Vedette, file: Path, text: str, carried) -> None:
    status, _, first = judged(run, file, carried(text.encode()))
    assert status == 3 and ": good," in first
    assert run("record", "show", str(file)).status == 0
    assert run("map", BATTLE, "-o", str(file.with_suffix(".svg")), "--record", str(file)).status == 0


def mangled(data: str) -> bytes:
    """A mail as it comes out: quoted, with words around it and other line ends."""
    quoted = "".join(f"> {line}  \r\n" for line in data.splitlines())
    return b"\xef\xbb\xbf" + f"Dear Stonewall,\r\n\r\n{quoted}\r\n-- \r\nAshby\r\n".encode()


def test_a_record_goes_through_a_mail(run: Vedette, file: Path, text: str) -> None:
    sent = run("record", "mail", str(file))
    assert sent.status == 0 and all(len(line) <= 64 and line.isascii() for line in sent.out.splitlines())
    assert vedette.Game.from_record(mangled(sent.out)).record() == text
    status, _, first = judged(run, file, mangled(sent.out))
    assert status == 3 and ": good," in first
    assert run("record", "show", str(file)).status == 0
    assert run("record", "report", str(file), "-o", str(file.with_suffix(".txt"))).status == 0
    again = file.with_suffix(".mail")
    assert run("record", "mail", str(file), "-o", str(again)).status == 0 and again.read_text() == sent.out


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s: s[: len(s) // 2], "does not come: the mail was cut off"),
        (lambda s: s[:200] + "AAAA" + s[204:], "was changed on the way"),
        (lambda s: s[s.index("\n") + 1 :], "comes without -----BEGIN VEDETTE RECORD-----"),
        (lambda s: s.replace("RECORD", "RECRD"), "is cut off or is no JSON"),
    ],
)
def test_a_mail_that_was_harmed_says_how(run: Vedette, file: Path, change, words: str) -> None:
    status, claims, first = judged(run, file, change(run("record", "mail", str(file)).out))
    assert status == 1 and words in first and all("not proved" in line for line in claims)


def test_what_programs_for_mails_make_of_dashes_spaces_and_signs_is_no_harm(
    run: Vedette, file: Path, text: str
) -> None:
    """Two dashes become one long one, spaces hard, = is written =3D, lines are joined, the mail is answered below."""
    sent = run("record", "mail", str(file)).out
    for change in (
        lambda s: s.replace("--", "\u2014"),
        lambda s: s.replace(" ", "\u00a0").replace("\n", "\u00a0\r\n"),
        lambda s: "From: a friend\n\n" + s.replace("=", "=3D"),
        lambda s: " ".join(s.split("\n")),
        lambda s: s + "\nand as you sent it:\n> " + s.replace("\n", "\n> "),
    ):
        status, _, first = judged(run, file, change(sent))
        assert status == 3 and "good" in first, first
    other = "\n".join(text.splitlines()[:5]) + "\n"
    file.write_text(other)
    status, _, first = judged(run, file, sent + run("record", "mail", str(file)).out)
    assert status == 1 and "begins another record: keep the one that is meant" in first


def test_blanks_around_lines_are_no_change(run: Vedette, file: Path, text: str) -> None:
    for data in (text.replace("\n", "  \n"), text.replace("\n", "\n\t "), text.replace("\n", "\r\r\n")):
        status, _, first = judged(run, file, data)
        assert status == 3 and "good" in first, first


def test_a_record_pasted_into_a_mail_names_the_mend(run: Vedette, file: Path, text: str) -> None:
    wrapped = "\n".join(line[i : i + 76] for line in text.splitlines() for i in range(0, len(line), 76))
    for data, words in ((wrapped, "is broken over several lines"), ("> " + text, "the sign of a quoted mail")):
        status, _, first = judged(run, file, data)
        assert status == 1 and words in first and "`vedette record mail`" in first and "changed" not in first
    assert "save the file as UTF-8" in judged(run, file, text.encode("utf-16"))[2]


def test_only_a_good_record_is_sent_on(run: Vedette, file: Path, text: str) -> None:
    file.write_text(text[: len(text) // 2])
    said = run("record", "mail", str(file))
    assert (said.status, said.out) == (2, "") and "only a good record is sent on" in said.err


def test_an_answer_of_megabytes_is_not_echoed(run: Vedette, file: Path, text: str) -> None:
    rows = [json.loads(line) for line in text.splitlines()]
    rows[3]["do"] = "x" * 3_000_000
    status, _, first = judged(run, file, rechained(rows))
    assert status == 1 and len(first) < 600 and "is not offered" in first
