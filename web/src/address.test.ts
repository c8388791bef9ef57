import { expect, test } from "vitest";
import { socketAddress } from "./address";

test("a plain page has a plain socket", () => {
  expect(socketAddress({ protocol: "http:", host: "127.0.0.1:8000" }, "/socket")).toBe("ws://127.0.0.1:8000/socket");
});

test("a secure page has a secure socket", () => {
  expect(socketAddress({ protocol: "https:", host: "club.example" }, "/socket")).toBe("wss://club.example/socket");
});
