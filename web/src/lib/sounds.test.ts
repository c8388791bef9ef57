import { expect, test } from "vitest";
import { BURSTS, soundOf } from "./sounds";
import { line } from "./fixtures";

const gun = (id: string) => id.startsWith("Carpenter");

test.each([
  [{ depth: 0, kind: "turn" }, "drum"],
  [{ depth: 1, kind: "activation" }, "page"],
  [{ depth: 2, trace: "fire" as const, hex: "1834", units: ["27 VA"] }, "musketry"],
  [{ depth: 2, trace: "fire" as const, hex: "1834", units: ["Carpenter-a"] }, "cannon"],
  [{ depth: 2, kind: "move", units: ["27 VA"] }, null],
])("%j sounds like %s", (told, sound) => expect(soundOf([line(1, "", told)], gun)).toBe(sound));

test("each is over in 0.6 seconds", () => {
  for (const bursts of Object.values(BURSTS)) for (const { at, long } of bursts) expect(at + long).toBeLessThan(0.6);
});
