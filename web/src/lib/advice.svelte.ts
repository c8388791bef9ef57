import { untrack } from "svelte";
import { type Advice, gestureOf, sameStep } from "./advice";
import { onePerPage } from "./onepage.svelte";
import { putOff } from "./orders";
import type { Page } from "./page.svelte";
import type { FromServer } from "./protocol";

/** What the computer would do at the open question, once it has been asked. */
export class Adviser {
  waiting = $state(false);
  #told = $state.raw<Advice | null>(null);
  /** It was followed last: it says unasked what it would do at the next question of that seat. */
  #followed = "";
  /** The step that it does the rest of, as long as that can be taken back; null where each deed is the player's own. */
  #resting = $state.raw<readonly string[] | null>(null);
  /** Its own last answer, among all that this page has given: after another one, or a take-back, it is followed no more. */
  #own = 0;

  constructor(private readonly page: Page) {}

  /** Looks out for the next question, once it has been followed. */
  watch(): this {
    $effect(() => {
      const { decision, table } = this.page;
      if (!this.can || table.busy || decision?.kind === "stop" || decision?.seat !== this.#followed) return;
      untrack(() => (table.given === this.#own ? void this.#goOn() : this.close()));
    });
    return this;
  }

  /** A hint can be had: somebody of ours is asked, and what he may answer lies open. */
  can = $derived.by(() => {
    const { decision, past, table } = this.page;
    if (!decision || decision.seat === "chance" || past || table.covered || this.page.summary.rated) return false;
    return table.connected && !putOff(table.state?.beat, decision.seat, decision.standing?.window);
  });
  /** Of the question that is shown; that of an earlier one is forgotten. */
  told = $derived.by(() => (this.can && this.#told && this.#told.decision === this.page.decision?.number ? this.#told : null));

  /** It does the rest of a step by itself. */
  rests = $derived.by(() => this.#resting !== null);

  /** Does what it says; `rest`: and what it would do after that in the same step, as far as all of it can be taken back. */
  follow(rest = false): void {
    const { decision, table } = this.page;
    if (!this.told || !decision || table.busy) return;
    this.#followed = decision.seat;
    this.#resting = rest ? (decision.stack ?? []) : null;
    table.act(gestureOf(this.told));
    this.#own = table.given;
  }

  /** The next question after one at which it was followed. */
  async #goOn(): Promise<void> {
    const { page } = this;
    if (this.told || this.waiting) return;
    const going = this.#resting;
    await this.ask();
    if (!going || this.#resting !== going) return;
    if (!this.told || page.table.given !== this.#own) {
      this.#resting = null; // the question has passed, or the player has answered it himself
      return;
    }
    const { decision } = page;
    const gesture = gestureOf(this.told);
    if (decision && !decision.window && sameStep(going, decision.stack ?? [])) {
      await page.learnEnd(gesture);
      if (this.#resting === going && this.told && page.table.given === this.#own && !page.ends[gesture]) return this.follow(true);
    }
    this.#resting = null;
  }

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
    [this.#told, this.#followed, this.#resting] = [null, "", null];
  }
}

/** The adviser of a page: one for all parts that ask it or show what it says. */
export const adviserOf = onePerPage((page) => new Adviser(page).watch());
