"""The sense positions: legal, passed by a good line and failed by a bad one; what each word says yes and no to."""

from functools import cache
from pathlib import Path

import pytest

from tools import sense
from tools.sense import Course, Line, Sense, holds, played
from tools.sense_words import WORDS

SENSES = {s.name: s for s in sense.senses()}
OPEN = ["1834", "1835", "1836", "1933"]
BATTERY = '4 US, "E" Battery'


@cache
def course(name: str, line: str) -> Course:
    """How a position's scripted line goes with the first seed."""
    one = SENSES[name]
    return played(one, Line(getattr(one.wanted, line)), 1)


@pytest.mark.parametrize("one", SENSES.values(), ids=SENSES)
def test_a_good_line_passes_and_a_bad_one_fails(one: Sense) -> None:
    assert one.begun(1).decision is not None
    seen = {
        line: [holds(one, played(one, Line(getattr(one.wanted, line)), n)) for n in range(1, 6)]
        for line in ("good", "bad")
    }
    assert sum(seen["good"]) >= sense.ENOUGH and sum(seen["bad"]) <= 1


def test_there_are_enough_of_each_family() -> None:
    battles = [str(s.position["battle"]) for s in SENSES.values()]
    assert sum(b.startswith(("kernstown/", "cedar-mountain/")) for b in battles) >= 12
    assert sum(b.startswith("valley-campaign/") for b in battles) >= 9
    assert sum(b.startswith("stonewall-1978/") for b in battles) >= 9
    assert sum(b.startswith("cedar-mountain/") for b in battles) >= 3
    assert all(s.wanted.why.endswith(".") and s.wanted.want for s in SENSES.values())


WALK, KEYS, FLANK = ("wall-last-turn-walk-in", "good"), ("keys-off-the-map", "good"), ("fire-at-the-flank", "good")
YES_AND_NO = {
    "keeps": (WALK, ["1834"], ["1834", "1835"]),
    "reaches": (WALK, ["1834", "1835"], ["1835"]),
    "avoids": (WALK, ["1835"], ["1834", "1835"]),
    "controls": (WALK, ["1834"], ["1834", "1835"]),
    "attacks": (("attack-encircled", "good"), ["4425"], ["4426"]),
    "attacks_not": (("attack-encircled", "good"), ["4426"], ["4425", "4426"]),
    "fires_at": (FLANK, ["4815", "4816"], ["4816"]),
    "fires_not": (FLANK, ["4816"], ["4815", "4816"]),
    "stays": (WALK, ["7 OH-a"], ["7 OH-a", "7 IN-a"]),
    "moves": (WALK, ["7 IN-a"], ["7 OH-a", "7 IN-a"]),
    "leaves": (KEYS, ["21 NC"], ["21 NC", "15 AL"]),
    "leaves_not": (KEYS, ["15 AL"], ["21 NC", "15 AL"]),
    "beside": (("coaling-mass", "bad"), ["42 VA"], ["42 VA", "1 VA"]),
    "not_beside": (("coaling-mass", "bad"), ["1 VA"], ["42 VA", "1 VA"]),
    "guarded": (("battery-comes-in", "good"), [BATTERY], None),
    "within": (("battery-comes-in", "good"), [[BATTERY, "4524", 1]], [[BATTERY, "4524", 0]]),
    "says": (WALK, ["order attack", "order regroup"], ["order regroup"]),
    "says_not": (WALK, ["order regroup"], ["order attack", "order regroup"]),
}


@pytest.mark.parametrize("word", WORDS)
def test_a_word_can_say_yes_and_no(word: str) -> None:
    (name, line), yes, no = YES_AND_NO[word]
    assert WORDS[word](course(name, line), yes)
    if no is None:
        assert not WORDS[word](course(name, "bad"), yes)
    else:
        assert not WORDS[word](course(name, line), no)


def test_a_word_that_does_not_exist_and_a_line_that_does_not_fit_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = SENSES["wall-last-turn-walk-in"]
    with pytest.raises(AssertionError, match="over before"):
        played(one, Line(["order regroup", "move 7 IN-a"]), 1)
    with pytest.raises(AssertionError, match=r"7 IN-a: 1834.*asked order"):
        played(one, Line(["7 IN-a: 1834"]), 1)
    text = (sense.FOLDER / "wall-bait.toml").read_text(encoding="utf-8").replace("keeps =", "keep =")
    (tmp_path / "wall.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(sense, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match=r"wall\.toml: no such word: keep"):
        list(sense.senses())


def rows_of_the_page(mark: str = sense.MARK) -> dict[str, int]:
    """Position -> seeds, as a table of docs/opponents.md says."""
    return sense.rows_of(sense.PAGE.read_text(encoding="utf-8"), mark)


def test_the_page_has_every_position_for_the_adjutant_and_for_the_general() -> None:
    assert list(rows_of_the_page()) == list(rows_of_the_page("sense general")) == list(SENSES)


@pytest.mark.slow
def test_the_adjutant_does_as_the_page_says() -> None:
    assert {name: sense.shown(one, "adjutant") for name, one in SENSES.items()} == rows_of_the_page()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seeds"), rows_of_the_page("sense general").items())
def test_the_general_does_as_the_page_says(name: str, seeds: int) -> None:
    assert sense.shown(SENSES[name], "general") == seeds


def test_a_position_that_the_adjutant_has_not_played_is_told_as_such() -> None:
    one = SENSES["wall-bait"]
    told = sense.beside("general", [(one, 4)], {})
    assert "| `wall-bait` | not played | 4 of 5 |" in told
