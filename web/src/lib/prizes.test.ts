import { describe, expect, it } from "vitest";
import { type Prize, stations, worths } from "./prizes";

const row = (mark: string, side: string | null, hexes: string[], exit = false): Prize => ({ mark, side, hexes, exit, text: "t" });

describe("the ground that counts", () => {
  it("adds up for each side what a hex is worth, and leaves edges out", () => {
    const found = worths([row("3", "union", ["2423"]), row("2", "confederate", ["2423"]), row("+20", "confederate", ["2423"]), row("1 : 7", "union", ["0101"], true)]);
    expect([...found]).toEqual([["2423", [{ side: "union", text: "3" }, { side: "confederate", text: "2 +20" }]]]);
  });

  it("marks an edge now and then, however short it is", () => {
    expect(stations(["a"])).toEqual(["a"]);
    expect(stations(["a", "b", "c", "d", "e", "f", "g"])).toEqual(["d"]);
    expect(stations([..."abcdefghijklmnop"])).toEqual(["e", "m"]);
    expect(stations([])).toEqual([]);
  });
});
