import { isLocal } from "./making";
import { putDown } from "./shelf";

/** One's own words for a report: by turn, and those of the beginning and the end. Kept in this browser alone, by game. */
export type Captions = Record<string, string>;

/** A turn so far; `n` is the entry by which it was over. */
export interface TurnSoFar {
  turn: number;
  n?: number;
}

export const KINDS = [
  { kind: "markdown", title: "Markdown", about: "Discourse, Reddit and most newer ones" },
  { kind: "bbcode", title: "BBCode", about: "phpBB, and others with [b] for bold" },
] as const;
export type Kind = (typeof KINDS)[number]["kind"];

/** So many letters for one turn: a whole battle stays within what the server reads. */
export const MOST = 2000;

type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;
const name = (game: string) => `vedette-captions-${game}`;

export function captionsOf(shelf: Shelf, game: string): Captions {
  try {
    const found: unknown = JSON.parse(shelf.getItem(name(game)) ?? "{}");
    const rows = typeof found === "object" && found ? Object.entries(found) : [];
    return Object.fromEntries(rows.filter((row): row is [string, string] => typeof row[1] === "string"));
  } catch {
    return {};
  }
}

export function keepCaptions(shelf: Shelf, game: string, captions: Captions): void {
  const said = Object.fromEntries(Object.entries(captions).filter(([, words]) => words.trim()));
  if (Object.keys(said).length) putDown(shelf, name(game), JSON.stringify(said));
  else shelf.removeItem(name(game));
}

/** The boxes for them, in the order of the report. */
export function boxes(turns: readonly TurnSoFar[]): { at: string; label: string }[] {
  const rows = turns.map(({ turn, n }) => ({ at: String(turn), label: n === undefined ? `Turn ${turn}, so far` : `Turn ${turn}` }));
  return [{ at: "begin", label: "Before the first turn" }, ...rows, { at: "end", label: "At the end" }];
}

/** The server's address as others may have it in a text: "" for a machine's own, and for one that a forum cannot read. */
export function addressFor(origin: string): string {
  const host = /^https?:\/\/([A-Za-z0-9.-]+)(:\d+)?$/.exec(origin)?.[1];
  return host && !isLocal(host) ? origin : "";
}

/** What is sent: of a turn that was taken back nothing is told. */
export function telling(turns: readonly TurnSoFar[], captions: Captions, origin: string): { captions: Captions; address?: string } {
  const said = boxes(turns).flatMap(({ at }) => (captions[at]?.trim() ? [[at, captions[at]] as const] : []));
  const address = addressFor(origin);
  return { captions: Object.fromEntries(said), ...(address ? { address } : {}) };
}
