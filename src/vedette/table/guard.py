"""What keeps other sites out: headers on every answer, whose Host is served, who may post or open a socket."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
"""No script but our own files; counters and board carry style attributes."""
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",  # the address of a page has a key in it
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


def same_site(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


class Guard:
    """Wraps the application.

    A server that is bound to this machine answers only to this machine's names: otherwise a stranger's page could
    reach it by a name of its own that leads here.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None = None) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check and pass on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        wrong = self._wrong(scope, headers)
        if scope["type"] == "websocket":
            if wrong:
                await send({"type": "websocket.close", "code": 1008, "reason": wrong})
            else:
                await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    found.setdefault(name, value)
            await send(message)

        if wrong:
            await JSONResponse({"error": wrong}, 403)(scope, receive, with_headers)
        else:
            await self.app(scope, receive, with_headers)

    def _wrong(self, scope: Scope, headers: Headers) -> str:
        host = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        if self.hosts is not None and host not in self.hosts:
            return f"this server answers to {', '.join(sorted(self.hosts))} and not to {host[:100]!r}"
        changing = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changing and not same_site(headers):
            return "this comes from a page of another site"
        return ""
