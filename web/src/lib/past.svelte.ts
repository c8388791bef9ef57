import { current, awaited } from "./asked";
import { PACE, type Speed, SPEEDS } from "./chapters";
import { pressing } from "./clocks";
import { entriesOf, type Moment, neighbour, type News, type TurnCard } from "./moment";
import { asOthers, takenBack } from "./log";
import { onePerPage } from "./onepage.svelte";
import type { Page } from "./page.svelte";
import type { FromServer, GameState, LogLine } from "./protocol";
import { answeredHere, keepSeen, seen } from "./seen";
import { putDown } from "./shelf";
import { boardAt, folded, nextChapter, type Step, steps } from "./steps";

const SPEED = "vedette-speed";
/** So many boards are kept. */
const KEPT = 60;
const AHEAD = 3;
/** So long, in milliseconds, what others do next is waited for before the page comes back to the present. */
const PATIENCE = 1200;

/** Following what others did, at the player's pace, and looking back: both show the board as it was. */
export class Past {
  /** "follow": what has just happened is played; "look": the player looks back; "" for the present. */
  mode = $state<"" | "follow" | "look">("");
  speed = $state<Speed>("normal");
  paused = $state(false);
  queue = $state.raw<readonly Step[]>([]);
  index = $state(0);
  /** The furthest step that has been shown. */
  reached = $state(0);
  /** The step whose board is shown; null until the first board has come. */
  step = $state.raw<Step | null>(null);
  /** The entry that is looked at. */
  at = $state(0);
  /** The lines of the moment that is looked at. */
  lines = $state.raw<readonly LogLine[]>([]);
  /** The lines whose moves are seen now: of the event that is shown, or of what the player has just done. */
  moving = $state.raw<readonly LogLine[]>([]);
  /** What is followed had not been seen before: until it has been, nothing may tell it. */
  fresh = $state(false);

  #news = $state.raw<News | null>(null);
  #turnCard = $state.raw<TurnCard | null>(null);
  /** Under what it is kept how far the game has been seen, "" before it is known whose view it is. */
  #mark = "";
  #heard = -1;
  /** Entries of others since the player's last act. */
  #others = 0;
  #asked = -1;
  #timer = 0;
  /** The last step has been seen, and others are still at it. */
  #idle = false;
  /** Everything up to the player's next question is passed over. */
  #skipping = false;
  /** The end of the battle has come to the front. */
  #endTold = false;
  /** All lines of what is followed, and the game as it was shown before. */
  #all: readonly LogLine[] = [];
  #before: GameState | null = null;
  #kept = new Map<number, Promise<Moment | null>>();

  constructor(private readonly page: Page) {
    this.speed = speedOf(localStorage.getItem(SPEED), matchMedia("(prefers-reduced-motion: reduce)").matches);
  }

  /** The card "since your last decision" and that of the turn, once all that they tell has been shown. */
  get news(): News | null {
    return this.fresh ? null : this.#news;
  }

  set news(news: News | null) {
    this.#news = news;
  }

  get turnCard(): TurnCard | null {
    return this.fresh ? null : this.#turnCard;
  }

  set turnCard(card: TurnCard | null) {
    this.#turnCard = card;
  }

  /** So many milliseconds the event on show stays, less a moment of stillness. */
  get patience(): number {
    return 0.85 * (PACE[this.speed] || PACE.normal) * (this.step?.weight ?? 1);
  }

  /** What has been shown of the chapter under way. */
  get chapter(): readonly Step[] {
    const { step } = this;
    const told = this.queue.slice(0, this.reached + 1);
    return step ? told.filter(({ id }) => id === step.id) : [];
  }

  setSpeed(speed: Speed): void {
    this.speed = speed;
    putDown(localStorage, SPEED, speed);
    if (!PACE[speed] && this.mode === "follow") this.present();
    else if (this.mode === "follow") this.#wait();
  }

  /** Hears every state before the table takes it over: what an act of the player brought, and what came after it. */
  hear(state: GameState): void {
    if (state.late && state.n < this.#heard) this.#back(state.n);
    const fresh = state.log.filter((line) => line.n > this.#heard);
    const first = this.#heard < 0;
    this.#heard = Math.max(this.#heard, state.n);
    const own = first ? this.#opened(state) : this.page.table.own;
    const unseen = fresh.filter((line) => line.n > own);
    const since = first ? (state.given ?? own) : own;
    this.#others += fresh.filter((line) => line.n > since && line.kind !== "automatic").length;
    if (fresh.some((line) => line.kind === "undo")) this.#kept.clear();
    if (!first && fresh.some(endsTurn)) void this.#turnEnd();
    if (!first && !this.mode) this.moving = fresh.filter((line) => line.n <= own);
    if (unseen.length) this.#follow(unseen, state);
    else this.#passOver(state.n);
    if (current(state)) this.#skipping = false;
  }

  /**
   * The page is opened, be it days later or at another machine: the entry up to which its player has seen the game. Where
   * nobody knows that, or a clock of minutes runs for him, it begins with how it stands.
   */
  #opened(state: GameState): number {
    const { table, ticket } = this.page;
    this.#endTold = ticket.entry !== undefined && Boolean(state.outcome); // who came to a moment of it asks for its end himself
    this.#mark = `${ticket.game} ${state.seats.join(" ")}`;
    const known = seen(localStorage, this.#mark);
    table.seen = Math.max(table.seen, known.answered, answeredHere(known, state.given) ? -1 : state.given || -1);
    this.page.since = table.seen < 0 ? state.n : table.seen;
    const shown = Math.max(known.shown, state.given ?? -1);
    return shown < 0 || pressing(state).length ? Infinity : shown;
  }

  /** Who had seen the end of a game that goes on again, and sees it late now, has not been further than to an entry. */
  #back(n: number): void {
    if (this.mode === "follow" || this.at > n) this.#stop();
    this.#kept.clear();
    this.#heard = this.page.since = n;
    this.#others = 0;
    this.news = this.turnCard = null;
  }

  /** Whether the end of the battle comes to the front now: when it has been shown, once, and not while somebody looks back. */
  endsNow(): boolean {
    const { ended, state } = this.page.table;
    this.#endTold &&= ended;
    if (this.#endTold || !state?.outcome || this.mode === "look") return false;
    this.#endTold = true;
    return true;
  }

  /** The player has answered when he had seen the game so far, and so many entries there were then. */
  keepAnswered(n: number, given: number): void {
    if (this.#mark) keepSeen(localStorage, this.#mark, { answered: n, given });
  }

  /** The player acts: what was shown is seen, and the cards are closed. */
  acted(): void {
    if (this.mode === "follow") this.present();
    this.#others = 0;
    this.moving = [];
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
    this.#all = [];
    this.#begin(steps(lines, log.filter((line) => line.n < from)), false);
  }

  /** Plays what came after the moment that is looked at, to the end; where there is nothing more to see it is the end. */
  onward(): void {
    const { n = 0 } = this.page.table.state ?? {};
    if (this.at < n) this.replay(this.at + 1, n);
    if (this.mode === "look") this.present();
  }

  /** To the beginning of a turn: it is played from there, or looked at. */
  toTurn(n: number): void {
    if (this.mode === "follow") this.replay(n, this.page.table.state?.n ?? n);
    else this.look(n);
  }

  /** The same by a press in a drawer, which on a phone covers the map that is to be seen. */
  lookFrom(n: number): void {
    if (window.matchMedia("(max-width: 43rem)").matches) this.page.tab = "";
    this.look(n);
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
      if (way > 0 && this.index + 1 >= this.queue.length) this.#last();
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
    if (next >= this.queue.length) this.#end();
    else this.#go(next);
  }

  pause(): void {
    this.paused = !this.paused;
    if (this.paused) window.clearTimeout(this.#timer);
    else this.#wait();
  }

  /** What is played stays where it is. */
  stay(): void {
    this.paused = true;
    window.clearTimeout(this.#timer);
  }

  /** Back to the present; while others are still at it, to the player's next question. */
  present = (): void => {
    const skips = this.mode === "follow" && this.fresh;
    this.#end();
    if (skips && this.#waitsForOthers()) this.#skipping = true;
  };

  #end(): void {
    this.#stop();
    this.#passOver(this.#heard);
  }

  #stop(): void {
    window.clearTimeout(this.#timer);
    this.mode = "";
    this.fresh = this.#idle = false;
    this.queue = [];
    this.lines = this.moving = [];
    this.step = this.#before = this.page.past = this.page.plotted = null;
    this.page.table.held = false;
    this.page.table.show(null);
  }

  #waitsForOthers(): boolean {
    const { state } = this.page.table;
    return !current(state) && awaited(state).length > 0 && !state?.outcome;
  }

  #passOver(n: number): void {
    if (!this.mode) keepSeen(localStorage, this.#mark, { shown: n });
  }

  /** Lines as they may be shown: of a covered hand as others read them. */
  #seen(lines: readonly LogLine[]): readonly LogLine[] {
    return this.page.table.covers() ? lines.map(asOthers) : lines;
  }

  #follow(lines: readonly LogLine[], state: GameState): void {
    if (this.mode === "look") return;
    const { table } = this.page;
    this.#all = this.#seen(table.linesWith(state));
    if (!PACE[this.speed] || state.hotseat || this.#skipping || this.#stays(state)) {
      if (this.mode === "follow") this.#end();
      this.#passOver(state.n);
    } else if (this.mode === "follow" && this.fresh) this.#more();
    else {
      const known = this.#all.slice(0, this.#all.length - lines.length);
      this.#begin(folded(steps(lines, known)), true, known.length);
    }
  }

  /** A question that lies open, and is not answered by what others did, is not taken from the table. */
  #stays(state: GameState): boolean {
    const [open, next] = [current(this.page.table.state), current(state)];
    if (!open || !next || this.page.table.busy) return false;
    return open.seat === next.seat && open.kind === next.kind && open.prompt === next.prompt;
  }

  /** What comes while others are shown; where that is much, what is still to be shown is folded. */
  #more(): void {
    const told = this.queue.slice(0, Math.max(this.index, this.reached) + 1);
    const known = told.at(-1)?.through ?? 0;
    const more = folded(steps(this.#all.slice(known), this.#all.slice(0, known)));
    this.queue = [...told, ...more];
    if (!more.length && this.#undone(told.at(-1))) this.#end();
    else if (this.#idle) this.#go(this.index + 1);
  }

  /** Whether a step was taken back while it was shown. */
  #undone(step: Step | undefined): boolean {
    const gone = new Set([...takenBack(this.#all)].map(({ n }) => n));
    return Boolean(step && gone.has(step.n));
  }

  /** So many lines were known before, where what is followed is fresh. */
  #begin(found: readonly Step[], fresh: boolean, lines = Infinity): void {
    if (!found.length) return fresh ? this.#passOver(this.#heard) : undefined;
    const before = this.page.table.state;
    this.#stop();
    this.mode = "follow";
    this.paused = false;
    [this.fresh, this.queue, this.index, this.reached, this.#before] = [fresh, found, 0, 0, before];
    this.page.table.show({ lines, n: before?.n ?? 0, view: null, before });
    this.#go(0);
  }

  #go(index: number): void {
    window.clearTimeout(this.#timer);
    this.#idle = false;
    const step = this.queue[index];
    if (!step) return this.#last();
    this.index = index;
    void this.#show(step.n, step);
    for (const ahead of this.queue.slice(index + 1, index + 1 + AHEAD)) void this.#moment(ahead.n);
  }

  /** All is shown: while others are still at it what they do next follows, without a blink of the present. */
  #last(): void {
    const others = this.fresh && awaited(this.page.table.come).length > 0;
    if (!others) return this.#end();
    this.#idle = true;
    this.#timer = window.setTimeout(() => this.#end(), PATIENCE);
  }

  #wait(): void {
    window.clearTimeout(this.#timer);
    const { step } = this;
    if (!step || this.paused || this.mode !== "follow") return;
    const pace = PACE[this.speed] || PACE.normal;
    if (pace < Infinity) this.#timer = window.setTimeout(() => this.#go(this.index + 1), pace * step.weight);
  }

  async #show(n: number, step: Step | null = null): Promise<void> {
    this.at = n;
    const [after, before] = await Promise.all([this.#moment(n), step && step.board !== "after" ? this.#moment(n - 1) : null]);
    if (!this.mode || this.at !== n || (step && this.queue[this.index] !== step)) return;
    if (step) this.#shows(step);
    if (!after) return this.page.table.state ? undefined : this.#end(); // no board has come, and none stands there
    this.lines = step ? step.lines : this.#seen(after.lines);
    const view = step && before ? boardAt(step.board, before.view, after.view) : after.view;
    const hexes = new Set(step ? step.hexes : after.lines.flatMap((line) => (line.hex ? [line.hex] : [])));
    const units = new Set(step ? step.units : after.lines.flatMap((line) => line.units));
    this.page.past = { view, hexes, units };
    if (step) this.moving = step.board === "before" ? [] : step.lines;
    const lines = this.fresh ? (this.queue[this.reached]?.through ?? 0) : Infinity;
    if (step) this.page.table.show({ lines, n, view, before: this.#before });
  }

  /** A step is on the page, and stays for its time. */
  #shows(step: Step): void {
    this.step = step;
    this.reached = Math.max(this.reached, this.index);
    this.#wait();
  }

  #moment(n: number): Promise<Moment | null> {
    const known = this.#kept.get(n);
    if (known) return known;
    const asked = this.page.table.ask("moment", { n }).then((m) => {
      const { moment = null } = m as FromServer & { moment?: Moment };
      if (!moment) this.#kept.delete(n);
      return moment;
    });
    this.#kept.set(n, asked);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value ?? n);
    return asked;
  }

  async #turnEnd(): Promise<void> {
    const answer = (await this.page.table.ask("turn", {})) as FromServer & { turn?: TurnCard };
    if (answer.turn && !this.page.table.come?.outcome) this.turnCard = answer.turn;
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

/** The past of a page: one for all parts that show it. */
export const pastOf = onePerPage((page) => new Past(page));
