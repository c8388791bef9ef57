/** Chances in words. */
import type { Odds } from "./protocol";
import { listed } from "./words";

/** A share of one in percent; what is rare is never shown as never, what is likely never as certain. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return "under 1 %";
  if (share < 1 && share > 0.99) return "over 99 %";
  return `${Math.round(share * 100)} %`;
}

/** The same where there is little room. */
export function brief(share: number): string {
  return percent(share).replace("under ", "<").replace("over ", ">");
}

/** What a word says that is but a number's name: "box 2" that the unit is broken, "loses 2" what it loses. */
const WITHOUT = new Map([["box", "broken"], ["loses", "loses points"]]);

/** A state whatever its number is: "retreat" of "retreat 2". */
function whatever(word: string): string {
  const bare = word.replace(/ \d+$/, "");
  return bare === word ? word : (WITHOUT.get(bare) ?? bare);
}

/** The chance of each state whatever else happens, "retreat 1" and "retreat 2" together; the likeliest first. */
export function inAll(results: Odds["results"]): [string, number][] {
  const sums = new Map<string, number>();
  for (const { units, probability } of results)
    for (const [id, states] of Object.entries(units))
      for (const state of new Set(states.map(whatever)))
        sums.set(`${id} ${state}`, (sums.get(`${id} ${state}`) ?? 0) + probability);
  return [...sums].sort(([, one], [, other]) => other - one);
}

/** One result in words. */
export function resultWords(units: Record<string, string[]>): string {
  return listed(Object.entries(units).map(([id, states]) => `${id} ${listed(states)}`)) || "no effect";
}

/** How sure the figures are: every case counted, or a sample with its error. */
export function sureness(odds: Odds): string {
  const n = odds.total_weight.toLocaleString("en");
  if (odds.exact !== false) return `Exact: all ${n} equal cases counted.`;
  const error = ((odds.error ?? 0) * 100).toFixed(1);
  return `Sampled: ${n} plays, each figure give or take ${error} %.`;
}

/** The column in words: where it begins and where the shifts take it. */
export function columnWords(odds: Odds): string {
  const { column, strength } = odds;
  if (!column) return "";
  const points = strength ? `Strength ${strength}, column ${column.base}` : `Column ${column.base}`;
  return column.final === column.base ? points : `${points}, shifted to ${column.final}`;
}

/** So small a chance is left to the full list. */
const TOLD = 0.005;

/** The chances that stand beside the main one, few and in short: of an attack "we" are those who attack. */
export function beside(chances: readonly { name: string; probability: number }[], main: string, attack: boolean): { name: string; probability: number }[] {
  const short = (name: string) => name.replace(/^defender loses/, "they lose").replace(/^attacker loses/, "we lose").replace(/^attacker falls/, "we fall");
  return chances
    .filter(({ name, probability }) => name !== main && !name.startsWith(`${main}, `) && (!attack || probability >= TOLD))
    .slice(0, 4)
    .map(({ name, probability }) => ({ name: attack ? short(name) : name, probability }));
}

/** The main chance under other terms, such as "65 % without defensive fire". */
export function termsOf(chances: readonly { name: string; probability: number }[], main: string): string[] {
  return chances.filter(({ name }) => name.startsWith(`${main}, `)).map(({ name, probability }) => `${percent(probability)} ${name.slice(main.length + 2)}`);
}

/** A shift as it is printed: "+1", "-2"; a plain minus would be lost beside a hyphen. */
export function signed(columns: number): string {
  return columns < 0 ? `−${-columns}` : `+${columns}`;
}
