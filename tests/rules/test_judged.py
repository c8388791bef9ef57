"""Lines of sight that are kept: so many, in little room, and the same whether they are or not."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

import vedette
from tests.support import BATTLE
from vedette.engine.game import Game
from vedette.rules.blind_swords.text import view
from vedette.rules.common import judged

FAMILIES = [BATTLE, "cedar-mountain/slaughter-mountain", "valley-campaign/port-republic", "stonewall-1978/kernstown"]


def some(game: Game, count: int) -> list[tuple[int, int]]:
    size = game.state.setting.grid.size
    rng = random.Random(1)
    return [(rng.randrange(size), rng.randrange(size)) for _ in range(count)]


@pytest.mark.parametrize("battle", FAMILIES)
def test_of_all_the_lines_of_a_board_only_some_are_kept(battle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for all would else have a server keep some gigabytes; those asked for in several games at once."""
    game = vedette.battle(battle).new_game(seed=1)
    sights, pairs = game.state.setting.sights, some(game, 200)
    sights.clear()
    first = [game.rulebook.sight(game.state, a, b, True) for a, b in pairs]
    assert len(sights) > 150
    monkeypatch.setattr(judged, "MOST", 40)
    sights.clear()
    again = []
    for a, b in pairs:
        again.append(game.rulebook.sight(game.state, a, b, True))
        assert 0 < len(sights) <= 40
    assert again == first and len(sights) > 20
    with ThreadPoolExecutor(4) as several:
        told = list(several.map(lambda pair: game.rulebook.sight(game.state, *pair, True), pairs * 3))
    assert told == first * 3 and len(sights) <= 44


@pytest.mark.parametrize("battle", FAMILIES)
def test_what_a_hex_does_to_several_lines_is_kept_once(battle: str) -> None:
    game = vedette.battle(battle).new_game(seed=1)
    sights = game.state.setting.sights
    sights.clear()
    for a, b in some(game, 600):
        game.rulebook.sight(game.state, a, b, True)
    lines = [getattr(line, "ground", line).touched for line in sights.values()]
    pieces = [piece for line in lines for piece in line]
    assert len({id(piece) for piece in pieces}) == len(set(pieces)) < 0.6 * len(pieces)


def test_views_are_kept_of_few_places_where_the_units_have_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each holds every counter of a battle."""
    game = vedette.battle(BATTLE).new_game(seed=1)
    setting, rng = game.state.setting, random.Random(1)
    setting.lasts.clear()
    monkeypatch.setattr(view, "LASTS", 6)
    stood = set()
    for _ in range(150):
        decision = rng.choice(game.decisions)
        game.play(rng.choice(decision.actions).text, decision.seat)
        game.view("")
        stood.add(game.state.masks)
        assert 0 < len(setting.lasts) <= 6
    assert len(stood) > 6
