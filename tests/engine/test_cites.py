"""Which cases a function carries out, noted while the tests run."""

from __future__ import annotations

from typing import Any

import pytest

from vedette.engine.cites import cited, cites, note

TWO = object()


@cites("XX-1.1", "XX-1.2")
def some(heard: int, other: Any = TWO, *more: int, wide: bool = True, deep: int, **rest: int) -> tuple[Any, ...]:
    """All that a function can take."""
    return heard, other, more, wide, deep, rest


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [((1,), {"deep": 5}), ((1, 2, 3, 4), {"deep": 5, "wide": False, "far": 6}), ((), {"heard": 1, "deep": 2})],
)
def test_what_a_function_is_given_comes_through_and_its_cases_are_noted(args: Any, kwargs: Any) -> None:
    noted: set[Any] = {"XX-1.1"}
    token = cited.set(noted)
    try:
        found = some(*args, **kwargs)
    finally:
        cited.reset(token)
    assert found == some.__wrapped__(*args, **kwargs)  # type: ignore[attr-defined]
    assert {"XX-1.1", "XX-1.2"} <= noted
    assert some.__name__ == "some" and some.__cites__ == ("XX-1.1", "XX-1.2")  # type: ignore[attr-defined]


def test_what_is_wrong_with_a_call_is_told_as_ever() -> None:
    with pytest.raises(TypeError, match="deep"):
        some(1)  # type: ignore[call-arg]


def test_where_nobody_listens_nothing_is_noted() -> None:
    assert cited.get() is None
    assert some(1, deep=2)[1] is TWO
    note("XX-1.3")
    assert cited.get() is None
