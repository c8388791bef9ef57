/** Views of the whole board: what the server draws on its hexes, and what it must be told for it. */

export type Tone = "good" | "bad" | "warn" | "none";

export interface Mark {
  text: string;
  /** How strong the tint is, 0 to 1. */
  weight: number;
  tone: Tone;
  why: string;
  cite: string;
}

export interface Line {
  from: string;
  to: string;
  tone: Tone;
  text: string;
}

/** What is drawn on the board. */
export interface Drawing {
  hexes: Record<string, Mark>;
  lines: Line[];
  words: string[];
  /** What the tones mean in this view, where the server says so. */
  legend?: Partial<Record<Tone, string>>;
}

export interface BoardAnswer extends Drawing {
  id: string;
  name: string;
  title: string;
}

/** A view that there is. */
export interface BoardListed {
  name: string;
  title: string;
  key: string;
  /** Of "hex", "to" and "unit". */
  needs: string[];
}

/** What a view is asked about. */
export interface Place {
  at?: string;
  to?: string;
  unit?: string;
}

/** What still has to be pointed at for a view, in words; "" where nothing is missing. */
export function missing({ needs }: BoardListed, { at, to, unit }: Place): string {
  if (needs.includes("unit") && !unit) return "point at a unit";
  if (needs.includes("hex") && !at) return "point at a hex";
  return needs.includes("to") && (!to || to === at) ? `point at a second hex, from ${at} on` : "";
}

/** The key of a view: those that show a hand on one screen have Shift beside them. */
export function keyFor(board: BoardListed, seats: readonly string[]): string {
  const small = board.key.toLowerCase();
  return seats.some((seat) => seat.startsWith(small)) ? `Shift+${small}` : board.key;
}

/** How a key is printed. */
export function keyWords(key: string): string {
  return key.replace("Shift+", "Shift ").replace(/.$/, (letter) => letter.toUpperCase());
}

const SIGNS: Record<Tone, [string, string]> = {
  good: ["solid", "good for you"],
  warn: ["dashed", "so so, or with a price"],
  bad: ["dotted", "bad for you"],
  none: ["thin", "a plain figure"],
};

/** The tones that a drawing uses, each with its edge and what it means. */
export function legend({ hexes, lines, legend: said }: Drawing): { tone: Tone; edge: string; means: string }[] {
  const used = new Set([...Object.values(hexes), ...lines].map((mark) => mark.tone));
  const tones = (["good", "warn", "bad", "none"] as const).filter((tone) => used.has(tone));
  return tones.map((tone) => ({ tone, edge: SIGNS[tone][0], means: said?.[tone] ?? SIGNS[tone][1] }));
}

/** The marks of a drawing to be read one after the other, the strongest first. */
export function readable({ hexes }: Drawing): { hex: string; mark: Mark }[] {
  const rows = Object.entries(hexes).map(([hex, mark]) => ({ hex, mark }));
  return rows.sort((a, b) => b.mark.weight - a.mark.weight || a.hex.localeCompare(b.hex));
}
