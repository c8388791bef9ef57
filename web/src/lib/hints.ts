/** Hints for who plays for the first time: one at the first question of each kind. No rule is known here. */
import type { Hint } from "./fetched";
import { coarse } from "./touch";

const KEY = "vedette-hints";

/** What is told of the page itself, at the first question of all. */
export const PAGE: Hint = {
  kind: "",
  title: "The page",
  text: coarse
    ? "Press an answer, or tap a hex that is lit: the first tap shows what it brings, the second does it. “More”, then “Display” turns these hints off."
    : "Press an answer above, or click a hex that is lit. Point at anything on the map and the line under it says what it is. “?” lists the keys; “Display” in the menu turns these hints off.",
  cite: "",
};

/** The kinds of which a hint was shown, as this browser keeps them; nothing where that cannot be understood. */
export function readSeen(text: string | null): string[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter((kind) => typeof kind === "string") : [];
  } catch {
    return [];
  }
}

/** What is told at a question, of the page last; nothing twice. */
export function hintsFor(hints: readonly Hint[], kind: string, seen: readonly string[]): Hint[] {
  return [...hints.filter((hint) => hint.kind === kind), PAGE].filter((hint) => !seen.includes(hint.kind));
}

export function seenHints(store: Pick<Storage, "getItem">): string[] {
  return readSeen(store.getItem(KEY));
}

/** Notes that hints were shown; all of them are shown again after `forget`. */
export function note(store: Pick<Storage, "getItem" | "setItem">, kinds: readonly string[]): string[] {
  const seen = [...new Set([...seenHints(store), ...kinds])];
  store.setItem(KEY, JSON.stringify(seen));
  return seen;
}

export function forget(store: Pick<Storage, "removeItem">): void {
  store.removeItem(KEY);
}
