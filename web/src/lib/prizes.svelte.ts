/** The ground that counts in the battle of a page: asked for once, when the score is opened for the first time. */
import { getJson } from "./fetching";
import { onePerPage } from "./onepage.svelte";
import type { Page } from "./page.svelte";
import { type Prize, worths } from "./prizes";

export { middle } from "./prizes";

export class Prizes {
  rows = $state.raw<readonly Prize[]>([]);
  marks = $derived(worths(this.rows));

  constructor(page: Page) {
    let asked = false;
    $effect(() => {
      const battle = page.tab === "Score" && !asked && page.view?.battle;
      if (!battle) return;
      asked = true;
      getJson<{ prizes?: Prize[] }>(`/api/battles/${battle}`).then(
        ({ prizes }) => (this.rows = prizes ?? []),
        () => (asked = false),
      );
    });
  }
}

export const prizesOf = onePerPage((page) => new Prizes(page));
