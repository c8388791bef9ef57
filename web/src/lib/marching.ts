/** Moves of many units: what the server says of them, and what is worked out from it for the page. No rule is known here. */
import { formationOf } from "./forces";
import type { Plan } from "./plans";
import type { Geometry } from "./fetched";
import type { Decision, Reached, Unit } from "./protocol";

/** Who has moved in the step that is under way, and who still may. */
export interface Movement {
  side: string;
  title: string;
  moved: string[];
  waiting: string[];
  /** Those of them who could do no more than what costs nothing, such as turn. */
  turning?: string[];
  /** What a unit that may still move could do besides going, in a word each. */
  deeds?: Record<string, string[]>;
  /** Why one that could do nothing besides going cannot. */
  idle?: Record<string, string>;
  /** What a unit that could leave the map now would earn by it. */
  leaving?: Record<string, string>;
  /** Units that may come onto the map now, by the hexes where they do, in a good order; what that costs each. */
  entering?: { hex: string; units: string[]; costs?: Record<string, string>; at?: Record<string, string[]> }[];
}

/** Fire that is drawn where a hex is left. */
export interface Fire {
  hex: string;
  sp: string;
  by: { unit: string; hex: string; sp: string; allowed: boolean; why: string; cite: string }[];
}

/** What a move does to the cohesion of a unit. */
export interface Support {
  unit: string;
  before: number;
  after: number;
  moved?: boolean;
  why: string;
}

/** A hex in reach, with all that goes with it. */
export interface Preview extends Reached {
  left?: number;
  why?: string;
  fires?: Fire[];
  irreversible?: { why: string; cite: string } | null;
  support?: Support[];
  numbers?: Record<string, string[]>;
  stack?: string | null;
  text?: string;
}

/** A plan of many moves. */
export interface MarchPlan extends Plan {
  /** Who else stops on the way, and why. */
  stops?: { unit: string; why: string; cite: string }[];
  ways?: Record<string, string[]>;
  /** The fire that the moves draw. */
  draws?: Fire[];
  irreversible?: { why: string; cite: string } | null;
  room?: Record<string, string>;
  /** Of the same step for all. */
  direction?: string;
  hexes?: number;
  /** Of units that come onto the map: the hex where they do. */
  by?: string;
  /** Of a retreat: the numbers at its end, and whether all ends are worth the same. */
  numbers?: Record<string, string[]>;
  equal?: boolean;
  label?: string;
}

/** Where a unit of a plan ends up, and what keeps it from going there or farther. */
export function endOf(plan: MarchPlan, id: string): string {
  const why = [...plan.others, ...(plan.stops ?? [])].find((one) => one.unit === id)?.why ?? "";
  const at = plan.ghosts?.[id];
  if (!at) return `stays: ${why}`;
  return why ? `to ${at}, no farther: ${why}` : `to ${at}`;
}

const START = "move ";

/** Those that may be sent on their way now: named by an answer, or next once the one that is moving has stopped. Last
    come those that may enter the map. */
export function moversOf(decision: Decision | null, movement: Movement | null, units: readonly Unit[]): string[] {
  const here = standingMovers(decision, movement, units);
  const open = movement && decision?.seat === movement.side && (here.length || decision.kind === "move-unit");
  return open ? [...here, ...(movement.entering ?? []).flatMap((one) => one.units)] : here;
}

function standingMovers(decision: Decision | null, movement: Movement | null, units: readonly Unit[]): string[] {
  const known = new Set(units.filter((unit) => unit.hex).map((unit) => unit.id));
  const named = (decision?.actions ?? []).map((a) => a.text).filter((text) => text.startsWith(START));
  const found = named.map((text) => text.slice(START.length)).filter((id) => known.has(id));
  if (found.length || decision?.kind !== "move") return found;
  const waiting = movement?.side === decision.seat ? movement.waiting : [];
  return [...new Set([...(decision.about ?? []), ...waiting])].filter((id) => known.has(id));
}

/** The gesture that sends units along a way; the hex where they stand is left out. */
export function goText(ids: readonly string[], path: readonly string[], from: string | null): string {
  return `${ids.join(" + ")}: ${path.filter((hex) => hex !== from).join("-")}`;
}

/** The hexes at which all of these may come onto the map; none where one of them stands on it, or has no choice. Who may
    come with the others alone, such as a leader, does not count. */
export function doorsOf(ids: readonly string[], movement: Movement | null): string[] {
  const rows = movement?.entering ?? [];
  if (ids.some((id) => movement?.waiting.includes(id) || movement?.moved.includes(id))) return [];
  const lists = ids.flatMap((id) => rows.filter(({ units }) => units.includes(id)).map(({ at }) => at?.[id] ?? []));
  return (lists[0] ?? []).filter((hex) => lists.every((list) => list.includes(hex)));
}

/** Something that units could do besides going, and which of those chosen. */
export interface Deed {
  word: string;
  ids: string[];
}

/** What these units could do besides going, all or some of them: first what comes first with each, then what most can. */
export function deedsOf(ids: readonly string[], movement: Movement | null): Deed[] {
  const found = new Map<string, Deed & { place: number }>();
  for (const id of ids) {
    (movement?.deeds?.[id] ?? []).forEach((word, i) => {
      const deed = found.get(word) ?? { word, ids: [], place: 0 };
      found.set(word, { word, ids: [...deed.ids, id], place: Math.max(deed.place, i) });
    });
  }
  const rows = [...found.values()].sort((one, other) => one.place - other.place || other.ids.length - one.ids.length);
  return rows.map(({ word, ids }) => ({ word, ids }));
}

/** Why none of these units can do anything besides going. */
export function idleWords(ids: readonly string[], movement: Movement | null): string {
  if (!ids.length) return "Choose a unit first: then the key does what it can do besides going.";
  const outside = new Set((movement?.entering ?? []).flatMap(({ units }) => units));
  const reasons = new Map<string, string[]>();
  for (const id of ids) {
    const why = movement?.idle?.[id] ?? (outside.has(id) ? "not on the map yet" : "");
    if (why) reasons.set(why, [...(reasons.get(why) ?? []), id]);
  }
  const told = [...reasons].map(([why, some]) => `${some.join(", ")}: ${why}`).join("; ");
  return `There is nothing to do now besides going${told ? `. ${told}` : ` for ${ids.join(", ")}`}.`;
}

/** What each of these units would earn by leaving the map now; none of them where one could not. */
export function leavingOf(ids: readonly string[], movement: Movement | null): string[] {
  const words = ids.map((id) => movement?.leaving?.[id]);
  return words.every((one) => one !== undefined) ? words : [];
}

/** The gesture by which they all do it. */
export function deedText(ids: readonly string[], word: string): string {
  return ids.map((id) => `${id}: ${word}`).join("; ");
}

/** The next of a list after one of its members, round and round; the first where that is none of them. */
export function nextOf(list: readonly string[], current: string | undefined, step: number): string | undefined {
  const at = current === undefined ? -1 : list.indexOf(current);
  if (at < 0) return step > 0 ? list[0] : list[list.length - 1];
  return list[(at + step + list.length) % list.length];
}

/** A list with one member moved up or down by a place. */
export function shifted(list: readonly string[], id: string, by: number): string[] {
  const at = list.indexOf(id);
  const to = Math.max(0, Math.min(list.length - 1, at + by));
  return at < 0 ? [...list] : placedAt(list, id, to);
}

/** A list with one member taken out and put in at a place. */
export function placedAt(list: readonly string[], id: string, to: number): string[] {
  const rest = list.filter((one) => one !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** The order of march that a plan keeps: those who move, then those who stay. */
export function orderOf(plan: MarchPlan): string[] {
  const named = /^\w+ (.+?)(?:(?: at \d+)?(?: to \S+)?| [A-Z]{1,2} \d+)$/.exec(plan.text)?.[1]?.split(" + ") ?? [];
  return named.length ? named : [...plan.units, ...plan.others.map((one) => one.unit)];
}

/** The directions that plans have, each with its first plan, and where it points on the board as shown, in degrees. */
export function directionsOf(
  plans: readonly MarchPlan[],
  units: readonly Unit[],
  { hexes }: Pick<Geometry, "hexes">,
): { name: string; angle: number }[] {
  const found = new Map<string, number>();
  for (const plan of plans) {
    const [id, to] = Object.entries(plan.ghosts ?? {})[0] ?? [];
    const from = units.find((unit) => unit.id === id)?.hex;
    const [a, b] = [hexes[from ?? ""], hexes[to ?? ""]];
    if (!plan.direction || found.has(plan.direction) || !a || !b) continue;
    found.set(plan.direction, Math.round((Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI));
  }
  return [...found].map(([name, angle]) => ({ name, angle }));
}

/** The plan that pressing a direction shows: its first one, then one hex more each time, then the first again. */
export function further(plans: readonly MarchPlan[], direction: string, now: MarchPlan | null): MarchPlan | null {
  const mine = plans.filter((plan) => plan.direction === direction);
  const at = now?.direction === direction ? mine.findIndex((plan) => plan.hexes === now.hexes) : -1;
  return mine[(at + 1) % Math.max(1, mine.length)] ?? null;
}

/** Units by the formation that they belong to, in the order in which they are listed. */
export function byFormation(ids: readonly string[], units: readonly Unit[]): { name: string; ids: string[] }[] {
  const found = new Map<string, string[]>();
  for (const id of ids) {
    const unit = units.find((one) => one.id === id);
    const name = unit ? formationOf(unit) : "";
    found.set(name, [...(found.get(name) ?? []), id]);
  }
  return [...found].map(([name, ids]) => ({ name, ids }));
}

/** Of plans for the same units the one proposed; with an order of the player's own the one that keeps it. */
export function bestOf(plans: readonly MarchPlan[], order?: readonly string[]): MarchPlan | undefined {
  const own = order && plans.find((plan) => orderOf(plan).join() === order.join());
  return own ?? plans.find((plan) => plan.best) ?? plans[0];
}

/** Ghosts hex by hex, in the order of the plan, so that those in one hex can be laid beside each other. */
export function ghostsOf(plan: MarchPlan): { unit: string; hex: string; i: number; of: number; nth: number }[] {
  const rows = Object.entries(plan.ghosts ?? {});
  const seen = new Map<string, number>();
  const total = new Map<string, number>();
  for (const [, hex] of rows) total.set(hex, (total.get(hex) ?? 0) + 1);
  return rows.map(([unit, hex], nth) => {
    const i = seen.get(hex) ?? 0;
    seen.set(hex, i + 1);
    return { unit, hex, i, of: total.get(hex) ?? 1, nth: nth + 1 };
  });
}

/** Lines of fire, each once: from who may fire to the hex that is left. */
export function fireLines(fires: readonly Fire[] | undefined): { key: string; from: string; to: string }[] {
  const found = new Map<string, { key: string; from: string; to: string }>();
  for (const { hex, by } of fires ?? []) {
    for (const one of by) {
      if (one.allowed) found.set(`${one.hex}-${hex}`, { key: `${one.hex}-${hex}`, from: one.hex, to: hex });
    }
  }
  return [...found.values()];
}
