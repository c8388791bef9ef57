"""Threads whose work always ends, also where it ends in a fault that asyncio cannot hand on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Workers(ThreadPoolExecutor):
    """Threads for `asyncio`: what finds nothing by `next` comes out as an error like any other.

    A StopIteration cannot be put into a future of Python 3.11. Whoever awaits it would wait for ever, with whatever
    he holds; and what he holds may be a game.
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have something done."""
        return super().submit(_done, fn, args, kwargs)


def _done(fn: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object]) -> T:
    try:
        return fn(*args, **kwargs)
    except StopIteration as error:
        raise LookupError("what is always there was not found") from error
