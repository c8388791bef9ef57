import { folded, nextChapter, PACE, type Speed, SPEEDS, type Step, steps } from "./chapters";
import { entriesOf, type Moment, neighbour, type News, type TurnCard } from "./moment";
import { asOthers } from "./log";
import type { Page } from "./page.svelte";
import type { FromServer, GameState, LogLine } from "./protocol";

const SPEED = "vedette-speed";
/** So many boards are kept. */
const KEPT = 60;
const AHEAD = 3;

/** Following what others did, at the player's pace, and looking back: both show the board as it was. */
export class Past {
  /** "follow": what has just happened is played; "look": the player looks back; "" for the present. */
  mode = $state<"" | "follow" | "look">("");
  speed = $state<Speed>("normal");
  paused = $state(false);
  queue = $state.raw<readonly Step[]>([]);
  index = $state(0);
  /** The entry that is looked at. */
  at = $state(0);
  news = $state.raw<News | null>(null);
  turnCard = $state.raw<TurnCard | null>(null);

  /** The last entry that has been shown or passed over. */
  #shown = -1;
  #heard = -1;
  /** Entries of others since the player's last act. */
  #others = 0;
  #asked = -1;
  #timer = 0;
  #kept = new Map<number, Promise<Moment | null>>();

  constructor(private readonly page: Page) {
    this.speed = speedOf(localStorage.getItem(SPEED), matchMedia("(prefers-reduced-motion: reduce)").matches);
    const shown = sessionStorage.getItem(this.#mark);
    this.#shown = shown === null ? -1 : Number(shown);
  }

  step = $derived(this.mode === "follow" ? (this.queue[this.index] ?? null) : null);
  /** The lines of the moment that is looked at. */
  lines = $state.raw<readonly LogLine[]>([]);

  get #mark(): string {
    return `vedette-shown-${this.page.ticket.game}`;
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    localStorage.setItem(SPEED, speed);
    if (!PACE[speed] && this.mode === "follow") this.present();
    else if (this.mode === "follow") this.#wait();
  }

  /** Hears every state before the table takes it over: what an act of the player brought, and what came after it. */
  hear(state: GameState): void {
    const fresh = state.log.filter((line) => line.n > this.#heard);
    const first = this.#heard < 0;
    this.#heard = Math.max(this.#heard, state.n);
    if (first) this.page.since = this.page.table.seen || state.n;
    const own = first ? (this.#shown < 0 ? Infinity : this.#shown) : this.page.table.own;
    const unseen = fresh.filter((line) => line.n > own);
    this.#others += unseen.filter((line) => line.kind !== "automatic").length;
    if (fresh.some((line) => line.kind === "undo")) this.#kept.clear();
    if (!first && fresh.some(endsTurn)) void this.#turnEnd();
    if (unseen.length && !unseen.some((line) => line.kind === "undo")) this.#follow(unseen, state);
    else this.#passOver(state.n);
  }

  /** The player acts: what was shown is seen, and the cards are closed. */
  acted(): void {
    if (this.mode === "follow") this.present();
    this.#others = 0;
    this.news = this.turnCard = null;
  }

  /** A question to the player is there: what happened since his last one is fetched, once. */
  async asks(number: number): Promise<void> {
    if (this.#asked === number || !this.#others || this.page.table.state?.hotseat) return;
    this.#asked = number;
    const answer = (await this.page.table.ask("news", {})) as FromServer & { news?: News };
    if (answer.news?.groups.length) this.news = answer.news;
  }

  /** Plays the lines from an entry on once more, to another. */
  replay(from: number, to: number): void {
    const { log } = this.page.table;
    const lines = log.filter((line) => line.n >= from && line.n <= to);
    this.#begin(steps(lines, log.filter((line) => line.n < from)));
  }

  /** The board after an entry. */
  look(n: number): void {
    this.#stop();
    this.mode = "look";
    this.page.table.held = true;
    void this.#show(n);
  }

  /** One event on or back: of what is followed, else of all that happened. */
  move(way: 1 | -1): void {
    if (this.mode === "follow") {
      this.paused = true;
      window.clearTimeout(this.#timer);
      if (way > 0 && this.index + 1 >= this.queue.length) this.present();
      else this.#go(Math.max(0, this.index + way));
      return;
    }
    const entries = entriesOf(this.page.table.log);
    const here = this.mode === "look" ? this.at : (this.page.table.state?.n ?? 0) + 1;
    const next = neighbour(entries, here, way);
    if (way > 0 && next === here) this.present();
    else this.look(next);
  }

  /** On to the next activation or phase of what is followed; to the present after the last. */
  jump(): void {
    if (this.mode !== "follow") return;
    const next = nextChapter(this.queue, this.index);
    if (next >= this.queue.length) this.present();
    else this.#go(next);
  }

  pause(): void {
    this.paused = !this.paused;
    if (this.paused) window.clearTimeout(this.#timer);
    else this.#wait();
  }

  /** Back to the present. */
  present = (): void => {
    this.#stop();
    this.#passOver(this.#heard);
  };

  #stop(): void {
    window.clearTimeout(this.#timer);
    this.mode = "";
    this.queue = [];
    this.lines = [];
    this.page.past = null;
    this.page.table.held = false;
  }

  #passOver(n: number): void {
    if (this.mode) return;
    this.#shown = n;
    sessionStorage.setItem(this.#mark, String(n));
  }

  /** Lines as they may be shown: of a covered hand as others read them. */
  #seen(lines: readonly LogLine[]): readonly LogLine[] {
    return this.page.table.covers() ? lines.map(asOthers) : lines;
  }

  #follow(lines: readonly LogLine[], state: GameState): void {
    const more = steps(this.#seen(lines), this.page.table.log);
    if (this.mode === "look") return;
    if (!PACE[this.speed] || state.hotseat || !more.length) this.#passOver(state.n);
    else if (this.mode === "follow") this.#add(more);
    else this.#begin(folded(more));
  }

  /** What comes while others are shown; where that is much, what is still to be shown is folded. */
  #add(more: readonly Step[]): void {
    const shown = this.index + 1;
    this.queue = [...this.queue.slice(0, shown), ...folded([...this.queue.slice(shown), ...more])];
  }

  #begin(found: readonly Step[]): void {
    if (!found.length) return;
    this.#stop();
    this.mode = "follow";
    this.paused = false;
    this.queue = found;
    this.#go(0);
  }

  #go(index: number): void {
    this.index = index;
    const step = this.queue[index];
    if (!step) return this.present();
    void this.#show(step.n, step);
    for (const ahead of this.queue.slice(index + 1, index + 1 + AHEAD)) void this.#moment(ahead.n);
    if (!this.paused) this.#wait();
  }

  #wait(): void {
    window.clearTimeout(this.#timer);
    const step = this.queue[this.index];
    if (!step || this.paused || this.mode !== "follow") return;
    const pace = PACE[this.speed] || PACE.normal;
    this.#timer = window.setTimeout(() => this.#go(this.index + 1), pace * step.weight);
  }

  async #show(n: number, step: Step | null = null): Promise<void> {
    this.at = n;
    const moment = await this.#moment(n);
    if (!moment || !this.mode || this.at !== n || (step && this.step !== step)) return;
    this.lines = step ? step.lines : this.#seen(moment.lines);
    const hexes = new Set(step ? step.hexes : moment.lines.flatMap((line) => (line.hex ? [line.hex] : [])));
    const units = new Set(step ? step.units : moment.lines.flatMap((line) => line.units));
    this.page.past = { view: moment.view, hexes, units };
  }

  #moment(n: number): Promise<Moment | null> {
    const known = this.#kept.get(n);
    if (known) return known;
    const asked = this.page.table.ask("moment", { n }).then((m) => (m as FromServer & { moment?: Moment }).moment ?? null);
    this.#kept.set(n, asked);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value ?? n);
    return asked;
  }

  async #turnEnd(): Promise<void> {
    const answer = (await this.page.table.ask("turn", {})) as FromServer & { turn?: TurnCard };
    if (answer.turn && !this.page.table.state?.outcome) this.turnCard = answer.turn;
  }
}

/** A line with which one turn is over and the next begins, or the battle ends. */
function endsTurn(line: LogLine): boolean {
  return line.depth === 0 && (line.kind === "turn" || line.kind === "over");
}

/** The speed that was chosen, else one that suits the system's wish. */
export function speedOf(stored: string | null, still: boolean): Speed {
  return SPEEDS.find((one) => one === stored) ?? (still ? "result only" : "normal");
}

const pasts = new WeakMap<Page, Past>();

/** The past of a page: one for all parts that show it. */
export function pastOf(page: Page): Past {
  const found = pasts.get(page) ?? new Past(page);
  pasts.set(page, found);
  return found;
}
