"""Chapter 12.1a of *Stonewall's Sword*: sight over woods, corn and heights. From 2102 to 2105 through 2103 and 2104."""

import pytest

from tests.rules.field import refused
from tests.rules.fighting import BIG, los, man
from tests.rules.wheatfield import bare, ready, volley
from tests.support import aim, shifts

FROM, TO = "2102", "2105"
OVER, UNITS = "SS-12.3a-shift-over-woods", "KT-12.3-shift-obscured-units"


def seen(here, there, first=None, second=None, standing=""):
    """How 2105 is seen from 2102 at these levels: the whole, and what 2103 does, by which case."""
    rows = {"h2102": here, "h2105": there, "h2103": first or 5, "h2104": second or 5}
    others = {standing: "2103"} if standing else {}
    found = los(ready({"10th ME": man(FROM, BIG), "5th VA": TO, **others}, hexes=bare(**rows)), FROM, TO)
    row = found["because"][0]
    return found["sight"], row["effect"], row["cite"].removeprefix("SS-12.1a-")


@pytest.mark.rule("SS-12.1a-same-i", "SS-12.1a-same-ii", "SS-12.1a-same-iii")
def test_on_one_level_woods_corn_and_units_block_and_lower_ones_obscure():
    assert seen(5, 5, 6) == ("blocked", "blocks", "same-i") and seen(5, 5)[:2] == ("clear", "none")
    for cover in ("woods", "cornfield"):
        assert seen(5, 5, (5, cover)) == ("blocked", "blocks", "same-iii")
    assert seen(5, 5, (4, "woods")) == ("obscured", "obscures", "same-ii")
    assert seen(5, 5, (4, "cornfield"))[:2] == ("clear", "none")  # oddity 15: corn only blocks
    for who in ("28th NY", "27th VA"):
        assert seen(5, 5, 5, standing=who) == ("blocked", "blocks", "same-iii")
        assert seen(5, 5, 4, standing=who) == ("obscured", "obscures", "same-ii")
    assert seen(5, 5, (4, "woods"), (5, "cornfield"))[0] == "blocked"  # each by itself, the worst counts (oddity 14)
    assert seen(5, 5, (4, "woods"), (3, "woods"))[0] == "obscured"


@pytest.mark.rule("SS-12.1a-low-i", "SS-12.1a-low-ii", "SS-12.1a-low-iii", "SS-12.1a-low-iv")
def test_upward_woods_and_units_obscure_below_the_target():
    check_slope(3, 7, "low", {2: "ii", 3: "iii", 6: "iii"}, "iv")


@pytest.mark.rule("SS-12.1a-high-i", "SS-12.1a-high-ii", "SS-12.1a-high-iii", "SS-12.1a-high-iv")
def test_downward_woods_and_units_obscure_below_the_firer():
    check_slope(7, 3, "high", {2: "ii", 3: "iv", 6: "iv"}, "iii")


def check_slope(here, there, case, cites, edge):
    """What every level between does, bare, with woods, with corn and with a unit."""
    assert seen(here, there, 8) == ("blocked", "blocks", f"{case}-i")
    assert seen(here, there, 7) == ("blocked", "blocks", f"{case}-{edge}")
    for level, cite in cites.items():
        assert seen(here, there, (level, "woods"), 2) == ("obscured", "obscures", f"{case}-{cite}")
        assert seen(here, there, level, 2, "28th NY") == ("obscured", "obscures", f"{case}-{cite}")
        assert seen(here, there, (level, "cornfield"), 2)[:2] == ("clear", "none")
    assert seen(here, there, (2, "woods"), 8)[0] == "blocked"


def sight(a, b, **rows):
    """How one hex is seen from another over this ground."""
    return los(ready({"10th ME": man(a, BIG), "5th VA": b}, hexes=bare(**rows)), a, b)["sight"]


@pytest.mark.rule("SS-12.1a-1", "SS-12.1a-2", "SS-12.1a-3", "SS-12.1a-4", "SS-12.1a-6", "SS-12.1a-8")
def test_what_a_line_touches():
    assert sight("2102", "2205", h2103=(4, "woods")) == "obscured"  # the line cuts a corner of 2103 only
    assert sight("2102", "2205", h2203=6, h2104=6) == "clear"  # and does not touch these
    assert sight("2102", "2205", h2102="woods") == sight("2102", "2205", h2102="cornfield") == "clear"
    for one, other, worst in (("clear", (4, "woods"), "obscured"), ("cornfield", (4, "woods"), "blocked")):
        assert sight("2102", "2204", h2103=one, h2203=other) == worst  # along the side of both
        assert sight("2102", "2204", h2103=other, h2203=one) == worst


@pytest.mark.rule(
    "SS-12.1a-5", "SS-12.1a-7", "SS-12.3a-shift-target-woods", "SS-12.3a-shift-target-corn", "SS-12.1c-5", "SS-12.3a-1",
    "SS-12.3a-shift-over-woods", "SS-12.3a-shift-over-units",
)  # fmt: skip
def test_each_kind_of_cover_costs_its_columns_once():
    def shot(action, other="2104", **rows):
        units = {"10th ME": man(FROM, BIG), "28th NY": man("2203", BIG), "5th VA": TO, "27th VA": other}
        return shifts(volley(units, action, hexes=bare(**rows))[1])

    plain = "10th ME fire at 2105"
    assert shot(plain, "2112") == {} and shot(plain, h2104=4) == {UNITS: -1}
    assert shot("10th ME fire at 2103", "2103", h2103="woods") == {"SS-12.3a-shift-target-woods": -2}
    assert shot(plain, "2112", h2105="cornfield") == {"SS-12.3a-shift-target-corn": -1}
    assert shot(plain, "2112", h2103=(4, "woods"), h2104=(3, "woods")) == {OVER: -1}
    low = {"h2103": (4, "woods"), "h2105": "woods", "h2104": 4}
    assert shot(plain, **low) == {"SS-12.3a-shift-target-woods": -2, OVER: -1, UNITS: -1}
    assert sum(n for n in shot(plain, **low).values()) == -4
    # 2203 sees 2105 through 2204 and 2104, 2102 through 2103 and 2104: the worse line counts for both
    assert shot("10th ME + 28th NY fire at 2105", "2112", h2103=(4, "woods")) == {OVER: -1}
    hidden = ready({"10th ME": FROM, "5th VA": TO, "27th VA": "2101"}, hexes=bare(h2104="cornfield"))
    assert refused(hidden, plain) == "SS-12.1a-7"


@pytest.mark.rule("BS-9.1a-2", "BS-9.3b-1", "BS-9.3c-4")
def test_the_series_rules_take_sight_and_shifts_from_the_battle():
    assert sight("2102", "2105", h2103="woods") == sight("2102", "2105", h2103="cornfield") == "blocked"
    units = {"10th ME": man("2104", 9), "28th NY": man("2106", 9), "5th VA": TO}
    _, events = volley(units, "10th ME, 28th NY fire at 2105", "11", "11", hexes=bare(h2105="woods"))
    assert shifts(events) == {"SS-12.3a-shift-target-woods": -2, "KT-12.3-shift-flanking": 1}
    weak = {"10th ME": man("2104", 1), "5th VA": TO}
    assert aim(volley(weak, "10th ME fire at 2105", hexes=bare(h2105="woods"))[1]).final == "none"
