import { marchOf } from "./march.svelte";
import type { Page } from "./page.svelte";
import { onePerPage } from "./onepage.svelte";
import { plannerOf } from "./planning";
import type { Answer, Unit } from "./protocol";

/** A tap that would do something at once: it waits for a second one, or for the button. */
export interface Tap {
  hex: string;
  unit: Unit | null;
  answers: readonly Answer[];
  /** What the button says. */
  deed: string;
  number: number | undefined;
}

/**
 * With the finger nothing is pointed at before it is pressed. So the first tap only points: the way, its cost and what it
 * draws are shown; the second tap on the same hex, or the button, goes.
 */
export class Taps {
  waiting = $state.raw<Tap | null>(null);
  /** The pointer pressed last is a finger. */
  finger = false;
  #sure = false;

  constructor(private readonly page: Page) {
    page.guard = (hex, unit, answers) => this.#holds(hex, unit, answers);
  }

  /** The one that is shown: what was tapped at an earlier question is forgotten. */
  shown: Tap | null = $derived.by(() => (this.waiting && this.waiting.number === this.page.decision?.number && !this.page.past ? this.waiting : null));

  go(): void {
    const tap = this.shown;
    this.waiting = null;
    if (!tap) return;
    this.#sure = true;
    this.page.click(tap.hex, tap.unit, [...tap.answers]);
    this.#sure = false;
    this.page.point(null);
  }

  leave(): void {
    this.waiting = null;
    this.page.point(null);
  }

  #holds(hex: string | null, unit: Unit | null, answers: readonly Answer[]): boolean {
    const before = this.shown;
    this.waiting = null;
    const deed = this.finger && !this.#sure && hex ? this.#deed(hex, unit, answers) : "";
    if (!hex || !deed || (before?.hex === hex && before.deed === deed)) return false;
    this.waiting = { hex, unit, answers, deed, number: this.page.decision?.number };
    this.page.point(hex);
    return true;
  }

  /** What a click there would do at once; "" where it only chooses or plans. */
  #deed(hex: string, unit: Unit | null, answers: readonly Answer[]): string {
    const { page } = this;
    const [march, planner] = [marchOf(page), plannerOf(page)];
    if (page.table.busy || (unit && march.movers.includes(unit.id)) || planner.targets.includes(hex)) return "";
    const here = march.hexOf(march.chosen[0] ?? "");
    if (march.open && march.chosen.length && march.together && !march.plan && hex !== here) {
      const row = page.reachable[hex];
      return row?.end || !Object.keys(page.reachable).length ? `${who(march.chosen)} to ${hex}` : "";
    }
    if (page.mover && !march.chosen.length && !page.litAnswers.has(hex) && page.reachable[hex]?.path.length) return `${page.mover.id} to ${hex}`;
    const [answer, ...more] = answers;
    const picks = march.open && !march.chosen.length && page.decision?.kind !== "move";
    return answer && !more.length && !planner.loading && !picks ? (answer.label ?? answer.text) : "";
  }
}

const who = (ids: readonly string[]) => (ids.length === 1 ? (ids[0] ?? "") : `${ids.length} units`);

/** The taps of a page. */
export const tapsOf = onePerPage((page) => new Taps(page));
