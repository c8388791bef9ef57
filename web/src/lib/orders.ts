/** Standing orders and the beat, as the server tells of them (docs/protocol.md), and what is asked of it. */
import type { Answer, GameState, Seat } from "./protocol";

/** A setting of a window. Without `names` it is chosen by its title alone. */
export interface Setting {
  name: string;
  title: string;
  deed?: string;
  /** "alone": only for a person against the computer. */
  only?: string;
  /** Kinds of things at which it asks: "hex" and "place" are numbers of hexes, the others stand in `choices`. */
  names?: string[];
  choices?: { fact: string; title: string }[];
}

/** A moment that standing orders may answer. */
export interface WindowRow {
  name: string;
  title: string;
  /** How much of a beat it gets. */
  beat?: number;
  settings: Setting[];
}

export interface OrderRow {
  window: string;
  setting: string;
  names: string[];
  until: string;
  /** The order as a sentence. */
  text: string;
  /** False where it is what holds unless something is ordered. */
  given: boolean;
}

/** The orders of a seat. */
export interface SeatOrders {
  suspended: boolean;
  orders: OrderRow[];
  /** What has lapsed, and why. */
  notes: { n: number; text: string }[];
  /** Formations that the computer leads. */
  parts?: string[];
}

/** A pause that is running. */
export interface BeatNow {
  window: string;
  title: string;
  seconds: number;
  left: number;
  /** Our seats that may raise a hand, and those that have. */
  may: Seat[];
  held: Seat[];
}

/** What may be ordered from a question itself. */
export interface Standing {
  window: string;
  offers: { deed: string; setting: string; answer: string }[];
}

/** How long an order lasts, as a sentence ends with it. */
export const LASTS = [
  { until: "activation", title: "this activation" },
  { until: "turn", title: "this turn" },
  { until: "always", title: "until I change it" },
] as const;
export const ONCE = { until: "once", title: "once" } as const;

/** What is ordered at a window: the message of the client. */
export interface Wanted {
  seat: Seat;
  window: string;
  setting?: string;
  names?: string[];
  until?: string;
}

/** Our seats that have orders, in the order of the state. */
export function ordering(state: GameState | null): [Seat, SeatOrders][] {
  return Object.entries(state?.orders ?? {});
}

/** How many orders of our seats were given and stand, formations that the computer leads with them; whether all are suspended. */
export function orderCount(state: GameState | null): { given: number; suspended: boolean } {
  const all = ordering(state).map(([, orders]) => orders);
  const given = all.reduce((sum, { orders, parts }) => sum + orders.filter((one) => one.given).length + (parts?.length ?? 0), 0);
  return { given, suspended: all.length > 0 && all.every(({ suspended }) => suspended) };
}

/** The hexes of a list as facts: "1834, 1733" of kind hex is ["hex 1834", "hex 1733"]. */
export function hexFacts(text: string, kind: string): string[] {
  return [...new Set(text.match(/\d{4}/g) ?? [])].map((hex) => `${kind} ${hex}`);
}

/** The hexes of facts, as they are typed. */
export function typed(names: readonly string[]): string {
  return names
    .filter((fact) => /^(hex|place) /.test(fact))
    .map((fact) => fact.split(" ")[1])
    .join(", ");
}

/** The kind of hexes that a setting asks at, "" for none. */
export function hexKind(setting: Setting | undefined): string {
  return setting?.names?.find((kind) => kind === "hex" || kind === "place") ?? "";
}

/** The answers of a question that may be ordered for longer, each with the settings' names. */
export function offers(standing: Standing | null | undefined, answers: readonly Answer[]): Standing["offers"] {
  const listed = new Set(answers.map((answer) => answer.text));
  return (standing?.offers ?? []).filter((offer) => listed.has(offer.answer));
}

/** What a setting of a window orders, in the words of the tray; "" where it is not known. */
export function orderWords(windows: readonly WindowRow[] | undefined, window: string | undefined, setting: string): string {
  return windows?.find((row) => row.name === window)?.settings.find((one) => one.name === setting)?.title ?? "";
}

/** Whether a question is put off by the beat: it is passed at its end unless its seat raises a hand. */
export function putOff(beat: BeatNow | null | undefined, seat: Seat, window: string | null | undefined): boolean {
  return Boolean(beat && window && beat.window === window && !beat.held.includes(seat));
}

/** How much of a beat is gone, from 0 to 1. */
export function gone(beat: BeatNow): number {
  return beat.seconds > 0 ? Math.min(1, Math.max(0, 1 - beat.left / beat.seconds)) : 1;
}

/** Notes that the player has not been told. */
export function untold(orders: SeatOrders, told: ReadonlySet<string>): string[] {
  return orders.notes.map((note) => note.text).filter((text) => !told.has(text));
}

/** What orders need of the table. */
export interface Teller {
  ask(what: string, body: Record<string, unknown>): Promise<{ refused?: { reason: string } }>;
  tell(text: string): void;
}

/** Gives an order, or takes it back where it names no setting. */
export function give(table: Teller, wanted: Wanted): void {
  say(table, "order", { ...wanted });
}

/** Suspends all orders of a seat, or lets them stand again. */
export function suspend(table: Teller, seat: Seat, suspended: boolean): void {
  say(table, "orders", { seat, suspended });
}

/** Raises a hand in a beat. */
export function hold(table: Teller, seat: Seat): void {
  say(table, "hold", { seat });
}

/** Puts the notes about orders that have lapsed away. */
export function read(table: Teller, seat: Seat): void {
  say(table, "orders", { seat, read: true });
}

function say(table: Teller, what: string, body: Record<string, unknown>): void {
  void table.ask(what, body).then((message) => message.refused && table.tell(message.refused.reason));
}

/** Hands formations over to the computer, or takes them back; what it leads it leads at once. */
export function lead(table: Teller, seat: Seat, parts: readonly string[], suspended: boolean): void {
  say(table, "orders", { seat, parts: [...parts], ...(suspended && parts.length ? { suspended: false } : {}) });
}
