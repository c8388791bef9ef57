import { names } from "./answers";
import type { Brigade, Commander, Decision, Seat, Unit, View } from "./protocol";
import { brigadesOf, fullWords } from "./tray";

/** A chit with the brigades that it can activate. */
export interface Command {
  chit: string;
  rating: number;
  full: string;
  casualty: boolean;
  note: string;
  brigades: Brigade[];
  /** Somebody of it may still act. */
  ready: boolean;
  /** It has the name of its only brigade. */
  plain: boolean;
}

/** The activation chits of a side, each with its brigades; those that can do nothing come last. */
export function commandsOf(view: View, seat: Seat): Command[] {
  const found = new Map<string, Brigade[]>();
  for (const row of brigadesOf(view, seat)) found.set(row.chit, [...(found.get(row.chit) ?? []), row]);
  return [...found].map(([chit, brigades]) => {
    const [first] = brigades;
    const open = brigades.find((row) => row.full != null);
    return {
      chit,
      brigades,
      rating: first?.rating ?? 0,
      full: open ? fullWords(open) : "",
      casualty: brigades.some((row) => row.casualty),
      note: first?.note ?? "",
      ready: brigades.some((row) => row.state === "available"),
      plain: brigades.length === 1 && first?.brigade === chit,
    };
  });
}

/** What the mark of a casualty means. */
export function casualtyWords(chit: string): string {
  return `${chit} is hit; another takes his place`;
}

/** The commanders of a side, who may activate any of its brigades. */
export function commandersOf(view: View, seat: Seat): Commander[] {
  return (view.commanders ?? []).filter((row) => row.side === seat);
}

/** Brigades of a side by their names. */
export interface Spotlight {
  side: string;
  brigades: readonly string[];
}

/** The hexes of the brigades that are pointed at, else of the one that an answer names, else of those who are asked about. */
export function spottedIn(units: readonly Unit[], pointed: Spotlight | null, decision: Decision | null, answer: string | null): string[] {
  const hexesOf = (fits: (unit: Unit) => boolean) => [...new Set(units.filter(fits).flatMap((unit) => unit.hex ?? []))];
  if (pointed) return hexesOf(({ side, brigade }) => side === pointed.side && pointed.brigades.includes(brigade ?? ""));
  const own = ({ side, brigade }: Unit) => side === decision?.seat && brigade !== null;
  const named = hexesOf((unit) => own(unit) && names(answer ?? "", unit.brigade ?? ""));
  if (named.length || decision?.kind === "move") return named;
  const about = new Set(decision?.about);
  return hexesOf((unit) => unit.side === decision?.seat && (about.has(unit.id) || about.has(unit.brigade ?? "")));
}
