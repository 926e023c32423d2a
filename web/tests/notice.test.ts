// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { attempt, endOutage, notice, notify } from "../src/lib/notice.svelte";

test("that the server does not answer is said until it answers again", async () => {
  await attempt(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(notice()).not.toBe("");
  endOutage();
  expect(notice()).toBe("");
});

test("what else did not work stays until it is closed", () => {
  notify("It is not your turn.");
  endOutage();
  expect(notice()).toBe("It is not your turn.");
});
