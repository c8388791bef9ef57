import { describe, expect, it } from "vitest";
import type { BattleListed, CardListed, Option } from "./fetched";
import { battlesOf, commanderWords, counted, folded, hours, scenarios, units } from "./library";

const row = (id: string, minutes = 0, count = 0) => ({ id, minutes, units: count }) as BattleListed;
const card = (...battles: string[]): CardListed => ({ title: "", day: "", about: "", battles, picture: "", badge: { word: "", sign: "" } });

describe("the start page", () => {
  it("says how long the games of a card last", () => {
    const told = (...minutes: number[]) => hours(minutes.map((one) => row("a", one)));
    expect([told(60), told(60, 240, 240), told(150, 420), told(300, 420), told(240)]).toEqual(["1 hour", "1–4 hours", "2½–7 hours", "5–7 hours", "4 hours"]);
    expect([told(40), told(20, 40), told(40, 60), told(30, 90), told(), told(0, 60)]).toEqual(["40 minutes", "20–40 minutes", "40 minutes to 1 hour", "30 minutes to 1½ hours", "", "1 hour"]);
  });

  it("says how large they are and how many", () => {
    expect([units([row("a", 0, 19), row("b", 0, 52)]), units([row("a", 0, 50)])]).toEqual(["19–52 units", "50 units"]);
    expect([scenarios(1), scenarios(3)]).toEqual(["1 scenario", "3 scenarios"]);
    expect(counted([card("a", "b"), card("c")])).toBe("two battles, three scenarios");
    expect(counted([card("a")])).toBe("one battle, one scenario");
  });

  it("lists the battles of a card in its order, and passes over what cannot be played", () => {
    expect(battlesOf(card("b", "x", "a"), [row("a"), row("b"), row("c")]).map(({ id }) => id)).toEqual(["b", "a"]);
  });

  it("says in one line what is folded away", () => {
    const options: Record<string, Option> = {
      rules: { type: "choice", default: "own", title: "", cite: "", values: ["own", "series"], words: { own: "by the book of the battle", series: "by the series rules" } },
      events: { type: "bool", default: false, title: "", cite: "" },
    };
    const wish = { dice: "seeded", practice: true, options: {} };
    expect(folded(options, wish, false)).toBe("the program rolls, own book");
    expect(folded(options, { ...wish, options: { rules: "series", events: true } }, true)).toBe("the program rolls, the series rules, 1 option changed, practice");
    expect(folded({}, { ...wish, dice: "real", practice: false }, true)).toBe("our own dice");
  });

  it("says what a commander is like, also of one that it does not know", () => {
    expect([commanderWords("random"), commanderWords("strange")]).toEqual(["random: does anything that is allowed; to try the program out.", "strange."]);
  });
});
