import { expect, it } from "vitest";
import { bytesOf, lacking, wordOf } from "./passkeys";

it("writes bytes in letters that an address can have, and reads them again", () => {
  const bytes = new Uint8Array([251, 255, 190, 0, 7]);
  expect(wordOf(bytes.buffer)).toBe("-_--AAc");
  expect(bytesOf("-_--AAc")).toEqual(bytes);
});

it("says why there are no passkeys", () => {
  expect(lacking({ isSecureContext: true, PublicKeyCredential: class {} })).toBe("");
  expect(lacking({ isSecureContext: false, PublicKeyCredential: class {} })).toContain("https://");
  expect(lacking({ isSecureContext: false })).toContain("no passkeys");
});
