/** Who takes part in a plan, fire by fire, and what column each of them has. */
import { signed } from "./chances";
import { bareHeadline, headlines, type FireRow, type Plan } from "./plans";

/** Those who act together. */
export interface Group {
  /** What they are, such as "Volley 2, strength 6". */
  title: string;
  /** What it comes to, such as "6-7, stone wall −2: column 4". */
  column: string;
  /** What else is to be said. */
  note: string;
  units: readonly string[];
}

/** The column with the shifts that led to it. */
function columnOf(plan: Plan, fire: FireRow): string {
  const { base, final } = fire.column ?? { base: "", final: "" };
  if (!base) return "";
  const mine = plan.shifts.filter((shift) => shift.applied && (shift.fire === undefined || shift.fire === fire.units.join(" + ")));
  const end = final === "none" ? "off the table" : `column ${final}`;
  if (!mine.length && final === base) return end;
  return `${[base, ...mine.map(({ name, columns }) => `${name} ${signed(columns)}`)].join(", ")}: ${end}`;
}

function groupOf(plan: Plan, fire: FireRow, i: number, several: boolean): Group {
  const where = fire.at && fire.at !== plan.at ? `at ${fire.at}` : "";
  const strength = fire.strength ? `strength ${fire.strength}` : "";
  const title = [several ? `volley ${i + 1}` : "", where, strength].filter(Boolean).join(", ");
  return { title: title.charAt(0).toUpperCase() + title.slice(1), column: columnOf(plan, fire), note: fire.note ?? "", units: fire.units };
}

/** The fires of a plan; of a plan that is one deed those who do it, with `from`, where they stand, in place of what a ruler
    shows. */
export function groupsOf(plan: Plan, from: string): Group[] {
  const fires = plan.fires ?? [];
  if (fires.length && fires.every(({ column }) => column)) return fires.map((fire, i) => groupOf(plan, fire, i, fires.length > 1));
  const told = fires.length > 1 ? headlines(plan).join("; ") : plan.headline ? bareHeadline(plan) : headlines(plan).join("; ");
  return [{ title: plan.scale ? from : told, column: "", note: "", units: plan.units }];
}

/** Where those stand who take part, and from which of these hexes their strength is counted. */
export function fromWords(hexes: readonly string[], counted: string | null | undefined): string {
  const all = [...new Set(hexes)];
  if (!all.length) return "";
  const words = `From ${all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all[all.length - 1]}` : all[0]}`;
  return counted && all.length > 1 ? `${words}, counted from ${counted}` : words;
}
