// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WhyIllegal } from "../src/lib/api";
import { AskedItem, GRACE, REST } from "../src/table/scene/askedItem.svelte";

let asked: AskedItem;

beforeEach(() => {
  vi.useFakeTimers();
  asked = new AskedItem();
});

afterEach(() => vi.useRealTimers());

/** An answer of the server that takes a while. */
function answer(message: string): Promise<WhyIllegal> {
  return new Promise((done) => setTimeout(() => done({ message, rule: null }), 50));
}

async function rest(id: string | null, milliseconds = REST) {
  asked.restOn(id);
  await vi.advanceTimersByTimeAsync(milliseconds);
}

test("resting on an item shows its card, passing over it does not", async () => {
  await rest("pile", REST - 1);
  await rest("spirit", REST - 1);
  expect(asked.id).toBeNull();
  await rest("spirit", 1);
  expect(asked.id).toBe("spirit");
  expect(asked.explicit).toBe(false);
});

test("the card stays as long as the pointer is on the item or on the card", async () => {
  await rest("pile", 60_000);
  expect(asked.id).toBe("pile");
  await rest(null, GRACE - 1);
  asked.keep();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.id).toBe("pile");
  asked.release();
  await vi.advanceTimersByTimeAsync(GRACE);
  expect(asked.id).toBeNull();
});

test("on the way to a card other items may be passed", async () => {
  await rest("pile");
  asked.restOn("spirit");
  for (let step = 0; step < 10; step++) {
    await vi.advanceTimersByTimeAsync(GRACE - 1);
    asked.approach();
  }
  expect(asked.id).toBe("pile");
  await vi.advanceTimersByTimeAsync(REST);
  expect(asked.id).toBe("spirit");
  asked.approach(); // it rests on what the card is about
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.id).toBe("spirit");
});

test("while the keyboard is on a card nothing else is shown, whichever is told first", async () => {
  await rest("pile");
  asked.keep();
  asked.restOn(null); // the picture hears later that the keyboard has left it
  await rest("spirit", 60_000);
  expect(asked.id).toBe("pile");
  asked.release();
  await rest("spirit");
  expect(asked.id).toBe("spirit");
});

test("a card that was dismissed comes back only for another item", async () => {
  expect(asked.dismiss()).toBe(false);
  await rest("pile");
  expect(asked.dismiss()).toBe(true);
  await rest("pile", 60_000);
  expect(asked.id).toBeNull();
  await rest("spirit");
  expect(asked.id).toBe("spirit");
});

test("asking shows the card at once, and the reason as soon as it is known", async () => {
  void asked.ask("pile", answer("Not now."));
  expect(asked.id).toBe("pile");
  expect(asked.explicit).toBe(true);
  await vi.advanceTimersByTimeAsync(50);
  expect(asked.refusal.message).toBe("Not now.");
});

test("a reason that comes after the table has changed is not shown", async () => {
  void asked.ask("pile", answer("Play a tile of your hand."));
  asked.dismiss(); // as a new scene does
  void asked.ask("pile");
  await vi.advanceTimersByTimeAsync(50);
  expect(asked.id).toBe("pile");
  expect(asked.refusal.message).toBe("");
});
