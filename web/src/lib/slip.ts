/** What of the slip is shown: the first part with something to say, and those that find room under it. */
export interface Part {
  /** Its place among all parts. */
  at: number;
  high: number;
  pressing?: boolean;
  joins?: boolean;
  idle?: boolean;
}

/** With less room than this, in pixels, it goes; a line of it stays where there is room for that. */
export const LEAST = 90;
export const A_LINE = 40;
/** Its edge, and the line that counts the rest. */
const FRAME = 50;

/** The line that counts what is not shown: how many parts, and which, as far as they have a name. */
export function moreWords(titles: readonly (string | undefined)[]): string {
  const named = titles.filter((title) => title !== undefined).map((title) => title.charAt(0).toLowerCase() + title.slice(1));
  return `${titles.length} more${named.length ? `: ${named.join(", ")}` : ""}`;
}

/**
 * How high the parts are: each the highest that it has been with what it says. A part that is shown is not as high as when it
 * is measured unshown (its line, a scrollbar beside it), and one that comes for the lower of the two and goes for the higher
 * would come and go without end. A height that only grows can send it away once.
 */
export class Heights {
  #most = new Map<number, number>();
  #width = 0;

  of(at: number, high: number): number {
    const most = Math.max(high, this.#most.get(at) ?? 0);
    this.#most.set(at, most);
    return most;
  }

  /** It says something else now. */
  forget(at: number): void {
    this.#most.delete(at);
  }

  /** In a column of another width all are measured anew. */
  within(width: number): void {
    if (width !== this.#width) this.#most.clear();
    this.#width = width;
  }
}

/**
 * The parts that have something to say, the most pressing first. What merely fills an empty slip (the last lines of the
 * log) goes where another has; where nothing has just happened it gives its place to a hint as well.
 */
export function speaking(parts: readonly Part[], fresh: boolean): Part[] {
  const busy = parts.filter(({ idle }) => !idle);
  const idle = parts.filter((part) => part.idle);
  const before = busy.filter(({ at }) => idle.some((one) => at < one.at));
  if (before.length || (busy.length && !fresh)) return busy;
  return [...idle, ...busy];
}

/**
 * Those of them that are shown: one, and what joins it as long as it fits; all on request. None where there is no room,
 * unless one wants an answer or they were asked for.
 */
export function shownOf(parts: readonly Part[], room: number, all: boolean): Part[] {
  const [first, ...rest] = parts;
  if (all) return [...parts];
  if (!first || (room < LEAST && !parts.some(({ pressing }) => pressing))) return [];
  const found = [first];
  let left = room - FRAME - first.high;
  for (const part of rest) {
    if (!part.joins || part.high > left) break;
    found.push(part);
    left -= part.high;
  }
  return found;
}
