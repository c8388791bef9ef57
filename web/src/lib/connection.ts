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
  connected(on: boolean): void;
  /** The server knows no such game or key: there is no point in trying again. */
  unknown(): void;
  /** Entries that the page has. */
  have(): number;
  later(run: () => void, milliseconds: number): unknown;
}

const PAUSES = [250, 500, 1000, 2000, 4000];
const UNKNOWN = 4404;

type Outgoing = Record<string, { id?: string } & Record<string, unknown>>;

/** The socket of a game: comes back when it breaks, and then sends again whatever was not answered. */
export class Connection {
  #socket: Socket | null = null;
  #up = false;
  #tries = 0;
  #closed = false;
  #unanswered = new Map<string, Outgoing>();

  constructor(private readonly hooks: Hooks) {
    this.#connect();
  }

  /** Sends a message; one with an id is kept until it is answered. */
  send(message: Outgoing): void {
    const id = Object.values(message)[0]?.id;
    if (id) this.#unanswered.set(id, message);
    if (this.#up) this.#socket?.send(JSON.stringify(message));
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
      this.#tries = 0;
      this.hooks.connected(true);
      for (const message of this.#unanswered.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => this.#read(String(event.data));
    socket.onclose = (event) => this.#lost(event.code);
  }

  #read(text: string): void {
    const message = JSON.parse(text) as FromServer;
    const id = (Object.values(message)[0] as { id?: string | number | null } | undefined)?.id;
    if (id !== undefined && id !== null) this.#unanswered.delete(String(id));
    this.hooks.received(message);
  }

  #lost(code: number): void {
    this.#up = false;
    if (this.#closed) return;
    if (code === UNKNOWN) return this.hooks.unknown();
    this.hooks.connected(false);
    const pause = PAUSES[Math.min(this.#tries, PAUSES.length - 1)] ?? 4000;
    this.#tries += 1;
    this.hooks.later(() => this.#connect(), pause);
  }
}
