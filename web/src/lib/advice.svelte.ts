import type { Advice } from "./advice";
import { onePerPage } from "./onepage.svelte";
import { putOff } from "./orders";
import type { Page } from "./page.svelte";
import type { FromServer } from "./protocol";

/** What the computer would do at the open question, once it has been asked. */
export class Adviser {
  waiting = $state(false);
  #told = $state.raw<Advice | null>(null);

  constructor(private readonly page: Page) {}

  /** A hint can be had: somebody of ours is asked, and what he may answer lies open. */
  can = $derived.by(() => {
    const { decision, past, table } = this.page;
    if (!decision || decision.seat === "chance" || past || table.covered) return false;
    return table.connected && !putOff(table.state?.beat, decision.seat, decision.standing?.window);
  });
  /** Of the question that is shown; that of an earlier one is forgotten. */
  told = $derived.by(() => (this.can && this.#told && this.#told.decision === this.page.decision?.number ? this.#told : null));

  async ask(): Promise<void> {
    const { decision, table } = this.page;
    if (!this.can || this.waiting || !decision) return;
    this.waiting = true;
    const answer = (await table.ask("hint", { seat: decision.seat })) as FromServer & { hint?: Advice };
    this.waiting = false;
    if (answer.hint) this.#told = answer.hint;
    // A question that has passed meanwhile is no fault of whoever asked.
    else if (this.page.decision?.number === decision.number) table.tell(answer.refused?.reason ?? "no hint can be had");
  }

  /** Asked again with the same key it is put away. */
  toggle(): void {
    if (this.told) this.close();
    else void this.ask();
  }

  close(): void {
    this.#told = null;
  }
}

/** The adviser of a page: one for all parts that ask it or show what it says. */
export const adviserOf = onePerPage((page) => new Adviser(page));
