import { getContext, onMount, setContext } from "svelte";
import { byHex, ordered } from "./answers";
import { type Ticket, withQuery } from "./address";
import { type Binding, Keys } from "./keys";
import { type Spotlight, spottedIn } from "./commands";
import { Covers } from "./covers.svelte";
import { changed } from "./log";
import { looks } from "./looks.svelte";
import { hexWords, turnedAbout } from "./places";
import type { ChitTexts, Geometry, Summary } from "./fetched";
import type { Answer, Reached, Unit, View } from "./protocol";
import { stacks } from "./stacks";
import { finder, type Said } from "./terms";
import type { Table } from "./table.svelte";

/** Looks at a click on a hex (and on the counter, where one was hit); true where it has dealt with it. */
export type Click = (hex: string | null, unit: Unit | null) => boolean;

/** What the board can do for others, as long as it is there. */
export interface BoardHandle {
  show(hex: string): void;
  focusHex(hex: string): void;
  enterStack(hex: string): void;
}

const NOTHING = { hexes: new Set<string>(), units: new Set<string>() };

/** What all parts of the page of a game share: what is shown, what is pointed at, and how to point elsewhere. */
export class Page {
  readonly keys = new Keys();
  /** What lies over the map. */
  readonly covers = new Covers();
  /** The hex that is pointed at, on the board or by a line or a button. */
  pointed = $state.raw<string | null>(null);
  /** The counter that is pointed at. */
  unit = $state.raw<Unit | null>(null);
  /** Units chosen together, by id. */
  selected = $state.raw<ReadonlySet<string>>(new Set());
  /** The case that is open, "" for none. */
  opened = $state("");
  /** The view of the whole board that is on, "" for none. */
  overlay = $state("");
  /** The drawer or sheet that is open, "" for none. */
  tab = $state("");
  /** What is searched for in the rules. */
  rules = $state("");
  /** The list of keys is open. */
  help = $state(false);
  /** The menu of what is seldom wanted is open. */
  more = $state(false);
  /** The brigades that are pointed at by name. */
  brigades = $state.raw<Spotlight | null>(null);
  /** Units of a group that is pointed at by its name. */
  group = $state.raw<ReadonlySet<string>>(new Set());
  /** The answer that is pointed at: its chances may be wanted. */
  considered = $state.raw<string | null>(null);
  /** Several answers meant by one click, to choose from beside the hex. */
  choosing = $state.raw<{ hex: string; answers: Answer[] } | null>(null);
  /** Where the units whose range is shown can go. */
  reach = $state.raw<Record<string, Reached>>({});
  /** Units that the player has laid on top of their stacks, the last one highest. */
  raised = $state.raw<readonly string[]>([]);
  /** The hex whose stack lies fanned out, "" for none: nothing is drawn over its counters. */
  fanned = $state("");
  /** The unit that is dragged to another hex; the map keeps still meanwhile. */
  carrying = $state<string | null>(null);
  /** Answers that cannot be taken back freely once they are given, and why. */
  ends = $state.raw<Record<string, string>>({});
  /** What each chit of the battle does. */
  chitTexts = $state.raw<ChitTexts>([]);
  /** The board of an earlier moment, with what happened then, while one is shown (lib/past.svelte.ts). */
  past = $state.raw<{ view: View; hexes: ReadonlySet<string>; units: ReadonlySet<string> } | null>(null);
  /** A plan that a computer weighed, in words and drawn on the board of the entry before which it did, until another moment is looked at. */
  plotted = $state.raw<{ entry: number; words: string; goes: readonly (readonly [string, string, string])[] } | null>(null);
  /** Units that are seen on their way, and not yet where they lie. */
  gliding = $state.raw<ReadonlySet<string>>(new Set());
  /** The last entry that there was when the page was opened, -1 before. */
  since = $state(-1);
  /** How many pixels a hex measures from side to side where the board is at rest. */
  hexPixels = $state(100);
  /** Sees a click before all others, with what it would answer; true where it is not to count (yet). */
  guard: ((hex: string | null, unit: Unit | null, answers: readonly Answer[]) => boolean) | null = null;
  /** The board's own deeds, null before it is drawn. */
  board: BoardHandle | null = null;

  #clicks: Click[] = [];
  #press: (() => void) | null = null;
  #learning = { number: Number.NaN, texts: new Set<string>() };

  constructor(
    readonly table: Table,
    readonly ticket: Ticket,
    readonly summary: Summary,
    readonly drawn: Geometry,
    readonly newGame: (next?: boolean) => void,
  ) {}

  #turned = $derived.by(() => looks.kept.turned);
  /** Where the hexes lie, as the board is shown; another object only when the board is turned. */
  geometry = $derived.by(() => (this.#turned ? turnedAbout(this.drawn) : this.drawn));
  view = $derived.by(() => this.past?.view ?? this.table.state?.view);
  decision = $derived.by(() => this.table.decision);
  answers = $derived(ordered(this.decision));
  litAnswers = $derived(byHex(this.past ? [] : this.answers));
  lit: ReadonlySet<string> = $derived(new Set(this.litAnswers.keys()));
  /** The hex of the proposed answer. */
  proposed = $derived(this.past ? null : (this.answers.find((a) => a.text === this.decision?.proposed)?.hex ?? null));
  /** The entry behind which everything is new: the player's last answer, or what there was when the page was opened. */
  unseen = $derived.by(() => Math.max(this.table.seen, this.since));
  /** Hexes and units of what happened since the player's last answer. */
  news: { hexes: ReadonlySet<string>; units: ReadonlySet<string> } = $derived.by(
    () => this.past ?? (this.unseen < 0 ? NOTHING : changed(this.table.log, this.unseen)),
  );
  /** Where the brigades are that are pointed at, else those asked about whom no answer lights. */
  spotted: readonly string[] = $derived.by(() => {
    if (this.past && !this.brigades) return [];
    if (this.group.size) return [...new Set((this.view?.units ?? []).flatMap(({ id, hex }) => (hex && this.group.has(id) ? [hex] : [])))];
    const found = spottedIn(this.view?.units ?? [], this.brigades, this.decision, this.considered);
    return this.brigades ? found : found.filter((hex) => !this.lit.has(hex));
  });
  /** Hexes that an arrow at the edge leads to where they are out of sight. */
  matters = $derived([...new Set([...this.lit, ...this.spotted, ...this.news.hexes])]);
  /** Hexes that the question is about: where it has answers, else where those stand who are asked about. */
  concerned: readonly string[] = $derived.by(() => {
    const about = new Set(this.decision?.about);
    const there = () => (this.view?.units ?? []).flatMap(({ id, hex }) => (hex && about.has(id) ? [hex] : []));
    return this.lit.size ? [...this.lit] : there();
  });
  /** The units by hex, the lowest of a stack first. */
  there = $derived(new Map(stacks(this.view?.units ?? [], this.raised).map((pile) => [pile.hex, pile.units])));
  /** Units that have moved in the step under way, and are done with it. */
  moved: ReadonlySet<string> = $derived.by(
    () => new Set(this.view?.movement?.moved.filter((id) => id !== this.mover?.id || this.past) ?? []),
  );
  /** The unit that is moving now. */
  mover = $derived(
    this.decision?.kind === "move" && !this.past ? (this.view?.units.find((u) => u.id === this.decision?.about?.[0]) ?? null) : null,
  );
  reachable: Record<string, Reached> = $derived.by(() => (this.past || this.table.busy ? {} : this.reach));
  /** The answer whose chances or chit are to be shown. */
  wanted = $derived(this.considered ?? this.decision?.proposed ?? this.answers[0]?.text ?? null);

  get record(): string {
    return withQuery(`/api/games/${this.ticket.game}/record`, { key: this.ticket.key, edition: "own" });
  }

  /** A text with the words of the book in it. */
  said = (text: string): Said[] => (this.#finder ??= finder(this.summary.terms ?? []))(text);
  #finder: ((text: string) => Said[]) | null = null;

  isHex = (name: string): boolean => name in this.drawn.hexes;

  /** A hex in words: its ground, who is there, who holds it, what can be done there. */
  words = (hex: string): string => {
    const ground = this.drawn.ground?.[hex] ?? "";
    const units = this.there.get(hex) ?? [];
    const told = hexWords(units, this.view?.control?.[hex], this.litAnswers.get(hex)?.length ?? 0, this.reachable[hex], this.view?.places?.[hex]);
    return [ground, told].filter(Boolean).join("; ");
  };

  point = (hex: string | null): void => {
    this.pointed = hex;
  };

  /** Points at a hex and brings it into sight; only ever on the player's own wish. */
  show = (hex: string): void => {
    this.board?.show(hex);
    this.pointed = hex;
  };

  /** Lays a unit on top of its stack, for the eye alone. */
  raise = (id: string): void => {
    this.raised = [...this.raised.filter((one) => one !== id), id];
  };

  /** A new question: nothing is known of what its answers end. */
  forgetEnds(): void {
    this.ends = {};
    this.#learning = { number: this.decision?.number ?? Number.NaN, texts: new Set() };
  }

  /** Asks whether a text, be it an answer or a gesture, ends what can be taken back; `ends` has it then. */
  async learnEnd(text: string): Promise<void> {
    const { decision, table, summary } = this;
    if (summary.free_undo || !decision || decision.seat === "chance" || !table.connected || table.busy) return;
    const learning = this.#learning;
    if (learning.number !== decision.number || text in this.ends || learning.texts.has(text)) return;
    learning.texts.add(text);
    const { ends } = await table.ask("ends", { seat: decision.seat, text });
    if (!ends) learning.texts.delete(text); // refused: it may be asked again
    if (ends && ends.decision === decision.number && this.#learning === learning) this.ends = { ...this.ends, ...ends.ends };
  }

  /** Opens a drawer or sheet, or closes it where it is open. */
  turnTo = (name: string): void => {
    [this.tab, this.more, this.opened] = [this.tab === name ? "" : name, false, ""];
  };

  openCase = (id: string): void => {
    this.opened = id;
  };

  closeCase = (): void => {
    this.opened = "";
  };

  /** A part that wants clicks on the board before the answers get them; the last one added is asked first. */
  onClick(click: Click): () => void {
    this.#clicks.push(click);
    return () => {
      this.#clicks = this.#clicks.filter((one) => one !== click);
    };
  }

  /** While an earlier moment is shown a press on the board is only this. */
  onPress(press: () => void): () => void {
    this.#press = press;
    return () => void (this.#press = null);
  }

  /** A click on a hex or a counter: to those who asked for clicks, else to the answers there. */
  click(hex: string | null, unit: Unit | null, answers: Answer[]): boolean {
    this.choosing = null;
    if (this.past) {
      this.#press?.();
      return true;
    }
    if (this.guard?.(hex, unit, answers)) return true;
    if (this.#clicks.slice().reverse().some((one) => one(hex, unit))) return true;
    if (answers.length === 1 && answers[0]) this.table.act(answers[0].text);
    else if (answers.length > 1) this.choosing = { hex: hex ?? "", answers };
    return answers.length > 0;
  }
}

const PAGE = Symbol("page");

export function providePage(page: Page): Page {
  return setContext(PAGE, page);
}

/** The page that a component lies on. */
export function usePage(): Page {
  return getContext<Page>(PAGE);
}

/** Keys that work as long as the component is there. */
export function useKeys(...bindings: Binding[]): void {
  const page = usePage();
  onMount(() => page.keys.register(...bindings));
}
