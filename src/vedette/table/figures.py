"""Figures of a server for Prometheus: how much it has to do, and how long that takes. None of them tells of a game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from .rooms import Rooms

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
INSTALL = "prometheus-client is missing; install it with pip install 'vedette[metrics]'"


class Figures:
    """What is counted. Raises ImportError where the library is missing."""

    def __init__(self) -> None:
        try:
            import prometheus_client
        except ImportError:
            raise ImportError(INSTALL) from None
        self._library = prometheus_client
        self._registry = prometheus_client.CollectorRegistry()
        more = {"registry": self._registry}
        self._answers: Any = prometheus_client.Histogram(
            "vedette_answer_seconds", "From a message to its answer.", ["message"], buckets=SECONDS, **more
        )
        self._logged: Any = prometheus_client.Counter(
            "vedette_log_lines_total", "What was written into the log, by how grave it is.", ["level"], **more
        )

    def watch(self, rooms: Rooms) -> None:
        """Tell of the games of a server."""
        told: dict[str, tuple[str, Callable[[], float]]] = {
            "vedette_rooms": ("Games in memory.", lambda: rooms.open),
            "vedette_sockets": ("Connections.", lambda: _sockets(rooms)),
            "vedette_line_lost_seconds": (
                "For how long the other servers at the database have not been heard.",
                lambda: rooms.store.line_lost,
            ),
        }
        for name, (about, value) in told.items():
            self._library.Gauge(name, about, registry=self._registry).set_function(value)
        logging.getLogger("vedette").addHandler(_Counting(self._logged))

    @contextmanager
    def answering(self, message: str) -> Iterator[None]:
        """A message is being answered."""
        with self._answers.labels(message).time():
            yield

    async def answer(self, request: Request) -> Response:
        """All of it, as Prometheus reads it."""
        return Response(self._library.generate_latest(self._registry), media_type="text/plain; version=0.0.4")


class _Counting(logging.Handler):
    """Counts what is logged."""

    def __init__(self, counter: Any) -> None:
        super().__init__(logging.WARNING)
        self._counter = counter

    def emit(self, record: logging.LogRecord) -> None:
        """Once more."""
        self._counter.labels(record.levelname.lower()).inc()


def _sockets(rooms: Rooms) -> int:
    return rooms.late.sockets() + sum(len(room.watchers) for room in rooms.all_open().values())
