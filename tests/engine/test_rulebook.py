"""Every rulebook gives what the interface says; that the types fit as well, mypy proves where each is made."""

import inspect
from typing import Any

import pytest

from tests.engine.toy import Toy
from vedette.engine.rulebook import Assist, Known, Play, Positions, Rulebook, Text

FAMILIES = ("blind_swords", "valley_campaign", "great_battles")
PARTS = (Play, Text, Assist, Positions)


def members(part: type) -> dict[str, Any]:
    return {name: value for name, value in vars(part).items() if not name.startswith("_")}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
@pytest.mark.parametrize("name", [*FAMILIES, "toy"])
def test_a_rulebook_has_every_member_of_the_interface(name, part):
    book = Toy() if name == "toy" else Known.get(name)
    for member, wanted in members(part).items():
        assert hasattr(book, member), member
        if inspect.isfunction(wanted):
            given = list(inspect.signature(getattr(book, member)).parameters)
            assert ["self", *given] == list(inspect.signature(wanted).parameters), member


def test_the_interface_is_its_four_parts_and_no_member_stands_in_two():
    names = [member for part in PARTS for member in members(part)]
    assert len(names) == len(set(names)) and not members(Rulebook)
    assert set(PARTS) < set(Rulebook.__mro__)
