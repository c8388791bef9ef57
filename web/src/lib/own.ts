/** An owner's values as they are typed in (docs/protocol.md, "An owner's values"): rows of counters, cells, whole charts. */

export interface OwnCell {
  value: string;
  /** What the program has, where that is another. */
  made?: string;
  /** The layer whose it is; none for the program's own. */
  layer?: string;
  /** Looked at, and the same as the program's. */
  seen?: boolean;
  source?: string;
}

export interface OwnField {
  column: string;
  face: string;
  wants: string;
  cell: OwnCell;
}

export interface OwnCounter {
  row: string;
  name: string;
  side: string;
  brigade: string;
  source: string;
  fields: OwnField[];
  face: string;
  back: string;
}

export interface OwnChart {
  table: string;
  title: string;
  explained: string;
  boxes: string;
  keys: string[];
  columns: string[];
  wants: Record<string, string>;
  /** The layer that has it in another shape. */
  whole: string | null;
  rows: [string, Record<string, string>, Record<string, OwnCell>][];
  /** The rows that are our own best guess. */
  guessed?: string[];
}

/** A whole chart in the shape of one's own card. */
export interface Drawn {
  table: string;
  columns: string[];
  rows: string[][];
}

/** What became of a cell: ok, seen, odd (kept, and why it is strange), wrong (a draft) or out. */
export interface Told {
  table: string;
  row: string;
  column: string;
  value: string;
  state: string;
  why: string;
}

export interface OwnLayer {
  name: string;
  title: string;
  printing: string;
  source: string;
  date: string;
  order: number;
  /** Whether it is laid over the pack. */
  on: boolean;
  edition: number;
  drafts: Told[];
  drawn: Drawn[];
}

export interface Own {
  pack: string;
  title: string;
  words: string;
  layers: OwnLayer[];
  counters: OwnCounter[];
  charts: OwnChart[];
  chits: [string, Record<string, OwnCell>][];
  /** What the columns of a chit may hold, in words. */
  chit_wants?: Record<string, string>;
  /** The events that a chit may play. */
  events?: string[];
  /** Chits that the program does not have. */
  added?: string[];
  /** Chits of the program that were taken out. */
  gone?: string[];
  hexes?: OwnGround;
}

/** The board: its cells by hex, hexsides and roads by name, what an owner has added or taken out, and the words of each brush. */
export interface OwnGround {
  board: Record<string, Record<string, OwnCell>>;
  hexsides: Record<string, Record<string, OwnCell>>;
  roads: Record<string, Record<string, OwnCell>>;
  /** By table: name of a row -> what its owner calls it, and name of one that is gone -> the layer that took it out. */
  rows: Record<string, { added: Record<string, string>; gone: Record<string, string> }>;
  brushes: Record<"terrain" | "features" | "hexsides" | "roads", string[]>;
}

/** A cell in which one's own value and the program's are two. */
export interface Difference {
  table: string;
  row: string;
  column: string;
  made: string;
  mine: string;
  layer: string;
}

/** A cell as it is sent. */
export interface Typed {
  table: string;
  row: string;
  column: string;
  value?: string;
  seen?: boolean;
  out?: boolean;
}

/** What a layer says of itself. */
export type About = Partial<Record<"printing" | "source" | "date", string>> & { on?: boolean; order?: number };

export interface Answered {
  edition: number;
  cells: Told[];
  broken: string[];
  /** Drafts of the board that are in force now, since what they leaned on has been typed. */
  also?: Told[];
}

/** The name of a cell in the page's own lists. */
export function at(table: string, row: string, column: string): string {
  return `${table}\n${row}\n${column}`;
}

/** A name of a column as words. */
export function spoken(column: string): string {
  return column.replaceAll("_", " ");
}

/** What the program has in a cell. */
export function madeOf(cell: OwnCell): string {
  return cell.made ?? cell.value;
}

/** The cells by name in which an owner's values are others than the program's. */
export function differing(cells: Iterable<[string, OwnCell]>): Difference[] {
  return [...cells].flatMap(([key, { value, made, layer, seen }]) => {
    const [table = "", row = "", column = ""] = key.split("\n");
    return layer === undefined || seen || made === undefined || made === value ? [] : [{ table, row, column, made, mine: value, layer }];
  });
}

/** Whether nothing that is in force lies over a layer: what is typed into it is in force then. */
export function laidOn(layers: readonly OwnLayer[], name: string): boolean {
  const top = layers.filter(({ on }) => on).at(-1);
  return !top || top.name === name;
}

/** The fields of a counter that a line fills, in their order: those that its printed counter has, but for marks of yes and no. */
export function places(counter: OwnCounter): OwnField[] {
  return counter.fields.filter(({ wants, cell }) => wants !== "yes or no" && madeOf(cell) !== "");
}

/** What a line such as "6R4 3 3 fragile=yes" says of a counter. */
export interface Line {
  values: Record<string, string>;
  /** Why it cannot be taken apart. */
  wrong: string;
}

/** A line of a counter taken apart; a point leaves a place as it is. */
export function lineOf(text: string, counter: OwnCounter): Line {
  const [values, order]: [Record<string, string>, OwnField[]] = [{}, places(counter)];
  const words = text.trim().split(/[\s,;]+/).filter(Boolean);
  for (const word of words.filter((one) => one.includes("="))) {
    const [name = "", value = ""] = word.split("=", 2);
    const field = counter.fields.find(({ column }) => column === name.toLowerCase());
    if (!field) return { values, wrong: `there is no ${name}; write one of ${counter.fields.map(({ column }) => column).join(", ")}` };
    if (value) values[field.column] = spelt(value, field.wants);
  }
  const plain = words.filter((one) => !one.includes("="));
  const parts = plain.length < order.length ? apart(plain, order) : plain;
  const found = parts.length > order.length && plain.length <= order.length ? plain : parts;
  if (found.length > order.length) {
    return { values, wrong: `${found.length} values for ${order.length} places; write ${order.map(({ column }) => spoken(column)).join(", ")}` };
  }
  found.forEach((part, n) => {
    const field = order[n];
    if (field && part !== ".") values[field.column] = spelt(part, field.wants);
  });
  return { values, wrong: "" };
}

/** Words run together, taken apart by what the places hold: "CR4" is C, R, 4 and "9Sr4" is 9, Sr, 4. */
function apart(words: string[], order: readonly OwnField[]): string[] {
  const found: string[] = [];
  for (const piece of words.flatMap((one) => one.match(/\d+|\.|[^\d.]+/g) ?? [])) {
    const cut = cutAt(piece, order[found.length]?.wants ?? "", order[found.length + 1]?.wants ?? "");
    found.push(...(cut ? [piece.slice(0, cut), piece.slice(cut)] : [piece]));
  }
  return found;
}

/** After how many letters a code of one place ends and one of the next begins; 0 where the piece is one code. */
function cutAt(piece: string, here: string, next: string): number {
  const isCode = (text: string, wants: string) => /^[A-Z]/.test(codeOf(text, wants) ?? "");
  if (isCode(piece, here)) return 0;
  const places = [...Array(Math.max(0, piece.length - 1)).keys()].map((n) => n + 1);
  return places.find((n) => isCode(piece.slice(0, n), here) && isCode(piece.slice(n), next)) ?? 0;
}

/** The code that a text means, among those that a place may hold. */
function codeOf(text: string, wants: string): string | undefined {
  const codes = wants.split(/[\s,:]+/);
  return codes.find((code) => code === text) ?? codes.find((code) => code.toLowerCase() === text.toLowerCase());
}

/** A code as the rules spell it: "sr" is Sr. */
function spelt(value: string, wants: string): string {
  return codeOf(value, wants) ?? value;
}

/** The line that says what has been typed of a counter: `own` gives it of a column, undefined where it is the program's. */
export function lineFrom(counter: OwnCounter, own: (column: string) => string | undefined): string {
  const order = places(counter);
  const plain = order.map(({ column }) => own(column) ?? ".");
  while (plain.at(-1) === ".") plain.pop();
  const others = counter.fields.filter((field) => !order.includes(field));
  return [...plain, ...others.flatMap(({ column }) => (own(column) ? [`${column}=${own(column)}`] : []))].join(" ");
}

/** A cell of several boxes, which may be typed with spaces between them. */
export function boxed(value: string, boxes: string): string {
  const parts = value.trim().split(/\s+/);
  return boxes && !value.includes("|") && parts.length === boxes.split("|").length ? parts.join("|") : value;
}

/** The same once it is whole: boxes left out in front have nothing, so that `0-1` is `-|-|0-1`. */
export function filled(value: string, boxes: string): string {
  const parts = value.trim().split(/\s+/);
  const wanted = boxes ? boxes.split("|").length : 0;
  if (value.includes("|") || !value.trim() || parts.length >= wanted) return value;
  return [...Array<string>(wanted - parts.length).fill("-"), ...parts].join("|");
}

/** A list with `gone` of its rows from one on taken out, and others put in their place. */
function spliced<T>(list: readonly T[], from: number, gone: number, ...more: T[]): T[] {
  return [...list.slice(0, from), ...more, ...list.slice(from + gone)];
}

/** A chart with a column more behind another; its cells are empty. */
export function withColumn(drawn: Drawn, after: number): Drawn {
  return { ...drawn, columns: spliced(drawn.columns, after + 1, 0, ""), rows: drawn.rows.map((row) => spliced(row, after + 1, 0, "")) };
}

export function withoutColumn(drawn: Drawn, n: number): Drawn {
  return { ...drawn, columns: spliced(drawn.columns, n, 1), rows: drawn.rows.map((row) => spliced(row, n, 1)) };
}

/** A chart with a row more behind another. */
export function withRow(drawn: Drawn, after: number): Drawn {
  return { ...drawn, rows: spliced(drawn.rows, after + 1, 0, drawn.columns.map(() => "")) };
}

export function withoutRow(drawn: Drawn, n: number): Drawn {
  return { ...drawn, rows: spliced(drawn.rows, n, 1) };
}

/** A chart with other text in a head (row -1) or in a cell. */
export function withText(drawn: Drawn, row: number, column: number, text: string): Drawn {
  if (row < 0) return { ...drawn, columns: spliced(drawn.columns, column, 1, text) };
  return { ...drawn, rows: drawn.rows.map((cells, n) => (n === row ? spliced(cells, column, 1, text) : cells)) };
}
