import type { Unanswered } from "./connection";

const NAMES: Record<string, string> = {
  undo: "taking back",
  redo: "playing again",
  consent: "the answer to the other side",
  resign: "the resignation",
  draw: "the offer of a draw",
  claim: "the claim of the battle",
  values: "the change to the present values",
  overrule: "the unit to be set",
  order: "the standing order",
  orders: "the standing orders",
  hold: "the raised hand",
};

/** What is waiting, in words: the answer as it was pressed, or what else was asked for. */
export function nameOf({ what, body }: Pick<Unanswered, "what" | "body">): string {
  const text = typeof body.text === "string" ? body.text : "";
  if (what === "dice") return `dice ${text}`;
  return what === "act" ? text : (NAMES[what] ?? what);
}

/** How it stands with it while the line is dead. */
export function standingOf(message: Unanswered): string {
  const name = nameOf(message);
  if (!message.sent) return `Not sent yet: ${name}. It is sent when the server is back.`;
  return `Sent, but the line broke before an answer: ${name}. It is sent again when the server is back, and never done twice.`;
}
