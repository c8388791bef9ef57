/** A key and what it does. Register it where the thing lives that it works on; the help page lists all of them. */
export interface Binding {
  /** As the browser names it: "z", "?", "Enter", "ArrowLeft"; with "Shift+" before it where Shift belongs to it. */
  key: string | readonly string[];
  /** How the help page prints it, where the names of the keys are not plain. */
  shown?: string;
  /** What it does, in a few words. */
  label: string;
  group: Group;
  /** False where it was not for this one after all: the key goes on to an earlier one. `name`: the key as it was taken. */
  run(event: KeyboardEvent, name: string): void | boolean;
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
  #held: { key: string; code: string; release: () => void } | null = null;
  /** What has the focus by the pointer: it was pressed once, and does not keep Enter from the card. */
  #pointed: EventTarget | null = null;

  /** Adds keys until the function that it gives is called. */
  register(...bindings: Binding[]): () => void {
    this.#bindings.push(...bindings);
    return () => {
      this.#bindings = this.#bindings.filter((one) => !bindings.includes(one));
    };
  }

  /** The pointer has pressed something; `focused` has the focus now. */
  pressed(focused: EventTarget | null): void {
    this.#pointed = focused;
  }

  /** Something has the focus that the pointer did not give it. */
  moved(focused: EventTarget | null): void {
    if (focused !== this.#pointed) this.#pointed = null;
  }

  /** Enter while something has the focus that was clicked last: first of all for the card, true where it was used there. */
  early(event: KeyboardEvent): boolean {
    if (event.key !== "Enter" || !event.target || event.target !== this.#pointed || !within(event, TAKES)) return false;
    return this.#finds(event);
  }

  /** A key went down; true where it was used. Whatever has the focus and uses the key comes first. */
  down(event: KeyboardEvent): boolean {
    if (PRESSES.has(event.key) && within(event, TAKES)) return false;
    return this.#finds(event);
  }

  #finds(event: KeyboardEvent): boolean {
    const graph = event.getModifierState?.("AltGraph") ?? false;
    if (event.metaKey || (!graph && (event.ctrlKey || event.altKey)) || within(event, TYPES)) return false;
    return names(event).some((name) =>
      this.#bindings
        .filter((one) => keysOf(one).includes(name))
        .reverse()
        .some((one) => this.#runs(one, event, name)),
    );
  }

  /** A key came up. */
  up(event: KeyboardEvent): void {
    if (!this.#held) return;
    const { key, code } = this.#held;
    if (code ? event.code === code : event.key.toLowerCase() === key) this.letGo();
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

  #runs(binding: Binding, event: KeyboardEvent, name: string): boolean {
    if ((event.repeat && !binding.repeats) || binding.when?.() === false) return false;
    if (binding.run(event, name) === false) return false;
    if (binding.release) this.#held = { key: event.key.toLowerCase(), code: event.code ?? "", release: () => binding.release?.() };
    return true;
  }
}

/** The keys of a binding, letters small. */
export function keysOf({ key }: Binding): string[] {
  return (typeof key === "string" ? [key] : [...key]).map((one) => (one.length === 1 ? one.toLowerCase() : one));
}

/** Whether what has the focus is, or lies in, something. */
function within(event: KeyboardEvent, selector: string): boolean {
  return Boolean((event.target as Partial<Element> | null)?.closest?.(selector));
}

/** A key as bindings name it. Shift counts with letters and long names; with signs it only makes the sign. */
export function named({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): string {
  const small = key.length === 1 ? key.toLowerCase() : key;
  const counts = key.length > 1 || small !== key.toUpperCase();
  return shiftKey && counts ? `Shift+${small}` : small;
}

/** What stands on the keys of a keyboard that is not Latin, or whose digits need Shift: by their place, without Shift and with it. */
const PLACES: Record<string, [string, string]> = {
  Minus: ["-", ""],
  Equal: ["=", "+"],
  Comma: [",", ""],
  Period: [".", ""],
  Slash: ["/", "?"],
  Digit3: ["3", "#"],
};

/** A key by its place on the keyboard, as bindings name it; "" where none of them could mean it. */
function placed({ code = "", shiftKey }: Pick<KeyboardEvent, "code" | "shiftKey">): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  if (letter) return shiftKey ? `Shift+${letter}` : letter;
  const [plain, shifted] = PLACES[code] ?? [/^Digit(\d)$/.exec(code)?.[1] ?? "", ""];
  return shiftKey ? shifted : plain;
}

/** The names under which a key is looked for, in this order: what it writes, else where it lies. A digit that stands on the
    key and is not written without Shift (as on French keyboards) comes first; of a key that writes a Latin letter or a digit
    the place does not count. */
export function names(event: Pick<KeyboardEvent, "key" | "code" | "shiftKey"> & Partial<KeyboardEvent>): string[] {
  const name = named(event);
  const known = /^[a-z0-9]$/i.test(event.key) || (event.key.length > 1 && !UNREAD.has(event.key));
  if (known || event.getModifierState?.("AltGraph")) return [name];
  const place = placed(event);
  const digit = /^\d$/.test(place);
  return [...new Set(digit ? [place, name] : [name, place])].filter(Boolean);
}

/** What browsers say of a key whose letter is not settled. */
const UNREAD = new Set(["Dead", "Process", "Unidentified"]);

/** How a key is printed. */
export function printed(binding: Binding): string {
  const plain: Record<string, string> = { Escape: "Esc", " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", PageDown: "Page Down" };
  const one = (key: string) => {
    const bare = key.replace("Shift+", "");
    const shown = plain[bare] ?? (bare.length === 1 ? bare.toUpperCase() : bare);
    return key.startsWith("Shift+") ? `Shift ${shown}` : shown;
  };
  return binding.shown ?? (typeof binding.key === "string" ? [binding.key] : binding.key).map(one).join(", ");
}
