import { expect, test } from "vitest";
import { leavesField } from "./focus";

const field = (more: Partial<HTMLInputElement>) => ({ ...more, closest: (what: string) => (what.includes(more.tagName ?? "") ? more : null) });
const pressed = (more: object, of: Partial<HTMLInputElement>) => leavesField({ key: "Escape", isComposing: false, defaultPrevented: false, target: field(of), ...more } as unknown as KeyboardEvent);

test("Escape in a field is for what lies around it, unless the field itself has a use for it", () => {
  const line = { tagName: "input", type: "text", value: "Well met" };
  expect([pressed({}, line), pressed({}, { tagName: "textarea", value: "" }), pressed({}, { ...line, type: "search", value: "" })]).toEqual([true, true, true]);
  expect([pressed({ key: "Enter" }, line), pressed({ isComposing: true }, line), pressed({ defaultPrevented: true }, line)]).toEqual([false, false, false]);
  expect([pressed({}, { ...line, type: "search" }), pressed({}, { tagName: "button" })]).toEqual([false, false]);
});
