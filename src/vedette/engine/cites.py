"""Which case of a rulebook a function carries out.

`@cites("KT-13.3-4")` stands over the question, deed or step that makes the case true. In play it
costs nothing. Where the environment variable VEDETTE_TRACE is set before the import (the test suite does
so), each call notes its cases in `cited`, so that a test marked with a case can be held to having met it.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import os
import pkgutil
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from types import CodeType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

TRACING = bool(os.environ.get("VEDETTE_TRACE"))

cited: ContextVar[set[Any] | None] = ContextVar("cited", default=None)
"""The set that is being filled, or None where nobody listens."""


def note(*ids: str) -> None:
    """Note cases that a value carries with it (an event, a refusal, a shift), where somebody listens."""
    heard = cited.get()
    if heard is not None:
        heard.update(ids)


def cites(*ids: str) -> Callable[[F], F]:
    """Mark a function with the exact ids of the cases that it carries out."""

    def mark(function: F) -> F:
        function.__cites__ = ids  # type: ignore[attr-defined]
        if not TRACING:
            return function

        return _traced(function, ids)

    return mark


def _traced(function: F, ids: tuple[str, ...]) -> F:
    """A function that takes what another takes, notes its cases and calls it.

    It has the other's parameters by name: with `*args` a call would take some times as long, and the rules are made of
    calls so small that all tests together would take a tenth longer.
    """
    head: list[str] = []
    call: list[str] = []
    for p in inspect.signature(function, follow_wrapped=False).parameters.values():
        star = "*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else ""
        if p.kind is p.KEYWORD_ONLY and not any(one.startswith("*") for one in head):
            head.append("*")
        head.append(f"{star}{p.name}" if p.default is p.empty else f"{p.name}=None")
        call.append(f"{p.name}={p.name}" if p.kind is p.KEYWORD_ONLY else f"{star}{p.name}")
    space: dict[str, Any] = {"_heard": cited.get, "_ids": ids, "_function": function}
    exec(_code(", ".join(head), ", ".join(call)), space)
    traced = functools.wraps(function)(space["traced"])
    traced.__defaults__ = function.__defaults__  # type: ignore[attr-defined]
    traced.__kwdefaults__ = function.__kwdefaults__  # type: ignore[attr-defined]
    return traced  # type: ignore[return-value]


@functools.cache
def _code(head: str, call: str) -> CodeType:
    """What defines such a function; all ids of it stand in the set as one, too, to be found there at once."""
    text = f"""def traced({head}):
    _noted = _heard()
    if _noted is not None and _ids not in _noted:
        _noted.update(_ids, (_ids,))
    return _function({call})"""
    return compile(text, "<traced>", "exec")


def carriers(package: str) -> dict[str, tuple[str, ...]]:
    """Which functions of a package carry out each case: id -> "module.function", in order of name."""
    found: dict[str, list[str]] = {}
    home = importlib.import_module(package)
    for info in sorted(pkgutil.walk_packages(home.__path__, package + "."), key=lambda i: i.name):
        for function in _functions(importlib.import_module(info.name)):
            for id in getattr(function, "__cites__", ()):
                found.setdefault(id, []).append(f"{function.__module__}.{function.__qualname__}")
    return {id: tuple(found[id]) for id in sorted(found)}


def _functions(module: Any) -> Iterator[Any]:
    """The functions and methods that a module defines itself."""
    for value in vars(module).values():
        if getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(value):
            yield from (v for v in vars(value).values() if inspect.isfunction(v))
        elif inspect.isfunction(value):
            yield value
