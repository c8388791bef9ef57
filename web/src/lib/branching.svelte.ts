import { withQuery } from "./address";
import type { Made, Summary } from "./fetched";
import { postJson } from "./fetching";
import { keep } from "./games";
import { goTo, oneAtATime } from "./going";
import { onePerPage } from "./onepage.svelte";
import type { Page } from "./page.svelte";
import type { Seat } from "./protocol";
import type { Shelf } from "./shelf";

/** The moment from which a practice game is about to be begun. */
export class Branching {
  /** The entry after which it begins; null while nobody wants one. */
  at = $state<number | null>(null);
  /** The turn of that moment, where it is known. */
  turn = $state<number | null>(null);
  fault = $state("");

  /** A second press makes no second game. */
  readonly #alone = oneAtATime();

  constructor(private readonly page: Page) {}

  open(at: number, turn: number | null): void {
    [this.at, this.turn, this.fault] = [at, turn, ""];
  }

  close(): void {
    this.at = null;
  }

  /** Begins it and goes there; it stands in this browser's list from the start. */
  async begin(seats: Record<Seat, string>): Promise<void> {
    try {
      await this.#alone(() => this.#begin(seats));
    } catch (error) {
      this.fault = (error as Error).message;
    }
  }

  async #begin(seats: Record<Seat, string>): Promise<void> {
    const { summary, ticket } = this.page;
    const made = await postJson<Made>(withQuery(`/api/games/${ticket.game}/branch`, { key: ticket.key }), { n: this.at, seats });
    note(localStorage, made, summary, seats, this.turn);
    await goTo(made.url);
  }
}

/** Puts a game that has just been branched off in the list of this browser. */
export function note(shelf: Shelf, made: Made, { title }: Pick<Summary, "title">, seats: Record<Seat, string>, turn: number | null): void {
  const [key] = Object.values(made.keys);
  const rows = Object.entries(seats);
  const people = rows.flatMap(([seat, who]) => (who === "human" ? [seat] : []));
  const computers = Object.fromEntries(rows.filter(([, who]) => who !== "human"));
  if (key) keep(shelf, { game: made.game, key, title, seats: people, computers, turn, turns: null, waiting: [], practice: true, at: Date.now() });
}

/** Who may take which side in it, the side that is led now first. */
export function parties(all: readonly Seat[], mine: readonly Seat[], computers: Record<Seat, string>): { seats: Record<Seat, string>; led: Seat[] }[] {
  const foe = Object.values(computers)[0] ?? "adjutant";
  const own = [...all].sort((a, b) => Number(mine.includes(b)) - Number(mine.includes(a)));
  const alone = own.map((seat) => ({ seats: Object.fromEntries(all.map((one) => [one, one === seat ? "human" : foe])), led: [seat] }));
  return [...alone, { seats: Object.fromEntries(all.map((seat) => [seat, "human"])), led: [...all] }];
}

/** What is to be branched off on a page: one for all parts that ask for it. */
export const branchingOf = onePerPage((page) => new Branching(page));
