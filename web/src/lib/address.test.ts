import { expect, test } from "vitest";
import { socketAddress, ticket, withQuery } from "./address";

test("a plain page has a plain socket, a secure page a secure one", () => {
  expect(socketAddress({ protocol: "http:", host: "127.0.0.1:8000" }, "/ws")).toBe("ws://127.0.0.1:8000/ws");
  expect(socketAddress({ protocol: "https:", host: "club.example" }, "/ws")).toBe("wss://club.example/ws");
});

test("the address names game and key, or there is no game", () => {
  expect(ticket("?game=a1&key=s%2Bx")).toEqual({ game: "a1", key: "s+x" });
  expect(ticket("?game=a1")).toBeNull();
});

test("what is put into an address cannot break out of it", () => {
  expect(withQuery("/ws", { game: "a&b=c", after: 3 })).toBe("/ws?game=a%26b%3Dc&after=3");
});
