/** The lobby of a server: seats that are offered to anybody, games to look on at, and those that are over. */
import { type Pace, paceWords } from "./clocks";
import type { Made } from "./fetched";
import { keep } from "./games";
import { lateWords } from "./late";
import type { Seat } from "./protocol";
import { capital } from "./games";
import type { Shelf } from "./shelf";
import { sideName } from "./words";

export interface LobbyRow {
  game: string;
  battle: string;
  title: string;
  /** The side that is or was offered. */
  seat: Seat;
  /** What who offers it calls himself. */
  by: string;
  /** Since it was offered. */
  seconds: number;
  dice: string;
  /** Its clocks, where it has some. */
  time?: Pace | null;
  /** It is the first game of a rated pair. */
  rated?: boolean;
  /** A slip that told nothing is taken back without asking. */
  slips?: boolean;
  /** Seconds by which who looks on sees it later. */
  late?: number;
  /** What he calls himself who has taken the side. */
  taker?: string;
  /** Which of these names is that of nobody with an account, where there are accounts. */
  guests?: ("by" | "taker")[];
}

export interface LobbyList {
  open: LobbyRow[];
  watch: LobbyRow[];
  over: LobbyRow[];
}

const SPANS = [["day", 86_400], ["hour", 3_600], ["minute", 60]] as const;

/** "just now", "5 minutes ago", "1 day ago". */
export function ago(seconds: number): string {
  for (const [name, long] of SPANS) {
    const count = Math.floor(seconds / long);
    if (count) return `${count} ${name}${count === 1 ? "" : "s"} ago`;
  }
  return "just now";
}

/** A name as it is told: "Ann", or "Ann (guest)" of who has entered no account; "" where there is none. */
export function called(row: Pick<LobbyRow, "taker" | "guests"> & { by?: string }, which: "by" | "taker"): string {
  const name = row[which] ?? "";
  return name && row.guests?.includes(which) ? `${name} (guest)` : name;
}

/** "Ann offers the Confederate side, 5 minutes ago; own dice". */
export function offering(row: Pick<LobbyRow, "by" | "seat" | "seconds" | "dice" | "time" | "rated" | "slips" | "guests">): string {
  const dice = row.dice === "real" ? "; dice that people roll and type" : row.dice === "pressed" ? "; dice by a press" : "";
  return `${called(row, "by") || "Somebody"} offers the ${sideName(row.seat)} side, ${ago(row.seconds)}${dice}${row.time ? `; ${paceWords(row.time)}` : ""}${row.rated ? "; a rated pair: two games with the sides changed about, for people with an account" : ""}${row.slips ? "; harmless slips may be taken back" : ""}`;
}

/** Who plays it: "Ann against Bob, who took the Confederate side, begun 2 hours ago". */
export function played(row: Pick<LobbyRow, "by" | "seat" | "seconds" | "taker" | "guests">): string {
  const who = row.taker ? `${called(row, "taker")}, who` : "whoever";
  return `${called(row, "by") || "Somebody"} against ${who} took the ${sideName(row.seat)} side, begun ${ago(row.seconds)}`;
}

/** What somebody is told whose side was taken. */
export function takenWords(seat: Seat, taker: string | undefined): string {
  return `${taker || "Somebody"} has taken the ${sideName(seat)} side and plays against you.`;
}

/** The same of a game that goes on: "..., begun 2 hours ago; shown with a delay of 10 minutes". */
export function goesOn(row: Pick<LobbyRow, "by" | "seat" | "seconds" | "late" | "taker" | "guests">): string {
  return `${played(row)}${row.late ? `; shown with a delay of ${lateWords(row.late)}` : ""}`;
}

/** A seat that somebody has just taken, or kept when he offered the other, stands among his games at once. */
export function keepSeat(shelf: Shelf, made: Made, title: string, at: number): void {
  const [seat, key] = Object.entries(made.keys)[0] ?? [];
  if (seat && key) keep(shelf, { game: made.game, key, title, seats: [seat], computers: {}, turn: null, turns: null, waiting: [], practice: false, at });
}

/** Under what it is kept how somebody calls himself. */
export const NAME = "vedette-name";

export function callName(): string {
  return localStorage.getItem(NAME) ?? "";
}

/** The heading of what is open: "2 seats are open". */
export function opened(count: number): string {
  return count ? `${count} ${count === 1 ? "seat is" : "seats are"} open` : capital("no seat is open just now");
}
