"""Pages of other sites in the browser of a player: what they can do to his game is nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from .robot import region

pytestmark = pytest.mark.needs_chromium

IMAGES = 70
"""More than the wrong keys that an address may give within a minute."""
STRANGE = """<!doctype html><title>strange</title><body><script>
const base = location.hash.slice(1), said = [];
const images = [...Array(%d).keys()].map((i) => new Promise((done) => {
  const image = new Image();
  image.onload = image.onerror = done;
  image.src = `${base}/api/games/x${i}?key=y`;
}));
const socket = new Promise((done) => {
  const one = new WebSocket(`${base.replace("http", "ws")}/ws?game=x&key=y`);
  one.onmessage = () => said.push("message");
  one.onclose = done;
});
const post = fetch(`${base}/api/games`, { method: "POST", mode: "no-cors", body: "{}" });
Promise.allSettled([...images, socket, post]).then(() => (document.title = "tried " + said.length));
</script>"""


@pytest.fixture
def stranger() -> Iterator[str]:
    """A page at another port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = (STRANGE % IMAGES).encode()
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_page_of_another_site_locks_nobody_out(
    name: str, stranger: str, address: str, new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page]
) -> None:
    """At another port of this machine, and under another name of it."""
    base = address.rstrip("/")
    made = new_game(options={"no-events": True})
    other = open_page(f"{stranger.replace('127.0.0.1', name)}#{base}")
    expect(other).to_have_title("tried 0")
    page = open_page(made["at"]["both"])
    expect(region(page, "Decision").get_by_role("button").first).to_be_enabled()
    guess = httpx.get(f"{base}/api/games/x?key=y")
    assert guess.status_code == 404  # nothing was counted
