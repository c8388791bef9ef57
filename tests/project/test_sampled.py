"""What `make test` leaves out has its like among what it runs."""

from __future__ import annotations

import pytest

from tests.sampled import spared

WALL, FIRST, KEYS, PORT = (
    "kernstown/the-stone-wall", "kernstown/first-kernstown", "valley-campaign/cross-keys",
    "valley-campaign/port-republic",
)  # fmt: skip


def left(test: str, *cases: dict[str, object]) -> list[dict[str, object]]:
    """The cases that run."""
    return [case for case, out in zip(cases, spared([(test, case) for case in cases]), strict=True) if not out]


def test_of_each_pack_one_battle_is_taken_and_by_another_test_another() -> None:
    cases = [{"battle": battle} for battle in (WALL, FIRST, KEYS, PORT)]
    taken = [left(f"test_{n}", *cases) for n in range(20)]
    for found in taken:
        assert sorted(str(case["battle"]).partition("/")[0] for case in found) == ["kernstown", "valley-campaign"]
    assert len({str(found) for found in taken}) == 4


def test_of_battles_in_several_colours_each_pack_is_taken_in_one() -> None:
    cases = [{"battle": battle, "theme": theme} for battle in (WALL, KEYS) for theme in ("light", "dark", "contrast")]
    for n in range(20):
        assert [case["battle"] for case in left(f"test_{n}", *cases)] == [WALL, KEYS]


@pytest.mark.parametrize("n", range(5))
def test_a_case_that_differs_in_anything_else_is_taken(n: int) -> None:
    cases = [{"battle": WALL, "words": "a"}, {"battle": FIRST, "words": "b"}, {"battle": FIRST, "words": "a"}]
    assert {str(case["words"]) for case in left(f"test_{n}", *cases)} == {"a", "b"}
    assert left("test", {"seed": 1}, {"seed": 2}, {}) == [{"seed": 1}, {"seed": 2}, {}]
