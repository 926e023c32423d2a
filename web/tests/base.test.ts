// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** The router of a page into which the server wrote a path. */
async function routerUnder(path: string) {
  document.head.innerHTML = `<meta name="root-path" content="${path}">`;
  vi.resetModules();
  return import("../src/lib/router.svelte");
}

beforeEach(() => {
  vi.stubGlobal("scrollTo", vi.fn());
});

afterEach(() => history.replaceState(null, "", "/"));

test.each([
  ["/", "/games"],
  ["./", "/games"], // as built: nobody has told
  ["/play/", "/play/games"],
  ["/games/", "/games/games"],
])("under %s the page of my games is at %s", async (told, address) => {
  const { go, path } = await routerUnder(told);
  go("/games");
  expect(location.pathname).toBe(address);
  expect(path()).toBe("/games");
});

test.each(["/play", "/play/"])("the address %s is that of the start page", async (address) => {
  history.replaceState(null, "", address);
  const { path } = await routerUnder("/play/");
  expect(path()).toBe("/");
});

test("a link under the path is followed without a reload", async () => {
  const { follow, path } = await routerUnder("/play/");
  const link = document.createElement("a");
  link.href = "/play/rules/orion";
  link.addEventListener("click", follow);
  expect(link.dispatchEvent(new MouseEvent("click", { cancelable: true }))).toBe(false);
  expect(path()).toBe("/rules/orion");
});
