import { coveredAnswers, current, isCovered, undoOf } from "./asked";
import type { Unanswered } from "./connection";
import { LastAnswers } from "./lastanswers";
import { asOthers, joined } from "./log";
import { type Shown, shownOf } from "./shown";
import type { Asked, FromServer, GameState, LogLine, Odds, Reach, Refused, Seat } from "./protocol";

/** Something to tell the player that is no part of the game. */
export interface Notice {
  id: number;
  text: string;
  cite: string;
}

/** What the table needs of a connection. */
export interface Link {
  send(message: Record<string, { id?: string } & Record<string, unknown>>): void;
  /** Takes back a message that nobody has answered, while the line is dead. */
  withdraw?(id: string): void;
}

type Waiting = (message: FromServer) => void;

/** The one place that holds what the server has said. It knows no rule: it shows, and it passes answers on. */
export class Table {
  #come = $state.raw<GameState | null>(null);
  #lines = $state.raw<readonly LogLine[]>([]);
  /** How far it is shown, null for all of it. */
  #shown = $state.raw<Shown | null>(null);
  /** The game as it is shown (lib/shown.ts): what is still to be shown is no part of it. */
  state: GameState | null = $derived.by(() => (this.#come && this.#shown ? shownOf(this.#come, this.#shown) : this.#come));
  /** Whether the hand is covered from those who look on. */
  covers: () => boolean = () => false;
  /** The log, of a covered hand as others read it. */
  log: readonly LogLine[] = $derived.by(() => {
    const lines = this.#shown ? this.#lines.slice(0, this.#shown.lines) : this.#lines;
    return this.covers() ? lines.map(asOthers) : lines;
  });
  /** The battle is over, whether or not its end has been shown: nothing can be done in it any more. */
  ended = $derived(Boolean(this.#come?.outcome));
  connected = $state(false);
  /** The server has said that it ends and that another takes its place. */
  restarts = $state(false);
  /** The server does not hear the others at its database. */
  behind = $state(false);
  /** What would change the game and has not been answered. */
  unanswered = $state.raw<readonly Unanswered[]>([]);
  /** The server knows no such game, or not this key. */
  unknown = $state(false);
  /** An act of ours is under way. */
  busy = $state(false);
  /** An earlier moment is looked at: nothing can be done meanwhile. */
  held = $state(false);
  notices = $state.raw<readonly Notice[]>([]);
  /** The last entry that the player had seen when he last answered; -1 before his first answer, which may be given at entry 0. */
  seen = $state(-1);

  /** Whether the last move of an activation is to be confirmed before anything comes after it. */
  stops: () => boolean = () => false;

  #link: Link | null = null;
  #act = "";
  #until = 0;
  #count = 0;
  #waiting = new Map<string, Waiting>();
  #hearers = new Map<string, ((body: unknown) => void)[]>();

  constructor(
    readonly game: string,
    private readonly newId: () => string = byLot,
    private readonly last = new LastAnswers(),
  ) {}

  /** On one screen: whose private part the players want to see. While a key is held, or for one kind of question. */
  #wish = $state.raw<{ seat: Seat; kind: string | null } | null>(null);

  /** When the last state came, by the clock of the page. */
  arrived = 0;
  /** The entries that there were after the last answer that this page has given and that stands; -1 before it. */
  stored = $state(-1);
  /** How many messages that change the game this page has sent. */
  given = 0;
  /** Whose private part is shown, "" for nobody's. */
  looking = $derived.by(() => {
    const state = this.state;
    if (!state?.hotseat) return state?.seat ?? "";
    return this.#wish?.seat === state.seat ? state.seat : "";
  });
  /** The seat that has uncovered a question of its own and not yet answered it, else "". */
  uncovered = $derived(this.#wish?.kind ? this.looking : "");
  /** An answer or a look is under way. */
  pending = $derived(this.busy || (this.#wish !== null && this.#wish.seat !== this.state?.seat));
  #asked = $derived(current(this.state));
  /** At one screen: what the question offers tells what its seat holds, and lies face down for both. */
  shared = $derived(isCovered(this.state, this.#asked, this.looking));
  /** Answers that tell what is held are not shown: at one screen, or because somebody looks on. */
  covered = $derived.by(() => this.shared || (this.covers() && !this.state?.hotseat && Boolean(this.#asked?.secret)));
  /** The question that is shown, with the answers that may be seen. */
  decision = $derived.by(() =>
    this.#asked && this.covered ? coveredAnswers(this.#asked) : this.last.proposed(this.#asked, this.state),
  );
  undoable = $derived(undoOf(this.state));

  join(link: Link): void {
    this.#link = link;
  }

  /** The last entry whose lines the page has. */
  get have(): number {
    return this.#lines[this.#lines.length - 1]?.n ?? -1;
  }

  /** All lines that have come, with those that a state brings. */
  linesWith(state: GameState | null): readonly LogLine[] {
    return state ? joined(this.#lines, state.log, state.n) : this.#lines;
  }

  /** Events are shown one by one: the page has the game as far as that, until it is told that all is shown. */
  show(shown: Shown | null): void {
    this.#shown = shown;
  }

  /** Whether the page is shown something else than all that has come. */
  get holds(): boolean {
    return this.#shown !== null;
  }

  /** All that has come, for those who show it bit by bit. */
  get come(): GameState | null {
    return this.#come;
  }

  /** The last entry of the answer that is under way; Infinity until the server has said it, -1 where there is none. */
  get own(): number {
    return this.busy ? this.#until : -1;
  }

  /** Answers the question that is shown; nothing while an earlier answer is under way. */
  act(text: string): void {
    const decision = this.decision;
    if (this.looksBack() || !decision || this.busy) return;
    if (this.#asked && this.state) this.last.note(this.#asked, this.state, text);
    this.#begin("act", { decision: decision.number, text, seat: decision.seat, ...this.#stop() });
  }

  undo(): void {
    const { seat, bar } = this.undoable;
    if (this.looksBack() || this.busy) return;
    if (seat) this.#begin("undo", { seat });
    else this.tell(`Nothing can be taken back: ${bar}`);
  }

  /** Another message that changes the game: take back, play again, consent. Nothing while an answer is under way. */
  deed(what: string, body: Record<string, unknown>): void {
    if (this.looksBack() || this.busy) return;
    this.#begin(what, what === "redo" ? { ...body, ...this.#stop() } : body);
  }

  /** Shows the private part of a seat for as long as a key is held down. */
  look(seat: Seat): void {
    this.#wish = { seat, kind: null };
    this.#link?.send({ look: { seat, on: true } });
  }

  /** Shows a seat the answers to its secret question, and to others of its kind that follow at once. */
  reveal(decision: Asked): void {
    this.#wish = { seat: decision.seat, kind: decision.kind };
    this.#link?.send({ look: { seat: decision.seat, on: true } });
  }

  /** Everything private lies face down again. */
  cover(): void {
    const wish = this.#wish;
    this.#wish = null;
    if (wish) this.#link?.send({ look: { seat: wish.seat, on: false } });
  }

  /** The chances of the combat that these actions open. */
  odds(texts: string[], seat: Seat): Promise<Odds | Refused> {
    return this.ask("odds", { texts, seat }).then((m) => m.odds ?? m.refused ?? lost());
  }

  /** Where the unit that is moving can go. */
  /** How far a unit or a stack comes; one that is off the map by the hex where it comes on, if one was chosen. */
  reach(unit: string, by = ""): Promise<Reach | Refused> {
    return this.ask("reach", { unit, ...(by ? { by } : {}) }).then((m) => m.reach ?? m.refused ?? lost());
  }

  /** A question that changes nothing: the message of the server that answers it. */
  ask(what: string, body: Record<string, unknown>): Promise<FromServer> {
    const id = this.newId();
    const answer = new Promise<FromServer>((settle) => this.#waiting.set(id, settle));
    this.#link?.send({ [what]: { id, ...body } });
    return answer;
  }

  /** What was pressed while the line is dead is not to be played when it is back. */
  withdraw(id: string): void {
    this.#link?.withdraw?.(id);
  }

  /** Sends a message that has no answer of its own. */
  send(what: string, body: Record<string, unknown>): void {
    this.#link?.send({ [what]: body });
  }

  /** Hears every message of a name, until the function that it gives is called. */
  on<T>(what: string, hear: (body: T) => void): () => void {
    const one = hear as (body: unknown) => void;
    this.#hearers.set(what, [...(this.#hearers.get(what) ?? []), one]);
    return () => void this.#hearers.set(what, (this.#hearers.get(what) ?? []).filter((other) => other !== one));
  }

  /** What is told again stands there once, and is read out again. */
  tell(text: string, cite = ""): void {
    this.#count += 1;
    const others = this.notices.filter((one) => one.text !== text || one.cite !== cite);
    this.notices = [...others.slice(-2), { id: this.#count, text, cite }];
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  /** Takes over a message of the server. */
  take(message: FromServer): void {
    for (const [what, body] of Object.entries(message)) for (const hear of this.#hearers.get(what) ?? []) hear(body);
    const id = idOf(message);
    const waiting = this.#waiting.get(id);
    if (waiting) {
      this.#waiting.delete(id);
      waiting(message);
    } else if (message.state) this.#take(message.state);
    else if (message.done && message.done.id === this.#act) this.#stored(message.done.n, message.done.left ?? []);
    else if (message.refused) this.#refused(message.refused);
    else if (message.behind) this.behind = message.behind.on;
  }

  /** Whether an earlier moment is looked at; says so, since somebody wanted to do something. */
  looksBack(): boolean {
    if (this.held) this.tell("You are looking back. Return to the present first (Esc).");
    return this.held;
  }

  #stop(): { stop?: true } {
    return this.stops() ? { stop: true } : {};
  }

  #begin(what: string, body: Record<string, unknown>): void {
    this.#act = this.newId();
    this.given += 1;
    this.#until = Infinity;
    this.busy = true;
    this.seen = Math.max(this.seen, this.have, 0);
    this.notices = [];
    this.#link?.send({ [what]: { game: this.game, id: this.#act, ...body } });
  }

  #take(state: GameState): void {
    this.#come = state;
    this.arrived = performance.now();
    this.#lines = joined(this.#lines, state.log, state.n);
    const kind = this.#wish?.kind;
    if (kind && !state.decisions.some((d) => d.seat === this.#wish?.seat && d.kind === kind)) this.cover();
    if (state.n >= this.#until) this.busy = false;
  }

  /** The answer stands; the buttons come back with the state that follows from it. */
  #stored(n: number, left: string[]): void {
    this.#until = this.stored = n;
    if ((this.#come?.n ?? -1) >= n) this.busy = false;
    if (left.length) this.tell(`Something came between; not done yet: ${left.join(", ")}`);
  }

  #refused(refused: Refused): void {
    if (refused.id === this.#act) this.busy = false;
    this.tell(refused.reason, refused.cite);
  }
}

/** An id that nobody else has; `crypto.randomUUID` is not there for a page that came over a network without TLS. */
function byLot(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The id of the question that a message answers, "" where it answers none. */
function idOf(message: FromServer): string {
  const [body] = Object.values(message) as ({ id?: string | number | null } | undefined)[];
  return String(body?.id ?? "");
}

function lost(): Refused {
  return { id: null, reason: "the server gave no answer", cite: "" };
}
