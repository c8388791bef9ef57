"""A game told for a forum: by turns, with one's own captions, and as far as the key may know it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.table.tables import DUEL, PATIENCE, Table, played, seated


def told(
    table: Table, made: dict[str, Any], seat: str = "union", kind: str = "markdown", **body: Any
) -> httpx.Response:
    at = f"{table.base}/api/games/{made['game']}/report?as={kind}&key={made['keys'][seat]}"
    return httpx.post(at, json=body, timeout=PATIENCE)


def chronicle(table: Table, made: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = table.get(f"/api/games/{made['game']}/chronicle?key={made['keys']['union']}").json()
    return found


def test_a_battle_in_mid_game_is_told_by_turns_with_ones_own_words(table: Table) -> None:
    game = played(4, lambda g: g.state.turn == 3)
    made = seated(table.store, game)
    turns = chronicle(table, made)["turns"]
    assert [row["turn"] for row in turns] == [1, 2, 3] and [*turns[2]] == ["turn"]
    captions = {"begin": "We met at noon.", "2": "*He* came on", "end": "To be continued"}
    text = told(table, made, captions=captions, address="https://club.example.org").text
    assert text.startswith("# The Stone Wall\n") and "The battle is not over" in text
    assert text.index("We met at noon") < text.index("## Turn 1\n") < text.index("## Turn 2\n\n\\*He\\* came on\n")
    assert "## Turn 3, so far" in text and text.endswith("\n\nTo be continued\n")
    assert "*Victory hexes:*" in text and "**Tyler, " in text
    assert "club.example.org" not in text  # a moment of a battle that goes on is not everybody's
    other = told(table, made, kind="bbcode", captions=captions).text
    assert "[b]Turn 2[/b]\n\n*He* came on\n" in other and "[list]\n[*]" in other


def test_once_it_is_over_each_turn_leads_to_the_board_at_its_end(table: Table) -> None:
    game = played(4, lambda g: not g.decisions)
    made = seated(table.store, game)
    ends = [row["n"] for row in chronicle(table, made)["turns"]]
    assert ends[-1] == len(game.entries)
    address = "https://club.example.org:8443"
    text = told(table, made, address=address).text
    for turn, n in enumerate(ends, 1):
        assert f"## [Turn {turn}]({address}/?game={made['game']}&entry={n})" in text
    assert "https:" not in told(table, made).text


@pytest.mark.parametrize(
    ("kind", "body", "status", "words"),
    [
        ("html", {}, 400, "as is markdown or bbcode, not 'html'"),
        (
            "markdown",
            {"captions": {"7": "x"}},
            400,
            "captions are for turn 1, begin and end; there is no '7'",
        ),
        ("markdown", {"captions": {"1": 5}}, 400, "the report cannot be made: Expected `str`, got `int`"),
        ("markdown", {"caption": {}}, 400, "unknown field `caption`"),
        ("markdown", {"address": "javascript:alert(1)"}, 400, "address is that of the server"),
        ("markdown", {"address": "https://a.b/x) [y](z"}, 400, "address is that of the server"),
        ("markdown", {"captions": {"1": "x" * 70_000}}, 413, "at most 65536 bytes are read"),
    ],
)
def test_what_cannot_be_told_is_refused(table: Table, kind: str, body: Any, status: int, words: str) -> None:
    answer = told(table, table.make(battle=DUEL), kind=kind, **body)
    assert answer.status_code == status and words in answer.json()["error"]


def test_it_is_sent_as_json_with_a_key(table: Table) -> None:
    made = table.make(battle=DUEL)
    at = f"{table.base}/api/games/{made['game']}/report"
    assert httpx.post(f"{at}?key={made['keys']['union']}", content=b"{}", timeout=PATIENCE).status_code == 415
    assert httpx.post(f"{at}?key=guess", json={}, timeout=PATIENCE).status_code == 404
