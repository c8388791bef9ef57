"""The loop: carries procedures out until somebody must be asked."""

from __future__ import annotations

from typing import Any

from vedette.engine.choice import Choice
from vedette.engine.events import EngineError, Event
from vedette.engine.procedure import (
    CHANCE,
    FINISH,
    STEPS,
    Ask,
    AskEach,
    Call,
    Done,
    Goto,
    Procedure,
)
from vedette.engine.state import State


def start(g: State, procedure: Procedure) -> None:
    """Begin with a procedure and run to the first question."""
    g.stack.append((procedure, STEPS[type(procedure)].first))
    advance(g)


def advance(g: State, value: Any = None) -> None:
    """Run until the state waits (`g.ask`) or nothing is left to do (`g.ask is None`)."""
    stack = g.stack
    while stack:
        if g.halted:
            stack.clear()
            break
        frame, step = stack[-1]
        function, takes_value = STEPS[type(frame)].steps[step]
        out = function(frame, g, value) if takes_value else function(frame, g)
        while type(out) is Goto and not g.halted:  # a third of all steps: straight on
            then: Any = out.then
            stack[-1] = (then.__self__, then.__name__)
            out = then(g)
        kind = type(out)
        if kind is Ask:
            count = len(out.options)
            if count == 1 and not out.always and not out.waits and out.seat != CHANCE:
                value = out.options[0]
                if g.events is not None:
                    g.log(Event("automatic", out.cite, out.seat, data=(out.kind, value)))
                stack[-1] = (out.then.__self__, out.then.__name__)
                continue
            if not count:
                raise EngineError(f"{sentence(g)}: {out.seat} is asked and has no answer ({out.kind})")
            g.ask = out
            return
        elif kind is Call:
            stack[-1] = (frame, FINISH) if out.then is None else (out.then.__self__, out.then.__name__)
            value = None
            if g.notes is not None:
                words = out.procedure.pending(g)
                if words is not None:
                    g.notes += words
                    if not any(frame.unfinished() for frame, _ in stack):
                        continue
            stack.append((out.procedure, STEPS[type(out.procedure)].first))
        elif kind is Done:
            stack.pop()
            value = out.value
        elif kind is AskEach:
            _check_each(g, out)
            g.ask = out
            return
        elif kind is not Goto:
            frame, step = stack[-1]
            raise EngineError(f"{type(frame).__name__}.{step} returned {out!r}, which is no result of a step")
    g.ask = None


def _check_each(g: State, ask: AskEach) -> None:
    """Check questions to several seats at once: each has an answer, and its answers can lie sealed in a saved game."""
    if not ask.asks:
        raise EngineError(f"{sentence(g)}: several seats are to be asked and there is none")
    for one in ask.asks.values():
        if not one.options:
            raise EngineError(f"{sentence(g)}: {one.seat} is asked and has no answer ({one.kind})")
        laid = [_laid(value) for value in one.options]
        if not all(_plain(value) for value in laid) or len(set(laid)) < len(laid):
            plain = "words, numbers, tuples, or choices that differ by such an arg"
            raise EngineError(f"{sentence(g)}: an answer of {one.kind} cannot lie sealed; use {plain}")


def _laid(value: Any) -> Any:
    """How an answer lies sealed: of a choice its `arg`, by which it differs from the other choices of its question."""
    return value.arg if type(value) is Choice else value


def _plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(_plain(part) for part in value)
    return value is None or isinstance(value, str | int)


def answer(g: State, seat: str, value: Any) -> None:
    """Give a seat's answer, which must be one of those offered, and run on."""
    ask = g.ask
    if ask is None:
        raise EngineError("the game is over: nobody is asked")
    if type(ask) is AskEach:
        if seat not in ask.asks or any(s == seat for s, _ in g.sealed):
            raise EngineError(f"{seat} is not asked anything now")
        g.number += 1
        g.sealed = (*g.sealed, (seat, _laid(value)))
        if len(g.sealed) < len(ask.asks):
            return
        laid = dict(g.sealed)
        value = {s: next(v for v in one.options if _laid(v) == laid[s]) for s, one in ask.asks.items()}
        g.sealed = ()
    else:
        g.number += 1
    g.stack[-1] = (ask.then.__self__, ask.then.__name__)  # type: ignore[attr-defined]
    g.ask = None
    advance(g, value)


def asks(g: State) -> tuple[Ask, ...]:
    """Every question that is open."""
    ask = g.ask
    if ask is None:
        return ()
    if isinstance(ask, Ask):
        return (ask,)
    given = {seat for seat, _ in g.sealed}
    return tuple(a for seat, a in ask.asks.items() if seat not in given)


def renew(g: State) -> None:
    """After a load: make the open question again from the stack."""
    g.ask = None
    if g.stack:
        frame, step = g.stack[-1]
        function, takes_value = STEPS[type(frame)].steps[step]
        if takes_value:
            raise EngineError(f"the saved game does not stand at a question but at {type(frame).__name__}.{step}")
        out = function(frame, g)
        if not isinstance(out, Ask | AskEach):
            raise EngineError(f"the saved game does not stand at a question but at {type(frame).__name__}.{step}")
        g.ask = out


def sentence(g: State) -> str:
    """The stack as a sentence: *Turn 7 > Tyler, attack > movement > 27 VA moves*."""
    return " › ".join(stack_titles(g))


def stack_titles(g: State) -> list[str]:
    """The titles of the stack, outermost first, those without a title left out."""
    return [t for frame, _ in g.stack if (t := frame.title(g))]
