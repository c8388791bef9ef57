/** A key and what it does. Register it where the thing lives that it works on; the help page lists all of them. */
export interface Binding {
  /** As the browser names it: "z", "?", "Enter", "ArrowLeft"; with "Shift+" before it where Shift belongs to it. */
  key: string | readonly string[];
  /** How the help page prints it, where the names of the keys are not plain. */
  shown?: string;
  /** What it does, in a few words. */
  label: string;
  group: Group;
  /** False where it was not for this one after all: the key goes on to an earlier one. */
  run(event: KeyboardEvent): void | boolean;
  /** For keys that work while they are held down. */
  release?(): void;
  /** Whether it does anything now. */
  when?(): boolean;
  /** Goes on while the key is held down. */
  repeats?: boolean;
}

export const GROUPS = ["Answers", "Units", "Board", "Views of the whole board", "Following", "Page"] as const;
export type Group = (typeof GROUPS)[number];

/** What uses Enter and Space itself while it has the focus. */
const TAKES = "button, a, summary, input, select, textarea, [role='gridcell'], [role='button'], [role='tab']";
const TYPES = "input:not([type='checkbox'], [type='radio']), select, textarea";
const PRESSES = new Set(["Enter", " "]);

/** All keys of the page: one place that listens, many that register. The last one registered is asked first. */
export class Keys {
  #bindings: Binding[] = [];
  #held: { key: string; release: () => void } | null = null;

  /** Adds keys until the function that it gives is called. */
  register(...bindings: Binding[]): () => void {
    this.#bindings.push(...bindings);
    return () => {
      this.#bindings = this.#bindings.filter((one) => !bindings.includes(one));
    };
  }

  /** A key went down; true where it was used. Whatever has the focus and uses the key comes first. */
  down(event: KeyboardEvent): boolean {
    const within = (selector: string) => Boolean((event.target as Partial<Element> | null)?.closest?.(selector));
    if (event.ctrlKey || event.metaKey || event.altKey || within(TYPES)) return false;
    if (PRESSES.has(event.key) && within(TAKES)) return false;
    const name = named(event);
    const found = this.#bindings.filter((one) => keysOf(one).includes(name)).reverse();
    return found.some((one) => this.#runs(one, event));
  }

  /** A key came up. */
  up(event: KeyboardEvent): void {
    if (this.#held?.key === event.key.toLowerCase()) this.letGo();
  }

  /** Whatever is held down is let go, as when the page loses the focus. */
  letGo(): void {
    this.#held?.release();
    this.#held = null;
  }

  /** All bindings by group, in the order of GROUPS. */
  listed(): [Group, Binding[]][] {
    return GROUPS.map((group): [Group, Binding[]] => [group, this.#bindings.filter((one) => one.group === group)]).filter(
      ([, rows]) => rows.length,
    );
  }

  /** As the help page prints them: what lies on the same key of a group in one row, what comes first asked first. */
  printed(): [Group, { key: string; labels: string[] }[]][] {
    return this.listed().map(([group, bindings]): [Group, { key: string; labels: string[] }[]] => {
      const rows = new Map<string, string[]>();
      for (const one of bindings) {
        const key = printed(one);
        rows.set(key, [...new Set([one.label, ...(rows.get(key) ?? [])])]);
      }
      return [group, [...rows].map(([key, labels]) => ({ key, labels }))];
    });
  }

  /** Keys on which two things lie that both always answer. */
  conflicts(): string[] {
    const always = this.#bindings.filter((one) => !one.when).flatMap(keysOf);
    return [...new Set(always.filter((key, i) => always.indexOf(key) !== i))];
  }

  #runs(binding: Binding, event: KeyboardEvent): boolean {
    if ((event.repeat && !binding.repeats) || binding.when?.() === false) return false;
    if (binding.run(event) === false) return false;
    if (binding.release) this.#held = { key: event.key.toLowerCase(), release: () => binding.release?.() };
    return true;
  }
}

/** The keys of a binding, letters small. */
export function keysOf({ key }: Binding): string[] {
  return (typeof key === "string" ? [key] : [...key]).map((one) => (one.length === 1 ? one.toLowerCase() : one));
}

/** A key as bindings name it. Shift counts with letters and long names; with signs it only makes the sign. */
export function named({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): string {
  const small = key.length === 1 ? key.toLowerCase() : key;
  const counts = key.length > 1 || small !== key.toUpperCase();
  return shiftKey && counts ? `Shift+${small}` : small;
}

/** How a key is printed. */
export function printed(binding: Binding): string {
  const plain: Record<string, string> = { Escape: "Esc", " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
  const one = (key: string) => {
    const bare = key.replace("Shift+", "");
    const shown = plain[bare] ?? (bare.length === 1 ? bare.toUpperCase() : bare);
    return key.startsWith("Shift+") ? `Shift ${shown}` : shown;
  };
  return binding.shown ?? (typeof binding.key === "string" ? [binding.key] : binding.key).map(one).join(", ");
}
