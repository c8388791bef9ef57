import { type BoardAnswer, type BoardListed, missing, type Place } from "./boards";
import { onePerPage } from "./onepage.svelte";
import type { Page } from "./page.svelte";
import type { FromServer } from "./protocol";

/** The tab that lists the views and says the open one in words. */
export const VIEWS_TAB = "Views";

/** The view of the whole board that is on: what it is about, and what the server has drawn for it. */
export class Boards {
  open = $state.raw<BoardListed | null>(null);
  place = $state.raw<Place>({});
  answer = $state.raw<BoardAnswer | null>(null);
  problem = $state("");

  #asked = 0;

  constructor(private readonly page: Page) {}

  /** The views that the game has. */
  get listed(): readonly BoardListed[] {
    return this.page.summary.boards ?? [];
  }

  /** What is drawn, once all is pointed at that the view needs. */
  drawing = $derived(this.answer && this.answer.name === this.open?.name ? this.answer : null);
  /** What still has to be pointed at, "" for nothing. */
  missing = $derived(this.open ? missing(this.open, this.place) : "");

  /** The key of a view: on, off again, or on for what is pointed at now. */
  toggle(board: BoardListed): void {
    const place = this.#pointed(board);
    const moved = missing(board, place) === "" || board.needs.includes("to") ? differs(board, place, this.place) : false;
    if (this.open?.name === board.name && !moved) this.close();
    else this.#show(board, place);
  }

  close(): void {
    this.#asked += 1;
    [this.open, this.answer, this.problem] = [null, null, ""];
    this.page.overlay = "";
  }

  /** Something else is pointed at: what the view has been waiting for, or the second hex of one that needs two. */
  follow(hex: string | null): void {
    if (!this.open || !hex) return;
    const found = this.#pointed(this.open);
    if (this.open.needs.includes("unit") && !this.place.unit && found.unit) this.#show(this.open, found);
    else if (this.open.needs.includes("hex") && !this.place.at) this.#show(this.open, { ...this.place, at: hex });
    else if (this.open.needs.includes("to") && hex !== this.place.at && hex !== this.place.to)
      this.#show(this.open, { ...this.place, to: hex });
  }

  /** Asks anew, when the game has gone on. */
  async refresh(): Promise<void> {
    const { open, page } = this;
    if (!open || this.missing || page.table.holds) return;
    this.#asked += 1;
    const asked = this.#asked;
    const seat = page.decision?.seat ?? page.table.state?.seats[0];
    const body = Object.fromEntries(Object.entries(this.place).filter(([, value]) => value));
    const message = (await page.table.ask("board", { name: open.name, seat, ...body })) as FromServer & { board?: BoardAnswer };
    if (asked !== this.#asked) return;
    this.answer = message.board ?? null;
    this.problem = message.refused?.reason ?? "";
  }

  #show(board: BoardListed, place: Place): void {
    if (this.open?.name !== board.name) this.answer = null;
    [this.open, this.place, this.problem] = [board, place, ""];
    this.page.overlay = board.name;
    void this.refresh();
  }

  /** What is pointed at or chosen now, as far as the view needs it. */
  #pointed({ needs }: BoardListed): Place {
    const { page } = this;
    const hex = page.pointed ?? page.unit?.hex ?? undefined;
    const chosen = page.selected.size === 1 ? [...page.selected][0] : undefined;
    const top = hex ? page.there.get(hex)?.at(-1)?.id : undefined;
    const place: Place = {};
    if (needs.includes("hex") && hex) place.at = hex;
    const unit = page.unit?.id ?? chosen ?? top ?? page.mover?.id;
    if (needs.includes("unit") && unit) place.unit = unit;
    return place;
  }
}

function differs({ needs }: BoardListed, a: Place, b: Place): boolean {
  return (needs.includes("hex") && a.at !== b.at && a.at !== undefined && a.at !== b.to) || (needs.includes("unit") && a.unit !== b.unit);
}

/** The views of a page: one for all parts that show them. */
export const boardsOf = onePerPage((page) => new Boards(page));
