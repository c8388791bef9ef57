import { afterEach, expect, it, vi } from "vitest";
import { asked, broken, type Channel, filled, inOrder, often, standing, tested } from "./told";

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

it("has first what most people have, and says what came of a test", () => {
  expect(inOrder(["webhook", "pigeon", "mail"])).toEqual(["mail", "webhook", "pigeon"]);
  const now = (more: Partial<Channel>) => tested({ can: [], channels: [{ ...channel, ...more }] }, "mail");
  expect([now({}), now({ confirmed: false }), now({ broken: "nobody there" }), tested({ can: [], channels: [] }, "mail")]).toEqual([
    "A test is on its way there.", "The mail with the link is on its way there once more.", "", "",
  ]);
});

afterEach(() => vi.unstubAllGlobals());

it("leaves what is typed of other kinds as an answer comes", () => {
  const hook = { ...channel, kind: "webhook", target: "https://example.org/a", hour: 8 };
  const before = { can: ["mail", "webhook"], channels: [channel, hook] };
  const typed = { targets: { mail: "me@example.org", webhook: "https://example.org/b" }, hours: { mail: null, webhook: 9 } };
  const now = { ...before, channels: [{ ...channel, target: "me@example.org" }, hook] };
  expect(filled(typed, before, now, "mail")).toEqual(typed);
  expect(filled({ targets: {}, hours: {} }, null, before)).toEqual({ targets: { mail: channel.target, webhook: hook.target }, hours: { mail: null, webhook: 8 } });
  const fresh = { can: ["mail"], channels: [], mail: "ann@example.org" };
  expect(filled({ targets: {}, hours: {} }, null, fresh).targets).toEqual({ mail: "ann@example.org" });
  expect(filled({ targets: {}, hours: {} }, null, { ...fresh, channels: [channel] }).targets).toEqual({ mail: channel.target });
  expect(filled({ targets: { mail: "" }, hours: {} }, fresh, fresh).targets).toEqual({ mail: "" });
  const untouched = { targets: { ...typed.targets, webhook: hook.target }, hours: { mail: null, webhook: 8 } };
  expect(filled(untouched, before, { ...now, channels: [channel, { ...hook, target: "https://example.org/c", hour: null }] })).toEqual({
    targets: { mail: "me@example.org", webhook: "https://example.org/c" }, hours: { mail: null, webhook: null },
  });
});

it("names the answer of what stands before the server, and a server that is not reached", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>", { status: 502 })));
  await expect(asked({ game: "g", key: "k" })).rejects.toThrow("the server answers 502");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(asked({ game: "g", key: "k" })).rejects.toThrow("the server does not answer");
});
