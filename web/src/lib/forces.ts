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

const LEADERS = "Leaders";

/** A side's units that a search leaves, by division and brigade in the order of the view; a leader with those whom he leads. */
export function orderOfBattle(view: View, side: string, search = ""): Division[] {
  const found = new Map<string, Map<string, Row[]>>();
  const troops = new Map(view.units.filter((unit) => unit.side === side && unit.arm !== "leader").map((unit) => [unit.brigade, unit.division]));
  for (const unit of view.units) {
    const row = { unit, where: whereIs(view, unit), state: stateOf(unit) };
    if (unit.side !== side || !fits(row, search)) continue;
    const alone = unit.arm === "leader" && !troops.has(unit.brigade);
    const division = alone ? "" : ((unit.arm === "leader" ? troops.get(unit.brigade) : unit.division) ?? "");
    const brigades = found.get(division) ?? new Map<string, Row[]>();
    const name = alone ? LEADERS : formationOf(unit);
    brigades.set(name, [...(brigades.get(name) ?? []), row]);
    found.set(division, brigades);
  }
  return [...found].map(([name, brigades]) => ({ name, brigades: [...brigades].map(([brigade, rows]) => ({ name: brigade, rows })) }));
}

/** A leader who belongs to no brigade. */
const isLoose = ({ brigade, arm }: Unit): boolean => brigade === null && arm === "leader";

/** The heading that a unit is listed under. */
export function formationOf(unit: Unit): string {
  return isLoose(unit) ? LEADERS : (unit.brigade ?? unit.top);
}

/** A unit as it is named beside its formation: a leader whose brigade bears his name is told apart from it. */
export function besideName(unit: Unit): string {
  return unit.arm === "leader" && unit.brigade === unit.name ? `${unit.name} (leader)` : unit.name;
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
