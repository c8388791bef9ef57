import { expect, it } from "vitest";
import { broken, type Channel, often, standing } from "./told";

const channel: Channel = { kind: "mail", target: "you@example.org", zone: "UTC", confirmed: true, broken: "", hour: null };

it("says how it stands with a channel, and names those that are broken", () => {
  expect(standing(channel)).toBe("You are told there.");
  expect(standing({ ...channel, confirmed: false })).toContain("once you have followed it");
  expect(standing({ ...channel, kind: "push" })).toContain("while this page is closed");
  expect([often(null), often(8)]).toEqual(["each time, for each game", "once a day at 8:00, for all games together"]);
  const spoilt = { ...channel, kind: "webhook", broken: "example.org answers 500" };
  expect(standing(spoilt)).toBe("Nothing is sent any more: example.org answers 500.");
  expect(broken({ can: [], channels: [channel, spoilt] })).toEqual([spoilt]);
  expect(broken(null)).toEqual([]);
});
