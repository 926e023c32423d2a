// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { follow, go, path } from "../src/lib/router.svelte";

/** Click a link to an address; whether the browser would follow it by itself. */
function click(href: string, more: MouseEventInit = {}): boolean {
  const link = document.createElement("a");
  link.href = href;
  link.addEventListener("click", follow);
  return link.dispatchEvent(new MouseEvent("click", { cancelable: true, ...more }));
}

describe("the address of the page", () => {
  beforeEach(() => {
    vi.stubGlobal("scrollTo", vi.fn());
    go("/");
  });

  test("changes without a reload and begins at the top", () => {
    go("/t/abc?x=1");
    expect(path()).toBe("/t/abc");
    expect(location.search).toBe("?x=1");
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  });

  test("follows the buttons of the browser", () => {
    history.replaceState(null, "", "/games");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(path()).toBe("/games");
  });

  test("follows a plain click on a link", () => {
    expect(click("/games")).toBe(false);
    expect(path()).toBe("/games");
  });

  test.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { button: 1 }])(
    "leaves a click with %o to the browser",
    (more) => {
      expect(click("/games", more)).toBe(true);
      expect(path()).toBe("/");
    },
  );
});
