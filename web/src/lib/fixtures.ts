/** Small things to try the page's parts with. */
import type { Plan } from "./plans";
import type { Answer, Asked, Chits, Decision, GameState, LogLine, Unit } from "./protocol";

export function unit(id: string, hex: string | null, numbers = ["4", "R", "4"], more: Partial<Unit> = {}): Unit {
  const rest = { name: id, side: "union", top: "Tyler", brigade: "Tyler", division: null, arm: "infantry", symbol: "cross" };
  const state = { now: numbers, pale: false, marks: [], states: [more.pale ? "worn" : "fresh"], facing: null, place: hex ? null : "not arrived" };
  return { id, hex, numbers, ...rest, ...state, ...more };
}

export function answer(text: string, hex: string | null = null): Answer {
  return { text, hex, cite: "KT-1.0-1" };
}

export function decision(texts: string[], proposed: string | null = null, more: Partial<Decision> = {}): Asked {
  const words = { kind: "move-unit", prompt: "which unit moves?", cite: "KT-13.1-1", stack: ["Turn 1", "movement"] };
  return { number: 7, seat: "union", ...words, proposed, actions: texts.map((text) => answer(text)), ...more } as Asked;
}

export function line(n: number, text: string, more: Partial<LogLine> = {}): LogLine {
  return { n, text, cite: "", seat: null, hex: null, units: [], roll: null, kind: "moved", ...more };
}

export const chits: Chits = { puller: "union", cup: [], backs: {}, drawn: [], pools: {}, spent: {}, held: {} };

export function state(more: Partial<GameState> = {}): GameState {
  const view = {
    battle: "kernstown/the-stone-wall", seat: "", book: "Kernstown", turn: 1, turns: { first: 1, last: 11 },
    clock: "3:40", phase: "command", over: false, points: 0, standing: null, control: {}, units: [], markers: {},
    brigades: [], generals: { casualties: [] }, arrivals: [], chits,
  };
  return { game: "g", n: 0, seat: "", seats: ["union"], hotseat: false, view, decisions: [], log: [], undo: {}, outcome: null, ...more };
}

export function plan(text: string, at: string | null, units: string[], chance: number, more: Partial<Plan> = {}): Plan {
  const rest = { kind: "fire", title: "all together", headline: "", others: [], shifts: [], odds: null, cite: "KT-12.1-1" };
  return { text, at, units, chances: [{ name: "at least one test", probability: chance }], ...rest, ...more };
}
