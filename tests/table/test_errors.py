"""Whatever is wrong with a request, the answer is the JSON error of docs/protocol.md."""

import httpx
import pytest

from tests.table.tables import Table


@pytest.mark.parametrize(
    "method, path, status",
    [
        ("GET", "/nope", 404),
        ("GET", "/assets/..%2f..%2f__init__.py", 404),
        ("GET", "/assets//etc/passwd", 404),
        ("PUT", "/api/games", 405),
        ("DELETE", "/api/battles", 405),
        ("POST", "/", 405),
    ],
)
def test_wrong_ways_and_methods(table: Table, method: str, path: str, status: int) -> None:
    answer = httpx.request(method, table.base + path)
    assert answer.status_code == status and set(answer.json()) == {"error"}
    assert "default-src 'none'" in answer.headers["content-security-policy"]
