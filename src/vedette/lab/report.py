"""A balance report as one page of HTML that needs nothing else: outcomes, then whatever the rulebook counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from vedette.lab.games import Plan, Played
from vedette.lab.simulation import Result

COLOURS = ("#2f5f9e", "#8b5a2b", "#6b7f3a", "#a33b3b", "#666")
WIDE, ROW, LEFT, WORDS = 720, 22, 200, 190
"""In units of the drawing: its width, a row, room for names on the left and for numbers on the right."""
STYLE = """
body { font: 15px/1.5 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #2b2a26;
       background: #f7f3e8; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; border-bottom: 1px solid #cfc6b0; }
svg { width: 100%; height: auto; } text { font: 12px sans-serif; fill: #2b2a26; }
td, th { padding: .1rem .8rem .1rem 0; text-align: left; }
"""

Table = Mapping[str, Mapping[str, float]]


def report(plan: Plan, result: Result, played: Sequence[Played]) -> str:
    """The page."""
    who = ", ".join(f"{seat}: {name}" for seat, name in plan.seats.items())
    parts = [
        f"<h1>{escape(plan.battle)}</h1>",
        f"<p>{result.games} games, seeds {plan.seed} to {plan.seed + plan.games - 1}; {escape(who)}. "
        f"{len(result.errors)} failed.</p>",
        "<h2>Outcomes</h2>",
        bars({level: {"games": result.outcomes[level]} for level in result.levels}, of=result.games),
        f"<p>{winners(result)} Numbers beside bars stand in the order of their colours.</p>",
    ]
    for name, table in averaged(played).items():
        turns = all(row.isdigit() for row in table)
        parts += [f"<h2>{escape(name.capitalize())}, a game on average</h2>", (lines if turns else bars)(table)]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(plan.battle)}: {result.games} games'
        f"</title><style>{STYLE}</style><body>{''.join(parts)}</body></html>\n"
    )


def winners(result: Result) -> str:
    """Who won how many games, in words."""
    parts = [f"{n} drawn" if seat == "draw" else f"{n} won by the {escape(seat)}" for seat, n in result.winners.items()]
    return ", ".join(parts) + "."


def averaged(played: Sequence[Played]) -> dict[str, dict[str, dict[str, float]]]:
    """Each number of the figures as an average over the games; rows in the order in which they first come."""
    good = [p for p in played if not p.error]
    found: dict[str, dict[str, dict[str, float]]] = {}
    for p in good:
        for name, table in p.figures.items():
            for row, columns in table.items():
                for column, number in columns.items():
                    cells = found.setdefault(name, {}).setdefault(row, {})
                    cells[column] = cells.get(column, 0.0) + number / len(good)
    return found


def legend(columns: Sequence[str], y: int) -> str:
    """The colours and their names along a line."""
    parts = []
    x = LEFT
    for i, column in enumerate(columns):
        parts.append(f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{COLOURS[i % len(COLOURS)]}"/>')
        parts.append(f'<text x="{x + 15}" y="{y}">{escape(column)}</text>')
        x += max(120, 30 + 7 * len(column))
    return "".join(parts)


def columns_of(table: Table) -> list[str]:
    """Every column of a table, in the order in which they first come."""
    return list(dict.fromkeys(column for row in table.values() for column in row))


def bars(table: Table, of: int = 0) -> str:
    """A row of bars end to end for each row of a table; with `of` also its share of that number."""
    columns = columns_of(table)
    most = max((sum(row.values()) for row in table.values()), default=0) or 1
    parts = []
    for n, (name, row) in enumerate(table.items()):
        y = 10 + n * ROW
        parts.append(f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end">{escape(name)}</text>')
        x = float(LEFT)
        for i, column in enumerate(columns):
            wide = (WIDE - LEFT - WORDS) * row.get(column, 0) / most
            colour = COLOURS[i % len(COLOURS)]
            title = f"<title>{escape(column)} {row.get(column, 0):.3g}</title>"
            parts.append(f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="15" fill="{colour}">{title}</rect>')
            x += wide
        words = " / ".join(f"{row.get(c, 0):.3g}" for c in columns)
        if of:
            words += f" ({sum(row.values()) / of:.0%})"
        parts.append(f'<text x="{x + 6:.1f}" y="{y + 12}">{words}</text>')
    high = 10 + len(table) * ROW + 24
    parts.append(legend(columns, high - 6) if len(columns) > 1 else "")
    return f'<svg viewBox="0 0 {WIDE} {high}" role="img">{"".join(parts)}</svg>'


def spacing(most: float) -> int:
    """From one line of the ground to the next: 1, 2, 5, 10 ..., so that they are no more than ten."""
    tens = 1
    while most > 100 * tens:
        tens *= 10
    return next(step for step in (tens, 2 * tens, 5 * tens, 10 * tens) if most <= 10 * step)


def lines(table: Table) -> str:
    """A line for each column over the turns."""
    turns = sorted(table, key=int)
    columns = columns_of(table)
    most = max((v for row in table.values() for v in row.values()), default=0) or 1
    high, low = 12, 172
    step = (WIDE - LEFT - 40) / max(1, len(turns) - 1)
    parts = []
    for number in range(0, int(most) + 1, spacing(most)):
        y = low - (low - high) * number / most
        parts.append(f'<line x1="{LEFT}" x2="{WIDE - 40}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd3bd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{number}</text>')
    for n, turn in enumerate(turns):
        parts.append(f'<text x="{LEFT + n * step:.1f}" y="{low + 16}" text-anchor="middle">{turn}</text>')
    for i, column in enumerate(columns):
        points = " ".join(
            f"{LEFT + n * step:.1f},{low - (low - high) * table[t].get(column, 0) / most:.1f}"
            for n, t in enumerate(turns)
        )
        colour = COLOURS[i % len(COLOURS)]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    parts.append(legend(columns, low + 38))
    return f'<svg viewBox="0 0 {WIDE} {low + 46}" role="img">{"".join(parts)}</svg>'
