import { expect, test } from "vitest";
import { momentAddress, socketAddress, ticket, withQuery } from "./address";

test("a plain page has a plain socket, a secure page a secure one", () => {
  expect(socketAddress({ protocol: "http:", host: "127.0.0.1:8000" }, "/ws")).toBe("ws://127.0.0.1:8000/ws");
  expect(socketAddress({ protocol: "https:", host: "club.example" }, "/ws")).toBe("wss://club.example/ws");
});

test("a moment of a game has an address of its own, without a key once the battle is over", () => {
  expect(momentAddress("http://club.example", "a1", 17)).toBe("http://club.example/?game=a1&entry=17");
  expect(momentAddress("http://club.example", "a1", 17, "s+x")).toBe("http://club.example/?game=a1&key=s%2Bx&entry=17");
  expect(ticket("?game=a1&entry=17")).toEqual({ game: "a1", key: "", entry: 17 });
  expect(ticket("?game=a1&key=x&entry=-1")).toEqual({ game: "a1", key: "x" });
  expect(ticket("?game=a1&entry=last")).toBeNull();
});

test("the address names game and key, or there is no game", () => {
  expect(ticket("?game=a1&key=s%2Bx")).toEqual({ game: "a1", key: "s+x" });
  expect(ticket("?game=a1")).toBeNull();
});

test("what is put into an address cannot break out of it", () => {
  expect(withQuery("/ws", { game: "a&b=c", after: 3 })).toBe("/ws?game=a%26b%3Dc&after=3");
});
