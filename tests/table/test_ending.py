"""What a battle came to, as the server tells it: the same to both seats, of a game that goes on as well."""

from __future__ import annotations

import httpx
import pytest

from tests.table.tables import DUEL, Table, played, seated
from vedette.table.ending import FULL, MOMENTS, ending
from vedette.table.log import Log


def test_luck_losses_and_moments_are_the_same_for_both_seats(table: Table) -> None:
    game = played(5, lambda g: len(g.entries) > 400)
    made = seated(table.store, game)
    found = [
        table.get(f"/api/games/{made['game']}/ending?key={made['keys'][seat]}").json()
        for seat in ("union", "confederate")
    ]
    assert found[0] == found[1]
    assert {"losses", "luck", "moments"} == set(found[0])
    assert found[0]["luck"]["throws"] > 0 and -1 <= found[0]["luck"]["needle"] <= 1
    assert abs(found[0]["luck"]["needle"]) == pytest.approx(
        min(1, abs(found[0]["luck"]["deviations"]) / FULL), abs=0.01
    )


def test_the_moments_are_the_largest_throws_one_a_turn_with_the_line_of_the_log() -> None:
    game = played(5, lambda g: len(g.entries) > 400)
    log = Log(game, ("",))
    moments = ending(game, log, "")["moments"]
    assert 0 < len(moments) <= MOMENTS
    assert len({one["turn"] for one in moments}) == len(moments)
    assert [one["n"] for one in moments] == sorted(one["n"] for one in moments)
    for one in moments:
        assert one["text"] in [line["text"] for line in log.of(one["n"], "")]
        assert 1 <= one["from"] <= one["n"] and one["swing"] > 0
        assert one["told"] == "", "told in a sentence once the battle is over"


def test_a_game_whose_rules_count_nothing_has_no_luck_and_a_wrong_key_gets_nothing(table: Table) -> None:
    made = table.make(battle=DUEL, seed=3)
    at = f"/api/games/{made['game']}/ending?key="
    found = table.get(at + made["keys"]["both"]).json()
    assert (found["luck"], found["moments"]) == (None, [])
    answer: httpx.Response = table.get(at + "wrong")
    assert answer.status_code == 404
