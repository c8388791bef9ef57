import type { Asked, GameState } from "./protocol";
import { putDown } from "./shelf";

interface Kept {
  /** Whose answer to what. */
  of: string;
  turn: number;
  /** Entries stored when it was given: what was taken back is forgotten. */
  n: number;
  text: string;
}

/** What a seat answered the turn before where it is asked for a choice in secret; kept by this page alone, for Enter. */
export class LastAnswers {
  constructor(
    private readonly mark = "",
    private readonly store?: Pick<Storage, "getItem" | "setItem">,
  ) {}

  /** Notes an answer that is given now. */
  note(decision: Asked, state: GameState, text: string): void {
    if (!chosen(decision)) return;
    const kept = { of: nameOf(decision), turn: state.view.turn, n: state.n, text };
    if (this.store) putDown(this.store, this.mark, JSON.stringify([...this.#before(state), kept]));
  }

  /** The question with the answer of the turn before as the proposed one, where the rules propose none and it is offered. */
  proposed(decision: Asked | null, state: GameState | null): Asked | null {
    if (!decision || !state || decision.proposed || !chosen(decision)) return decision;
    const mine = this.#before(state).filter((kept) => kept.of === nameOf(decision));
    const turn = Math.max(...mine.filter((kept) => kept.turn < state.view.turn).map((kept) => kept.turn));
    const given = mine.filter((kept) => kept.turn === state.view.turn).length;
    const text = mine.filter((kept) => kept.turn === turn)[given]?.text;
    if (!decision.actions.some((answer) => answer.text === text)) return decision;
    // Why it is framed is said: a hint may say another.
    const actions = decision.actions.map((answer) => (answer.text === text && !answer.note ? { ...answer, note: "as the turn before" } : answer));
    return { ...decision, actions, proposed: text ?? null };
  }

  #before(state: GameState): Kept[] {
    const kept = JSON.parse(this.store?.getItem(this.mark) ?? "[]") as Kept[];
    return kept.filter((one) => one.n < state.n);
  }
}

/** A choice that both make in secret and at once, and that must be made. */
function chosen(decision: Asked): boolean {
  return Boolean(decision.secret && decision.alone && !decision.optional);
}

function nameOf(decision: Asked): string {
  return `${decision.seat}/${decision.kind}`;
}
