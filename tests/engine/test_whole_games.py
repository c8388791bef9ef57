"""Whole games of every family are played as they were (tools/whole_games.py).

Was the behaviour changed on purpose? Then `.venv/bin/python tools/playthroughs.py` writes them anew.
"""

from itertools import zip_longest

import pytest

from tools import whole_games

MEND = "changed on purpose? .venv/bin/python tools/playthroughs.py"


@pytest.mark.parametrize("name", [*whole_games.GAMES, *whole_games.EARLIER])
def test_a_whole_game_is_played_as_it_was(name: str) -> None:
    kept = whole_games.file_of(name).read_text(encoding="utf-8")
    again, refused = whole_games.replayed(kept)
    for n, (before, now) in enumerate(zip_longest(kept.splitlines(), again.splitlines()), 1):
        assert now == before, f"{name}, line {n}: {refused or 'another answer or state'}; {MEND}"


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("cross-keys", "port-republic"), ("attack", "bombard", "retreat", "advance", "loses a step", "enter ")),
        (
            ("stonewall-1978", "stonewall-2007"),
            ("fire", "melee", "retreats", "pay for", "line", "unlimber", "hold fire"),
        ),
        (
            ("slaughter-mountain", "valley-vengeance"),
            ("fire at", "assault", "retreat", "play ", "order attack", "recover"),
        ),
    ],
)
def test_the_games_meet_marches_fights_and_retreats(names: tuple[str, ...], words: tuple[str, ...]) -> None:
    kept = "".join(whole_games.file_of(name).read_text(encoding="utf-8") for name in names)
    assert [word for word in words if word not in kept] == []
