import { onePerPage } from "./onepage.svelte";
import type { Page } from "./page.svelte";
import type { FromServer, Seat } from "./protocol";
import { heard, joined, keepHeard, type Spoken } from "./talk";

/** What the two seats of a game say to each other; nobody else hears it. */
export class Talk {
  lines = $state.raw<readonly Spoken[]>([]);
  /** The other side is heard no more. */
  hushed = $state(false);
  /** The last line that was seen. */
  seen = $state(0);

  constructor(private readonly page: Page) {
    this.seen = heard(localStorage, this.#mark);
  }

  /** Whether there is somebody to talk to: two people at two machines. */
  get on(): boolean {
    const { summary } = this.page;
    return summary.seats.length === 1 && !Object.keys(summary.computers).length && !summary.free_undo && !summary.hands;
  }

  get mine(): Seat {
    return this.page.summary.seats[0] ?? "";
  }

  /** What the other side has said, and nobody has looked at. */
  get fresh(): readonly Spoken[] {
    return this.lines.filter(({ number, seat }) => number > this.seen && seat !== this.mine);
  }

  /** Two seats may be played in one browser. */
  get #mark(): string {
    return `${this.page.ticket.game} ${this.mine}`;
  }

  hear({ lines, hushed }: { lines: Spoken[]; hushed: boolean }): void {
    this.hushed = hushed;
    this.lines = joined(this.lines, lines);
  }

  see(): void {
    this.seen = this.lines.at(-1)?.number ?? 0;
    keepHeard(localStorage, this.#mark, this.seen);
  }

  say(text: string, entry: number | null): Promise<string> {
    return this.#sent("say", { text, ...(entry === null ? {} : { entry }) });
  }

  async hush(on: boolean): Promise<string> {
    const wrong = await this.#sent("hush", { on });
    if (!wrong) this.hushed = on;
    return wrong;
  }

  report(number: number): Promise<string> {
    return this.#sent("report", { number });
  }

  /** Why it was refused, "" where it was done. */
  async #sent(what: string, body: Record<string, unknown>): Promise<string> {
    const answer: FromServer = await this.page.table.ask(what, { game: this.page.ticket.game, ...body });
    return answer.refused?.reason ?? "";
  }
}

/** The talk of a page: one for all parts that show it. */
export const talkOf = onePerPage((page) => new Talk(page));
