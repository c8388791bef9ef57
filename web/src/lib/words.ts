/** A piece of a sentence: plain, or the number of a hex. */
export interface Piece {
  text: string;
  hex: boolean;
  /** What closes up to the number of a hex, so that no line begins with it. */
  tail?: string;
}

/** A sentence cut at the hexes that it names; only numbers of the board count. */
export function pieces(sentence: string, isHex: (name: string) => boolean): Piece[] {
  const found: Piece[] = [];
  let plain = "";
  for (const part of sentence.split(/(?<!\d)(\d{4})(?!\d)/)) {
    if (/^\d{4}$/.test(part) && isHex(part)) {
      if (plain) found.push({ text: plain, hex: false });
      found.push({ text: part, hex: true });
      plain = "";
    } else {
      const tail = !plain && found.length ? (/^[,.;:)!?]+/.exec(part)?.[0] ?? "") : "";
      const last = found.at(-1);
      if (tail && last?.hex) last.tail = tail;
      plain += part.slice(tail.length);
    }
  }
  return plain ? [...found, { text: plain, hex: false }] : found;
}

/** "KT-15.4-1" as it is printed beside a line: "KT 15.4". */
export function shortCase(id: string): string {
  const [book, chapter] = id.split("-");
  return chapter ? `${book} ${chapter}` : id;
}

/** The procedures under way as a way in; a title that the next one only says at greater length is left out. */
export function trail(stack: readonly string[]): string {
  return stack.filter((title, i) => title !== stack[i + 1] && !stack[i + 1]?.startsWith(`${title}, `)).join(" › ");
}

/** "union" as "Union". */
export function sideName(side: string | null | undefined): string {
  return side ? side.charAt(0).toUpperCase() + side.slice(1) : "nobody";
}

/** Who holds or owns something, as a sentence has it. */
export function theSide(side: string | null | undefined): string {
  return { union: "the Union", confederate: "the Confederates" }[side ?? ""] ?? sideName(side);
}

/** Several things in a sentence: "a, b and c". */
export function listed(things: readonly string[]): string {
  return things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things[things.length - 1]}`;
}

/** Dice as they lie: 54 is a five and a four, 3 is a three. */
export function dice(roll: number | null): number[] {
  return roll ? [...String(roll)].map(Number) : [];
}

/** Long words of a table's head may break in their middle, where the column is narrow. */
export function breakable(text: string): string {
  return text.replace(/\p{L}{8,}/gu, (word) => `${word.slice(0, Math.ceil(word.length / 2))}\u00ad${word.slice(Math.ceil(word.length / 2))}`);
}

/** What is asked of units that are chosen to move. */
export function whereTo(ids: readonly string[]): string {
  return ids.length === 1 ? `Where does ${ids[0]} go?` : `Where do these ${ids.length} go?`;
}
