/** How the page looks, as this browser keeps it: no part of any game. */
import { putDown } from "./shelf";

export const THEMES = ["light", "dark", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

export interface Kept {
  /** "" follows the system. */
  theme: Theme | "";
  /** The board as seen from the other end of the table. */
  turned: boolean;
  /** The number of its level in each hex. */
  levels: boolean;
  /** The board in words beside the map. */
  text: boolean;
  /** A stop after the last move of an activation, while it can be taken back. */
  stops: boolean;
  /** The own hand lies face down, for those who look on, until it is opened. */
  covered: boolean;
  /** Hints at the first question of each kind. */
  hints: boolean;
  /** Drum, musketry and guns while events are shown. */
  sounds: boolean;
}

const KEY = "vedette-looks";
const PLAIN: Kept = { theme: "", turned: false, levels: true, text: false, stops: true, covered: false, hints: true, sounds: false };

/** What was kept; whatever is not understood is as it was at first. */
export function readLooks(text: string | null): Kept {
  let found: Partial<Record<keyof Kept, unknown>> = {};
  try {
    found = (JSON.parse(text ?? "{}") ?? {}) as typeof found;
  } catch {
    // not ours, or broken
  }
  return {
    theme: THEMES.find((theme) => theme === found.theme) ?? "",
    turned: found.turned === true,
    levels: found.levels !== false,
    text: found.text === true,
    stops: found.stops !== false,
    covered: found.covered === true,
    hints: found.hints !== false,
    sounds: found.sounds === true,
  };
}

/** The theme to show. */
export function themeOf(wish: Theme | "", system: { dark: boolean; contrast: boolean }): Theme {
  if (wish) return wish;
  if (system.contrast) return "contrast";
  return system.dark ? "dark" : "light";
}

class Looks {
  kept = $state.raw<Kept>(PLAIN);
  #system = $state.raw({ dark: false, contrast: false });

  theme = $derived(themeOf(this.kept.theme, this.#system));

  /** Reads what was kept, and follows the system from now on. */
  begin(): void {
    this.kept = readLooks(localStorage.getItem(KEY));
    const [dark, contrast] = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"].map((query) => matchMedia(query));
    const follow = () => {
      this.#system = { dark: Boolean(dark?.matches), contrast: Boolean(contrast?.matches) };
      this.#show();
    };
    for (const query of [dark, contrast]) query?.addEventListener("change", follow);
    follow();
  }

  set(more: Partial<Kept>): void {
    this.kept = { ...this.kept, ...more };
    putDown(localStorage, KEY, JSON.stringify(this.kept));
    this.#show();
  }

  /** The next theme in turn, the system's own first. */
  next(): void {
    const all = ["", ...THEMES] as const;
    this.set({ theme: all[(all.indexOf(this.kept.theme) + 1) % all.length] ?? "" });
  }

  /** What the address of a board's picture needs to look like this. */
  get query(): string {
    return `&theme=${this.theme}&turned=${Number(this.kept.turned)}&levels=${Number(this.kept.levels)}`;
  }

  #show(): void {
    document.documentElement.dataset.theme = this.theme;
  }
}

export const looks = new Looks();
