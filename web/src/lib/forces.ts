import { faceWord, marksOf } from "./places";
import type { Unit, View } from "./protocol";

/** What a row of the order of battle says beside the unit itself. */
export interface Row {
  unit: Unit;
  /** Hex, or where it is off the map. */
  where: string;
  state: string;
}

export interface Brigade {
  name: string;
  rows: Row[];
}

export interface Division {
  /** "" for units that belong to none. */
  name: string;
  brigades: Brigade[];
}

/** A side's units that a search leaves, by division and brigade in the order of the view. */
export function orderOfBattle(view: View, side: string, search = ""): Division[] {
  const found = new Map<string, Map<string, Row[]>>();
  for (const unit of view.units) {
    const row = { unit, where: whereIs(view, unit), state: stateOf(unit) };
    if (unit.side !== side || !fits(row, search)) continue;
    const brigades = found.get(unit.division ?? "") ?? new Map<string, Row[]>();
    const name = unit.brigade ?? unit.top;
    brigades.set(name, [...(brigades.get(name) ?? []), row]);
    found.set(unit.division ?? "", brigades);
  }
  return [...found].map(([name, brigades]) => ({ name, brigades: [...brigades].map(([brigade, rows]) => ({ name: brigade, rows })) }));
}

/** A hex, "turn 4 at 2840" for a unit that is still to come, or the box that it lies in. */
export function whereIs(view: View, unit: Unit): string {
  if (unit.hex) return unit.hex;
  const due = view.arrivals?.find((row) => row.unit === unit.id);
  return due ? `turn ${due.turn} at ${due.hex}` : (unit.where ?? unit.place ?? "off the map");
}

function stateOf(unit: Unit): string {
  return [faceWord(unit), ...marksOf(unit)].filter(Boolean).join(", ");
}

/** Whether every word of a search begins a word of the row. */
function fits({ unit, where, state }: Row, search: string): boolean {
  const said = [unit.name, unit.division, unit.brigade, unit.top, unit.arm, where, state].join(" ").toLowerCase().split(/[\s,]+/);
  return search.toLowerCase().split(/[\s,]+/).every((word) => said.some((one) => one.startsWith(word)));
}

/** How many units of a side are on the map, broken or lost, and still to come. */
export function counted(view: View, side: string): { units: number; onMap: number } {
  const mine = view.units.filter((unit) => unit.side === side);
  return { units: mine.length, onMap: mine.filter((unit) => unit.hex).length };
}
