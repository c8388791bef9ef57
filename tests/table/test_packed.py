"""What is sent is packed for who can unpack it, and is the same for who cannot."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.table.tables import STONE_WALL, Table
from vedette.table import pages

PLAIN = {"accept-encoding": "identity"}
PACKED = {"accept-encoding": "gzip, deflate, br"}
BOARD = f"/api/battles/{STONE_WALL}/board.svg"


@pytest.mark.parametrize(
    "address", (BOARD, f"/api/battles/{STONE_WALL}/geometry", "/api/battles", "/api/cases?book=KT")
)
def test_an_answer_is_sent_packed_and_is_the_same_unpacked(table: Table, address: str) -> None:
    plain, packed = table.get(address, headers=PLAIN), table.get(address, headers=PACKED)
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert "accept-encoding" in packed.headers["vary"].lower()


def test_a_board_is_packed_once_and_under_half_of_its_size(table: Table) -> None:
    first, again = (table.get(BOARD, headers=PACKED) for _ in range(2))
    assert int(first.headers["content-length"]) < len(first.content) / 2
    assert first.headers["etag"] == again.headers["etag"]
    known = table.get(BOARD, headers={**PACKED, "if-none-match": first.headers["etag"]})
    assert known.status_code == 304 and known.content == b"" and "accept-encoding" in known.headers["vary"].lower()


def test_a_short_answer_is_sent_as_it_is(table: Table) -> None:
    assert "content-encoding" not in table.get("/api/none", headers=PACKED).headers


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>Vedette</title>")
    monkeypatch.setattr(pages, "client", lambda: tmp_path)
    return tmp_path


def test_a_file_that_lies_packed_beside_itself_is_sent_so(table: Table, client: Path) -> None:
    (client / "assets" / "index-1.js").write_text("plain")
    (client / "assets" / "index-1.js.gz").write_bytes(gzip.compress(b"packed"))
    plain, packed = (table.get("/assets/index-1.js", headers=how) for how in (PLAIN, PACKED))
    assert (plain.text, packed.text) == ("plain", "packed")
    for answer in (plain, packed):
        assert "javascript" in answer.headers["content-type"] and "immutable" in answer.headers["cache-control"]
        assert answer.headers["vary"] == "Accept-Encoding"


def test_a_file_without_one_is_sent_as_it_is(table: Table, client: Path) -> None:
    (client / "assets" / "font.woff2").write_bytes(b"0" * 5000)
    answer = table.get("/assets/font.woff2", headers=PACKED)
    assert "content-encoding" not in answer.headers and len(answer.content) == 5000


@pytest.mark.parametrize("says", ("gzip;q=0", "br, gzip ; q=0.000, deflate", "GZIP;Q=0", "*;q=0", "xgzip"))
@pytest.mark.parametrize("address", (BOARD, "/api/battles", "/assets/index-1.js"))
def test_nothing_is_packed_for_who_says_that_it_cannot_unpack(
    table: Table, client: Path, says: str, address: str
) -> None:
    (client / "assets" / "index-1.js").write_text("plain" * 1000)
    (client / "assets" / "index-1.js.gz").write_bytes(gzip.compress(b"packed"))
    answer = table.get(address, headers={"accept-encoding": says})
    assert "content-encoding" not in answer.headers and answer.content == table.get(address, headers=PLAIN).content


@pytest.mark.parametrize("says", ("gzip;q=0.5", "gzip; q=1.0", "identity;q=0, gzip", "gzip;q=0.01, br"))
def test_a_board_is_packed_for_who_would_rather_have_it_otherwise(table: Table, says: str) -> None:
    assert table.get(BOARD, headers={"accept-encoding": says}).headers["content-encoding"] == "gzip"


def test_what_is_known_is_known_by_its_bytes_and_through_a_proxy(table: Table) -> None:
    plain, packed = (table.get(BOARD, headers=how).headers["etag"] for how in (PLAIN, PACKED))
    assert plain != packed
    for how, tag, other in ((PLAIN, plain, packed), (PACKED, packed, plain)):
        known = (tag, f"W/{tag}", f'"x", {tag}', "*")
        asked = [table.get(BOARD, headers={**how, "if-none-match": one}) for one in (*known, other, tag[:-1], "")]
        assert [answer.status_code for answer in asked] == [304] * len(known) + [200] * 3
