"""A battle reckoned a second time: from the lines of its log and the charts of its pack alone, without the rules."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import fmean, pvariance
from typing import Any, NamedTuple

import vedette

BATTLES = Path(vedette.__file__).parent / "battles"
UNION, SOUTH = SEATS = ("union", "confederate")
OTHER = {UNION: SOUTH, SOUTH: UNION}
Line = Mapping[str, Any]


class Thrown(NamedTuple):
    """A throw: whom a high number helps, all that it could have cost the enemy, what it did."""

    n: int
    side: str
    worth: list[float]
    happened: float


class Second(NamedTuple):
    """What a second reckoning found."""

    throws: list[Thrown]
    losses: dict[str, Counter[str]]

    def luck(self, side: str) -> tuple[float, float]:
        """What the throws brought a side beyond what was to be expected, and that in standard deviations."""
        by = sum((t.happened - fmean(t.worth)) * (1 if t.side == side else -1) for t in self.throws)
        spread = sum(pvariance(t.worth) for t in self.throws) ** 0.5
        return by, by / spread if spread else 0.0


def chart(battle: str, name: str) -> list[dict[str, str]]:
    """The rows of a chart of a battle's pack; of a unit list too."""
    folder = BATTLES / battle.partition("/")[0]
    file = folder / f"{name}.csv"
    with (file if file.exists() else folder / "charts" / f"{name}.csv").open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))


def scenario(battle: str) -> dict[str, Any]:
    """The file of a scenario."""
    pack, _, name = battle.partition("/")
    return tomllib.loads((BATTLES / pack / "scenarios" / f"{name}.toml").read_text(encoding="utf-8"))


def by_kind(lines: Sequence[Line], *kinds: str) -> list[Line]:
    """The lines of some kinds."""
    return [line for line in lines if line["kind"] in kinds]


def parts(pattern: str, line: Line) -> re.Match[str]:
    """A line taken apart; it must say what is looked for."""
    found = re.search(pattern, line["text"])
    assert found is not None, (pattern, line["text"])
    return found


# -- Blind Swords -----------------------------------------------------------------------------------------------------

STEPS = {"D": 1, "D2": 2, "D all": 2, "BD*": 1}
BACK = {"AD": 1, "BD*": 1}


class Swords:
    """The charts of a battle of Blind Swords."""

    def __init__(self, battle: str) -> None:
        self.tests: dict[tuple[bool, str], list[float]] = {}
        for close, name in ((False, "fire_cohesion"), (True, "close_cohesion")):
            for row in chart(battle, name):
                code = row["depletion"]
                costs = self.tests.setdefault((close, row["test"]), [])
                costs.append(float(STEPS.get(code, 0) - BACK.get(code, 0)))
        self.rolls = {}
        for row in chart(battle, "crt"):
            first, last = row["roll"].split("-")
            for roll in (10 * a + b for a in range(1, 7) for b in range(1, 7)):
                if int(first) <= roll <= int(last):
                    self.rolls[roll] = row
        self.fragile = {row["id"] for row in chart(battle, "counters") if row["fragile"] == "yes"}

    def asked(self, roll: int, column: str, rating: int, close: bool) -> str:
        """Which test a roll asks of a rating, "" where none; in close combat there is always one."""
        for name, cell in zip(("severe", "tough", "routine"), self.rolls[roll][column].split("|"), strict=True):
            ends = [int(end) for end in cell.split("-")] if cell != "-" else []
            if ends and ends[0] <= rating <= ends[-1]:
                return name
        return "close fight" if close else ""

    def cost(self, test: str, close: bool) -> float:
        """What a test is to be expected to cost."""
        return fmean(self.tests[close, test]) if test else 0.0

    def throws(self, lines: Sequence[Line]) -> Iterator[Thrown]:
        """Fires, assaults, the tests that they ask for, break tests."""
        close = False
        for line in lines:
            kind, roll, side = line["kind"], line["roll"], line["seat"]
            if kind in ("fire", "assault"):
                close = kind == "assault"
                found = parts(r"rolled (\d\d) on column (\S+): .* \(CR (-?\d)\)", line)
                assert int(found[1]) == roll
                tests = {at: self.asked(at, found[2], int(found[3]), close) for at in self.rolls}
                assert (tests[roll] or "no effect") in line["text"]
                yield Thrown(
                    line["n"], side, [self.cost(t, close) for t in tests.values()], self.cost(tests[roll], close)
                )
            elif kind == "test":
                found = parts(r": ([a-z ]+) test, rolled (\d) and \d: (.*)", line)
                worth = self.tests[close, found[1]]
                yield Thrown(line["n"], OTHER[side], worth, worth[int(found[2]) - 1])
            elif kind == "break-test":
                found = parts(r"rolled (\d) against (-?\d): ", line)
                worth = [float(die > int(found[2])) for die in range(1, 7)]
                yield Thrown(line["n"], OTHER[side], worth, float("holds" not in line["text"]))

    def losses(self, lines: Sequence[Line]) -> dict[str, Counter[str]]:
        """Steps, and who is still gone at the end: what breaks or is eliminated loses all that it had left."""
        left: dict[str, int] = {}
        steps: Counter[str] = Counter()
        for line in lines:
            unit = line["units"][0] if line["units"] else ""
            if line["kind"] == "depleted":
                steps[line["seat"]] += 1
                left[unit] = 1
            elif line["kind"] == "rebuilt":
                left[unit] = 2
            elif line["kind"] in ("broken", "eliminated"):
                steps[line["seat"]] += left.get(unit, 1 if unit in self.fragile else 2)
                left[unit] = 1
        return {"steps lost": steps, "units broken or eliminated": Counter(self.gone(lines).values())}

    def gone(self, lines: Sequence[Line]) -> dict[str, str]:
        """Who is on the Broken Track or eliminated at the end, and of which side."""
        found: dict[str, str] = {}
        for line in lines:
            unit = line["units"][0] if line["units"] else ""
            if line["kind"] in ("broken", "eliminated"):
                found[unit] = line["seat"]
            elif line["kind"] in ("moved", "arrived", "entered"):
                found.pop(unit, None)
        return found


# -- the Valley -------------------------------------------------------------------------------------------------------


class Valley:
    """The charts of a battle of the Valley Campaign."""

    def __init__(self, battle: str) -> None:
        self.table = {row["die"]: row for row in chart(battle, "crt")}
        self.hits = {row["die"]: row for row in chart(battle, "bombardment_hits")}
        self.units = {row["id"]: row for row in chart(battle, "counters")}
        told = scenario(battle)
        rows = [*told.get("setup", ()), *told.get("reinforcement", ())]
        self.reduced = {row["unit"] for row in rows if row.get("face") == "reduced"}

    @staticmethod
    def cost(cell: str) -> float:
        """The steps of a code: those of the defenders less those of the attackers, B of both."""
        found = re.search(r"([ADB])L(\d)", cell)
        return {"A": -1.0, "D": 1.0, "B": 0.0}[found[1]] * int(found[2]) if found else 0.0

    def throws(self, lines: Sequence[Line]) -> Iterator[Thrown]:
        """Attacks, bombardments, and what a hit does."""
        dice = "123456"
        steps = [float(self.hits[die]["steps"]) for die in dice]
        for line in lines:
            kind, side, die = line["kind"], line["seat"], line["roll"]
            if kind == "attacked":
                text = line["text"]
                found = re.search(r"column (\d:\d)", text) or parts(r"= (\d:\d)", line)
                worth = [self.cost(self.table[at][found[1]]) for at in dice]
                code = parts(r"\(([A-Z0-9*-]+)\)$", line)[1]
                assert self.cost(code) == worth[die - 1], text
                yield Thrown(line["n"], side, worth, worth[die - 1])
            elif kind == "bombarded":
                text = line["text"].partition(" bombards ")[2]
                distance = int(parts(r", (\d+) hex", line)[1])
                shifts = sum(int(by) for by in re.findall(r" ([+-]\d+)(?=,)", text.partition(" hex")[2]))
                hit = [at + shifts > distance for at in range(1, 7)]
                assert hit[die - 1] == ("a hit" in text), line["text"]
                yield Thrown(line["n"], side, [fmean(steps) * h for h in hit], fmean(steps) * hit[die - 1])
            elif kind == "hit":
                assert self.hits[str(die)]["name"] in line["text"]
                yield Thrown(line["n"], OTHER[side], steps, steps[die - 1])

    def losses(self, lines: Sequence[Line]) -> dict[str, Counter[str]]:
        """Steps of troops, troops and leaders."""
        found: dict[str, Counter[str]] = {
            name: Counter() for name in ("steps lost", "units eliminated", "leaders lost")
        }
        left = {id: int(row["steps"] or 1) - (id in self.reduced) for id, row in self.units.items()}
        for line in by_kind(lines, "step-lost", "eliminated", "leader-lost"):
            (unit,), side = line["units"], line["seat"]
            if (
                unit not in left or self.units[unit]["arm"] == "leader"
            ):  # who rose from the ranks is no counter of his own
                found["leaders lost"][side] += 1
                continue
            gone = 1 if line["kind"] == "step-lost" else left[unit]
            left[unit] -= gone
            found["steps lost"][side] += gone
            found["units eliminated"][side] += line["kind"] == "eliminated"
        return found


# -- Great Battles ----------------------------------------------------------------------------------------------------

FIRED = ("fired", "withdrawal-fired", "retreat-fired")


class Stonewall:
    """The charts of Stonewall, by the rules of 1978."""

    def __init__(self, battle: str) -> None:
        self.fire, self.melee, self.rout = ([*chart(battle, name)] for name in ("fire", "melee", "rout"))
        self.units = {row["id"]: row for row in chart(battle, "counters")}
        self.again: set[str] = set()
        """Who has a second die to throw for rout."""

    def foot(self, unit: str, text: str) -> bool:
        """Whether a target is hit as men on foot."""
        arm = self.units[unit]["arm"]
        return arm in ("infantry", "wagon") or (arm == "cavalry" and "mounted" not in text)

    def fired(self, line: Line) -> Thrown:
        """A fire: a starred loss is none where guns fire at men on foot."""
        text = line["text"]
        target = parts(r"(?:fires?|as they leave|as they fall back) at (.+) in \d{4}: ", line)[1]
        told = text.partition(", rolled")[0].partition(f"{line['hex']}: ")[2]
        column = (re.search(r"= column (\S+)$", told) or parts(r": \S+(?: \d/\d)? in column ([^\s,]+)", line))[1]
        guns = any(self.units[unit]["arm"] == "artillery" for unit in line["units"])
        worth = []
        for row in self.fire:
            cell = row[column]
            star = cell.endswith("*") and guns and self.foot(target, text)
            worth.append(0.0 if star or not cell[:1].isdigit() else float(cell.rstrip("*")))
        happened = worth[line["roll"] - 1]
        said = re.search(r"loses (a|\d+) (?:step|gun|point|guard)", text)
        assert happened == (0.0 if said is None else 1.0 if said[1] == "a" else float(said[1])), text
        return Thrown(line["n"], line["seat"], worth, happened)

    def fought(self, line: Line) -> Thrown:
        """A melee: K and C are a point each, C2 two."""

        def cost(side: str) -> float:
            return sum(float(n or 1) for n in re.findall(r"[KC](\d?)", side))

        column = parts(r"column ([+-]?\d)(?=[,:])", line)[1]
        cells = [row[column].split(" / ") for row in self.melee]
        worth = [cost(them) - cost(us) for us, them in cells]
        return Thrown(line["n"], line["seat"], worth, worth[line["roll"] - 1])

    def ran(self, line: Line) -> Thrown:
        """A check for rout: R routs, R? throws once more, and then a six routs whatever the chart says."""
        (unit,) = line["units"]
        if unit in self.again:
            self.again.remove(unit)
            worth = [0.0] * 5 + [1.0]
            return Thrown(line["n"], OTHER[line["seat"]], worth, worth[line["roll"] - 1])
        if "it rolls again" in line["text"]:
            self.again.add(unit)
        found = parts(r"morale ([A-E]), rolled (\d)(.*): ([^:]+)$", line)
        by = sum(int(n) for n in re.findall(r" ([+-]\d+)(?=,|$)", found[3]))
        low, high = int(self.rout[0]["die"]), int(self.rout[-1]["die"])
        rows = [self.rout[min(max(die + by, low), high) - low][found[1]] for die in range(1, 7)]
        worth = [{"R": 1.0, "R?": float(Fraction(1, 6))}.get(cell, 0.0) for cell in rows]
        return Thrown(line["n"], OTHER[line["seat"]], worth, worth[line["roll"] - 1])

    def throws(self, lines: Sequence[Line]) -> Iterator[Thrown]:
        """Fires, melees, checks for rout."""
        makers = {**dict.fromkeys(FIRED, self.fired), "melee": self.fought, "rout-check": self.ran}
        yield from (makers[line["kind"]](line) for line in by_kind(lines, *makers) if line["roll"])

    def losses(self, lines: Sequence[Line]) -> dict[str, Counter[str]]:
        """Points of men, guns, units and leaders."""
        found: dict[str, Counter[str]] = {
            name: Counter() for name in ("points lost", "guns lost", "units eliminated", "leaders lost")
        }
        for line in by_kind(lines, "lost", "eliminated", "leader-lost"):
            side, arm = line["seat"], self.units[line["units"][0]]["arm"]
            if line["kind"] == "lost":
                many = parts(r"loses (an?|\d+) (?:gun|point|guard)", line)[1]
                if arm in ("infantry", "cavalry", "artillery"):
                    name = "guns lost" if arm == "artillery" else "points lost"
                    found[name][side] += int(many) if many.isdigit() else 1
            else:
                found["units eliminated" if line["kind"] == "eliminated" else "leaders lost"][side] += 1
        return found


FAMILIES = {"blind_swords": Swords, "valley_campaign": Valley, "great_battles": Stonewall}


def second(rulebook: str, battle: str, lines: Sequence[Line]) -> Second:
    """A battle reckoned from its log."""
    family = FAMILIES[rulebook](battle)
    return Second(list(family.throws(lines)), family.losses(lines))


# -- the banner -------------------------------------------------------------------------------------------------------

Verdict = tuple[str, str | None]
"""Level and winner."""


def holders(lines: Sequence[Line], hexes: Sequence[str], first: str) -> dict[str, str]:
    """Who was last in each of some hexes."""
    found = dict.fromkeys(hexes, first)
    for line in by_kind(lines, "control"):
        if line["hex"] in found:
            found[line["hex"]] = UNION if "Union hold" in line["text"] else SOUTH
    return found


def by_hexes(lines: Sequence[Line], rule: Mapping[str, Any], _: str) -> Mapping[str, Any]:
    """By how many hexes a side holds."""
    held = holders(lines, rule["hexes"], rule["initial"])
    return next(row for row in rule["levels"] if row["hexes"] == [*held.values()].count(rule["side"]))


def by_points(lines: Sequence[Line], rule: Mapping[str, Any], battle: str) -> Mapping[str, Any]:
    """By the points of every line that gives some, of hexes held at the end and of who is gone, as it was Fresh."""
    total: Counter[str] = Counter()
    for line in by_kind(lines, "points"):
        total[line["seat"]] += int(parts(r"^(\d+) victory point", line)[1])
    held = holders(lines, rule["hexes"], "")
    for row in rule["at_end"]:
        total[row["side"]] += row["points"] * (held[row["hexes"][0]] == row["side"])
    fresh = {row["id"]: Fraction(row["fresh_sp"] or row["worn_sp"]) for row in chart(battle, "counters")}
    for unit, side in Swords(battle).gone(lines).items():
        total[OTHER[side]] += fresh[unit]
    told = parts(r"Union (\d+), Confederates (\d+)", by_kind(lines, "score")[-1])
    assert (total[UNION], total[SOUTH]) == (int(told[1]), int(told[2])), (total, told[0])
    lead = total[SOUTH] - total[UNION]
    return next(row for row in rule["levels"] if row.get("least", -999) <= lead <= row.get("most", 999))


def by_place(lines: Sequence[Line], rule: Mapping[str, Any], battle: str) -> Mapping[str, Any]:
    """Whether the Confederates stand in all the hexes, or have taken enough points off the map; Jackson must live."""
    union, jackson, south = rule["levels"]
    if rule["do"] == "occupied":
        done = set(holders(lines, rule["hexes"], UNION).values()) == {SOUTH}
    else:
        arms = {row["id"]: row["arm"] for row in chart(battle, "counters")}
        gone = [arms[id] for line in by_kind(lines, "exited") if line["seat"] == SOUTH for id in line["units"]]
        worth = {"artillery": rule["artillery"], **dict.fromkeys(rule["not_counted"], 0)}
        done = sum(worth.get(arm, rule["each"]) for arm in gone) >= rule["points"]
    lost = any(rule["leader"] in line["units"] for line in by_kind(lines, "leader-lost", "eliminated"))
    return union if not done else jackson if lost else south


def by_lead(lines: Sequence[Line], rule: Mapping[str, Any], _: str) -> Mapping[str, Any]:
    """By the lead that the last line tells, in the bands of the side that has it."""
    found = re.search(r", (Union|Confederates) by (\d+)", by_kind(lines, "outcome")[-1]["text"])
    side = {"Union": UNION, "Confederates": SOUTH}[found[1]] if found else None
    lead = int(found[2]) if found else 0
    return next(row for row in rule["levels"] if row.get("winner") == side and row["from"] <= lead <= row["to"])


def verdict(battle: str, lines: Sequence[Line]) -> Verdict:
    """How a battle ended, from its lines and the bands of its scenario."""
    rule = scenario(battle)["victory"]
    reckoned = {"hexes_held": by_hexes, "points": by_points, "occupied": by_place, "exit": by_place}
    row = reckoned.get(rule.get("do", ""), by_lead)(lines, rule, battle)
    return row["level"], row.get("winner")
