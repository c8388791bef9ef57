/** What a move to a hex comes to, as lines of the card: what it costs, what it draws, who gains or loses by it, what room is
    left. All words are the server's or say a number of its message; no rule is known here. */
import type { Fire, Preview, Support } from "./marching";
import { listed } from "./words";

/** The sign before a line: fire that is drawn, something lost or barred, something gained or left, something to know. */
export type Sign = "fire" | "loss" | "gain" | "note";

export interface Consequence {
  sign: Sign;
  /** The words that stand first, in bold. */
  lead: string;
  rest: string;
}

const NO_UNDO = "No free undo after that.";

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const stopped = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);

/** What the hex costs and what the unit has in all, as numbers for the eye. */
export function pointsOf({ cost, left }: Preview): { cost: string; of: string } {
  const [spent, rest] = [Number(cost), left ?? Number.NaN];
  return { cost: String(cost), of: Number.isFinite(spent + rest) ? String(spent + rest) : "" };
}

/** The ground of a hex in two parts, "open ground" and "level 9"; and the way there. */
export function placeWords(ground: string | undefined, path: readonly string[], from: string | null): { ground: string; more: string } {
  const [first = "", ...rest] = (ground ?? "").split(", ");
  const between = path.filter((hex) => hex !== from).slice(0, -1);
  const by = between.length ? `by ${between.join(", ")}` : "";
  return { ground: first, more: [...rest, by].filter(Boolean).join(", ") };
}

/** Everything that a move to a hex brings with it, the gravest first. */
export function consequencesOf(row: Preview, moving: readonly string[]): Consequence[] {
  const fires = (row.fires ?? []).flatMap((fire) => drawn(fire) ?? []);
  const last = fires.at(-1);
  if (last && row.irreversible) last.rest = `${last.rest} ${NO_UNDO}`;
  const final: Consequence[] = !fires.length && row.irreversible ? [{ sign: "loss", lead: capital(row.irreversible.why || "no free undo"), rest: row.irreversible.why ? `. ${NO_UNDO}` : "." }] : [];
  const barred: Consequence[] = row.end === false ? [{ sign: "loss", lead: "Cannot stop there", rest: row.why ? `: ${stopped(row.why)}` : "." }] : [];
  const support = (row.support ?? []).filter(({ before, after }) => before !== after).map((one) => supported(one, moving));
  const rest = otherParts(row).map((part): Consequence => ({ sign: "note", lead: "", rest: stopped(capital(part)) }));
  return [...fires, ...final, ...barred, ...support, ...rest, ...left(row)];
}

function drawn({ hex, sp, by }: Fire): Consequence | null {
  const who = by.filter(({ allowed }) => allowed).map(({ unit }) => unit);
  if (!who.length) return null;
  return { sign: "fire", lead: "Draws fire", rest: ` from ${listed(who)} on leaving ${hex}${sp ? `, strength ${sp}` : ""}.` };
}

function supported({ unit, before, after, why }: Support, moving: readonly string[]): Consequence {
  const alone = moving.length === 1 && moving[0] === unit;
  const lead = alone ? capital(why) : `${unit} ${why}`;
  return { sign: after < before ? "loss" : "gain", lead, rest: `: cohesion ${before} becomes ${after}.` };
}

/** What the server's words say beyond the parts of its message that have a line of their own. */
function otherParts({ text = "", irreversible, why, support, stack }: Preview): string[] {
  const told = (part: string) =>
    /^\S+ MP\b.* left$/.test(part) ||
    (irreversible?.why && irreversible.why.includes(part.replace(/ \([^)]*\)$/, ""))) ||
    (why && part.endsWith(why)) ||
    (stack && part === `stack ${stack}`) ||
    support?.some(({ unit, before, after }) => before !== after && part.includes(`${unit} `) && part.endsWith(`${before} to ${after}`));
  return text.split("; ").filter((part) => part && !told(part));
}

function left({ left: points, stack, end }: Preview): Consequence[] {
  if (end === false) return [];
  const rest = points === undefined ? "" : `${points === 0 ? "No points" : points === 1 ? "1 point" : `${points} points`} left.`;
  return [{ sign: "gain", lead: "", rest: [rest, stack ? `${stack} in the hex.` : "Alone in the hex."].filter(Boolean).join(" ") }];
}
