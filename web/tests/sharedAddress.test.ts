import { expect, test } from "vitest";
import { isLoopback, sharedAddress } from "../src/lib/sharedAddress";

const LOCAL = new URL("http://127.0.0.1:8000/t/abc");

test("an address that leads to this machine only is said to", () => {
  expect(sharedAddress(LOCAL, [])).toEqual({ address: LOCAL.href, onlyHere: true });
});

test("a server that others can reach is shared under the address that they use", () => {
  const address = "http://192.168.1.5:8000/t/abc";
  expect(sharedAddress(LOCAL, ["http://192.168.1.5:8000/"])).toEqual({ address, onlyHere: false });
});

test("who came by a name shares that name", () => {
  const page = new URL("https://club.example/t/abc");
  const shared = sharedAddress(page, ["http://192.168.1.5:8000/"]);
  expect(shared).toEqual({ address: page.href, onlyHere: false });
});

test.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["192.168.1.5", false],
  ["localhost.example", false],
])("%s is this machine: %s", (host, here) => {
  expect(isLoopback(host)).toBe(here);
});
