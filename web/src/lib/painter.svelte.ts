import type { Geometry } from "./fetched";
import { isPath, toggled } from "./ground";
import { at, madeOf, type OwnGround, type Typed } from "./own";
import type { Copy } from "./own.svelte";

export const BRUSHES = { terrain: "Terrain", level: "Level", features: "In the hex", hexsides: "Hexside", roads: "Road" } as const;
export type Brush = keyof typeof BRUSHES;

/** Something on a hexside: its row, its word, and whether it is one's own. */
export interface Side {
  a: string;
  b: string;
  row: string;
  word: string;
  own: boolean;
  out: boolean;
}

/** The brush over the board: what it paints goes into the layer, stroke by stroke, and can be taken back. */
export class Painter {
  brush = $state<Brush>("terrain");
  word = $state("");
  /** The name of the road that is drawn, and its hexes so far. */
  road = $state("");
  path = $state.raw<string[]>([]);
  said = $state("");
  /** What each stroke has to be sent as to be undone. */
  strokes = $state.raw<Typed[][]>([]);

  constructor(private readonly copy: Copy, readonly geometry: Geometry) {}

  get ground(): OwnGround | undefined {
    return this.copy.own?.hexes;
  }

  /** The words that the brush may have. */
  get words(): readonly string[] {
    if (this.brush === "level") return [...new Set(Object.values(this.ground?.board ?? {}).map((cells) => cells["level"]?.value ?? ""))].sort((a, b) => Number(a) - Number(b));
    return this.ground?.brushes[this.brush] ?? [];
  }

  /** All that stands on hexsides, and what of the program's was taken out. */
  readonly sides = $derived.by(() => this.#allSides());

  #allSides(): Side[] {
    const rows = this.ground?.rows["hexsides"];
    const theirs = new Set([...Object.keys(this.ground?.hexsides ?? {}), ...Object.keys(rows?.gone ?? {})]);
    for (const name of Object.keys(rows?.added ?? {})) theirs.delete(name);
    const side = (row: string, own: boolean): Side => {
      const [a = "", b = "", ...word] = row.split(" ");
      return { a, b, row, word: word.join(" "), own, out: !own && this.copy.isOut("hexsides", row) };
    };
    return [...[...theirs].map((row) => side(row, false)), ...this.copy.addedTo("hexsides").map((row) => side(row, true))];
  }

  /** The roads by name, with their hexes. */
  readonly roads = $derived.by(() => this.#allRoads());

  #allRoads(): { name: string; hexes: string[]; own: boolean; out: boolean }[] {
    const rows = this.ground?.rows["roads"];
    const names = new Set([...Object.keys(this.ground?.roads ?? {}), ...Object.keys(rows?.gone ?? {}), ...this.copy.addedTo("roads")]);
    const added = new Set(this.copy.addedTo("roads"));
    return [...names].map((name) => ({
      name, hexes: this.copy.text("roads", name, "hexes").split("-"), own: added.has(name) || this.copy.mine("roads", name, "hexes") !== undefined, out: !added.has(name) && this.copy.isOut("roads", name),
    })).filter(({ hexes }) => hexes.length > 1);
  }

  /** What of a hex is one's own, in words; "" for nothing. */
  own(hex: string): string {
    return ["terrain", "level", "features"].map((column) => this.copy.mine("board", hex, column)).filter((text) => text !== undefined).join(", ");
  }

  wrong(hex: string): boolean {
    return ["terrain", "level", "features"].some((column) => this.copy.told[at("board", hex, column)]?.state === "wrong");
  }

  /** What lies in a hex and on its sides, in words. */
  lies(hex: string): string {
    const text = (column: string) => this.copy.text("board", hex, column);
    const sides = this.sides.filter(({ a, b, out }) => !out && (a === hex || b === hex)).map(({ a, b, word }) => `${word} to ${a === hex ? b : a}`);
    return [`${hex}: ${text("terrain")}`, `level ${text("level")}`, text("features"), ...sides].filter(Boolean).join(", ");
  }

  /** One touch of the brush: on a hex, or on the hexside to a neighbour. */
  paint(hex: string, other?: string): void {
    if (this.brush === "roads") return this.#extend(hex);
    if (!this.word.trim()) {
      this.said = "Choose what is painted first.";
      return;
    }
    if (this.brush === "hexsides") {
      if (other) this.#toggleSide(hex, other);
      return;
    }
    this.#paintHex(hex, this.brush, this.word.trim());
  }

  #paintHex(hex: string, column: "terrain" | "level" | "features", word: string): void {
    const cell = this.copy.cell("board", hex, column);
    const before = this.copy.text("board", hex, column);
    const value = column === "features" ? toggled(before, word) : word;
    if (value === before && this.copy.done("board", hex, column)) return;
    const same = value === madeOf(cell);
    this.#stroke([{ table: "board", row: hex, column, ...(same ? { seen: true } : { value }) }]);
    this.said = `${hex}: ${value || "nothing"}${same ? ", as the program has it" : ""}.`;
  }

  #toggleSide(a: string, b: string): void {
    const word = this.word.trim();
    const there = this.sides.find((side) => side.word === word && [`${a} ${b}`, `${b} ${a}`].includes(`${side.a} ${side.b}`));
    const level = (hex: string) => Number(this.copy.text("board", hex, "level")) || 0;
    const [high, low] = level(b) > level(a) ? [b, a] : [a, b];
    const row = there?.row ?? `${high} ${low} ${word}`;
    const cells = { a: high, b: low, feature: word };
    if (there?.own) this.#stroke(Object.keys(cells).map((column) => ({ table: "hexsides", row, column, out: true })));
    else if (there) this.#stroke([{ table: "hexsides", row, column: "source", ...(there.out ? { out: true } : { value: "removed" }) }]);
    else this.#stroke(Object.entries(cells).map(([column, value]) => ({ table: "hexsides", row, column, value })));
    this.said = `${word} between ${a} and ${b}: ${there && !there.out ? "taken out" : "there"}.`;
  }

  #extend(hex: string): void {
    if (!isPath(this.geometry, [...this.path.slice(-1), hex])) this.said = `${hex} does not lie beside ${this.path.at(-1)}: a road goes from hex to hex.`;
    else {
      if (this.path.at(-1) !== hex) this.path = [...this.path, hex];
      this.said = `The road goes by ${this.path.join("-")}.`;
    }
  }

  /** The road that was drawn is kept, in the place of the one of its name. */
  keepRoad(): void {
    const [name, kind] = [this.road.trim(), this.word.trim()];
    if (!name || !kind || this.path.length < 2) {
      this.said = !name ? "A road has a name." : !kind ? "Choose which kind of road it is." : "A road goes by two hexes or more.";
      return;
    }
    const hexes = this.path.join("-");
    const there = this.roads.some((one) => one.name === name) && !this.copy.addedTo("roads").includes(name);
    this.#stroke(Object.entries({ ...(there ? {} : { road: name }), kind, hexes }).map(([column, value]) => ({ table: "roads", row: name, column, value })));
    [this.path, this.road, this.said] = [[], "", `${name}: ${hexes}.`];
  }

  /** A road is taken out, or put back. */
  dropRoad(name: string): void {
    const added = this.copy.addedTo("roads").includes(name);
    const out = this.copy.isOut("roads", name);
    if (added) this.#stroke(["road", "kind", "hexes"].map((column) => ({ table: "roads", row: name, column, out: true })));
    else this.#stroke([{ table: "roads", row: name, column: "source", ...(out ? { out: true } : { value: "removed" }) }]);
    this.said = `${name} is ${out ? "there again" : "taken out"}.`;
  }

  #stroke(cells: Typed[]): void {
    this.strokes = [...this.strokes, cells.map(({ table, row, column }) => this.copy.standing(table, row, column))];
    this.copy.put(cells);
  }

  /** The last stroke is undone; while a road is drawn, its last hex. */
  undo(): void {
    if (this.path.length) {
      this.path = this.path.slice(0, -1);
      this.said = this.path.length ? `The road goes by ${this.path.join("-")}.` : "The road is begun anew.";
      return;
    }
    const last = this.strokes.at(-1);
    if (!last) return;
    this.strokes = this.strokes.slice(0, -1);
    this.copy.put(last);
    this.said = `Undone: ${last[0]?.row ?? ""}.`;
  }
}
