/** The clocks of two people: how they run on between two words of the server, and how they are told. */
import type { Seat } from "./protocol";

/** The pace of a game, in seconds (docs/protocol.md). */
export interface Pace {
  kind: "live" | "days";
  bank: number;
  increment?: number;
  holiday?: number;
  /** Whether a flag may be claimed. */
  claim?: boolean;
}

export interface SideClock {
  left: number;
  /** Of the question that is open so much still costs nothing. */
  free: number;
  runs: boolean;
  /** Seconds of holiday that are left, and whether one is under way. */
  holiday: number;
  away: boolean;
}

export interface Clocks extends Pace {
  /** Both sides have opened the game, by a live clock both at once. */
  begun: boolean;
  /** In a rated game that has not begun, of a side that waits for the other: seconds until it may claim the game. */
  waits?: Record<Seat, number>;
  sides: Record<Seat, SideClock>;
}

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400] as const;

/** What may be chosen for a new game. */
export const PACES: { id: string; title: string; text: string; time: Pace | null }[] = [
  { id: "", title: "No clock", text: "take as long as you like", time: null },
  { id: "short", title: "30 minutes a side", text: "plus 20 seconds each time you have answered something and the other side is asked", time: { kind: "live", bank: 30 * MINUTE, increment: 20 } },
  { id: "long", title: "An hour a side", text: "plus 30 seconds each time you have answered something and the other side is asked", time: { kind: "live", bank: HOUR, increment: 30 } },
  {
    id: "days", title: "3 days a side", text: "plus 12 hours each time you have answered something and the other side is asked, but never more than 3 days; 14 days of holiday",
    time: { kind: "days", bank: 3 * DAY, increment: 12 * HOUR, holiday: 14 * DAY },
  },
  {
    id: "week", title: "A week a side", text: "plus a day each time you have answered something and the other side is asked, but never more than a week; 21 days of holiday",
    time: { kind: "days", bank: 7 * DAY, increment: DAY, holiday: 21 * DAY },
  },
];

/** What is left of a clock some seconds after the server told it; below 0 the time is over. */
export function leftAfter(side: SideClock, gone: number): number {
  return side.runs ? side.left - Math.max(0, gone - side.free) : side.left;
}

/** The side whose time is over, "" for none; of both the other side, whose battle can be claimed. */
export function overOf({ begun, sides }: Pick<Clocks, "begun" | "sides">, gone: number, own: readonly Seat[]): Seat | "" {
  if (!begun) return "";
  const over = Object.entries(sides).flatMap(([seat, side]) => (leftAfter(side, gone) <= 0 ? [seat] : []));
  return over.find((seat) => !own.includes(seat)) ?? over[0] ?? "";
}

/** Of a side that waits in a rated game for somebody who has not come: seconds until it may claim the game. */
export function claimIn({ waits = {} }: Pick<Clocks, "waits">, gone: number, own: readonly Seat[]): number | undefined {
  const [mine] = own.flatMap((seat) => (waits[seat] === undefined ? [] : [waits[seat]]));
  return mine === undefined ? undefined : mine - gone;
}

/** What has to happen before clocks begin. */
export function onceBegun(kind: Pace["kind"]): string {
  return kind === "days" ? "once both sides have opened the game" : "once both sides have the game open at the same time";
}

/** When clocks begin that have not, and what comes of it where nobody comes. */
export function beginning({ kind, begun, waits }: Clocks, gone: number, own: readonly Seat[]): string {
  if (begun) return "";
  const left = claimIn({ ...(waits ? { waits } : {}) }, gone, own);
  const claim = left !== undefined && left > 0 ? `; if that has not happened in ${stretch(left)}, you may claim this game` : "";
  return `the clocks begin ${onceBegun(kind)}${claim}`;
}

const two = (n: number): string => String(n).padStart(2, "0");

/** For the eye: "58:12", "1:02:30", "2 d 13 h", "-0:12". */
export function face(seconds: number): string {
  const whole = Math.abs(seconds < 0 ? Math.floor(seconds) : Math.ceil(seconds));
  const sign = seconds < 0 ? "-" : "";
  const [days, hours, minutes] = [Math.floor(whole / DAY), Math.floor(whole / HOUR), Math.floor(whole / MINUTE)];
  if (days) return `${sign}${days} d ${hours % 24} h`;
  if (hours) return `${sign}${hours}:${two(minutes % 60)}:${two(whole % 60)}`;
  return `${sign}${minutes}:${two(whole % 60)}`;
}

const UNITS = [["day", DAY], ["hour", HOUR], ["minute", MINUTE], ["second", 1]] as const;

/** In words, by its two largest parts: "2 days and 13 hours", "40 seconds". */
export function stretch(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [name, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count && parts.length < 2) parts.push(`${count} ${name}${count === 1 ? "" : "s"}`);
    else if (parts.length) break;
  }
  return parts.join(" and ") || "no time";
}

/** A pace in short: "1 hour a side, 30 seconds more each time". */
export function paceWords({ bank, increment = 0 }: Pace): string {
  return `${stretch(bank)} a side${increment ? `, ${stretch(increment)} more each time` : ""}`;
}

/** Little is left: a minute, or by days half a day. */
export function isShort(left: number, kind: Pace["kind"]): boolean {
  return left < (kind === "days" ? DAY / 2 : MINUTE);
}

/** What is known of a game's clocks to who has these seats. */
export interface Timed {
  clocks?: Clocks | null;
  seats: readonly Seat[];
}

/** His own seats whose time runs away while he looks: by clocks of minutes. */
export function pressing({ clocks, seats }: Timed): Seat[] {
  return clocks?.kind === "live" ? seats.filter((seat) => clocks.sides[seat]?.runs) : [];
}

/**
 * The clocks while events are still shown one by one: whose runs would tell what comes. His own does run, and is shown so
 * where it counts minutes.
 *
 * @param come how they stand by now
 */
export function stopped(clocks: Clocks | null | undefined, come: Timed): Clocks | undefined {
  if (!clocks) return undefined;
  const own = pressing(come);
  const sides = Object.entries(clocks.sides).map(([seat, side]) => [seat, (own.includes(seat) && come.clocks?.sides[seat]) || { ...side, runs: false }] as const);
  return { ...clocks, sides: Object.fromEntries(sides) };
}
