// A commander for Vedette in JavaScript: `vedette sim BATTLE --games 10 --union "pipe:node player.mjs"`.
// It tries a few answers in games that could be this one and takes the one after which its side has most strength left.
// docs/lab.md tells the protocol: one JSON document a line, in both directions.

import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const TRIED = 3;

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const hear = async () => {
  const { value, done } = await lines.next();
  return done ? null : JSON.parse(value);
};
const ask = async (question) => {
  say(question);
  return hear();
};

const { seat } = await hear(); // {"type": "begin", ...}
const sign = seat === "union" ? 1 : -1; // `ahead` is told from the union side

for (let message = await hear(); message; message = await hear()) {
  const { actions, usual, number } = message.decision;
  const texts = actions.map((action) => action.text);
  let best = usual ?? texts[number % texts.length];
  let most = -Infinity;
  // From the list a few, spread over it and begun elsewhere at each decision.
  const step = Math.max(1, Math.ceil(texts.length / TRIED));
  for (let i = number % step; i < texts.length && texts.length > 1; i += step) {
    const found = await ask({ imagine: number, play: [texts[i]] });
    if (found.type !== "imagine") continue; // {"type": "refused", "text": ...}
    const worth = sign * found.imagine.ahead;
    if (worth > most) [best, most] = [texts[i], worth];
  }
  say({ answer: best });
}
