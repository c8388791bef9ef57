"""What a commander is told by the rules: the interface of `Rulebook.counsel`, and the desk that it reads.

A family of rules judges the answers of a decision; how one is chosen by that is the business of `staff`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from vedette.engine.battle import Battle
from vedette.engine.procedure import Ask
from vedette.engine.shapes import Reached
from vedette.engine.state import State
from vedette.engine.temper import PLAIN, Temper

S_co = TypeVar("S_co", bound=State, covariant=True)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Advice(NamedTuple):
    """What the answers of a decision are worth, and by how much one may fall short of the best and be drawn by lot."""

    values: Sequence[float]
    within: float


class Desk(Protocol[S_co]):
    """What the rules read of a commander's desk (`staff.desk.Desk`)."""

    @property
    def battle(self) -> Battle:
        """The battle that is played."""
        ...

    @property
    def ask(self) -> Ask:
        """The question with its choices."""
        ...

    @property
    def state(self) -> S_co:
        """A full state that the seat could be in; not to be changed."""
        ...

    def reach(self, unit: str) -> dict[str, Reached]:
        """Where a unit that is moving can come to, with costs and ways."""
        ...


class Counsel(Protocol[S_contra]):
    """What a commander must know of a family of rules: pure functions of what a seat may know."""

    def cautious(self, view: Mapping[str, Any], decision: Mapping[str, Any], desk: Desk[S_contra]) -> Sequence[float]:
        """How much a careful commander likes each answer of a decision; equal ones are drawn by lot."""
        ...

    def adjutant(self, desk: Desk[S_contra], temper: Temper = PLAIN) -> tuple[Sequence[float], float]:
        """The adjutant's `Advice` on the decision of a desk, under a temper."""
        ...

    def reasons(self, g: S_contra, seat: str, units: Sequence[str]) -> list[str]:
        """What the adjutant has in mind with some units of a seat, in sentences; none where it has nothing to say.

        Reads a state that the seat could be in.
        """
        ...


class Proposer(Counsel[S_contra], Protocol[S_contra]):
    """A counsel that also says what is put under Enter on the page."""

    def proposed(self, g: S_contra, seat: str) -> Any:
        """The choice to put under Enter; None where there is none."""
        ...

    def ending(self, g: S_contra, seat: str) -> Any:
        """The choice that ends what a seat has begun; None where it has begun nothing."""
        ...
