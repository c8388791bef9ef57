import { expect, it } from "vitest";
import { bytes, lacking, target } from "./push";

it("says why a browser cannot be told", () => {
  const place = { isSecureContext: true, navigator: { serviceWorker: {} }, PushManager: {}, Notification: { permission: "default" } };
  expect(lacking(place)).toBe("");
  expect(lacking({ ...place, isSecureContext: false })).toContain("TLS");
  expect(lacking({ ...place, navigator: {} })).toContain("cannot be told");
  expect(lacking({ ...place, PushManager: undefined })).toContain("home screen");
  expect(lacking({ ...place, Notification: { permission: "denied" } })).toContain("settings");
});

it("reads a key, and tells a subscription in three words", () => {
  expect([...bytes("-_8B")]).toEqual([251, 255, 1]);
  expect(target({ endpoint: "https://push.example/1", keys: { p256dh: "k", auth: "a" } })).toBe("https://push.example/1 k a");
  expect(() => target({ endpoint: "https://push.example/1", keys: { auth: "a" } })).toThrow("no address");
});
