/** The columns of a table as a ruler: where a strength begins, what each shift does to it, where it ends. */
import { signed } from "./chances";
import type { Shift } from "./protocol";

/** The columns of a table in their order, the first of a plan and its last: -1 where it leads off the table. */
export interface Scale {
  names: readonly string[];
  at: number;
  to: number;
  /** What is told as shifts are the parts of a sum, and move nothing. */
  sum?: boolean;
}

/** What one shift does, in columns. */
export interface Arc {
  name: string;
  from: number;
  to: number;
}

/** So many columns are read beside each other. */
const WIDTH = 8;

/** One arc a shift that counts, each from where the one before has led; shifts are added up first, so that they may lead
    over an end of the table and back. */
export function arcsOf({ at, sum }: Scale, shifts: readonly Shift[]): Arc[] {
  let from = at;
  return shifts
    .filter(({ applied, columns }) => applied && columns && !sum)
    .map(({ name, columns }) => ({ name, from, to: (from += columns) }));
}

/** The part of the ruler that is shown, with what the arcs touch in its middle: its first column, and the one after its last. */
export function partOf({ names, at, to }: Scale, arcs: readonly Arc[]): [number, number] {
  const last = names.length - 1;
  const touched = [at, Math.max(to, 0), ...arcs.map((arc) => Math.min(Math.max(arc.to, 0), last))];
  const [low, high] = [Math.min(...touched), Math.max(...touched)];
  const width = Math.min(names.length, Math.max(WIDTH, high - low + 1));
  const first = Math.max(0, Math.min(names.length - width, Math.round((low + high + 1 - width) / 2)));
  return [first, first + width];
}

/** Where the shifts lead, in a word. */
export const endOf = ({ names, to }: Scale): string => (to < 0 ? "off the table" : `column ${names[to]}`);

/** The ruler for those who listen. */
export function rulerWords(scale: Scale, shifts: readonly Shift[], strength: string): string {
  const { names, at, to, sum } = scale;
  const begin = `${strength ? `Strength ${strength}` : "It begins"}: column ${names[at]}`;
  const used = sum ? [] : shifts.filter(({ applied }) => applied).map(({ name, columns }) => `${name} ${signed(columns)}`);
  return [begin, ...used, ...(to === at && !used.length ? [] : [endOf(scale)])].join(", ");
}
