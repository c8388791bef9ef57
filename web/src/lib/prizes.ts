/** The ground that counts, as the map shows it while the score lies open. No rule is known here. */

export interface Prize {
  /** What it is worth, in a few letters; the same as a line. */
  mark: string;
  text: string;
  hexes: string[];
  /** Whom it counts for; null for both. */
  side: string | null;
  /** It is left by, off the map. */
  exit: boolean;
}

/** A part of the pill of a hex: what it is worth to one side. */
export interface Worth {
  side: string | null;
  text: string;
}

/** What each hex is worth, side by side; edges to leave by are no such hexes. */
export function worths(rows: readonly Prize[]): Map<string, Worth[]> {
  const found = new Map<string, Worth[]>();
  for (const { mark, hexes, side } of rows.filter(({ exit }) => !exit)) {
    for (const hex of hexes) {
      const parts = found.get(hex) ?? [];
      const same = parts.find((part) => part.side === side);
      if (same) same.text = `${same.text} ${mark}`;
      else parts.push({ side, text: mark });
      found.set(hex, parts);
    }
  }
  return found;
}

/** Where along an edge its mark stands: now and then, so that one of them is always near. */
export function stations(hexes: readonly string[], every = 8): string[] {
  return hexes.filter((_, i) => i % every === Math.min(every, hexes.length) >> 1);
}

/** The one in the middle. */
export function middle(hexes: readonly string[]): string {
  return hexes[hexes.length >> 1] ?? "";
}
