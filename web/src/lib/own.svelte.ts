import { getJson, reached } from "./fetching";
import { putDown } from "./shelf";
import { type About, type Answered, at, type Drawn, madeOf, type Difference, differing, laidOn, type Own, type OwnCell, type OwnChart, type OwnCounter, type OwnGround, type OwnLayer, type Told, type Typed } from "./own";

/** Milliseconds after the last key until what was typed is sent, and until it is tried again where it could not be kept. */
const PAUSE = 500;
const AGAIN = 5000;
const UNREAD = "as it stands the rules cannot read it; with the next change it is said why";

const REMOVED = "removed";
/** The first column of the name of a row that can be added. */
const KEYS: Record<string, string> = { hexsides: "a", roads: "road" };

interface Kept {
  cells: Typed[];
  charts: Drawn[];
  lines: Record<string, string>;
  about: About;
  /** The layer into which it was typed. */
  layer?: string;
}

/** One's own printed values over a pack, as the page has them: sent as they are typed, and in this browser until they are kept. */
export class Copy {
  own = $state.raw<Own | null>(null);
  /** The layer into which is typed. */
  layer = $state("");
  /** The chart of which a shape of one's own has just been begun. */
  drawing = "";
  about = $state<About>({});
  /** Why what was typed is not kept yet. */
  failed = $state("");
  /** What another window has written, in words. */
  others = $state.raw<string[]>([]);
  /** Rows of the table pasted last for which there was no place. */
  lost = $state.raw<string[]>([]);
  /** Claims of the book: what broke or was mended since the page was opened, and all that is broken. */
  green = $state.raw<string[]>([]);
  red = $state.raw<string[]>([]);
  waiting = $state(0);
  /** Lines of counters that cannot be taken apart, by row. */
  lines = $state<Record<string, string>>({});
  /** Charts in the shape of one's own card. */
  drawn = $state<Record<string, Drawn>>({});
  /** What was said of each whole chart. */
  drawnTold = $state<Record<string, Told>>({});
  told = $state<Record<string, Told>>({});
  #cells = $state<Record<string, OwnCell>>({});
  /** Cells that were typed and are not in force: on their way, or drafts. */
  #typed = $state<Record<string, string>>({});
  /** Whether the board is wanted too: it is larger than all the rest. */
  #wantsGround = false;
  #given = new Map<string, OwnCell>();
  #edition = 0;
  /** How often something was kept. */
  #kept = 0;
  #cellsToSend = new Map<string, Typed>();
  #chartsToSend = new Map<string, Drawn>();
  #aboutToSend: About = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;

  constructor(readonly pack: string) {}

  /** Reads all of the pack, and takes up what an earlier page could not send. */
  async open(): Promise<void> {
    const left = JSON.parse(localStorage.getItem(this.#name) ?? "null") as Kept | null;
    this.layer = left?.layer ?? "";
    await this.#read();
    for (const cell of left?.cells ?? []) this.#put(cell);
    for (const chart of left?.charts ?? []) this.draw(chart);
    Object.assign(this.lines, left?.lines);
    if (left && Object.keys(left.about).length) this.say(left.about);
  }

  get #name(): string {
    return `vedette-own-${this.pack}`;
  }

  get #chosen(): string {
    return `${this.#name}-layer`;
  }

  /** The layers into which can be typed, the lowest first. */
  get layers(): OwnLayer[] {
    return (this.own?.layers ?? []).filter(({ name }) => !name.startsWith("packs/"));
  }

  /** The layer into which is typed, as it was read; undefined while there is none of its name. */
  get chosen(): OwnLayer | undefined {
    return this.layers.find(({ name }) => name === this.layer);
  }

  /** Another layer to type into, also one that there is not yet; what was typed into this one is kept first. */
  async choose(name: string): Promise<void> {
    await this.send();
    if (this.waiting) return;
    putDown(localStorage, this.#chosen, name);
    this.layer = name;
    await this.again();
  }

  /** Everything is read anew; what is typed and not kept stays. */
  async again(): Promise<void> {
    for (const key of Object.keys(this.#typed)) if (!this.#cellsToSend.has(key)) delete this.#typed[key];
    [this.told, this.drawn, this.drawnTold] = [{}, Object.fromEntries([...this.#chartsToSend].filter(([, { rows }]) => rows.length)), {}];
    await this.#read();
  }

  async #read(): Promise<void> {
    const kept = this.#kept;
    const own = await getJson<Own>(`/api/own/${this.pack}${this.#wantsGround ? "?part=counters,charts,chits,hexes" : ""}`);
    if (kept !== this.#kept) return this.#read(); // something has been kept meanwhile that is not in it
    const mine = own.layers.filter(({ name }) => !name.startsWith("packs/"));
    const stored = localStorage.getItem(this.#chosen);
    const first = mine.find(({ name }) => name === stored) ?? mine.filter(({ on }) => on).at(-1) ?? mine.at(-1);
    this.layer ||= first?.name ?? `my-${this.pack}`;
    const layer = mine.find(({ name }) => name === this.layer);
    this.#edition = layer?.edition ?? 0;
    this.#given.clear();
    for (const { row, fields } of own.counters) for (const { column, cell } of fields) this.#given.set(at("counters", row, column), cell);
    for (const { table, rows } of own.charts) for (const [row, , cells] of rows) this.#take(table, row, cells);
    for (const [row, cells] of own.chits) this.#take("chits", row, cells);
    if (own.hexes) this.#takeGround(own.hexes);
    this.#cells = {};
    this.about = { printing: layer?.printing ?? "", source: layer?.source ?? "", date: layer?.date ?? "", on: layer?.on ?? true, order: layer?.order ?? 50, ...this.#aboutToSend };
    this.#readDrafts(own.charts, layer);
    this.own = own;
  }

  #take(table: string, row: string, cells: Record<string, OwnCell>): void {
    for (const [column, cell] of Object.entries(cells)) this.#given.set(at(table, row, column), cell);
  }

  #takeGround(ground: OwnGround): void {
    for (const table of ["board", "hexsides", "roads"] as const) for (const [row, cells] of Object.entries(ground[table])) this.#take(table, row, cells);
    for (const [table, { added, gone }] of Object.entries(ground.rows)) {
      for (const [name, row] of Object.entries(added)) this.#given.set(at(table, row, KEYS[table] ?? ""), { value: name.split(" ")[0] ?? "", layer: this.layer });
      for (const [name, layer] of Object.entries(gone)) this.#given.set(at(table, name, "source"), { value: REMOVED, layer });
    }
  }

  /** The board is read too, from now on. */
  async openGround(): Promise<void> {
    this.#wantsGround = true;
    await this.again();
  }

  /** The rows of a table that are one's own and not the program's. */
  addedTo(table: string): string[] {
    const ours = [...this.#given.keys(), ...Object.keys(this.#cells), ...Object.keys(this.#typed)];
    const [begin, end] = [`${table}\n`, `\n${KEYS[table] ?? ""}`];
    const rows = ours.filter((key) => key.startsWith(begin) && key.endsWith(end)).map((key) => key.split("\n")[1] ?? "");
    return [...new Set(rows)].filter((row) => this.mine(table, row, KEYS[table] ?? "") !== undefined);
  }

  /** Whether a row of the program is taken out. */
  isOut(table: string, row: string): boolean {
    return this.mine(table, row, "source") === REMOVED;
  }

  /** What a cell has to be sent as to be as it is now. */
  standing(table: string, row: string, column: string): Typed {
    const value = this.mine(table, row, column);
    if (value !== undefined) return { table, row, column, value };
    return { table, row, column, ...(this.done(table, row, column) ? { seen: true } : { out: true }) };
  }

  /** Cells as they are, without a look at what stands there. */
  put(cells: readonly Typed[]): void {
    for (const cell of cells) this.#put(cell);
  }

  #readDrafts(charts: OwnChart[], layer: OwnLayer | undefined): void {
    for (const draft of layer?.drafts ?? []) {
      const key = at(draft.table, draft.row, draft.column);
      this.told[key] = draft;
      this.#typed[key] ??= draft.value;
    }
    for (const chart of charts) if (chart.whole === this.layer && !this.#chartsToSend.has(chart.table)) this.drawn[chart.table] = this.shape(chart);
    for (const drawn of layer?.drawn ?? []) {
      if (this.#chartsToSend.has(drawn.table)) continue;
      this.drawn[drawn.table] = drawn;
      this.drawnTold[drawn.table] ??= { table: drawn.table, row: "", column: "", value: "", state: "wrong", why: UNREAD };
    }
  }

  /** A cell in force. */
  cell(table: string, row: string, column: string): OwnCell {
    const key = at(table, row, column);
    return this.#cells[key] ?? this.#given.get(key) ?? { value: "" };
  }

  /** What stands in a cell: what was typed last, else what is in force. */
  text(table: string, row: string, column: string): string {
    return this.#typed[at(table, row, column)] ?? this.cell(table, row, column).value;
  }

  /** What was typed into a cell, undefined where it is the program's. */
  mine(table: string, row: string, column: string): string | undefined {
    const cell = this.cell(table, row, column);
    return this.#typed[at(table, row, column)] ?? (cell.layer !== undefined && !cell.seen ? cell.value : undefined);
  }

  /** Whether a cell has been looked at: typed, or seen to be the same. */
  done(table: string, row: string, column: string): boolean {
    return this.cell(table, row, column).layer !== undefined;
  }

  /** A cell is typed; without anything in it the program's value counts again. */
  type(table: string, row: string, column: string, value: string): void {
    if (value === this.text(table, row, column) && this.mine(table, row, column) !== undefined) return;
    if (!value.trim() && this.mine(table, row, column) === undefined) return;
    this.#put(value.trim() ? { table, row, column, value } : { table, row, column, out: true });
  }

  /** On one's own card nothing stands there, and in the program's something. */
  blank(table: string, row: string, column: string): void {
    this.#put({ table, row, column, value: "" });
  }

  /** The Event chits, those too that one has added and those whose words cannot be so yet. */
  get chits(): string[] {
    const mine = [...Object.entries(this.#typed), ...Object.entries(this.#cells).filter(([, { layer }]) => layer !== undefined)];
    const added = mine.flatMap(([key]) => (key.startsWith("chits\n") && key.endsWith("\nchit") ? [key.split("\n")[1] ?? ""] : []));
    return [...new Set([...(this.own?.chits ?? []).map(([row]) => row), ...added])];
  }

  /** Whether a chit is one's own and not the program's. */
  isAdded(row: string): boolean {
    return this.own?.added?.includes(row) || !this.own?.chits.some(([name]) => name === row);
  }

  /** A chit that the program does not have: all its cells at once, those of its key too. */
  addChit(values: Record<string, string>): void {
    const row = `${values["chit"]} ${values["side"]}`;
    for (const [column, value] of Object.entries(values)) if (value) this.#put({ table: "chits", row, column, value });
  }

  /** A chit is taken out: one's own for good, the program's until it is put back. */
  dropChit(row: string): void {
    if (!this.isAdded(row)) return this.#put({ table: "chits", row, column: "source", value: "removed" });
    for (const column of ["chit", "side", ...Object.keys(this.own?.chits[0]?.[1] ?? {})]) this.#put({ table: "chits", row, column, out: true });
  }

  putBack(row: string): void {
    this.#put({ table: "chits", row, column: "source", out: true });
  }

  /** Where one's own values in force are others than the program's. */
  get differences(): Difference[] {
    return this.own ? differing(this.#given) : [];
  }

  /** Cells of a row were looked at and are the same; those that were typed stay. */
  see(table: string, row: string, columns: readonly string[]): void {
    for (const column of columns) if (this.mine(table, row, column) === undefined && !this.done(table, row, column)) this.#put({ table, row, column, seen: true });
  }

  #put(cell: Typed): void {
    const key = at(cell.table, cell.row, cell.column);
    if (cell.value !== undefined) this.#typed[key] = cell.value;
    else delete this.#typed[key];
    this.#cellsToSend.set(key, cell);
    this.#later();
  }

  /** A line of a counter, with the values that it gives; `wrong` where it cannot be taken apart. */
  typeLine(counter: OwnCounter, text: string, values: Record<string, string>, wrong: string): void {
    if (wrong) this.lines[counter.row] = text;
    else {
      delete this.lines[counter.row];
      for (const { column } of counter.fields) this.type("counters", counter.row, column, values[column] ?? "");
    }
    this.#keep();
  }

  /** A chart as it stands, to be changed whole. */
  shape(chart: OwnChart): Drawn {
    const rows = chart.rows.map(([row, key, cells]) => [
      ...chart.keys.map((name) => key[name] ?? ""), ...chart.columns.map((column) => (chart.whole ? (cells[column]?.value ?? "") : this.text(chart.table, row, column))),
    ]);
    return { table: chart.table, columns: [...chart.keys, ...chart.columns], rows };
  }

  /** A whole chart in another shape: what was typed of it cell by cell goes into it. */
  draw(drawn: Drawn): void {
    const chart = this.own?.charts.find(({ table }) => table === drawn.table);
    for (const [row, , cells] of chart?.rows ?? []) {
      for (const column of Object.keys(cells)) {
        const cell = this.cell(drawn.table, row, column);
        if (!chart?.whole && (cell.layer === this.layer || this.mine(drawn.table, row, column) !== undefined)) this.#put({ table: drawn.table, row, column, out: true });
      }
    }
    this.drawn[drawn.table] = drawn;
    this.#chartsToSend.set(drawn.table, $state.snapshot(drawn));
    this.#later();
  }

  /** The program's chart again. */
  undraw(table: string): void {
    delete this.drawn[table];
    delete this.drawnTold[table];
    this.#chartsToSend.set(table, { table, columns: [], rows: [] });
    this.#later();
  }

  /** What the layer says of itself. */
  say(about: About): void {
    Object.assign(this.about, about);
    Object.assign(this.#aboutToSend, about);
    this.#later();
  }

  #keep(): void {
    const kept: Kept = { cells: [...this.#cellsToSend.values()], charts: [...this.#chartsToSend.values()], lines: $state.snapshot(this.lines), about: this.#aboutToSend, layer: this.layer };
    this.waiting = kept.cells.length + kept.charts.length + Object.keys(kept.about).length;
    if (this.waiting || Object.keys(kept.lines).length) putDown(localStorage, this.#name, JSON.stringify(kept));
    else localStorage.removeItem(this.#name);
  }

  #later(after = PAUSE): void {
    this.#keep();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send(), after);
  }

  /** Everything that waits is sent; what cannot be kept now waits on. */
  async send(): Promise<void> {
    if (this.#sending || !this.waiting) return;
    this.#sending = true;
    const sent = { cells: [...this.#cellsToSend.values()].slice(0, 4000), charts: [...this.#chartsToSend.values()], about: this.#aboutToSend };
    this.#aboutToSend = {};
    let after = AGAIN;
    try {
      const body = JSON.stringify({ edition: this.#edition, cells: sent.cells, charts: sent.charts, ...sent.about });
      const answer = await reached(`/api/own/${this.pack}/${this.layer}`, { method: "PUT", headers: { "content-type": "application/json" }, body });
      const said = (await answer.json().catch(() => null)) as (Answered & { error?: string; changed?: Told[] }) | null;
      this.failed = (answer.ok && said) || said?.changed ? "" : (said?.error ?? `the server answers ${answer.status}`);
      if (answer.ok && said) await this.#answered(sent.cells, sent.charts, said);
      else this.#aboutToSend = { ...sent.about, ...this.#aboutToSend };
      if (answer.ok && (sent.about.on !== undefined || sent.about.order !== undefined)) await this.again();
      if (said?.changed) await this.#changed(said.changed);
      if (!this.failed) after = 0;
    } catch (error) {
      this.#aboutToSend = { ...sent.about, ...this.#aboutToSend };
      this.failed = (error as Error).message;
    }
    this.#sending = false;
    this.#keep();
    if (this.waiting) this.#later(after || PAUSE);
  }

  /** Another window has written: its values are taken over, but for what was typed here since. */
  async #changed(cells: Told[]): Promise<void> {
    this.others = cells.map(({ row, column, value }) => `${row}, ${column.replaceAll("_", " ")}: ${value || "as the program has it"}`);
    await this.#read();
  }

  async #answered(cells: Typed[], charts: Drawn[], said: Answered): Promise<void> {
    this.#edition = said.edition;
    this.#kept += 1;
    for (const cell of cells) {
      const key = at(cell.table, cell.row, cell.column);
      if (this.#cellsToSend.get(key) === cell) this.#cellsToSend.delete(key);
    }
    for (const chart of charts) if (this.#chartsToSend.get(chart.table) === chart) this.#chartsToSend.delete(chart.table);
    for (const { table, row, column, value, ...told } of said.also ?? []) this.#tell({ table, row, column, value }, { table, row, column, value, ...told });
    said.cells.forEach((one, n) => (n < cells.length ? this.#tell(cells[n] as Typed, one) : this.#tellDrawn(one)));
    this.green = [...this.green, ...this.red].filter((words, n, all) => !said.broken.includes(words) && all.indexOf(words) === n);
    this.red = said.broken;
    const rows = cells.some(({ table, row, column }) => table === "chits" && (column === "source" || this.isAdded(row)));
    if (rows) await this.again();
    else if (charts.some((chart) => !chart.rows.length) || !this.chosen || !laidOn(this.layers, this.layer)) await this.#read();
  }

  #tell(cell: Typed, told: Told): void {
    const key = at(cell.table, cell.row, cell.column);
    const made = madeOf(this.cell(cell.table, cell.row, cell.column));
    if (this.#cellsToSend.has(key)) return;
    this.told[key] = told;
    if (told.state === "wrong") return;
    delete this.#typed[key];
    if (told.state === "out") this.#cells[key] = { value: made };
    else this.#cells[key] = told.state === "seen" ? { value: made, layer: this.layer, seen: true } : { value: told.value, made, layer: this.layer };
  }

  #tellDrawn(told: Told): void {
    if (this.#chartsToSend.has(told.table)) return;
    if (told.state === "out") delete this.drawnTold[told.table];
    else this.drawnTold[told.table] = told;
  }
}
