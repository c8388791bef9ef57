import type { FromServer } from "./protocol";

/** What a connection needs of a WebSocket. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Hooks {
  open(after: number): Socket;
  received(message: FromServer): void;
  /** `restarts`: the server has said that it ends and that another takes its place. */
  connected(on: boolean, restarts?: boolean): void;
  /** The server knows no such game or key: there is no point in trying again. */
  unknown(): void;
  /** Entries that the page has. */
  have(): number;
  later(run: () => void, milliseconds: number): unknown;
  /** A number by lot from 0 to 1. */
  lot?(): number;
  /** What would change the game and has not been answered, whenever that changes. */
  waiting(messages: readonly Unanswered[]): void;
}

/** A message that would change the game, and that nobody has answered yet. */
export interface Unanswered {
  id: string;
  /** What kind of message it is: "act", "undo". */
  what: string;
  body: Record<string, unknown>;
  /** Whether it has gone out; the server may have it then, and may have done it. */
  sent: boolean;
}

/** Messages that change the game, or what stands for it. */
export const CHANGING = new Set(["act", "undo", "redo", "consent", "resign", "draw", "claim", "values", "overrule", "dice", "order", "orders", "hold"]);
const NOT_SENT = "Withdrawn; it was not sent.";
const NOT_AGAIN = "Withdrawn; it is not sent again. If the server had it already, it stands.";

const PAUSES = [250, 500, 1000, 2000, 4000];
/** Over so long the first tries of those are spread whose line broke at one moment: that of a server that was killed. */
const FIRST = 1000;
const UNKNOWN = 4404;
/** The server ends, and another takes its place: all its pages come back, and not at one moment. */
const RESTARTS = 1012;
const SPREAD = 2500;
/** So often it is tried before a server that said so counts as lost. */
const PATIENT = 4;
/** What browsers say of a line that broke. */
const GONE = 1006;

type Outgoing = Record<string, { id?: string } & Record<string, unknown>>;

/** The socket of a game: comes back when it breaks, and then sends again whatever was not answered. */
export class Connection {
  #socket: Socket | null = null;
  #up = false;
  /** Whether it was shown the game: a socket that is open may still wait for its turn. */
  #heard = false;
  #tries = 0;
  #restarts = false;
  #closed = false;
  #unanswered = new Map<string, { message: Outgoing; sent: boolean }>();

  constructor(private readonly hooks: Hooks) {
    this.#connect();
  }

  /** Sends a message; one with an id is kept until it is answered. */
  send(message: Outgoing): void {
    const id = Object.values(message)[0]?.id;
    if (id) this.#unanswered.set(id, { message, sent: this.#up });
    if (this.#up) this.#socket?.send(JSON.stringify(message));
    if (id) this.#tell();
  }

  /** Takes back a message that has not been answered: it is not sent (again), and counts as refused. */
  withdraw(id: string): void {
    const found = this.#unanswered.get(id);
    if (!found || this.#up) return;
    this.#unanswered.delete(id);
    this.#tell();
    this.hooks.received({ refused: { id, reason: found.sent ? NOT_AGAIN : NOT_SENT, cite: "" } });
  }

  #tell(): void {
    const found: Unanswered[] = [];
    for (const [id, { message, sent }] of this.#unanswered) {
      const [what, body] = Object.entries(message)[0] ?? ["", {}];
      if (CHANGING.has(what)) found.push({ id, what, body, sent });
    }
    this.hooks.waiting(found);
  }

  /** The browser says that there is no network: what hangs on it would seem alive for minutes. */
  drop(): void {
    const socket = this.#socket;
    if (!socket || !this.#up) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.#lost(GONE);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  #connect(): void {
    const socket = this.hooks.open(this.hooks.have());
    this.#socket = socket;
    socket.onopen = () => {
      this.#up = true;
      for (const one of this.#unanswered.values()) {
        socket.send(JSON.stringify(one.message));
        one.sent = true;
      }
      this.#tell();
    };
    socket.onmessage = (event) => this.#read(String(event.data));
    socket.onclose = (event) => this.#lost(event.code);
  }

  #read(text: string): void {
    const message = JSON.parse(text) as FromServer;
    if (!this.#heard && "state" in message) {
      this.#heard = true;
      this.#tries = 0;
      this.#restarts = false;
      this.hooks.connected(true);
    }
    const id = (Object.values(message)[0] as { id?: string | number | null } | undefined)?.id;
    if (id !== undefined && id !== null && this.#unanswered.delete(String(id))) this.#tell();
    this.hooks.received(message);
  }

  #lost(code: number): void {
    this.#up = this.#heard = false;
    if (this.#closed) return;
    if (code === UNKNOWN) return this.hooks.unknown();
    this.#restarts = code === RESTARTS || (this.#restarts && this.#tries < PATIENT);
    this.hooks.connected(false, this.#restarts);
    const lot = (this.hooks.lot ?? Math.random)();
    const pause = PAUSES[Math.min(this.#tries, PAUSES.length - 1)] ?? 4000;
    const wait = this.#tries === 0 ? pause + FIRST * lot : pause * (0.75 + lot / 4);
    this.#tries += 1;
    this.hooks.later(() => this.#connect(), code === RESTARTS ? SPREAD * lot : wait);
  }
}
